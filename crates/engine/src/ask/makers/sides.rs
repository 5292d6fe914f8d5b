//! Answers to comparisons: a line a side, each found by itself, and which is more, and by how much, where
//! all are figures of one unit.

mod agreement;
mod figures;
mod said;
mod words;

use std::collections::HashSet;

use citelight_core::{Corrections, DocumentId, LeadKind, PeriodValue, Side, Sought};
use citelight_question::side_question;

use self::figures::{SideFigure, figure_of};
use self::said::{Said, own_stems, stands_apart};
pub(super) use self::words::course_of;
use self::words::{Quantity, course, since, which_is_more};
use super::each::{add_line, label_of, nothing_of};
use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, folded, part};
use crate::ask::compose::{Composed, Findings};
use crate::ask::probe::probe as whole_probe;
use crate::ask::question::{Probe, Question};
use crate::ask::read::{RankedSentence, Reading, read};
use crate::ask::retrieve::retrieve;
use crate::ask::settle::settled;
use crate::ask::understand::interpret;
use crate::error::Result;

/// Words of a question that sets things against each other.
const COMPARING: [&str; 13] = [
    "than",
    "compare",
    "compared",
    "comparison",
    "difference",
    "differ",
    "different",
    "versus",
    "vs",
    "both",
    "each",
    "between",
    "or",
];
/// A sentence that names its side is taken before one that answers better by less than this, in log-odds.
/// Set by hand.
const NAMES_ITS_SIDE: f32 = 2.0;

/// How likely it is that a figure of a table is right. Set by hand.
const FIGURE_CONFIDENCE: f32 = 0.9;

/// What is said of each side of a comparison; `None` where the question compares nothing, no side is
/// found, or one sentence says it of all.
pub(crate) fn sides(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let question = findings.question;
    let sides = &question.interpretation.sides;
    if sides.len() < 2 || sides.len() != question.sides.len() {
        return Ok(None);
    }
    let mut said: Vec<Said> = sides
        .iter()
        .zip(&question.sides)
        .map(|(side, probe)| ask_side(asker, question, side, probe))
        .collect::<Result<_>>()?;
    look_beside_the_others(asker, question, &mut said)?;
    agreement::agree(asker, sides, &mut said)?;
    keep_to_whose_it_is(asker, sides, &mut said);
    let found: Vec<_> = said.iter().filter_map(Said::place).collect();
    let twice = (1..found.len()).any(|n| found[..n].iter().any(|one| one.is_same(&found[n])));
    if found.is_empty() || twice {
        return Ok(None);
    }
    // Where most of the documents that the question does not name one by one say nothing, they may be of another kind.
    let few = are_versions(sides) && 2 * found.len() < said.len();
    if few && found.len() < 2 {
        return Ok(None);
    }
    // Two things asked in one breath compare nothing: what is said of both is better than half of it.
    if found.len() < said.len() && !compares(&question.text, sides) {
        return Ok(None);
    }
    let in_tables = said.iter().any(|one| one.figure.is_some());
    let mut cited = Cited::default();
    let mut quantities = Vec::new();
    for (side, said) in sides.iter().zip(&said) {
        // Documents of a kind are called as their files are.
        let of_files = are_versions(sides);
        let label = if of_files { folded(&side.label) } else { label_of(&side.label) };
        let quantity = match &said.figure {
            Some(figure) => Some(add_figure(figure, &label, &mut cited)),
            None => {
                let quantity = said.sentence().and_then(|one| quantity_of(asker, said, one));
                // Beside another side's figure words without one say another thing.
                let same = !in_tables || quantity.is_some();
                let findings = Findings::read(&said.question, &said.hits, &said.reading);
                let quoted = match said.sentence().filter(|_| same) {
                    Some(sentence) => add_line(asker, &findings, sentence, &label, &mut cited)?,
                    None => false,
                };
                if !quoted && !few {
                    cited.sentences.push(nothing_of(&label));
                }
                quantity.filter(|_| quoted)
            }
        };
        let n = u32::try_from(cited.citations.len()).unwrap_or(u32::MAX);
        quantities.extend(quantity.map(|quantity| (label, quantity, n)));
    }
    let sure = |one: &Said| match one.figure {
        Some(_) => FIGURE_CONFIDENCE,
        None => one.reading.confidence,
    };
    let confidence = said.iter().map(sure).fold(0.0, f32::max);
    let composed = Composed::quoted(cited, confidence);
    // Figures of tables are counted as their tables say; words beside them may count otherwise.
    let alike = !in_tables || said.iter().all(|one| one.figure.is_some());
    let all = quantities.len() == sides.len();
    let compared = all && alike && compares(&question.text, sides);
    let lead = if !(compared && counted_alike(&said, &quantities)) {
        None
    } else if are_versions(sides) {
        // Documents of one kind do not follow one another, unless a time or a number tells them apart.
        let number =
            |side: &Side| -> String { side.label.chars().filter(char::is_ascii_digit).collect() };
        let numbers: HashSet<String> =
            sides.iter().map(number).filter(|number| !number.is_empty()).collect();
        if numbers.len() < sides.len() {
            return Ok(Some(composed));
        }
        course(&quantities)
    } else {
        match (later_of(sides), quantities.as_slice()) {
            (Some(0), [now, then]) | (Some(1), [then, now]) => since(now, then),
            _ => None,
        }
        .or_else(|| which_is_more(&quantities))
    };
    Ok(Some(match lead {
        Some((text, citations)) => composed.led_by(LeadKind::Number, text, citations),
        None => composed,
    }))
}

/// Whether a question sets its sides against each other: by a word, or because they are documents or times.
fn compares(question: &str, sides: &[Side]) -> bool {
    let own = |side: &Side| !side.documents.is_empty() || !side.periods.is_empty();
    let question = question.to_lowercase();
    let mut words = question.split(|c: char| !c.is_alphanumeric());
    sides.iter().any(own) || words.any(|word| COMPARING.contains(&word))
}

/// Whether the sides are documents that follow one another, of which the question names but what is asked.
pub(super) fn are_versions(sides: &[Side]) -> bool {
    sides.len() >= 2 && sides.iter().all(|side| side.span == sides[0].span)
}

/// Which of two sides is of the later time; `None` where they are told apart by something else.
fn later_of(sides: &[Side]) -> Option<usize> {
    let day = |side: &Side| match side.periods[..] {
        [PeriodValue::One(when)] => when.last_day(),
        _ => None,
    };
    let [first, second] = sides else { return None };
    let (first, second) = (day(first)?, day(second)?);
    (first != second).then_some(usize::from(second > first))
}

/// Whether figures that say nothing of what they count stand all in values, or all in sentences: else they hardly
/// count the same.
fn counted_alike(said: &[Said], quantities: &[(String, Quantity, u32)]) -> bool {
    let is_value = |one: &Said| {
        one.figure.is_some()
            || one.sentence().is_some_and(|sentence| sentence.statement.value.is_some())
    };
    let values = said.iter().filter(|one| is_value(one)).count();
    values == 0
        || values == said.len()
        || quantities.iter().all(|(_, quantity, _)| quantity.tells_what_it_counts())
}

/// Where several sides would get the same words, and these name one side alone, they are that side's: of
/// the others nothing was found.
fn keep_to_whose_it_is(asker: &Asker, sides: &[Side], said: &mut [Said]) {
    let places: Vec<_> = said.iter().map(Said::place).collect();
    for at in 0..said.len() {
        let Some(place) = &places[at] else { continue };
        let same = |n: &usize| places[*n].as_ref().is_some_and(|other| other.is_same(place));
        let alike: Vec<usize> = (0..said.len()).filter(same).collect();
        let Some(sentence) = said[at].sentence().filter(|_| alike.len() > 1) else { continue };
        let statement = &sentence.statement;
        let where_it_stands =
            format!("{} {} {}", statement.file_name, statement.section, statement.text);
        let held = asker.vocabulary.stems(&where_it_stands);
        let names = |n: &usize| {
            let own = asker.vocabulary.stems(&sides[*n].label);
            own.iter().any(|stem| held.contains(stem))
        };
        let named: Vec<usize> = alike.iter().copied().filter(|n| names(n)).collect();
        if let [whose] = named[..] {
            for n in alike.into_iter().filter(|n| *n != whose) {
                said[n].at = None;
                said[n].figure = None;
            }
        }
    }
}

/// Looks for the figure of a time where that of another time was found, unless it is of the same line already:
/// a report sets the year or the quarter before beside its own.
fn look_beside_the_others(asker: &Asker, question: &Question, said: &mut [Said]) -> Result<()> {
    let sides = &question.interpretation.sides;
    for at in 0..said.len() {
        if sides[at].periods.is_empty() {
            continue;
        }
        let text = side_question(&sides[at]).whole;
        // Of one time they are told apart by whose they are.
        let another = |other: &usize| sides[*other].periods != sides[at].periods;
        for other in (0..said.len()).filter(another) {
            let Some(line) = said[other].figure.as_ref().map(SideFigure::line) else { continue };
            let own = said[at].figure.as_ref().map(SideFigure::line);
            if own == Some(line) {
                break;
            }
            let (scope, hits) = (&said[other].question.whole.scope, &said[other].hits);
            let figure = figure_of(asker, question, &text, scope, &sides[at], hits)?;
            if figure.as_ref().is_some_and(|found| own.is_none() || found.line() == line) {
                said[at].figure = figure;
                break;
            }
        }
    }
    Ok(())
}

/// Adds the line of a side whose figure stands in a table.
fn add_figure(figure: &SideFigure, label: &str, cited: &mut Cited) -> Quantity {
    let numbers: Vec<u32> =
        figure.citations.iter().map(|citation| cited.add(citation.clone())).collect();
    let mut parts: Vec<_> =
        part(&format!("{label}: {}:", figure.meaning), false, &[]).into_iter().collect();
    parts.extend(part(&figure.quantity.words, true, &numbers));
    cited.say(parts, true);
    figure.quantity.clone()
}

/// Searches and reads for one side by itself: "each found by itself" is what a person would do.
fn ask_side(asker: &Asker, whole: &Question, side: &Side, probe: &Probe) -> Result<Said> {
    let put = side_question(side);
    // Where its documents are not those of another side, they are looked through without its name.
    let apart = stands_apart(&whole.interpretation.sides, side);
    let text = if apart && side.periods.is_empty() { put.bare } else { put.whole.clone() };
    let mut asked = interpret(asker, &text, &probe.scope, &Corrections::default())?;
    // What the side names besides counts too, where all sides stand in the same documents.
    let named = |id: &&DocumentId| asked.only.is_empty() || asked.only.contains(id);
    let mut scope: Vec<DocumentId> = probe.scope.iter().filter(named).cloned().collect();
    if scope.is_empty() {
        scope.clone_from(&probe.scope);
    }
    let probe = whole_probe(asker, &text, &asked, scope, probe.allowed.clone())?;
    asked.only.clear();
    let question = Question::by_itself(text, asked, probe, whole.retriever);
    let hits = settled(&question, retrieve(asker, &question)?);
    let figure = figure_of(asker, whole, &put.whole, &question.whole.scope, side, &hits)?;
    let reading = read(asker, &question, &hits)?;
    let at = choose(asker, whole, side, &reading);
    Ok(Said { question, hits, reading, figure, at })
}

/// The place of the sentence that answers for a side: one that names it before others, where all sides
/// stand in the same documents.
fn choose(asker: &Asker, whole: &Question, side: &Side, reading: &Reading) -> Option<usize> {
    if reading.confidence < asker.reader.least_confidence() {
        return None;
    }
    let best = reading.sentences.first()?;
    if stands_apart(&whole.interpretation.sides, side) {
        return Some(0);
    }
    let own = own_stems(asker, &whole.interpretation.sides, side);
    let near = |one: &&RankedSentence| one.score >= best.score - NAMES_ITS_SIDE;
    let held = |one: &RankedSentence| own.iter().filter(|stem| one.stems.contains(stem)).count();
    let near: Vec<&RankedSentence> = reading.sentences.iter().take_while(near).collect();
    let most = near.iter().map(|one| held(one)).max()?;
    if most == 0 && side.periods.is_empty() && !own.is_empty() {
        // What neither it nor what stands around it names is said of something else.
        let named = |one: &&RankedSentence| {
            let statement = &one.statement;
            let around =
                asker.vocabulary.stems(&format!("{} {}", statement.file_name, statement.section));
            own.iter().any(|stem| around.contains(stem))
        };
        return near.iter().position(named);
    }
    near.iter().position(|one| held(one) == most)
}

/// The figure in the words of a sentence that answer; `None` where they hold none, or several.
fn quantity_of(asker: &Asker, said: &Said, sentence: &RankedSentence) -> Option<Quantity> {
    let asked = asker.vocabulary.stems(&said.question.text);
    let means =
        |behind: &str| asker.vocabulary.stems(behind).iter().any(|stem| asked.contains(stem));
    if let Some(value) = &sentence.statement.value {
        return Quantity::of(&value.text, means);
    }
    let text = sentence.text();
    let sought = said.question.interpretation.sought.as_ref();
    if !sought.is_some_and(|sought| matches!(sought, Sought::Number(_))) {
        // No number is asked for by name: the one of the sentence is meant where it tells what it counts.
        let quantity = Quantity::of(text, means).and_then(Quantity::alone)?;
        // A number of the question itself is a name: "plan 2,500".
        return Some(quantity).filter(|one| !said.question.text.contains(one.digits()));
    }
    Quantity::of(&text[sentence.found_words()?], means)
}
