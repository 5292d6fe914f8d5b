//! Sentences that change a part, and sentences that only tell of a change.

use super::*;
use crate::sentences;

fn found(text: &str) -> Vec<(AmendmentKind, String, String, String)> {
    let whole = Span::new(0, u32::try_from(text.len()).unwrap());
    let words =
        |span: Option<Span>| span.map(|span| text[span.range()].to_owned()).unwrap_or_default();
    amendments(text, &sentences(text, &[whole]))
        .into_iter()
        .map(|one| (one.kind, one.part, words(one.old), words(one.new)))
        .collect()
}

fn only(text: &str) -> (AmendmentKind, String, String, String) {
    let mut all = found(text);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[test]
fn words_are_replaced_by_others() {
    let (kind, part, old, new) =
        only("In clause 5.1 the figure “£48,500” is replaced by “£51,250” from 1 May.");
    assert_eq!(kind, AmendmentKind::Replaced);
    assert_eq!((part.as_str(), old.as_str(), new.as_str()), ("5.1", "£48,500", "£51,250"));
}

#[test]
fn a_part_is_replaced_by_the_text_that_follows() {
    let text = "Section 3 is deleted in its entirety and replaced with the following: \n\n“The fee is $20. It is due in May.”";
    let (kind, part, _, new) = only(text);
    assert_eq!((kind, part.as_str()), (AmendmentKind::Replaced, "3"));
    assert!(new.contains("The fee is $20"), "{new}");
}

#[test]
fn words_are_struck_and_others_put_in() {
    for text in [
        "(ii) Clause 6.1: the words \"six (6) weeks'\" are deleted and the words \"eight (8) weeks'\" are inserted.",
        "Section 6.1 of the Bylaws is amended by striking \"six (6) weeks'\" and inserting \"eight (8) weeks'\".",
        "SC1. Clause 6.1: for \"six (6) weeks'\" read \"eight (8) weeks'\".",
    ] {
        let (kind, part, old, new) = only(text);
        assert_eq!((kind, part.as_str()), (AmendmentKind::Replaced, "6.1"), "{text}");
        assert_eq!((old.as_str(), new.as_str()), ("six (6) weeks'", "eight (8) weeks'"), "{text}");
    }
}

#[test]
fn the_words_that_change_stand_next_to_the_new_ones() {
    let (.., old, new) = only(
        "In Section 1.1, the definition of “Maturity Date” is amended by deleting “September 30, 2024” and inserting “September 30, 2025”.",
    );
    assert_eq!((old.as_str(), new.as_str()), ("September 30, 2024", "September 30, 2025"));
}

#[test]
fn a_new_text_goes_on_to_where_it_is_closed() {
    let text = "Section 4 is deleted and replaced with the following: \"Section 4. Parking. Each tenant has two spaces at $80.\" The rest stays.";
    let (.., new) = only(text);
    assert_eq!(new, "Section 4. Parking. Each tenant has two spaces at $80.");
}

#[test]
fn rows_of_a_table_are_replaced_by_those_that_follow() {
    let text = "In § 4 the row for Leith is replaced by the following rows:\n\nPlace Fee\nLeith £12\nPortobello £9\n\nAll else stays as it was.";
    let mut start = 0;
    let blocks: Vec<Span> = text
        .split_inclusive("\n\n")
        .map(|block| {
            let span = Span::new(start, start + u32::try_from(block.trim_end().len()).unwrap());
            start += u32::try_from(block.len()).unwrap();
            span
        })
        .collect();
    let all = amendments(text, &sentences(text, &blocks));
    assert_eq!((all[0].kind, all[0].part.as_str()), (AmendmentKind::Replaced, "4"));
    let new = &text[all[0].new.unwrap().range()];
    assert_eq!(new, "Place Fee\nLeith £12\nPortobello £9");
}

#[test]
fn a_part_is_deleted_and_words_are_added() {
    assert_eq!(only("Article IV is hereby deleted.").0, AmendmentKind::Deleted);
    let (kind, part, _, new) =
        only("At the end of paragraph 2 the sentence “Dogs need a permit.” is added.");
    assert_eq!((kind, part.as_str()), (AmendmentKind::Added, "2"));
    assert_eq!(new, "Dogs need a permit.");
}

#[test]
fn parts_are_named_by_their_numbers_alone_and_by_letters() {
    for (text, part) in [
        ("In A3 the words “30 days” are replaced by the words “45 days”.", "A3"),
        ("B. From 1 May, 4.01 is amended by replacing “3 to 1” with “2 to 1”.", "4.01"),
        ("D. In 2.01 the margin of “2.35%” is replaced by “2.90%”.", "2.01"),
        ("In Standing Order 9, “£500” was replaced by\n“£1,200”, and it was moved.", "9"),
        (
            "In condition A2 the figure £5,000 is deleted and the figure £7,500 is substituted.",
            "A2",
        ),
        ("The words “two years” are deleted and the words “three years” are inserted.", ""),
    ] {
        let (kind, found, old, new) = only(text);
        assert_eq!((kind, found.as_str()), (AmendmentKind::Replaced, part), "{text}");
        assert!(!old.is_empty() && !new.is_empty() && old != new, "{text}: {old}, {new}");
    }
}

#[test]
fn something_becomes_another() {
    for (text, part, old, new) in [
        (
            "The Closing Date in Section 2.1 is hereby extended to May 9, 2024.",
            "2.1",
            "",
            "May 9, 2024",
        ),
        ("The time is changed from 9.20 a.m. to 9.40 a.m.", "", "9.20 a.m", "9.40 a.m"),
        ("The limit in clause 6 is reduced from £80 to £60 for each trip.", "6", "£80", "£60"),
    ] {
        let (kind, found, before, after) = only(text);
        assert_eq!((kind, found.as_str()), (AmendmentKind::Replaced, part), "{text}");
        assert_eq!((before.as_str(), after.as_str()), (old, new), "{text}");
    }
    for text in [
        "The rent is increased to $90 in the second year.",
        "If the loan is increased from $5 to $6, a fee is due.",
        "Revenue was increased from $5 million to $6 million.",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
}

#[test]
fn what_tells_how_a_text_may_be_changed_changes_nothing() {
    assert!(found("This Section 12 may be amended by a vote of the members.").is_empty());
    assert!(found("The filter is replaced by a technician.").is_empty());
}

#[test]
fn what_tells_of_a_change_makes_none() {
    for text in [
        "Certain schedules have been omitted pursuant to Item 601(b)(2) of Regulation S-K.",
        "Schedules are omitted pursuant to Item 601(b)(2) of Regulation S-K.",
        "The information is omitted because it is shown in Item 8.",
        "In 2022 Section 4.1 of the Bylaws was replaced by a shorter text.",
        "Mergers and substitutions to which Section 424(a) applies are replaced by awards.",
        "Section 4.04. Headings are inserted for convenience of reference only.",
        "If Section 11.4 is deleted, the fee is due at once.",
        "Supplier shall under Section 13 replace or correct the goods by contract.",
        "The amount, as defined in Section 5.1, is replaced by its square.",
        "1951—The Act of Oct. 31, 1951, substituted, in the clause, “used” for “use”.",
        "The part shall be repealed upon the revocation of Regulation 389/19.",
        "58.4 the appointment is revoked by a notice of the owner.",
        "Note: On a day to be named by proclamation, section 5 of the Act is repealed.",
        "The duties in 8.6.1 are met in a list which will be added as an appendix.",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
    let kinds = |text: &str| only(text).0;
    for text in [
        "Section 3.2(e)(i) is hereby deleted and replaced with the new text of Exhibit A.",
        "Clause 9.1 of the Agreement shall be amended to read “one week or two”.",
        "Replace Section 4 with “No dogs.”",
        "B. In clause 4, for \"£4,800\" substitute \"£5,600\"; for Dr Garrow it is £3,700.",
    ] {
        assert_eq!(kinds(text), AmendmentKind::Replaced, "{text}");
    }
    assert_eq!(kinds("Delete clause 7."), AmendmentKind::Deleted);
    let (kind, _, _, new) = only("Sentence 3.2.(1) is amended by adding “ or 9.3” after “4.8”.");
    assert_eq!((kind, new.as_str()), (AmendmentKind::Added, " or 9.3"));
}
