//! The questions that a document gives, in wording that a person would use.

use std::collections::HashSet;

use citelight_core::{DocumentId, Field, RowKind, SectionRow, Span, Table};
use citelight_text::{is_negation, is_stop_word};

use crate::ask::asker::Asker;
use crate::ask::cite::{folded, within};
use crate::error::Result;

/// Questions are made from so much of a document's beginning, in bytes.
const READ: u32 = 200_000;
/// Below this share of English function words the text is in another language, for which there is no wording.
const ENGLISH: f32 = 0.06;
/// Titles that every report has say nothing of what is in it.
const EVERYWHERE: [&str; 24] = [
    "abstract",
    "annex",
    "appendix",
    "background",
    "conclusion",
    "conclusions",
    "contact",
    "contents",
    "discussion",
    "figure",
    "further",
    "general",
    "important",
    "information",
    "introduction",
    "method",
    "methods",
    "note",
    "notes",
    "overview",
    "page",
    "results",
    "summary",
    "table",
];

/// Labels that say nothing without the form around them.
const VAGUE: [&str; 14] = [
    "address",
    "comments",
    "date",
    "details",
    "name",
    "number",
    "other",
    "signature",
    "status",
    "time",
    "title",
    "total",
    "type",
    "version",
];
/// A name neither begins nor ends with these.
const LINKS: [&str; 12] =
    ["after", "and", "at", "before", "by", "for", "from", "in", "of", "on", "to", "with"];
/// Words of a sentence, which no name holds.
const VERBS: [&str; 14] = [
    "are", "be", "been", "can", "has", "have", "is", "may", "must", "shall", "should", "was",
    "were", "will",
];
/// What headings of columns name of the thing in a row: "What is the fee for …".
const MEASURES: [&str; 26] = [
    "age",
    "amount",
    "charge",
    "copay",
    "cost",
    "days",
    "deadline",
    "deductible",
    "dose",
    "duration",
    "fee",
    "hours",
    "limit",
    "maximum",
    "minimum",
    "percentage",
    "period",
    "premium",
    "price",
    "quantity",
    "rate",
    "salary",
    "term",
    "threshold",
    "value",
    "weight",
];

/// What a question is made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// A heading that is a question.
    Asked,
    /// A term that is defined.
    Term,
    /// A field of a form.
    Field,
    /// A cell of a table.
    Cell,
    /// A section.
    Section,
}

/// A question, and the words that must be cited for it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Made {
    pub(super) question: String,
    pub(super) span: Span,
    pub(super) source: Source,
}

/// The questions of a document, the kinds that are most telling first. `several`: whether others are asked
/// with it.
pub(super) fn questions(asker: &Asker, document: &DocumentId, several: bool) -> Result<Vec<Made>> {
    let span = Span::new(0, READ);
    let (start, text) = asker.store.flow_text(document, span)?;
    if !is_english(&text) {
        return Ok(Vec::new());
    }
    let words = |span: Span| folded(within(&text, start, span));
    let outline = asker.document_cache.outline(document)?;
    let sections = outline.sections.iter().filter(|section| !section.noise);
    let mut kinds = [
        sections.clone().filter_map(asked).collect::<Vec<_>>(),
        asker.store.tables(document, span)?.iter().flat_map(|table| cells(table, &words)).collect(),
        terms(&text, start),
        fields(&asker.store.fields(document, span)?, &words, several),
        sections.filter_map(|section| about(section, several)).collect(),
    ];
    // One of each kind in turn: what is shown is not all of one.
    kinds.iter_mut().for_each(|made| made.reverse());
    let (mut all, mut seen) = (Vec::new(), HashSet::new());
    while kinds.iter().any(|made| !made.is_empty()) {
        let round = kinds.iter_mut().filter_map(Vec::pop);
        all.extend(round.filter(|made| seen.insert(made.question.to_lowercase())));
    }
    Ok(all)
}

fn is_english(text: &str) -> bool {
    let (mut all, mut common) = (0_u32, 0_u32);
    for word in text.split_whitespace().take(4_000) {
        all += 1;
        common += u32::from(["the", "of", "and", "to", "in", "is"].contains(&word));
    }
    all > 0 && common as f32 / all as f32 > ENGLISH
}

/// Words of letters, with what joins them; no more than `most`, nothing left open at either end, and no part of a
/// sentence.
fn is_plain(words: &str, most: usize) -> bool {
    let letters = |c: char| c.is_alphabetic() || " -’'&,".contains(c);
    let whole = |word: &str| {
        let word = word.to_lowercase();
        let link = LINKS.contains(&word.as_str()) || is_stop_word(&word) || is_negation(&word);
        word.len() > 1 && !link
    };
    let mut all = words.split_whitespace();
    words.chars().all(letters)
        && (1..=most).contains(&all.clone().count())
        && words.len() >= 3
        && all.next().is_some_and(whole)
        && all.last().is_none_or(whole)
        && !words.to_lowercase().split_whitespace().any(|word| VERBS.contains(&word))
}

/// A heading as it stands within a sentence: "Net Sales" as "net sales", "IVF" as it is, and a name among
/// small words too ("travel to Spain by train").
fn lowered(words: &str) -> String {
    let small = |word: &str| word.starts_with(char::is_lowercase);
    let names = words.split_whitespace().skip(1);
    // Every word with a capital is how headings are set; one among small words is a name.
    let heading = names.clone().all(|word| !small(word) || is_stop_word(word));
    let capitals = !words.chars().any(char::is_lowercase) && words.contains(' ');
    let lower = |(at, word): (usize, &str)| {
        let inner = word.chars().skip(1).any(char::is_uppercase);
        match capitals || ((heading || at == 0) && !inner) {
            true => word.to_lowercase(),
            false => word.to_owned(),
        }
    };
    words.split_whitespace().enumerate().map(lower).collect::<Vec<_>>().join(" ")
}

/// A heading that is a question already.
fn asked(section: &SectionRow) -> Option<Made> {
    let words = section.title.split_whitespace().count();
    let question = section.title.ends_with('?') && (4..=16).contains(&words);
    question.then(|| Made {
        question: section.title.clone(),
        span: section.span,
        source: Source::Asked,
    })
}

/// What a section says.
fn about(section: &SectionRow, several: bool) -> Option<Made> {
    let title = section.title.trim_end_matches([':', '.', '?', ' ']);
    let says = is_plain(title, 6)
        && title.contains(' ')
        && section.level <= 2
        && section.span.len() > 300
        && !title.to_lowercase().split([' ', ',']).any(|word| EVERYWHERE.contains(&word));
    let who = if several { "do the documents" } else { "does it" };
    says.then(|| Made {
        question: format!("What {who} say about {}?", lowered(title)),
        span: section.span,
        source: Source::Section,
    })
}

/// Terms in quotation marks that the text defines.
fn terms(text: &str, start: u32) -> Vec<Made> {
    let mut made = Vec::new();
    for (at, open) in text.match_indices(['“', '"']) {
        let inside = &text[at + open.len()..];
        let Some(end) = inside.find(['”', '"']).filter(|end| (3..40).contains(end)) else {
            continue;
        };
        let (term, rest) =
            (&inside[..end], inside[end..].trim_start_matches(['”', '"', ' ', '\n']));
        let defined =
            ["means ", "shall mean ", "refers to "].iter().any(|verb| rest.starts_with(verb));
        if !defined || !is_plain(term, 4) {
            continue;
        }
        let from = start + at as u32;
        made.push(Made {
            question: format!("What does “{}” mean?", folded(term)),
            span: Span::new(from, from + (open.len() + end + 80) as u32),
            source: Source::Term,
        });
    }
    made
}

/// Fields whose label stands once in the document; one of several documents must say more than a word.
fn fields(fields: &[Field], words: &impl Fn(Span) -> String, several: bool) -> Vec<Made> {
    let text = |spans: &[Span]| spans.iter().map(|span| words(*span)).collect::<Vec<_>>().join(" ");
    let label = |field: &Field| {
        let inner = field.label.last().map(|level| text(level)).unwrap_or_default();
        inner.trim_matches(|c: char| c.is_whitespace() || ":*.".contains(c)).to_owned()
    };
    let labels: Vec<String> = fields.iter().map(label).collect();
    let once = |label: &str| labels.iter().filter(|other| *other == label).count() == 1;
    let made = fields.iter().zip(&labels).filter_map(|(field, label)| {
        let value = text(&field.value);
        let fits = field.ticked.is_none()
            && (1..=10).contains(&value.split_whitespace().count())
            && is_plain(label, 4)
            && (!several || label.contains(' '))
            && !VAGUE.contains(&label.to_lowercase().as_str())
            && once(label);
        let question = field_question(label, &value);
        let span = Span::around(field.value.iter().copied())?;
        fits.then_some(Made { question, span, source: Source::Field })
    });
    made.collect()
}

/// For a value, or for the meaning of a name in a glossary: some words without a figure.
fn field_question(label: &str, value: &str) -> String {
    let said =
        value.split_whitespace().count() >= 4 && !value.contains(|c: char| c.is_ascii_digit());
    match said {
        true => format!("What does “{}” mean?", lowered(label)),
        false => format!("What {} the {}?", is_or_are(label), lowered(label)),
    }
}

/// Cells under one heading, in rows with a label of plain words.
fn cells(table: &Table, words: &impl Fn(Span) -> String) -> Vec<Made> {
    let text = |spans: &[Span]| spans.iter().map(|span| words(*span)).collect::<Vec<_>>().join(" ");
    let heading = |column: u32| {
        let header = table.rows.iter().take_while(|row| row.kind == RowKind::Header).last()?;
        let cell = header.cells.iter().find(|cell| cell.column == column && cell.columns == 1)?;
        Some(text(&cell.spans))
    };
    let mut made = Vec::new();
    for row in table.rows.iter().filter(|row| row.kind == RowKind::Body) {
        if table.label_columns != 1 || row.cells.first().is_none_or(|cell| cell.column != 0) {
            continue;
        }
        let label = text(&row.cells[0].spans);
        let label = label.trim_end_matches([':', '.', '…', ' ']);
        let value = row.cells.iter().find(|cell| cell.column > 0);
        let (true, Some(value)) = (is_plain(label, 6) && !runs_on(label), value) else { continue };
        let (said, over) = (text(&value.spans), heading(value.column).unwrap_or_default());
        let span = Span::around(value.spans.iter().copied());
        let (true, Some(span)) = (said.contains(|c: char| c.is_ascii_digit()), span) else {
            continue;
        };
        if let Some(question) = cell_question(label, &over) {
            made.push(Made { question, span, source: Source::Cell });
        }
    }
    made
}

/// Whether a label seems to hold the next column too, as that of a table without lines may: "Work boat with
/// two crew Hour". A name after "of" or "to" is one.
fn runs_on(label: &str) -> bool {
    let words: Vec<&str> = label.split_whitespace().collect();
    let begins = |word: &str, test: fn(char) -> bool| word.chars().next().is_some_and(test);
    words.windows(2).any(|pair| {
        let (before, word) = (pair[0], pair[1]);
        begins(word, char::is_uppercase)
            && word.chars().skip(1).any(char::is_lowercase)
            && begins(before, char::is_lowercase)
            && !LINKS.contains(&before)
    })
}

/// "How much …" for a year, "What is the … for …" for another heading; none for one that says nothing.
fn cell_question(label: &str, heading: &str) -> Option<String> {
    let year =
        heading.len() == 4 && heading.parse().is_ok_and(|year: u32| (1900..2100).contains(&year));
    let was = if is_or_are(label) == "is" { "was" } else { "were" };
    if year {
        return Some(format!("What {was} {} in {heading}?", lowered(label)));
    }
    let lower = heading.to_lowercase();
    let measure = lower.split_whitespace().any(|word| MEASURES.contains(&word));
    (is_plain(heading, 3) && measure).then(|| {
        format!("What {} the {} for {}?", is_or_are(heading), lowered(heading), lowered(label))
    })
}

/// By the noun that leads a name: "total assets" are, "cost of goods sold" is.
fn is_or_are(name: &str) -> &'static str {
    let head = name.split_whitespace().take_while(|word| {
        !["of", "from", "for", "in", "on", "to", "by", "per", "before", "after", "and"]
            .contains(word)
    });
    let noun = head.last().unwrap_or_default().trim_end_matches(',');
    let plural = ["criteria", "data", "people"].contains(&noun.to_lowercase().as_str())
        || noun.ends_with('s') && !noun.ends_with("ss") && !noun.ends_with("us");
    if plural && !noun.ends_with("sis") { "are" } else { "is" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_asked_for_as_people_do() {
        let ask = |label, heading| cell_question(label, heading);
        assert_eq!(ask("Total assets", "2023").unwrap(), "What were total assets in 2023?");
        assert_eq!(
            ask("Cost of goods sold", "2019").unwrap(),
            "What was cost of goods sold in 2019?"
        );
        assert_eq!(
            ask("Passport renewal", "Fee").unwrap(),
            "What is the fee for passport renewal?"
        );
        assert_eq!(ask("Net income", "(in %)"), None);
        assert_eq!(ask("Airframe total time", "Normal"), None);
    }

    #[test]
    fn a_label_that_runs_into_the_next_column_is_none() {
        for label in ["Work boat with two crew Hour", "Oil boom Metre and day"] {
            assert!(runs_on(label), "{label}");
        }
        for label in
            ["Travel to Spain", "Passport renewal", "Net Income", "Notice by the EU", "Rent"]
        {
            assert!(!runs_on(label), "{label}");
        }
    }

    #[test]
    fn a_field_is_asked_for_and_a_name_in_a_glossary_explained() {
        assert_eq!(field_question("Pension rate", "5 %"), "What is the pension rate?");
        assert_eq!(
            field_question("Calendar day", "Every day of the year"),
            "What does “calendar day” mean?"
        );
    }

    #[test]
    fn a_part_of_a_sentence_is_no_name() {
        assert!(is_plain("terms of payment", 4) && is_plain("Net sales", 4));
        assert!(!is_plain("soil will be crumbled", 4) && !is_plain("fees are due", 4));
    }

    #[test]
    fn names_keep_their_capitals_and_headings_lose_theirs() {
        assert_eq!(lowered("Net sales"), "net sales");
        assert_eq!(lowered("IVF treatment"), "IVF treatment");
        assert_eq!(lowered("TERMS OF PAYMENT"), "terms of payment");
        assert_eq!(lowered("Travel to Spain by train"), "travel to Spain by train");
        assert_eq!(lowered("Inclusion and Exclusion Criteria"), "inclusion and exclusion criteria");
    }

    #[test]
    fn a_defined_term_is_asked_for_and_others_are_not() {
        let text =
            "In this lease “Premises” means the shop. He said “no way” and “x” means little.";
        let made = terms(text, 100);
        assert_eq!(made.len(), 1);
        assert_eq!(made[0].question, "What does “Premises” mean?");
        assert_eq!(made[0].span.start, 100 + text.find('“').unwrap() as u32);
    }

    #[test]
    fn another_language_gives_no_question() {
        assert!(is_english("The rent of the premises is due in advance and to the landlord."));
        assert!(!is_english("Die Miete ist im Voraus an den Vermieter zu zahlen."));
    }
}
