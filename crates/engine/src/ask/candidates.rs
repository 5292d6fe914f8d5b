//! What may answer: the sentences of the passages that were found, with what governs them and what they
//! lead to; lists, fields of forms, cells of tables.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use citelight_core::{Block, BlockKind, DocumentId, QuestionKind, Span};
use citelight_quote::ChoosableValue;
use citelight_text::Stem;

use super::alone;
use super::asker::Asker;
use super::cite::Statement;
use super::extract::{ANSWERS, Extracted, FoundWords};
use super::lists::{List, block_at, lines_under};
use super::question::{Hit, Question};
use super::references::leads_to;
use super::statements::{ends_like_prose, is_label, items_in, reads_as_prose, statements};
use super::values::{self, NearValue, NearValues};
use crate::error::Result;

/// Fewer items make no list.
const FEWEST_ITEMS: usize = 2;
/// The best words of the trained reader that may be shown from what is otherwise no answer.
const MOST_TAKEN_UP: usize = 3;
/// Characters of what governs a statement that are compared with the question.
const COMPARED_STEM: usize = 200;

/// Something that may become a part of an answer, before it is measured.
#[derive(Debug)]
pub(crate) struct Candidate {
    pub(crate) statement: Statement,
    /// What governs it and is shown before it: of an item, what introduces its list.
    pub(crate) stem: Option<Statement>,
    /// The items that it introduces.
    pub(crate) items: Vec<Span>,
    /// What is compared with the question: its words behind those that govern it.
    pub(crate) compared: String,
    /// Place of its passage among the hits, and its score.
    pub(crate) rank: usize,
    pub(crate) score: f32,
    /// Place of its passage's titles.
    pub(crate) titles: usize,
    pub(crate) stems: HashSet<Stem>,
    /// Whether it stands in a part that the question names.
    pub(crate) referred: bool,
    /// What is measured of it as a value.
    pub(crate) value: Option<ChoosableValue>,
    /// What the row of a value says besides that the question speaks of.
    pub(crate) beside: String,
    /// The trained reader's margin for it by itself; `None` where it was not read so.
    pub(crate) alone: Option<f32>,
}

impl Candidate {
    /// Its words as the trained reader weighs them by themselves.
    pub(crate) fn as_read(&self) -> String {
        alone::as_read(&self.statement.section, &self.beside, &self.compared)
    }

    /// Where its words stand, those of the items that it introduces among them.
    pub(crate) fn places(&self) -> Vec<Span> {
        let own = match &self.statement.value {
            Some(value) => value.spans.clone(),
            None => vec![self.statement.span],
        };
        own.into_iter().chain(self.items.iter().copied()).collect()
    }
}

/// All candidates, those of one passage side by side; and the stems of each passage's titles.
#[derive(Default)]
pub(crate) struct Candidates {
    pub(crate) all: Vec<Candidate>,
    /// Labels, and texts that are put together of values: they answer only where the trained reader says so.
    left: Vec<Candidate>,
    /// The labels of rows, which never answer.
    labels: Vec<(DocumentId, Span)>,
    pub(crate) titles: Vec<HashSet<Stem>>,
}

impl Candidates {
    /// Takes up what was left where words stand that answer, as the trained reader finds, and nothing else
    /// holds them. A heading never answers.
    pub(crate) fn take_up(&mut self, extracted: &Extracted) {
        let holds = |one: &Candidate, words: &FoundWords| {
            words.mostly_in(&one.statement.document, &one.places())
        };
        let is_heading =
            |one: &Candidate| one.statement.section.contains(one.statement.text.trim());
        for words in extracted.best(MOST_TAKEN_UP).iter().filter(|words| words.margin >= ANSWERS) {
            let in_label = |(document, label): &(DocumentId, Span)| {
                words.mostly_in(document, std::slice::from_ref(label))
            };
            if self.all.iter().any(|one| holds(one, words)) || self.labels.iter().any(in_label) {
                continue;
            }
            if let Some(at) = self.left.iter().position(|one| holds(one, words) && !is_heading(one))
            {
                self.all.push(self.left.swap_remove(at));
            }
        }
    }

    /// The best words that the trained reader finds in each candidate. Of all values near one passage the
    /// same, the best that it finds in any: which of them is meant, labels and headings tell better than it
    /// does; whether one answers at all, it tells.
    pub(crate) fn words_found(&self, extracted: &Extracted) -> Vec<Option<FoundWords>> {
        let own =
            |one: &Candidate| extracted.best_in(&one.statement.document, &one.places()).cloned();
        let mut found: Vec<Option<FoundWords>> = self.all.iter().map(own).collect();
        let mut near: HashMap<usize, Vec<usize>> = HashMap::new();
        for (at, one) in self.all.iter().enumerate() {
            if one.statement.value.is_some() {
                near.entry(one.rank).or_default().push(at);
            }
        }
        for values in near.into_values() {
            let best = values.iter().filter_map(|at| found[*at].clone());
            let best = best.max_by(|a, b| a.margin.total_cmp(&b.margin));
            values.into_iter().for_each(|at| found[at].clone_from(&best));
        }
        found
    }
}

/// The candidates of the hits, each once.
pub(crate) fn candidates(asker: &Asker, question: &Question, hits: &[Hit]) -> Result<Candidates> {
    let NearValues { values, labels } = values::near(asker, question, hits)?;
    let worded: HashSet<(&DocumentId, Span)> =
        values.iter().flat_map(|one| words_of(&one.statement)).collect();
    let references = &question.interpretation.references;
    let mut found = Gatherer {
        asker,
        asks_list: question.interpretation.kind == QuestionKind::List,
        lists: HashMap::new(),
        seen: HashSet::new(),
        into: Candidates::default(),
    };
    for (rank, hit) in hits.iter().enumerate() {
        for chunk in hit.chunks() {
            let referred = !references.is_empty()
                && leads_to(references, chunk, &*asker.document_cache.outline(&chunk.document)?)
                    >= 1.0;
            let place = Place { rank, score: hit.score, referred };
            let titles = found.titles(&chunk.breadcrumb);
            let mut asked_above = String::new();
            let items = items_in(&asker.document_cache.blocks(&chunk.document)?, chunk.span);
            for statement in statements(chunk, &items) {
                if statement.text.ends_with('?') {
                    // A question in the text leads to the sentences behind it.
                    asked_above.clone_from(&statement.text);
                } else if is_made_of(&statement, &values, &worded)
                    && !found.introduces(&statement)?
                {
                    let compared = statement.text.clone();
                    let whole = Found { statement, stem: None, items: Vec::new(), compared };
                    found.leave(whole, titles, place);
                } else {
                    found.add(statement, &asked_above, titles, place)?;
                }
            }
        }
    }
    found.into.labels = labels;
    let best = values.iter().map(|one| one.score).fold(f32::MIN, f32::max);
    for near in &values {
        let NearValue { rank, statement, score, field, .. } = near;
        let Some(hit) = hits.get(*rank) else { continue };
        let titles = found.titles(&statement.section);
        let place = Place { rank: *rank, score: hit.score, referred: false };
        let (statement, compared) = (statement.clone(), statement.text.clone());
        let labels = compared.strip_suffix(value_text(&statement)).unwrap_or_default();
        let label_words = labels.split_whitespace().count();
        let value = ChoosableValue { field: *field, fits: *score, best, label_words };
        let whole = Found { statement, stem: None, items: Vec::new(), compared };
        found.push_value(whole, value, near, titles, place);
    }
    Ok(found.into)
}

/// Where a candidate's passage stands among the hits.
#[derive(Clone, Copy)]
struct Place {
    rank: usize,
    score: f32,
    referred: bool,
}

struct Found {
    statement: Statement,
    stem: Option<Statement>,
    items: Vec<Span>,
    compared: String,
}

struct Gatherer<'a> {
    asker: &'a Asker,
    asks_list: bool,
    /// Lists by where their first item stands, or the heading of their lines; `None` where that is none.
    lists: HashMap<(DocumentId, Span), Option<Rc<List>>>,
    seen: HashSet<(DocumentId, Span)>,
    into: Candidates,
}

impl Gatherer<'_> {
    /// The place of a passage's titles.
    fn titles(&mut self, breadcrumb: &str) -> usize {
        self.into.titles.push(self.asker.vocabulary.stems(breadcrumb).into_iter().collect());
        self.into.titles.len() - 1
    }

    /// Adds a statement of a passage; with the list that it stands in, the list itself.
    fn add(
        &mut self,
        statement: Statement,
        asked_above: &str,
        titles: usize,
        place: Place,
    ) -> Result<()> {
        let list = self.list(&statement)?;
        let item = list.as_ref().and_then(|list| list.item_at(statement.span));
        let (mut stem, mut items) = (None, Vec::new());
        if let Some(list) = &list {
            stem = item.and_then(|at| list.stem_of(at)).map(|(span, text)| Statement {
                span,
                text: text.to_owned(),
                ..statement.clone()
            });
            if let Some(at) = item.filter(|at| list.items[*at].span.start == statement.span.start) {
                items = list.under(at);
            }
            if let Some((span, text)) = &list.stem
                && list.items.len() >= FEWEST_ITEMS
            {
                let whole = Statement { span: *span, text: text.clone(), ..statement.clone() };
                let compared = whole.text.clone();
                let found = Found { statement: whole, stem: None, items: list.spans(), compared };
                self.push(found, titles, place);
                if span.overlaps(&statement.span) {
                    return Ok(());
                }
            }
        }
        if items.len() < FEWEST_ITEMS {
            items.clear();
        }
        let governed = stem.is_some() || !asked_above.is_empty();
        // A heading with a full stop ("2.1 Notice of meetings.") is one nonetheless.
        let bare = statement.text.trim_end_matches(['.', ':']);
        let label = is_label(&statement.text) || is_label(bare) && self.is_heading(&statement)?;
        let says = governed && item.is_some() || !label;
        // What only points to something that does not follow says nothing.
        if !says || items.is_empty() && statement.text.trim_end().ends_with(':') {
            let compared = statement.text.clone();
            self.leave(Found { statement, stem, items, compared }, titles, place);
            return Ok(());
        }
        let above = stem.as_ref().map_or(asked_above, |stem| &stem.text);
        let above: String = above.chars().take(COMPARED_STEM).collect();
        let compared = [above.trim(), &statement.text].join(" ").trim().to_owned();
        self.push(Found { statement, stem, items, compared }, titles, place);
        Ok(())
    }

    /// Whether a statement is a heading, as a whole.
    fn is_heading(&self, statement: &Statement) -> Result<bool> {
        let blocks = self.asker.document_cache.blocks(&statement.document)?;
        let block = block_at(&blocks, statement.span).map(|at| &blocks[at]);
        let whole = |block: &Block| block.span.end <= statement.span.end;
        Ok(block.is_some_and(|block| block.kind == BlockKind::Heading && whole(block)))
    }

    /// Whether a statement introduces items, those of a list or those under one.
    fn introduces(&mut self, statement: &Statement) -> Result<bool> {
        let Some(list) = self.list(statement)? else { return Ok(false) };
        let stem = list.stem.as_ref().is_some_and(|(span, _)| span.overlaps(&statement.span));
        let under = || list.item_at(statement.span).map_or(0, |at| list.under(at).len());
        Ok(stem && list.items.len() >= FEWEST_ITEMS || under() >= FEWEST_ITEMS)
    }

    fn push(&mut self, found: Found, titles: usize, place: Place) {
        if self.seen.insert((found.statement.document.clone(), found.statement.span)) {
            let candidate = self.candidate(found, titles, place);
            self.into.all.push(candidate);
        }
    }

    fn push_value(
        &mut self,
        found: Found,
        value: ChoosableValue,
        near: &NearValue,
        titles: usize,
        place: Place,
    ) {
        let before = self.into.all.len();
        self.push(found, titles, place);
        if let Some(one) = self.into.all.get_mut(before) {
            (one.value, one.alone) = (Some(value), Some(near.alone));
            one.beside.clone_from(&near.beside);
        }
    }

    fn leave(&mut self, found: Found, titles: usize, place: Place) {
        let candidate = self.candidate(found, titles, place);
        self.into.left.push(candidate);
    }

    fn candidate(&self, found: Found, titles: usize, place: Place) -> Candidate {
        let Found { statement, stem, items, compared } = found;
        let Place { rank, score, referred } = place;
        let stems = self.asker.vocabulary.stems(&compared).into_iter().collect();
        let (value, alone, beside) = (None, None, String::new());
        Candidate {
            statement,
            stem,
            items,
            compared,
            rank,
            score,
            titles,
            stems,
            referred,
            value,
            beside,
            alone,
        }
    }

    /// The list in which a statement stands, or which it introduces.
    fn list(&mut self, statement: &Statement) -> Result<Option<Rc<List>>> {
        let blocks = self.asker.document_cache.blocks(&statement.document)?;
        let (document, span) = (&statement.document, statement.span);
        let first = List::first_item(&blocks, span);
        // Lines under a heading are a list for whoever asks for one.
        let lines =
            if first.is_none() && self.asks_list { lines_under(&blocks, span) } else { None };
        let Some(at) = first.or(lines.as_ref().map(|(heading, _)| *heading)) else {
            return Ok(None);
        };
        let key = (document.clone(), at);
        if let Some(known) = self.lists.get(&key) {
            return Ok(known.clone());
        }
        let list = match lines {
            Some(lines) => List::of_lines(self.asker, document, lines)?,
            None => List::at(self.asker, document, span)?,
        };
        let list = list.map(Rc::new);
        self.lists.insert(key, list.clone());
        Ok(list)
    }
}

/// The words of a value; of anything else, none.
fn value_text(statement: &Statement) -> &str {
    statement.value.as_ref().map_or("", |value| value.text.as_str())
}

/// Where the words of a value and its labels stand.
fn words_of(statement: &Statement) -> impl Iterator<Item = (&DocumentId, Span)> {
    let value = statement.value.iter();
    let spans = value.flat_map(|value| value.spans.iter().chain(&value.labels));
    spans.map(|span| (&statement.document, *span))
}

/// Whether a text is put together of values and their labels, which say the same one by one; `worded` is
/// where the words of all of them stand, each place once.
fn is_made_of(
    statement: &Statement,
    values: &[NearValue],
    worded: &HashSet<(&DocumentId, Span)>,
) -> bool {
    if reads_as_prose(&statement.text) {
        return false;
    }
    let document = &statement.document;
    let overlaps = |one: &NearValue| {
        one.statement.document == *document && one.statement.span.overlaps(&statement.span)
    };
    if !ends_like_prose(&statement.text) && values.iter().any(overlaps) {
        return true;
    }
    let own = worded.iter().filter(|(of, _)| *of == document).map(|(_, span)| span);
    5 * own.map(|span| span.shared(&statement.span)).sum::<u32>() > 3 * statement.span.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(text: &str, start: u32) -> Candidate {
        let end = start + u32::try_from(text.len()).unwrap();
        let statement = Statement {
            document: DocumentId::from_content_hash("0123456789abcdef"),
            file_name: "form.pdf".to_owned(),
            section: "Probable cause and findings".to_owned(),
            span: Span::new(start, end),
            text: text.to_owned(),
            value: None,
        };
        Candidate {
            statement,
            stem: None,
            items: Vec::new(),
            compared: text.to_owned(),
            rank: 0,
            score: 0.0,
            titles: 0,
            stems: HashSet::new(),
            referred: false,
            value: None,
            beside: String::new(),
            alone: None,
        }
    }

    #[test]
    fn labels_answer_where_the_trained_reader_says_so_and_headings_never() {
        let words = |start, end, margin| FoundWords {
            document: DocumentId::from_content_hash("0123456789abcdef"),
            spans: vec![Span::new(start, end)],
            margin,
        };
        let found = Extracted::of(vec![
            words(0, 14, 9.0),
            words(117, 121, 4.0),
            words(205, 210, ANSWERS - 0.1),
        ]);
        let mut all = Candidates {
            all: vec![candidate("The gear was up.", 50)],
            left: vec![
                candidate("Probable cause", 0),
                candidate("Certificate no.: Z-77", 100),
                candidate("Page of 3", 200),
            ],
            titles: vec![HashSet::new()],
            ..Candidates::default()
        };
        all.take_up(&found);
        let texts: Vec<&str> = all.all.iter().map(|one| one.statement.text.as_str()).collect();
        assert_eq!(texts, ["The gear was up.", "Certificate no.: Z-77"]);
        let margins: Vec<Option<f32>> =
            all.words_found(&found).iter().map(|one| one.as_ref().map(|one| one.margin)).collect();
        assert_eq!(margins, [None, Some(4.0)]);
    }
}
