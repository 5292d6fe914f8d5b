//! What the form of a file admits, and how files go together.

use super::*;

/// The lines of the mistakes in a file, with what is said.
fn mistakes(text: &str) -> Vec<(u32, String)> {
    let (_, errors) = Trades::parse("own.toml", text);
    errors.into_iter().map(|error| (error.line.unwrap(), error.message)).collect()
}

const STATEMENT: &str =
    "[[statement]]\nname = 'report'\nasked = ['report']\ntitles = ['report']\nrows = ['claims']\n";
const MEASURE: &str = "[[measure]]\nasked = ['claims', 'losses']\nrows = ['claims incurred']\n";
const CONCEPT: &str = "[[concept]]\nasked = ['claim']\nnamed = ['claims']\n";

#[test]
fn the_programs_own_trades_are_sound() {
    let trades = Trades::builtin();
    let counts = [trades.statements.len(), trades.measures.len(), trades.concepts.len()];
    assert_eq!(counts, [3, 83, 48]);
    assert_eq!(trades.other_tables[0], "parent company");
}

#[test]
fn every_mistake_is_said_with_its_line() {
    for (text, line, message) in [
        ("\n[[measures]]\nasked = ['x']\n", 2, "There is no section “measures”."),
        ("\n[measure]\nasked = ['x']\n", 2, "“measure” is no list of entries."),
        ("concept = []\n", 1, "“concept” is no list of entries."),
        (&format!("{MEASURE}nevr = ['x']\n"), 4, "A measure has no “nevr”."),
        (&format!("{MEASURE}never = 'x'\n"), 4, "“never” is no list."),
        (&format!("{MEASURE}never = []\n"), 4, "“never” is empty."),
        (
            &format!("{MEASURE}never = ['x',\n\n  ' - ']\n"),
            6,
            "“never” holds something without words.",
        ),
        (&format!("{MEASURE}never = [7]\n"), 4, "“never” holds something without words."),
        (&format!("{MEASURE}statement = ''\n"), 4, "“statement” holds something without words."),
        (&format!("{MEASURE}percent = 'yes'\n"), 4, "“percent” is neither true nor false."),
        ("#\n[[measure]]\nasked = ['x']\n", 2, "The measure has no rows or formulas."),
        ("#\n[[measure]]\nrows = ['x']\n", 2, "The measure has no asked."),
        ("\n\n[[concept]]\nasked = ['x']\n", 3, "The concept has no named or titles."),
        ("[[synonym]]\nwords = ['x']\n", 1, "The synonym has one word only."),
        (
            "[[statement]]\nasked = ['x']\ntitles = ['x']\nrows = ['x']\n",
            1,
            "The statement has no name.",
        ),
        (&format!("{STATEMENT}{STATEMENT}"), 7, "“report” is a statement's name in line 2 too."),
        (
            &format!("{MEASURE}[[measure]]\nasked = ['cost', 'Losses']\nrows = ['x']\n"),
            5,
            "“Losses” is a measure's name in line 2 too.",
        ),
        (&format!("{CONCEPT}\n{CONCEPT}"), 6, "“claim” is a concept's name in line 2 too."),
        ("other_tables = 'x'\n", 1, "“other_tables” is no list."),
    ] {
        assert_eq!(mistakes(text), [(line, message.to_owned())], "{text}");
    }
}

#[test]
fn a_file_that_is_no_toml_is_left_out_whole() {
    let (trades, errors) = Trades::parse("own.toml", &format!("{MEASURE}rows = [\n{CONCEPT}"));
    assert_eq!(trades, Trades::default());
    assert!(errors[0].message.starts_with("This cannot be read as TOML: "), "{errors:?}");
    assert_eq!(errors[0].line, Some(4));
}

#[test]
fn entries_beside_a_mistake_are_used() {
    let text = format!("{MEASURE}\n[[measure]]\nasked = []\n\n{CONCEPT}nmed = ['x']\n{STATEMENT}");
    let (trades, errors) = Trades::parse("own.toml", &text);
    let counts = [trades.statements.len(), trades.measures.len(), trades.concepts.len()];
    assert_eq!((counts, errors.len()), ([1, 1, 0], 3));
    assert_eq!(
        errors[2].to_string(),
        "own.toml, line 11: A concept has no “nmed”. It has asked, named, titles."
    );
}

#[test]
fn a_later_file_adds_entries_and_stands_for_those_of_its_names() {
    let mut trades = Trades::builtin();
    let text = "other_tables = ['runoff']\n\
                [[statement]]\nname = 'Balance Sheet'\nasked = ['x']\ntitles = ['x']\nrows = ['x']\n\
                [[measure]]\nasked = ['revenue']\nrows = ['premiums earned']\n\
                [[concept]]\nasked = ['Lease']\nnamed = ['tenancy']\n\
                [[synonym]]\nwords = ['tenant', 'lessee']\n";
    assert!(trades.add("own.toml", text).is_empty());
    let counts = [trades.statements.len(), trades.measures.len(), trades.concepts.len()];
    assert_eq!(counts, [3, 84, 48]);
    assert_eq!(trades.concepts.last().unwrap().named, ["tenancy"]);
    assert_eq!(trades.synonyms.last().unwrap(), &["tenant", "lessee"]);
    assert_eq!(trades.other_tables.last().unwrap(), "runoff");
}
