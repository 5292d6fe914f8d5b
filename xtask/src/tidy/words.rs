//! Words that have no place in the code: names of a private dialect, and the names of test sets.
//!
//! Owns: both lists. Refuses: prose; there "told" and "sure" are words as any other.

use super::source::Name;

/// What an identifier is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Any,
    Function,
    Type,
    Module,
}

/// A name that must not come back, what it must not be the name of, and what says it plainly.
const DIALECT: [(&str, &[Kind], &str); 9] = [
    ("heed", &[Kind::Any], "what was found, or corrected"),
    ("Heed", &[Kind::Type], "what was found, or corrected"),
    ("told", &[Kind::Function, Kind::Type], "what it returns or reports"),
    ("Desk", &[Kind::Type], "worker, or the part's own name"),
    ("Bearing", &[Kind::Type], "evidence, or support"),
    ("Kept", &[Kind::Type], "cache"),
    ("Book", &[Kind::Type], "the document's tables"),
    ("Books", &[Kind::Type], "the documents' tables"),
    ("sure", &[Kind::Module], "confidence"),
];

/// Sets of questions that the project is measured with. Code that knows them answers them, not people.
const TEST_SETS: [&str; 5] = ["financebench", "mmlongbench", "contractnli", "covidqa", "northwind"];

/// The names of a private dialect among a file's identifiers, and its own. `file` is the path from the
/// root.
pub(crate) fn dialect(file: &str, names: &[Name]) -> Vec<String> {
    let mut faults = Vec::new();
    let stem =
        file.rsplit('/').next().and_then(|name| name.strip_suffix(".rs")).unwrap_or_default();
    for (word, _, plain) in DIALECT.iter().filter(|(word, _, _)| word.to_lowercase() == stem) {
        faults.push(format!("{file}: no file is called {}; say {plain}", word.to_lowercase()));
    }
    for name in names {
        let kind = match name.before.as_deref() {
            Some("fn") => Kind::Function,
            Some("struct" | "enum" | "union" | "trait" | "type") => Kind::Type,
            Some("mod") => Kind::Module,
            _ => Kind::Any,
        };
        let banned = |kinds: &[Kind]| kinds.contains(&kind) || kinds.contains(&Kind::Any);
        let found = DIALECT.iter().find(|(word, kinds, _)| *word == name.word && banned(kinds));
        if let Some((word, _, plain)) = found {
            faults.push(format!("{file}:{}: `{word}` is a private word; say {plain}", name.line));
        }
    }
    faults
}

/// The names of test sets in a file below `crates/*/src`, comments included.
pub(crate) fn test_sets(file: &str, text: &str) -> Vec<String> {
    let mut parts = file.split('/');
    let (top, name, folder) = (parts.next(), parts.next(), parts.next());
    if top != Some("crates") || name == Some("eval") || folder != Some("src") {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.to_lowercase();
        for set in TEST_SETS.iter().filter(|set| line.contains(*set)) {
            faults.push(format!(
                "{file}:{}: names the test set {set}; only crates/eval may, and questions of our own \
                 serve for tests",
                number + 1
            ));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    fn check(file: &str, text: &str, expect: &[&str]) {
        let names = source::names(source::tokens(text).expect("sound source"));
        let faults = dialect(file, &names);
        assert_eq!(faults.len(), expect.len(), "{faults:?}");
        for (fault, expect) in faults.iter().zip(expect) {
            assert!(fault.contains(expect), "{fault} does not say {expect}");
        }
    }

    #[test]
    fn names_of_the_dialect_are_found_and_prose_is_not() {
        check("a.rs", "struct Desk;\nfn told() {}", &["a.rs:1: `Desk`", "a.rs:2: `told`"]);
        check("a.rs", "fn f(heed: u8) {}", &["`heed` is a private word"]);
        check("ask/sure.rs", "", &["no file is called sure; say confidence"]);
        check("ask/kept.rs", "pub(crate) enum Kept<K> { A(K) }", &["no file", "`Kept`"]);
        let prose =
            "/// Told for sure, heed the Desk.\n// Kept by the book\nconst A: &str = \"Book\";";
        check("a.rs", prose, &[]);
        check("a.rs", "enum Scheme { Book } fn f(told: bool, sure: u8) { Scheme::Book; }", &[]);
        check("a.rs", "struct Booklet; struct BookValue; fn retold() {}", &[]);
    }

    #[test]
    fn test_sets_are_known_to_eval_alone() {
        let text = "//! a\n// as in FinanceBench\n";
        let fault = test_sets("crates/quote/src/a.rs", text);
        assert!(fault.len() == 1 && fault[0].contains("a.rs:2: names the test set financebench"));
        for file in ["crates/eval/src/a.rs", "crates/quote/tests/a.rs", "xtask/src/a.rs"] {
            assert_eq!(test_sets(file, text), Vec::<String>::new(), "{file}");
        }
    }
}
