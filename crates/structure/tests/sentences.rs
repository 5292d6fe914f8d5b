//! Where sentences end.

use citelight_core::Span;
use citelight_structure::sentences;
use proptest::prelude::*;

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let block = Span::new(0, text.len() as u32);
    let found: Vec<&str> = sentences(text, &[block]).iter().map(|s| &text[s.range()]).collect();
    assert_eq!(found, expected, "{text:?}");
}

/// "|" marks where the text must be cut, and nowhere else.
#[track_caller]
fn cuts(marked: &str) {
    let expected: Vec<&str> = marked.split('|').collect();
    check(&expected.join(" "), &expected);
}

#[test]
fn plain_prose() {
    cuts("One ends here.|Two ends here!|Does three?|Yes.");
    cuts("It stopped...|Then it went on.");
    cuts("He said “no.”|She left.");
    cuts("It is so (see above).|We agree.");
    cuts("It grew by 3.5 percent to $1.2 billion.|Costs fell.");
    cuts("Visit www.example.com for more.|Thanks.");
    cuts("It closed in 2019.|The buyer paid in cash.");
    cuts("What?!|No.");
}

#[test]
fn a_list_that_runs_on_in_its_sentence_is_one() {
    cuts("The evening goes like this: 1. Soup. 2. Songs of the harbour. 3. Dance.|All stay.");
    cuts("It has two parts: 1. One is old.|The other is new.");
    cuts("The score was 2.|The other team had 3.|It was late.");
}

#[test]
fn stops_that_stand_apart_end_sentences() {
    cuts("The plan pays the cost .|The member pays the rest .|Nothing else is due .");
    cuts("It covers the visit ( see above ) .|We agree .");
    for whole in ["Contents . . . . Page", "Fee . . The plan", "no . The", "of . 5 per cent ."] {
        check(whole, &[whole]);
    }
}

#[test]
fn entries_without_bullets_are_one_each() {
    for entries in [
        ["Days: Full time on Mondays", "Salary: $10,000 and more"],
        ["P241 - Use explosion-proof lighting equipment", "P242 - Use only non-sparking tools"],
        ["Listed on the inventory of the act", "Listed on the inventory of Korea"],
    ] {
        check(&entries.join("\n"), &entries);
    }
    let prose = "The term of office is two years and\nThe Hague is where it ends";
    check(prose, &[prose]);
}

#[test]
fn abbreviations_do_not_end_sentences() {
    for whole in [
        "See Note No. 5 of the statements.",
        "Apple Inc. and its subsidiaries are the Company.",
        "The U.S. Government and the U.S. Treasury agree.",
        "As Art. 4 and Sec. 12 of the act say, e.g. in Fig. 2, it holds.",
        "Dr. Smith and J. K. Rowling met Mr. Jones.",
        "In Smith v. Jones the court agreed.",
        "The work of Wei et al. (2022) shows it.",
        "It lasts from Jan. 5 to Dec. 31 each year.",
        "Approx. 5 of ca. 20 were seen, i.e. A and B.",
        "It came at 5 p.m. on Monday.",
        "The No. 1 brand vs. the No. 2 brand.",
        "For the risks see Item 1A. Risk Factors in this report.",
        "Goldman Sachs & Co. LLC is the agent.",
    ] {
        check(whole, &[whole]);
    }
}

#[test]
fn abbreviations_can_stand_last() {
    cuts("It belongs to Apple Inc.|The shares are listed.");
    cuts("It operates in the U.S.|We also sell abroad.");
    cuts("Apples, pears, etc.|They are fruit.");
    cuts("The plan is called Plan A.|It starts now.");
    cuts("The answer is no.|Nobody knew.");
    cuts("They bought art.|Sales rose.");
}

#[test]
fn numbers_stay_with_their_headings() {
    for whole in [
        "Item 7. Management's Discussion and Analysis",
        "Item 1A. Risk Factors",
        "1. Introduction",
        "1.2.3 Scope",
        "1.2. Scope of the work",
        "Note 12. Income Taxes",
        "(a) The buyer pays.",
        "A. Background",
        "IV. Results",
    ] {
        check(whole, &[whole]);
    }
    cuts("This is described in Note 12.|The Company pays.");
    cuts("It ended well.|1. The first point is this.|2. The second is that.");
}

#[test]
fn references_behind_the_stop_stay() {
    cuts("It was shown before.12|The method is old.");
    cuts("It was shown before.[3, 4]|The method is old.");
    cuts("See fig.2 The rest follows.");
}

#[test]
fn other_scripts() {
    check("これは文です。これも文です！次？", &["これは文です。", "これも文です！", "次？"]);
    check("यह एक वाक्य है। यह दूसरा है।", &["यह एक वाक्य है।", "यह दूसरा है।"]);
    check("Он ушёл. Она осталась.", &["Он ушёл.", "Она осталась."]);
    check("Das gilt z.B. hier. Es reicht.", &["Das gilt z.B. hier.", "Es reicht."]);
}

#[test]
fn items_of_lists_are_units() {
    check(
        "We sell:\n• games for consoles;\n• films that\nrun long; and\n• toys",
        &["We sell:", "• games for consoles;", "• films that\nrun long; and", "• toys"],
    );
    check(
        "The parties agree:\n(a) to pay;\n(b) to deliver; and\n(c) to rest.",
        &["The parties agree:", "(a) to pay;", "(b) to deliver; and", "(c) to rest."],
    );
    // A line that only happens to begin with "(b)" is no item.
    let running = "under the terms of the agreement that was made and of Section 12\n(b) of the \
                   Act, which stays in force for as long as the parties want";
    check(running, &[running]);
}

#[test]
fn rows_of_tables_are_units() {
    check(
        "2019 2018 2017\nProduct sales $ 1,975 $ 2,255 $ 2,110\nTotal net revenues 6,489 7,500 7,017",
        &[
            "2019 2018 2017",
            "Product sales $ 1,975 $ 2,255 $ 2,110",
            "Total net revenues 6,489 7,500 7,017",
        ],
    );
    check(
        "Net income of the\nowners of shares 12 9\nOther 1 2",
        &["Net income of the\nowners of shares 12 9", "Other 1 2"],
    );
    let prose = "Revenues rose to $1,234 million in 2019 from $1,100 million in 2018 and\n\
                 $900 million in 2017 because of prices.";
    check(prose, &[prose]);
}

#[test]
fn headings_are_units() {
    check(
        "OVERVIEW\nWe make games and sell them all over the world to people.",
        &["OVERVIEW", "We make games and sell them all over the world to people."],
    );
    check(
        "1.2 Scope\nThis part tells what the standard covers and what not.",
        &["1.2 Scope", "This part tells what the standard covers and what not."],
    );
}

#[test]
fn blocks_are_hard_limits() {
    let text = "no end here\n\nand none here";
    let blocks = [Span::new(0, 11), Span::new(13, 26)];
    let found: Vec<&str> = sentences(text, &blocks).iter().map(|s| &text[s.range()]).collect();
    assert_eq!(found, ["no end here", "and none here"]);
}

#[test]
fn endless_text_is_cut_at_words() {
    let text = "word ".repeat(2_000);
    let found = sentences(&text, &[Span::new(0, text.len() as u32)]);
    assert!(found.len() >= 8);
    assert!(found.iter().all(|s| s.len() <= 1_200 && text[s.range()].ends_with("word")));
    let single = "x".repeat(5_000);
    assert_eq!(sentences(&single, &[]).len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sentences_hold_every_word_in_order(
        text in "([A-Za-z0-9.,;:!?()$•。…“” \n]|No\\. |Inc\\. |\n\n|\\(a\\) |é|字){0,300}",
        cut in 0usize..300,
    ) {
        let cut = (0..=cut.min(text.len())).rev().find(|&b| text.is_char_boundary(b)).unwrap_or(0);
        let blocks = [Span::new(0, cut as u32), Span::new(cut as u32, text.len() as u32)];
        let found = sentences(&text, &blocks);
        let mut at = 0;
        for span in &found {
            let sentence = &text[span.range()];
            prop_assert!(!sentence.is_empty());
            prop_assert_eq!(sentence.trim(), sentence);
            prop_assert!(text[at..span.start as usize].trim().is_empty());
            prop_assert!(blocks.iter().any(|b| b.contains(span)));
            at = span.end as usize;
        }
        prop_assert!(text[at..].trim().is_empty());
    }
}
