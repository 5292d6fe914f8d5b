//! From a question to the order of things in tables.

use citelight_core::{Found, Interpretation, Period, PeriodValue, Span, When, YearPart};
use citelight_text::Vocabulary;

use super::*;
use crate::tests::tables;
use crate::{AskedTimes, Measures};

/// The names in the best order by words alone, with the first one's value; empty where nothing can be compared.
fn order(question: &str, years: &[u16], text: &str) -> (Vec<String>, String) {
    let period = |year: &u16| Period {
        found: Found::new(String::new(), String::new(), Span::new(0, 1)),
        value: PeriodValue::One(When { year: Some(*year), part: YearPart::Whole }),
        fiscal: false,
    };
    let periods = years.iter().map(period).collect();
    let times = AskedTimes::of(question, &Interpretation { periods, ..Interpretation::default() });
    let (asked, tables) = (ranking(question, &[]).unwrap(), tables(text));
    let (measures, vocabulary) = (Measures::builtin(), Vocabulary::default());
    let mut found = Vec::new();
    for family in families(&tables) {
        for one in ranked(&family, &asked, &times, &tables) {
            let fit = fit(&family, &one, &asked, (&tables, &measures), &vocabulary);
            found.push((fit.by_words(None, 0), one));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let Some((_, best)) = found.into_iter().next() else { return Default::default() };
    let names = best.standings.iter().map(|one| one.name.clone()).collect();
    (names, best.standings[0].value.round_dp(1).normalize().to_string())
}

const SHOPS: &str = "\
Sales by town (in thousands)
|2023|2022
Aston|120|100
Brill|450|410
Other|90|10
Total|660|520";

#[test]
fn things_stand_in_the_order_of_what_is_asked_for() {
    for (question, years, names, value) in [
        ("Which town sold most?", &[][..], ["Brill", "Aston"], "450000"),
        ("Which town sold most?", &[2022], ["Brill", "Aston"], "410000"),
        ("Which town sold least?", &[2023], ["Aston", "Brill"], "120000"),
        ("Which town's sales grew fastest?", &[2023], ["Aston", "Brill"], "20"),
        ("Which town gained most sales?", &[2023, 2022], ["Brill", "Aston"], "40000"),
    ] {
        let expected = (names.map(str::to_owned).to_vec(), value.to_owned());
        assert_eq!(order(question, years, SHOPS), expected, "{question}");
    }
    let (names, _) = order("Which town apart from Brill sold most?", &[], SHOPS);
    assert!(names.is_empty(), "one alone is no order");
    assert_eq!(order("Which town sold most?", &[2019], SHOPS).0, [""; 0], "of another year");
}

#[test]
fn a_question_for_one_of_them_asks_for_no_order() {
    assert_eq!(order("What was the largest sale in Aston?", &[], SHOPS).0, [""; 0]);
    assert_eq!(order("Which town of Cornwall sold most?", &[], SHOPS).0, ["Brill", "Aston"]);
}

#[test]
fn things_that_are_as_great_have_no_first() {
    let text = "Pupils by school\n|2023|2022\nNorth|40|30\nSouth|40|20";
    assert!(order("Which school had most pupils?", &[2023], text).0.is_empty());
    assert_eq!(order("Which school gained most pupils?", &[2023], text).1, "20");
}

#[test]
fn a_share_changes_by_points_and_a_printed_change_is_compared_as_it_is() {
    let shares = "Share of members by club\n|2023|2022\nRowing|12%|10%\nChess|30%|29%";
    let (names, value) = order("Which club's share grew most?", &[2023], shares);
    assert_eq!((names[0].as_str(), value.as_str()), ("Rowing", "2"));
    let growth = "Growth of visits by museum\n|2023|2022\nCoins|4%|9%\nTrains|6%|1%";
    let (names, value) = order("At which museum did visits grow most?", &[2023], growth);
    assert_eq!((names[0].as_str(), value.as_str()), ("Trains", "6"));
}

#[test]
fn columns_and_tables_alike_hold_things_too() {
    let columns = "Trees by park\n|Hill Park|Lake Park\nOaks|12|40\nElms|31|7";
    let (names, value) = order("Which park has most elms?", &[], columns);
    assert_eq!((names[0].as_str(), value.as_str()), ("Hill Park", "31"));
    let tables = "\
North ward
|2023|2022
Beds|40|30
Nurses|10|12

South ward
|2023|2022
Beds|60|55
Nurses|18|20";
    let (names, value) = order("Which ward had most beds?", &[2023], tables);
    assert_eq!((names[0].as_str(), value.as_str()), ("South ward", "60"));
}

#[test]
fn the_most_of_costs_is_the_greatest_of_them() {
    let text = "Costs by site\n|2023|2022\nMill|(40)|(30)\nQuarry|(75)|(20)";
    assert_eq!(order("Which site had the highest costs?", &[2023], text).1, "75");
    // From a loss there is no change in percent.
    let text = "Profit by site\n|2023|2022\nMill|40|30\nQuarry|75|(20)\nPit|12|11";
    assert_eq!(order("Which site's profit grew fastest?", &[2023], text).0, ["Mill", "Pit"]);
}
