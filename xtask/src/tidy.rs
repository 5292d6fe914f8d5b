//! The rules of the house that no compiler knows.
//!
//! Owns: the walk over the checkout's own files, and the rules on their text; those on tokens, on the
//! files of a crate and on documents stand in modules of their own. Refuses: style that a formatter or
//! a linter already holds.

pub(crate) mod boundaries;
mod circles;
mod documents;
mod modules;
mod source;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use boundaries::{METHODS_TOGETHER, NO_CIRCLES, UNSAFE};
use documents::Checkout;
use source::Name;

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

/// Other places that documents may name.
const BESIDE: [&str; 5] = [".cargo", ".ci", "assets", "docs", "trades"];

// The three rules below wait for what they are about; each is switched on by its constant, which
// then goes.

/// Whether ARCHITECTURE.md and the glossary are checked.
const DOCUMENTS: bool = true;
/// Whether names of the private dialect are refused.
const DIALECT: bool = true;
/// Whether names of test sets are refused.
const TEST_SETS: bool = true;

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

/// The one folder of the interface that may import Tauri.
const PLATFORM: &str = "ui/src/lib/platform/";

/// Fails with every broken rule; reports long files.
pub(crate) fn check(places: &Places) -> Result<()> {
    let root = &places.root;
    let mut faults = Vec::new();
    let mut with_unsafe = BTreeSet::new();
    for path in own_files(root)? {
        let name = name_of(root, &path);
        let text = fs::read_to_string(&path);
        if let (true, Ok(text)) = (TEST_SETS, &text) {
            faults.extend(words::test_sets(&name, text));
        }
        if !is_source(&path) {
            continue;
        }
        let Ok(text) = text else {
            faults.push(format!("{name}: is no UTF-8 text"));
            continue;
        };
        let lines = text.lines().count();
        if (LONG + 1..=FAR_TOO_LONG).contains(&lines) {
            say::begin(&format!("long file: {name} has {lines} lines"));
        }
        faults.extend(of_file(&name, &text));
        if name.ends_with(".rs") {
            match source::tokens(&text).map(source::names) {
                Ok(names) => {
                    with_unsafe.extend(unsafe_line(&names).map(|line| (name.clone(), line)));
                    if DIALECT {
                        faults.extend(words::dialect(&name, &names));
                    }
                }
                Err(error) => faults.push(format!("{name}: {error}")),
            }
        }
    }
    faults.extend(misplaced_unsafe(UNSAFE, &with_unsafe));
    faults.extend(of_crates(root)?);
    if DOCUMENTS {
        faults.extend(of_documents(root)?);
    }
    if faults.is_empty() {
        return Ok(());
    }
    bail!("the rules of the house are broken:\n  {}", faults.join("\n  "))
}

/// The faults between the files of each crate that [`boundaries`] names, where it exists.
fn of_crates(root: &Path) -> Result<Vec<String>> {
    let trees = |name: &str| {
        let folder = root.join("crates").join(name).join("src");
        circles::trees(&rust_files(&folder)?).with_context(|| name_of(root, &folder))
    };
    let mut faults = Vec::new();
    let mut add = |name: &str, found: Vec<String>| {
        faults.extend(found.into_iter().map(|fault| format!("crates/{name}/src: {fault}")));
    };
    for name in NO_CIRCLES {
        add(name, circles::circles(&trees(name)?));
    }
    for (name, let_off) in METHODS_TOGETHER {
        add(name, circles::scattered_methods(&trees(name)?, let_off));
    }
    for name in boundaries::pure().map(|name| name.trim_start_matches("citelight-")) {
        add(name, circles::reaching_out(&trees(name)?));
    }
    Ok(faults)
}

/// The texts of a folder's Rust files, by their path from there. A folder that is missing has none.
fn rust_files(folder: &Path) -> Result<BTreeMap<String, String>> {
    let files =
        files_below(folder)?.into_iter().filter(|path| path.extension() == Some("rs".as_ref()));
    let text = |path: PathBuf| {
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        Ok((name_of(folder, &path), text))
    };
    files.map(text).collect()
}

fn of_documents(root: &Path) -> Result<Vec<String>> {
    let mut checkout = Checkout::default();
    let beside = BESIDE.iter().map(|folder| files_below(&root.join(folder)));
    let beside = beside.collect::<Result<Vec<_>>>()?;
    let top = fs::read_dir(root)?.flatten().map(|entry| entry.path()).filter(|path| path.is_file());
    let files = own_files(root)?.into_iter().chain(beside.into_iter().flatten()).chain(top);
    checkout.files = files.map(|path| name_of(root, &path)).collect();
    let manifests = checkout.files.iter().filter_map(|file| file.strip_suffix("/Cargo.toml"));
    checkout.crates = manifests.map(str::to_owned).collect();
    // The shell's manifest is the workspace's own.
    checkout.crates.insert("src-tauri".to_owned());
    let ignored = fs::read_to_string(root.join(".gitignore"))?;
    let made = ignored.lines().map(|line| line.trim_matches(['/', '*']).to_owned());
    // What lies in `models/` and is ignored is beside files that are not.
    checkout.made = made.filter(|path| !path.is_empty() && path != "models").collect();
    let architecture = fs::read_to_string(root.join("ARCHITECTURE.md"))?;
    let glossary = fs::read_to_string(root.join("docs/glossary.md")).ok();
    Ok(documents::check(&checkout, &architecture, glossary.as_deref()))
}

/// The first line with `unsafe` in it.
fn unsafe_line(names: &[Name]) -> Option<usize> {
    names.iter().find(|name| name.word == "unsafe").map(|name| name.line)
}

/// Where the list of files that may say `unsafe` and those that do differ.
fn misplaced_unsafe(list: &[&str], found: &BTreeSet<(String, usize)>) -> Vec<String> {
    let unlisted = found.iter().filter(|(file, _)| !list.contains(&file.as_str())).map(|(file, line)| {
        format!(
            "{file}:{line}: unsafe code outside the native wrappers; do without it, or add the file to \
             UNSAFE in xtask/src/tidy/boundaries.rs with its reason"
        )
    });
    let idle =
        list.iter().filter(|file| !found.iter().any(|(found, _)| found == *file)).map(|file| {
            format!(
                "{file}: has no unsafe code; take it from UNSAFE in xtask/src/tidy/boundaries.rs"
            )
        });
    unlisted.chain(idle).collect()
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

/// All files of [`FOLDERS`] that the project keeps.
fn own_files(root: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for folder in FOLDERS.map(|folder| root.join(folder)) {
        // Packages are many thousand files: they are not even listed.
        if folder.ends_with("ui") {
            files.extend(files_below(&folder.join("src"))?);
            let top = fs::read_dir(folder).into_iter().flatten().flatten();
            files.extend(top.map(|entry| entry.path()).filter(|path| path.is_file()));
        } else {
            files.extend(files_below(&folder)?);
        }
    }
    let ours = |path: &PathBuf| {
        let name = path.strip_prefix(root).unwrap_or(path);
        !NOT_OURS.iter().any(|other| name.starts_with(other))
    };
    files.retain(ours);
    Ok(files)
}

/// A path as it reads from a folder, with `/` on every system.
fn name_of(folder: &Path, path: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/")
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
    fn tauri_stays_where_it_belongs() {
        let import = "import { invoke } from '@tauri-apps/api/core';\n";
        check("ui/src/lib/platform/tauri.ts", import, &[]);
        check("ui/src/App.svelte", import, &["may import Tauri"]);
    }

    #[test]
    fn very_long_files_are_refused() {
        let text = "//! a\n".repeat(FAR_TOO_LONG + 1);
        check("crates/core/src/a.rs", &text, &["801 lines"]);
    }
    #[test]
    fn the_list_of_files_with_unsafe_is_checked_both_ways() {
        let line = |text: &str| unsafe_line(&source::names(source::tokens(text).expect("sound")));
        assert_eq!(
            line("//! unsafe\nconst A: &str = \"unsafe\"; // unsafe { }\nfn unsafe_() {}"),
            None
        );
        assert_eq!(line("fn f() {\n unsafe { g() } }"), Some(2));
        assert_eq!(line("m!(unsafe { g() });"), Some(1));

        let found = BTreeSet::from([("a.rs".to_owned(), 2)]);
        assert_eq!(misplaced_unsafe(&["a.rs"], &found), Vec::<String>::new());
        let faults = misplaced_unsafe(&["b.rs"], &found);
        assert!(
            faults[0].contains("a.rs:2: unsafe code outside the native wrappers"),
            "{faults:?}"
        );
        assert!(faults[1].contains("b.rs: has no unsafe code"), "{faults:?}");
    }
}
