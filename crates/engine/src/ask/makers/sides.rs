//! Answers to comparisons: a line a side, each found by itself, and which is more where both are figures
//! of one unit.

use citelight_core::{AnswerSentence, Corrections, LeadKind, Side, Sought, Verdict};
use citelight_text::{Figure, Stem, is_topicless, mentions};

use super::each::add_line;
use crate::ask::READ_PASSAGES;
use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, folded, part};
use crate::ask::compose::{Composed, Findings};
use crate::ask::probe::probe_side;
use crate::ask::question::{Hit, PastFeedback, Probe, Question};
use crate::ask::read::{RankedSentence, Reading, read};
use crate::ask::retrieve::retrieve;
use crate::ask::understand::interpret;
use crate::error::Result;

/// A sentence that names its side is taken before one that answers better by less than this, in log-odds.
/// Set by hand.
const NAMES_ITS_SIDE: f32 = 2.0;

/// Words with a topic that are left of what is asked where the name of a side is taken out, at least.
const FEWEST_WORDS: usize = 2;

/// What the documents say of a side.
struct Said {
    question: Question,
    hits: Vec<Hit>,
    reading: Reading,
    /// Place of the sentence that is quoted, among those of the reading; `None` where it says nothing.
    at: Option<usize>,
}

impl Said {
    fn sentence(&self) -> Option<&RankedSentence> {
        self.reading.sentences.get(self.at?)
    }
}

/// What is said of each side of a comparison; `None` where the question compares nothing, no side is
/// found, or one sentence says it of all.
pub(crate) fn sides(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let question = findings.question;
    let sides = &question.interpretation.sides;
    if sides.len() < 2 || sides.len() != question.sides.len() {
        return Ok(None);
    }
    let said: Vec<Said> = sides
        .iter()
        .zip(&question.sides)
        .map(|(side, probe)| ask_side(asker, question, side, probe))
        .collect::<Result<_>>()?;
    let place = |one: &RankedSentence| (one.statement.document.clone(), one.statement.span);
    let found: Vec<_> = said.iter().filter_map(Said::sentence).map(place).collect();
    let twice = (1..found.len()).any(|n| found[..n].contains(&found[n]));
    if found.is_empty() || twice {
        return Ok(None);
    }
    let mut cited = Cited::default();
    let mut figures = Vec::new();
    for (side, said) in sides.iter().zip(&said) {
        let label = label_of(side);
        let findings =
            Findings { question: &said.question, hits: &said.hits, reading: &said.reading };
        let quoted = match said.sentence() {
            Some(sentence) => add_line(asker, &findings, sentence, &label, &mut cited)?,
            None => false,
        };
        if !quoted {
            cited.sentences.push(nothing_of(&label));
        }
        figures.extend(said.sentence().and_then(|one| figure_of(asker, said, one)).map(|figure| {
            (label, figure, u32::try_from(cited.citations.len()).unwrap_or(u32::MAX))
        }));
    }
    let confidence = said.iter().map(|one| one.reading.confidence).fold(0.0, f32::max);
    let composed = Composed::quoted(cited, confidence);
    let lead = if figures.len() == sides.len() { which_is_more(&figures) } else { None };
    Ok(Some(match lead {
        Some((text, citations)) => composed.led_by(LeadKind::Number, text, citations),
        None => composed,
    }))
}

/// Searches and reads for one side by itself.
fn ask_side(asker: &Asker, whole: &Question, side: &Side, probe: &Probe) -> Result<Said> {
    let query = without_its_name(side);
    let mut asked = interpret(asker, &query, &probe.scope, &Corrections::default())?;
    let probe = if query == side.query {
        probe.clone()
    } else {
        let side = Side { query: query.clone(), ..side.clone() };
        probe_side(asker, &side, probe, probe.scope.clone(), probe.allowed.clone())?
    };
    asked.sides.clear();
    asked.only.clear();
    let question = Question {
        typed: query.clone(),
        text: query,
        follows: None,
        interpretation: asked,
        retriever: whole.retriever,
        whole: probe,
        sides: Vec::new(),
        feedback: PastFeedback::default(),
        before: Vec::new(),
        newly: Vec::new(),
    };
    let hits = retrieve(asker, &question)?;
    let reading = read(asker, &question, &hits[..hits.len().min(READ_PASSAGES)])?;
    let at = choose(asker, whole, side, &reading);
    Ok(Said { question, hits, reading, at })
}

/// What is asked of a side, without the words that name its documents: they say where to look.
fn without_its_name(side: &Side) -> String {
    let rest = side.query.replacen(&side.label, "", 1);
    let words = rest.split_whitespace().filter(|word| !is_topicless(&word.to_lowercase()));
    match side.documents.is_empty() || words.count() < FEWEST_WORDS {
        true => side.query.clone(),
        false => folded(&rest),
    }
}

/// The place of the sentence that answers for a side: one that names it before others, where all sides
/// stand in the same documents.
fn choose(asker: &Asker, whole: &Question, side: &Side, reading: &Reading) -> Option<usize> {
    if reading.confidence < asker.reader.least_confidence() {
        return None;
    }
    let best = reading.sentences.first()?;
    if !side.documents.is_empty() {
        return Some(0);
    }
    let others = whole.interpretation.sides.iter().filter(|other| other.span != side.span);
    let shared: Vec<Stem> = others.flat_map(|other| asker.vocabulary.stems(&other.label)).collect();
    let own: Vec<Stem> = asker
        .vocabulary
        .stems(&side.label)
        .into_iter()
        .filter(|stem| !shared.contains(stem))
        .collect();
    let near = |one: &&RankedSentence| one.score >= best.score - NAMES_ITS_SIDE;
    let held = |one: &RankedSentence| own.iter().filter(|stem| one.stems.contains(stem)).count();
    let near: Vec<&RankedSentence> = reading.sentences.iter().take_while(near).collect();
    let most = near.iter().map(|one| held(one)).max()?;
    near.iter().position(|one| held(one) == most)
}

/// A side as it is called in its line.
fn label_of(side: &Side) -> String {
    let label = folded(&side.label);
    let mut letters = label.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}

/// The line of a side of which nothing was found.
fn nothing_of(label: &str) -> AnswerSentence {
    let text = format!("{label}: I found nothing that says it.");
    AnswerSentence {
        parts: part(&text, false, &[]).into_iter().collect(),
        verdict: Verdict::Quoted,
        item: true,
    }
}

/// A figure with the words that say it.
struct Quantity {
    words: String,
    figure: Figure,
    unit: String,
}

/// The figure in the words of a sentence that answer; `None` where they hold none, or several.
fn figure_of(asker: &Asker, said: &Said, sentence: &RankedSentence) -> Option<Quantity> {
    let text = match &sentence.statement.value {
        Some(value) => value.text.clone(),
        None => {
            let key = asker.reader.key(&said.reading.asked(&said.question), sentence.text());
            let key = key.map(|key| key.range);
            let sought = said.question.interpretation.sought.as_ref();
            let number = sought.filter(|sought| matches!(sought, Sought::Number(_)))?;
            let text = sentence.text();
            let small = |word: &str| word.starts_with(char::is_lowercase);
            asker
                .reader
                .find(number, &said.question.text, text, key, &small)
                .map(|range| text[range].to_owned())?
        }
    };
    let found = mentions(&text);
    let [mention] = &found[..] else { return None };
    let behind = text[mention.range.end..].trim_start_matches([' ', '-', '\u{a0}']);
    let unit = behind.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let unit = unit.to_lowercase();
    let unit = unit.strip_suffix('s').unwrap_or(&unit).to_owned();
    Some(Quantity { words: folded(&text), figure: mention.figure, unit })
}

/// Which side is more, with the numbers of its citations; `None` where their units differ.
fn which_is_more(figures: &[(String, Quantity, u32)]) -> Option<(String, Vec<u32>)> {
    let (_, first, n) = figures.first()?;
    let like = |(_, other, _): &(String, Quantity, u32)| {
        other.unit == first.unit && other.figure.mark == first.figure.mark
    };
    if !figures.iter().all(like) {
        return None;
    }
    let (most_label, most, most_n) =
        figures.iter().reduce(|a, b| if b.1.figure.value > a.1.figure.value { b } else { a })?;
    let same = figures.iter().all(|(_, one, _)| one.figure.value == first.figure.value);
    if same {
        let all = if figures.len() == 2 { "Both" } else { "All" };
        return Some((format!("{all} the same: {}", first.words), vec![*n]));
    }
    let others: Vec<String> = figures
        .iter()
        .filter(|(label, ..)| label != most_label)
        .map(|(_, one, _)| one.words.clone())
        .collect();
    let text = format!("{most_label}: {}, more than {}", most.words, others.join(" and "));
    Some((text, std::iter::once(*most_n).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quantity(words: &str) -> Quantity {
        let mention = mentions(words).remove(0);
        let unit = words[mention.range.end..].trim().trim_end_matches('s').to_owned();
        Quantity { words: words.to_owned(), figure: mention.figure, unit }
    }

    fn more(a: &str, b: &str) -> Option<String> {
        let side = |label: &str, words: &str, n| (label.to_owned(), quantity(words), n);
        which_is_more(&[side("North", a, 1), side("South", b, 2)]).map(|(text, _)| text)
    }

    #[test]
    fn figures_of_one_unit_are_compared() {
        assert_eq!(more("28 hours", "23 hours").unwrap(), "North: 28 hours, more than 23 hours");
        assert_eq!(more("20 days", "32 days").unwrap(), "South: 32 days, more than 20 days");
        assert_eq!(more("90 kg", "90 kg").unwrap(), "Both the same: 90 kg");
        assert_eq!(more("28 hours", "3 days"), None);
    }
}
