//! The trained reader as it ships: the words of a passage, and single values. Needs `cargo xtask setup` for the
//! runtime library.

use citelight_models::{Extractor, ReadText, Weigher};
use citelight_parts::Parts;

fn reader() -> Extractor {
    let parts = Parts::locate();
    Extractor::load(&parts.onnxruntime().unwrap(), &parts.extractor().unwrap()).unwrap()
}

#[test]
fn it_marks_the_words_that_answer_and_tells_which_passage_does_not() {
    let reader = reader();
    let passages = [
        "The library lends books for three weeks. Ask at the desk.",
        "The swimming pool is closed on Mondays, and on public holidays.",
    ];
    let read: Vec<ReadText<'_>> =
        passages.iter().map(|text| ReadText { title: "", text }).collect();
    let found = reader.read("For how long may I borrow a book?", &read, 2).unwrap();
    let best = &found[0].spans[0];
    assert_eq!(&passages[0][best.range.clone()], "three weeks");
    assert!(best.margin > found[1].spans[0].margin + 2.0);
}

#[test]
fn it_weighs_a_value_by_its_row_and_its_heading_and_each_by_itself() {
    let reader = reader();
    let values = [
        "Entry fees: Adult, One day: £12",
        "Entry fees: Child, One day: £6",
        "Entry fees: Child, Season: £45",
        "Opening hours: Monday: 9 am to 5 pm",
    ];
    let asked = "What does a day ticket cost for a child?";
    let weights = reader.weigh(Weigher::Statements, asked, &values, 2).unwrap();
    let best = (0..values.len()).max_by(|a, b| weights[*a].total_cmp(&weights[*b]));
    assert_eq!(best, Some(1), "{weights:?}");
    assert!(weights[1] > weights[3] + 3.0, "{weights:?}");
    // No weight depends on what it was computed beside.
    for (value, weight) in values.iter().zip(&weights) {
        assert_eq!(reader.weigh(Weigher::Statements, asked, &[value], 1).unwrap(), [*weight]);
    }
    let long = format!("{} £6", "Entry fees of the museum, ".repeat(80));
    assert!(reader.weigh(Weigher::Statements, asked, &[&long], 1).unwrap()[0].is_finite());
    assert!(reader.weigh(Weigher::Statements, asked, &[], 2).unwrap().is_empty());
}

#[test]
fn it_weighs_a_whole_list_beside_sentences() {
    let reader = reader();
    let wholes = [
        "Pets: Dogs must be kept on a lead in the garden.",
        "Pets: The following may not be kept: snakes; spiders; parrots",
        "Opening hours: The office is open from 9 am to 5 pm.",
    ];
    let best_for = |asked: &str| {
        let weights = reader.weigh(Weigher::Wholes, asked, &wholes, 2).unwrap();
        (0..wholes.len()).max_by(|a, b| weights[*a].total_cmp(&weights[*b]))
    };
    assert_eq!(best_for("Which animals are forbidden?"), Some(1));
    assert_eq!(best_for("Does my dog need a leash outside?"), Some(0));
    assert!(reader.weigh(Weigher::Wholes, "Who?", &[], 2).unwrap().is_empty());
}

#[test]
fn it_tells_what_belongs_to_an_answer_from_what_only_stands_beside_it() {
    let reader = reader();
    let best = "« House rules: Dogs may be kept in all flats if the landlord is told beforehand.";
    let near = [
        format!("next: They must be on a lead in the garden and on the stairs. {best}"),
        format!("then: The waste is collected on Monday mornings. {best}"),
    ];
    let near: Vec<&str> = near.iter().map(String::as_str).collect();
    let weights = reader.weigh(Weigher::Further, "can i have a dog there?", &near, 2).unwrap();
    assert!(weights[0] > weights[1], "{weights:?}");
}
