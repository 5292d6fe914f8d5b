//! ARCHITECTURE.md and the glossary, as far as a program can tell whether they are true.
//!
//! Owns: their length, the crates of the code map, the paths that they name. Refuses: judging prose.

use std::collections::BTreeSet;

/// Words that ARCHITECTURE.md may have, so that it is read.
const MOST_WORDS: usize = 2_000;

/// How many terms make a glossary: fewer explain too little, more are not learned.
const TERMS: std::ops::RangeInclusive<usize> = 25..=40;

/// Endings by which a word in backticks is taken for a file's name.
const ENDINGS: [&str; 13] = [
    ".css", ".html", ".json", ".md", ".py", ".rs", ".sh", ".sql", ".svelte", ".toml", ".ts",
    ".txt", ".yml",
];

/// What the documents are compared with.
#[derive(Debug, Default)]
pub(crate) struct Checkout {
    /// Every file of the project by its path from the root.
    pub(crate) files: BTreeSet<String>,
    /// Folders that are crates: `crates/core`, `xtask`.
    pub(crate) crates: BTreeSet<String>,
    /// Paths that a build or a set-up makes, as `.gitignore` has them.
    pub(crate) made: Vec<String>,
}

/// The faults of ARCHITECTURE.md and, where there is one, of `docs/glossary.md`.
pub(crate) fn check(
    checkout: &Checkout,
    architecture: &str,
    glossary: Option<&str>,
) -> Vec<String> {
    let mut faults = Vec::new();
    let mut fault = |what: String| faults.push(format!("ARCHITECTURE.md{what}"));
    let words = architecture.split_whitespace().count();
    if words > MOST_WORDS {
        fault(format!(
            ": has {words} words, more than {MOST_WORDS}; measurements belong into docs/measurements.md, \
             details to the code"
        ));
    }
    match section(architecture, "Code map") {
        None => fault(": has no section `## Code map`".to_owned()),
        Some(map) => {
            let named: BTreeSet<String> =
                map.lines().flat_map(quoted).filter_map(|word| crate_of(checkout, word)).collect();
            for missing in checkout.crates.difference(&named) {
                fault(format!(": the code map does not name `{missing}`; add what it owns"));
            }
            for other in named.difference(&checkout.crates) {
                fault(format!(": the code map names `{other}`, which is no crate; take it out"));
            }
        }
    }
    for (number, line) in architecture.lines().enumerate() {
        for path in quoted(line).filter(|word| is_path(checkout, word)) {
            if !exists(checkout, path) {
                fault(format!(
                    ":{}: `{path}` does not exist; write it from the root or as its path ends",
                    number + 1
                ));
            }
        }
    }
    let glossary = glossary.map(|text| ("docs/glossary.md", text));
    let own = || section(architecture, "Glossary").map(|text| ("ARCHITECTURE.md", text));
    if let Some((name, text)) = glossary.or_else(own) {
        let terms = terms(text);
        if !TERMS.contains(&terms) {
            let (least, most) = (TERMS.start(), TERMS.end());
            faults.push(format!("{name}: explains {terms} terms; keep to {least} to {most}"));
        }
    }
    faults
}

/// The text below a heading of the second level, up to the next.
fn section<'a>(text: &'a str, title: &str) -> Option<&'a str> {
    let heading = format!("## {title}\n");
    let start =
        if text.starts_with(&heading) { 0 } else { text.find(&format!("\n{heading}"))? + 1 };
    let body = &text[start + heading.len()..];
    Some(body.find("\n## ").map_or(body, |end| &body[..end + 1]))
}

/// What stands in backticks on a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The crate that a word of the code map names: `crates/x` and what lies in it, or one beside `crates`.
fn crate_of(checkout: &Checkout, word: &str) -> Option<String> {
    let mut parts = word.trim_end_matches('/').split('/');
    let first = parts.next()?;
    if first == "crates" {
        return parts.next().map(|name| format!("crates/{name}"));
    }
    checkout.crates.get(first).cloned()
}

/// A file's or folder's name without what follows it (`a.rs:12`, `a.rs::f`).
fn bare(word: &str) -> &str {
    word.split(':').next().unwrap_or(word).trim_end_matches('/')
}

/// Whether a word in backticks looks like a file or a folder of the project.
fn is_path(checkout: &Checkout, word: &str) -> bool {
    let known = |c: char| c.is_ascii_alphanumeric() || "_-./:".contains(c);
    if !word.chars().all(known) || word.starts_with('/') || word.starts_with("..") {
        return false;
    }
    let path = bare(word);
    let file = ENDINGS.iter().any(|ending| path.len() > ending.len() && path.ends_with(ending));
    let top = path.split('/').next().unwrap_or(path);
    let inside = || {
        let below = format!("{top}/");
        path.contains('/')
            && (checkout.files.iter().any(|file| file.starts_with(&below))
                || checkout.crates.contains(&format!("crates/{top}")))
    };
    file || word.ends_with('/') || inside()
}

/// Whether a path exists, from the root or as the end of a longer one (`engine/src/ask.rs`).
fn exists(checkout: &Checkout, word: &str) -> bool {
    let path = bare(word);
    let made = |made: &String| path == made || path.starts_with(&format!("{made}/"));
    let wanted = format!("/{path}/");
    checkout.made.iter().any(made)
        || checkout.files.iter().any(|file| format!("/{file}/").contains(&wanted))
}

/// The terms of a glossary: the rows of its table, or the lines that begin with a bold word.
fn terms(text: &str) -> usize {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let is_rule = |line: &&str| line.starts_with('|') && line.chars().all(|c| "|-: ".contains(c));
    let tables = lines.iter().filter(|line| is_rule(line)).count();
    let rows = lines.iter().filter(|line| line.starts_with('|')).count();
    let bold = lines.iter().filter(|line| line.trim_start_matches("- ").starts_with("**")).count();
    // A table's heading and its rule explain nothing.
    rows.saturating_sub(2 * tables) + bold
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkout() -> Checkout {
        let files = [
            "Cargo.toml",
            ".ci/run",
            "crates/core/src/lib.rs",
            "crates/engine/src/ask.rs",
            "crates/engine/src/ask/find.rs",
            "xtask/src/main.rs",
            "ui/src/lib/platform/index.ts",
        ];
        Checkout {
            files: files.map(str::to_owned).into(),
            crates: ["crates/core", "crates/engine", "xtask"].map(str::to_owned).into(),
            made: vec!["native".to_owned(), "ui/dist".to_owned()],
        }
    }

    const MAP: &str = "# A\n\n## Code map\n\n| `crates/core` | a |\n| `crates/engine/` | b |\n| `xtask/` | c |\n\n## More\n";

    fn check(text: &str, glossary: Option<&str>, expect: &[&str]) {
        let faults = super::check(&checkout(), text, glossary);
        assert_eq!(faults.len(), expect.len(), "{faults:?}");
        for (fault, expect) in faults.iter().zip(expect) {
            assert!(fault.contains(expect), "{fault} does not say {expect}");
        }
    }

    #[test]
    fn the_map_names_every_crate_and_no_other() {
        check(MAP, None, &[]);
        check("# A\n", None, &["no section `## Code map`"]);
        let missing = MAP.replace("| `crates/core` | a |\n", "");
        check(&missing, None, &["the code map does not name `crates/core`"]);
        // Named elsewhere is not named in the map.
        check(&format!("{missing}`crates/core`\n"), None, &["does not name `crates/core`"]);
        let other = MAP.replace("| `xtask/` | c |", "| `xtask/`, `crates/old` | c |");
        check(
            &other,
            None,
            &["names `crates/old`, which is no crate", ":7: `crates/old` does not exist"],
        );
    }

    #[test]
    fn paths_in_backticks_exist() {
        for path in [
            "ask.rs",
            "ask/find.rs",
            "engine/src/ask.rs",
            "engine/src/ask.rs:12",
            "ask.rs::answered",
            "crates/engine/src",
            "src/lib/platform",
            ".ci/run",
            "native/",
            "ui/dist/index.html",
            "Cargo.toml",
            // No paths of the project.
            "Option<A>",
            "a::b",
            "../lib/Citelight",
            "/usr/lib",
            "weights",
            "and/or",
            "fn f()",
            "**/*.rs",
            "1.5",
        ] {
            check(&format!("{MAP}See `{path}`.\n"), None, &[]);
        }
        for path in [
            "sure.rs",
            "engine/ask.rs",
            "engine/ask",
            "crates/engine/src/find.rs",
            "gone/",
            "docs/a.md",
        ] {
            let expect = format!("ARCHITECTURE.md:10: `{path}` does not exist");
            check(&format!("{MAP}See `{path}`.\n"), None, &[&expect]);
        }
    }

    #[test]
    fn long_documents_and_glossaries_are_refused() {
        check(&format!("{MAP}{}", "word ".repeat(2_000)), None, &["words, more than 2000"]);
        let table = |terms: usize| {
            format!(
                "# Glossary\n\n| term | meaning |\n| --- | --- |\n{}",
                "| a | b |\n".repeat(terms)
            )
        };
        check(MAP, Some(&table(25)), &[]);
        check(MAP, Some(&table(24)), &["docs/glossary.md: explains 24 terms; keep to 25 to 40"]);
        let list = "- **a**: b\n".repeat(41);
        check(
            &format!("{MAP}\n## Glossary\n\n{list}"),
            None,
            &["ARCHITECTURE.md: explains 41 terms"],
        );
        check(&format!("{MAP}\n## Glossary\n\n{}", "**a**: b\n\n".repeat(40)), None, &[]);
    }
}
