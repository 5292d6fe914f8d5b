//! What holds now: where the best statement stands in a part that was changed, the change comes first, and
//! what it changed behind it.

use std::collections::HashSet;

use citelight_core::{Amendment, AmendmentKind, DocumentId, FeedbackEffect, LeadKind, Span};
use citelight_text::Stem;

use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, Statement, cite, folded, part, within};
use crate::ask::compose::{Composed, Findings};
use crate::ask::lists::List;
use crate::ask::read::{RankedSentence, likeness};
use crate::ask::table_cache::innermost;
use crate::error::Result;

/// Documents in which changes are looked for, at most.
const DOCUMENTS: usize = 6;
/// Documents with changes whose beginnings are looked at, at most, and how long a beginning is.
const MOST_AMENDING: usize = 200;
const OPENING: u32 = 1_200;
/// Documents with so many names in common at their beginnings belong together. Set by hand.
pub(crate) const SHARED_NAMES: usize = 2;
/// Words that are written with capitals in agreements and name nobody.
const COMMON: [&str; 22] = [
    "the",
    "this",
    "agreement",
    "amendment",
    "first",
    "second",
    "third",
    "section",
    "clause",
    "article",
    "board",
    "directors",
    "company",
    "tenant",
    "landlord",
    "services",
    "service",
    "general",
    "terms",
    "conditions",
    "policy",
    "effective",
];
/// A change is about what is asked where it holds so much of the question's words, by what they count, or
/// is so like what it changes. Set by hand.
const LEAST_SHARED: f32 = 0.25;
const LEAST_LIKE: f32 = 0.15;
/// So much where nothing but a value that it replaces leads to it.
const LEAST_SHARED_BY_VALUE: f32 = 0.5;
/// New words of no more than this are put before the sentence.
const SHORT: usize = 8;
/// Names of changes in their order, as titles have them.
const ORDINALS: [&[&str]; 6] = [
    &["first", "no. 1", "1st"],
    &["second", "no. 2", "2nd"],
    &["third", "no. 3", "3rd"],
    &["fourth", "no. 4", "4th"],
    &["fifth", "no. 5", "5th"],
    &["sixth", "no. 6", "6th"],
];

/// A change with where it is said.
struct Change {
    document: DocumentId,
    file_name: String,
    amendment: Amendment,
    /// What the changes of a document come behind, as its opening says; 0 where it does not.
    order: usize,
    /// The words of the change, those that hold now included.
    sentence: String,
    new: String,
}

impl Change {
    /// Whether it replaces rows, and the new ones hold the row of a value.
    fn holds_row_of(&self, statement: &Statement) -> bool {
        let label = statement.value.as_ref().map(|value| value.meaning.row.as_str());
        let label = label.and_then(|row| row.rsplit(" > ").next()).unwrap_or_default();
        let label = label.split(',').next().unwrap_or_default().trim();
        let rows = self.new.lines().filter(|row| !row.trim().is_empty());
        self.amendment.kind == AmendmentKind::Replaced
            && label.chars().count() > 1
            && rows.clone().count() > 1
            && rows.clone().any(|row| row.trim_start().starts_with(label))
    }

    /// The first of some values that it ends.
    fn ended<'s>(&self, values: &[&'s Statement]) -> Option<&'s Statement> {
        let ends = |one: &&&Statement| one.value.as_ref().is_some_and(|v| self.ends(&v.text));
        values.iter().find(ends).copied()
    }

    /// Whether it says a value, and not as what holds from then on.
    fn ends(&self, value: &str) -> bool {
        let said = folded(&self.sentence);
        let is_whole = |at: usize| {
            let (before, after) = (&said[..at], &said[at + value.len()..]);
            !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
        };
        let says = said.match_indices(value).any(|(at, _)| is_whole(at));
        says && !folded(&self.new).contains(value)
    }
}

/// The answer with what holds now before what it changed; `None` where nothing changed the best statement.
pub(crate) fn amended(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let reading = findings.reading;
    let Some(best) = reading.sentences.first() else { return Ok(None) };
    if reading.confidence < asker.reader.least_confidence() {
        return Ok(None);
    }
    let mut amendments = Vec::new();
    let known = documents(findings, best);
    for document in &known {
        let own = asker.store.amendments(document)?;
        amendments.extend(own.into_iter().map(|amendment| (document.clone(), amendment)));
    }
    let numbers = numbers_of(asker, best, &amendments)?;
    amendments.extend(related(asker, findings, &best.statement, &numbers, &known)?);
    if amendments.is_empty() {
        return Ok(None);
    }
    let values = values_of(&best.statement);
    amendments.retain(|(document, amendment)| {
        let own = *document == best.statement.document;
        let itself = own && covers(amendment, best.statement.span);
        let later = !own || amendment.span.start > best.statement.span.start;
        let said = findings.question.feedback.of(document, amendment.span);
        let of_part = is_of(&amendment.part, &numbers, &best.statement.text) && later;
        let of_value = !values.is_empty() && amendment.kind == AmendmentKind::Replaced;
        (of_part || of_value) && said != Some(FeedbackEffect::Lowered) && !itself
    });
    // Texts are read of what is left: most questions have none.
    let mut changes = Vec::new();
    for of_document in amendments.chunk_by(|a, b| a.0 == b.0) {
        changes.extend(changes_of(asker, of_document)?);
    }
    changes.retain(|change| {
        let shared = shared(asker, findings, change);
        let of_value = shared >= LEAST_SHARED_BY_VALUE && change.ended(&values).is_some();
        of_value
            || change.holds_row_of(&best.statement) && shared >= LEAST_SHARED
            || is_of(&change.amendment.part, &numbers, &best.statement.text)
                && is_about(asker, best, change, shared)
    });
    let last = changes.into_iter().max_by_key(|change| (change.order, change.amendment.span.start));
    let Some(change) = last else { return Ok(None) };
    let replaced = change.ended(&values).unwrap_or(&best.statement);
    compose(asker, findings, replaced, &change)
}

/// The values that a statement shows: its own first, then those that are shown beside it.
fn values_of(statement: &Statement) -> Vec<&Statement> {
    let alike = statement.value.iter().flat_map(|value| &value.alike);
    let beside = alike.flat_map(|group| &group.cells);
    statement.value.iter().map(|_| statement).chain(beside).collect()
}

/// The documents in which changes of a statement may stand: its own, then those of the other passages.
fn documents(findings: &Findings<'_>, best: &RankedSentence) -> Vec<DocumentId> {
    let mut documents = vec![best.statement.document.clone()];
    let scope = &findings.question.whole.scope;
    let all = (scope.len() <= DOCUMENTS).then_some(scope).into_iter().flatten();
    for document in findings.hits.iter().map(|hit| &hit.chunk.document).chain(all) {
        if documents.len() < DOCUMENTS && !documents.contains(document) {
            documents.push(document.clone());
        }
    }
    documents
}

/// The changes of parts of these numbers in documents besides the `known` ones that name the same people or
/// places at their beginning as a statement's does. None where a person chose what is asked.
fn related(
    asker: &Asker,
    findings: &Findings<'_>,
    statement: &Statement,
    numbers: &[String],
    known: &[DocumentId],
) -> Result<Vec<(DocumentId, Amendment)>> {
    let question = findings.question;
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    if !question.whole.scope.is_empty() && question.interpretation.documents.is_empty() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    let mut names = None;
    for other in asker.store.amending_documents(MOST_AMENDING)? {
        if known.contains(&other) {
            continue;
        }
        let mut changes = asker.store.amendments(&other)?;
        changes.retain(|change| is_of(&change.part, numbers, &statement.text));
        if changes.is_empty() {
            continue;
        }
        if names.is_none() {
            names = Some(names_in(&opening(asker, &statement.document)?));
        }
        let own = names_in(&opening(asker, &other)?);
        let shared = names.as_ref().map_or(0, |names| own.intersection(names).count());
        if shared >= SHARED_NAMES {
            found.extend(changes.into_iter().map(|change| (other.clone(), change)));
        }
    }
    Ok(found)
}

/// The beginning of a document, which says what it is and between whom.
fn opening(asker: &Asker, document: &DocumentId) -> Result<String> {
    let (_, text) = asker.store.flow_text(document, Span::new(0, OPENING))?;
    Ok(text)
}

/// The names in a text: two or more words with capitals side by side, in lower case.
pub(crate) fn names_in(text: &str) -> HashSet<String> {
    let mut names = HashSet::new();
    for line in text.lines() {
        let words: Vec<&str> = line
            .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
            .filter(|word| !word.is_empty())
            .collect();
        let is_name = |word: &&str| {
            word.chars().count() > 2
                && word.starts_with(char::is_uppercase)
                && !COMMON.contains(&word.to_lowercase().as_str())
        };
        for pair in words.windows(2).filter(|pair| pair.iter().all(is_name)) {
            names.insert(pair.join(" ").to_lowercase());
        }
    }
    names
}

/// Whether a change of a part bears on what stands in parts of these numbers: the part itself, or one within
/// it.
fn is_of(part: &str, numbers: &[String], text: &str) -> bool {
    let (whole, letter) = part.split_once('(').unwrap_or((part, ""));
    // "(d) Recordings …" is another part than 3(c).
    let own = text.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let other =
        own.is_some_and(|(own, _)| !letter.is_empty() && letter.trim_end_matches(')') != own);
    let within = |number: &String| !whole.is_empty() && number == whole && !other;
    numbers.iter().any(|number| number == part || within(number))
}

/// A part's number without the word for it: "4" of "Section 4" and of "§ 4".
fn bare(number: &str) -> &str {
    let number = number.rsplit([' ', '§']).next().unwrap_or(number);
    number.trim_end_matches(['.', ':'])
}

/// The amendments of one document with their words.
fn changes_of(asker: &Asker, amendments: &[(DocumentId, Amendment)]) -> Result<Vec<Change>> {
    let Some((document, _)) = amendments.first() else { return Ok(Vec::new()) };
    let file_name = asker.documents.row(document)?.file_name;
    let (start, text) = asker.store.flow_text(document, Span::new(0, u32::MAX))?;
    let opening: String = text.chars().take(1_500).collect::<String>().to_lowercase();
    let named = |names: &[&str]| {
        names.iter().any(|name| {
            opening.contains(&format!("{name} amendment"))
                || opening.contains(&format!("amendment {name}"))
        })
    };
    let order = ORDINALS.iter().rposition(|names| named(names)).map_or(0, |at| at + 1);
    let words = |span: Span| within(&text, start, span).to_owned();
    Ok(amendments
        .iter()
        .map(|(_, amendment)| Change {
            document: document.clone(),
            file_name: file_name.clone(),
            order,
            sentence: words(amendment.span),
            new: amendment.new.map(words).unwrap_or_default(),
            amendment: amendment.clone(),
        })
        .collect())
}

/// Whether a span lies in the words of a change.
fn covers(amendment: &Amendment, span: Span) -> bool {
    amendment.span.overlaps(&span) || amendment.new.is_some_and(|new| new.overlaps(&span))
}

/// The numbers of the parts in which a statement stands; of one that says a change, of the part that it
/// changes.
fn numbers_of(
    asker: &Asker,
    best: &RankedSentence,
    amendments: &[(DocumentId, Amendment)],
) -> Result<Vec<String>> {
    let at = &best.statement;
    let says = |(document, amendment): &&(DocumentId, Amendment)| {
        *document == at.document && covers(amendment, at.span)
    };
    let mut numbers: Vec<String> =
        amendments.iter().filter(says).map(|(_, amendment)| amendment.part.clone()).collect();
    let outline = asker.document_cache.outline(&at.document)?;
    if let Some(section) = innermost(&outline.sections, at.span) {
        for section in outline.with_ancestors(section.id) {
            numbers.extend(section.number.clone());
            numbers.extend(leading_number(&section.title));
        }
    }
    let blocks = asker.document_cache.blocks(&at.document)?;
    let block = blocks.iter().find(|block| block.span.overlaps(&at.span));
    if let Some(block) = block {
        let head = Span::new(block.span.start, block.span.start + 24);
        let (start, text) = asker.store.flow_text(&at.document, head)?;
        numbers.extend(leading_number(within(&text, start, head)));
    }
    if let Some(list) = List::at(asker, &at.document, at.span)?
        && let Some(item) = list.item_at(at.span)
    {
        let above = std::iter::successors(Some(item), |item| list.items[*item].parent);
        numbers.extend(above.filter_map(|item| leading_number(&list.items[item].text)));
    }
    numbers.extend(leading_number(&at.text));
    Ok(numbers.iter().map(|number| bare(number).to_owned()).collect())
}

/// The number with which a text begins, behind a word for a part: "5.1 Rent", "Article IV".
fn leading_number(text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let is_word = first.chars().all(char::is_alphabetic) && first.chars().count() > 3;
    let number = if is_word { words.next()? } else { first };
    let number = number.trim_end_matches(['.', ':', ')', ',']).trim_start_matches('(');
    let counts = number.starts_with(|c: char| c.is_ascii_digit())
        || !number.is_empty() && number.chars().all(|c| "IVXLC".contains(c));
    counts.then(|| number.to_owned())
}

/// Stems of the words of a change.
fn stems_of(asker: &Asker, change: &Change) -> HashSet<Stem> {
    asker.vocabulary.stems(&format!("{} {}", change.sentence, change.new)).into_iter().collect()
}

/// Share of the question's words that a change holds, by what they count, 0 to 1.
fn shared(asker: &Asker, findings: &Findings<'_>, change: &Change) -> f32 {
    let stems = stems_of(asker, change);
    let terms = findings.question.whole.terms.stems.iter().zip(&findings.reading.weights);
    let held = |(stem, _): &(&Stem, &f32)| stems.contains(*stem);
    terms.filter(held).map(|(_, weight)| weight).sum()
}

/// Whether a change is about what is asked, or about what the statement says.
fn is_about(asker: &Asker, best: &RankedSentence, change: &Change, shared: f32) -> bool {
    shared >= LEAST_SHARED || likeness(&stems_of(asker, change), &best.stems) >= LEAST_LIKE
}

fn compose(
    asker: &Asker,
    findings: &Findings<'_>,
    replaced: &Statement,
    change: &Change,
) -> Result<Option<Composed>> {
    let statement = |span: Span, text: &str| Statement {
        document: change.document.clone(),
        file_name: change.file_name.clone(),
        section: String::new(),
        span,
        text: text.to_owned(),
        value: None,
    };
    let amendment = &change.amendment;
    let mut cited = Cited::default();
    let mut leads = Vec::new();
    let new = amendment.new.map(|span| statement(span, &change.new));
    let short = change.new.split_whitespace().count() <= SHORT;
    if let Some(new) = &new
        && let Some(citation) = cite(&asker.store, new, 1.0)?
    {
        leads.push(cited.add(citation));
    }
    let sentence = statement(amendment.span, &change.sentence);
    let Some(citation) = cite(&asker.store, &sentence, 1.0)? else { return Ok(None) };
    let n = cited.add(citation);
    let mut parts: Vec<_> = part(&change.sentence, false, &[n]).into_iter().collect();
    // What is announced stands behind the announcement.
    if let (Some(new), [lead]) = (amendment.new, leads.as_slice())
        && !amendment.span.overlaps(&new)
    {
        parts.extend(part(&change.new, true, &[*lead]));
    }
    cited.say(parts, false);
    if let Some(before) = cite(&asker.store, replaced, 1.0)? {
        let n = cited.add(before);
        let word = match amendment.kind {
            AmendmentKind::Replaced | AmendmentKind::Deleted => "Before:",
            AmendmentKind::Added => "Besides:",
        };
        let mut parts: Vec<_> = part(word, false, &[]).into_iter().collect();
        parts.extend(part(&replaced.text, false, &[n]));
        cited.say(parts, false);
    }
    let mut composed = Composed::quoted(cited, findings.reading.confidence);
    composed.details.note =
        Some(format!("What {} says was changed by {}.", replaced.file_name, change.file_name))
            .filter(|_| change.document != replaced.document);
    if short && !leads.is_empty() && amendment.kind == AmendmentKind::Replaced {
        composed = composed.led_by(LeadKind::Value, folded(&change.new), leads);
    }
    Ok(Some(composed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_bears_on_its_part_and_on_what_stands_within_it() {
        let numbers = [bare("Section 3").to_owned(), bare("§ 7.").to_owned()];
        assert_eq!(numbers, ["3", "7"]);
        assert!(is_of("3", &numbers, "The fee is due.") && is_of("3(c)", &numbers, "(c) Films"));
        assert!(!is_of("3(c)", &numbers, "(d) Calls") && !is_of("4", &numbers, "Rent"));
    }

    #[test]
    fn names_are_words_with_capitals_side_by_side() {
        let names = names_in("BYLAWS OF MAPLE HOLLOW INC.\nThis Agreement is made by Anna Berg.");
        assert!(names.contains("maple hollow") && names.contains("anna berg"));
        assert!(!names.contains("this agreement"));
    }

    #[test]
    fn a_part_is_known_by_the_number_that_leads_it() {
        for (text, number) in [
            ("5.1 The rent is £48,500.", Some("5.1")),
            ("Article IV Members", Some("IV")),
            ("(3) Fees", Some("3")),
            ("The rent is £48,500.", None),
            ("Clause 7: Notice", Some("7")),
        ] {
            assert_eq!(leading_number(text).as_deref(), number, "{text}");
        }
    }
}
