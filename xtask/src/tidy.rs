//! The rules of the house that no compiler knows.
//!
//! Owns: the rules on source text, and the walk over the checkout's own files. Refuses: style that
//! a formatter or a linter already holds.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::places::Places;
use crate::say;
use crate::stamp::files_below;

/// A file longer than this is reported; see [`FAR_TOO_LONG`].
const LONG: usize = 400;
/// A file longer than this is refused.
const FAR_TOO_LONG: usize = 800;

/// What is read. Data, locks and documents are not.
const SOURCES: [&str; 5] = ["rs", "ts", "svelte", "css", "js"];

/// Where the project's own sources lie.
const FOLDERS: [&str; 7] = ["crates", "src-tauri", "xtask", "tests", "benches", "ui", "models"];

/// What is not written by hand: packages, builds, generated files.
const NOT_OURS: [&str; 4] =
    ["ui/node_modules", "ui/dist", "gen", "ui/src/lib/platform/bindings.ts"];

/// Promises and stand-ins. Spelled in two halves, so that this file does not break its own rule.
const FORBIDDEN: [&str; 5] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
    concat!("dbg", "!("),
    concat!("unimpl", "emented!("),
];

/// Folders of one machine: a path below them works for nobody else.
const MACHINE: [&str; 2] = [concat!("/wo", "rk/"), concat!("/ro", "ot/")];

/// Crates that wrap native code or ask the system for a process's limits, the file that gives memory
/// back to it, and the one that sets the environment before the first thread: the only places where
/// `unsafe` may be allowed.
const NATIVE: [&str; 8] = [
    "crates/generator/src/memory.rs",
    "crates/generator/src/threads.rs",
    "crates/pdf/",
    "crates/ocr/",
    "crates/index/",
    "crates/models/",
    "crates/reader/",
    "crates/reader-child/",
];

/// The one folder of the interface that may import Tauri.
const PLATFORM: &str = "ui/src/lib/platform/";

/// Fails with every broken rule; reports long files.
pub(crate) fn check(places: &Places) -> Result<()> {
    let mut faults = Vec::new();
    for folder in FOLDERS {
        for path in sources(&places.root, &places.root.join(folder))? {
            let name = path.strip_prefix(&places.root).unwrap_or(&path);
            let name = name.to_string_lossy().replace('\\', "/");
            let Ok(text) = fs::read_to_string(&path) else {
                faults.push(format!("{name}: is no UTF-8 text"));
                continue;
            };
            let lines = text.lines().count();
            if (LONG + 1..=FAR_TOO_LONG).contains(&lines) {
                say::begin(&format!("long file: {name} has {lines} lines"));
            }
            faults.extend(of_file(&name, &text));
        }
    }
    if faults.is_empty() {
        return Ok(());
    }
    bail!("the rules of the house are broken:\n  {}", faults.join("\n  "))
}

/// The faults of one file, each with its line. `name` is the path from the root.
fn of_file(name: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let lines = text.lines().count();
    if lines > FAR_TOO_LONG {
        faults.push(format!("{name}: has {lines} lines, more than {FAR_TOO_LONG}"));
    }
    let rust = name.ends_with(".rs");
    if rust && !text.starts_with("//!") && !text.starts_with("#!") {
        faults.push(format!("{name}:1: does not begin with what it owns and refuses (`//!`)"));
    }
    for (number, line) in text.lines().enumerate() {
        let mut fault = |what: String| faults.push(format!("{name}:{}: {what}", number + 1));
        for word in FORBIDDEN.iter().filter(|word| has_word(line, word)) {
            fault(format!("{word} is a promise nobody keeps"));
        }
        for path in MACHINE.iter().filter(|path| line.contains(*path)) {
            fault(format!("{path} exists on one machine only"));
        }
        let allows = line.contains(concat!("allow(unsafe", "_code)"));
        if rust && allows && !NATIVE.iter().any(|native| name.starts_with(native)) {
            fault("unsafe code outside the native wrappers".to_owned());
        }
        let imports = line.contains("@tauri-apps/") && line.contains("import");
        if name.starts_with("ui/src/") && imports && !name.starts_with(PLATFORM) {
            fault(format!("only {PLATFORM} may import Tauri"));
        }
    }
    faults
}

/// Whether `word` stands in `line` by itself: not as a part of a longer name.
fn has_word(line: &str, word: &str) -> bool {
    let edge = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let open_end = word.ends_with('(');
    line.match_indices(word).any(|(at, _)| {
        edge(line[..at].chars().next_back())
            && (open_end || edge(line[at + word.len()..].chars().next()))
    })
}

fn sources(root: &Path, folder: &Path) -> Result<Vec<PathBuf>> {
    let ours = |path: &Path| {
        let name = path.strip_prefix(root).unwrap_or(path);
        !NOT_OURS.iter().any(|other| name.starts_with(other))
    };
    // Packages are many thousand files: they are not even listed.
    if folder.ends_with("ui") {
        let mut files = files_below(&folder.join("src"))?;
        let top = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        files.extend(top.filter(|path| path.is_file()));
        return Ok(files.into_iter().filter(|path| is_source(path) && ours(path)).collect());
    }
    let files = files_below(folder)?;
    Ok(files.into_iter().filter(|path| is_source(path) && ours(path)).collect())
}

fn is_source(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| SOURCES.contains(&extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, text: &str, expect: &[&str]) {
        let faults = of_file(name, text);
        assert_eq!(faults.len(), expect.len(), "{faults:?}");
        for (fault, expect) in faults.iter().zip(expect) {
            assert!(fault.contains(expect), "{fault} does not say {expect}");
        }
    }

    #[test]
    fn a_module_says_what_it_owns() {
        check("crates/core/src/a.rs", "//! Owns a.\n", &[]);
        check("crates/core/src/a.rs", "use b;\n", &["a.rs:1: does not begin"]);
        check("ui/src/a.ts", "let b = 1;\n", &[]);
    }

    #[test]
    fn promises_and_machine_paths_are_found_with_their_line() {
        let promise = format!("//! a\n// {}: later\n", FORBIDDEN[0]);
        check("crates/core/src/a.rs", &promise, &["a.rs:2:"]);
        check("ui/src/a.ts", &format!("{}(x)\n", "MATO".to_owned() + "DOR"), &[]);
        let path = format!("//! a\nconst A: &str = \"{}main\";\n", MACHINE[0]);
        check("xtask/src/a.rs", &path, &["one machine only"]);
    }

    #[test]
    fn unsafe_and_tauri_stay_where_they_belong() {
        let text = concat!("//! a\n#![allow(unsafe", "_code)]\n");
        check("crates/pdf/src/a.rs", text, &[]);
        check("crates/engine/src/a.rs", text, &["outside the native wrappers"]);
        let import = "import { invoke } from '@tauri-apps/api/core';\n";
        check("ui/src/lib/platform/tauri.ts", import, &[]);
        check("ui/src/App.svelte", import, &["may import Tauri"]);
    }

    #[test]
    fn very_long_files_are_refused() {
        let text = "//! a\n".repeat(FAR_TOO_LONG + 1);
        check("crates/core/src/a.rs", &text, &["801 lines"]);
    }
}
