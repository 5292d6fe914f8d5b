//! Why something happened: the sentence of the document that tells the cause of the very thing that is asked about,
//! wherever in it that stands.

use std::ops::Range;

use citelight_answer::AskedTimes;
use citelight_core::{BlockKind, DocumentId, QuestionSort, Span, cosine};
use citelight_quote::{cause, direction};
use citelight_structure::sentences_of;
use citelight_text::{Stem, WordList, is_topicless, month, squashed};

use super::figure::{by_weight, near_of};
use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, Statement, cite, part};
use crate::ask::compose::{Composed, Findings};
use crate::ask::excerpt::whole_words;
use crate::ask::lists::{Item, List};
use crate::ask::question::Question;
use crate::ask::quoting::lit_parts;
use crate::ask::read::Reading;
use crate::ask::table_cache::innermost;
use crate::error::Result;

/// Documents that are read whole.
const DOCUMENTS: usize = 2;
/// Sentences whose meaning is compared with the question's.
const COMPARED: usize = 40;
/// Items of a list that are shown.
const MOST_ITEMS: usize = 8;
/// Longer texts are no sentences.
const LONGEST: usize = 1_200;

/// The least score of a sentence that answers, and that of one that is as likely right as not.
const LEAST: f32 = 8.7;
const EVEN: f32 = 9.0;
/// How fast the likelihood rises with the score.
const STEEP: f32 = 0.5;
/// What each measurement counts: fitted on 27 questions, documents left out in turn. Of the words that are asked about,
/// those in what happened, and those around it; whether both say more, or less; whether the time is the one that is
/// asked for; how near the best passages it stands; what the trained reader finds in it; its place among all that was
/// read; and the likeness of what happened, of that below its title, of the whole sentence and the question.
const HEAD: f32 = 3.6;
const WIDE: f32 = 2.0;
const AGREES: f32 = 1.15;
const TIME: f32 = 0.6;
const CLOSE: f32 = 1.5;
const READ: f32 = 1.25;
const BEST: f32 = 1.65;
const MEANING: [f32; 3] = [3.8, 4.1, 3.8];
/// What counts a sentence that the trained reader did not read, and the margin from which on it counts no more.
const UNREAD: f32 = -1.0;
const MOST_MARGIN: f32 = 10.0;
/// How fast a passage counts less behind better ones.
const RANK: f32 = 0.2;

/// Words with which reasons are asked for.
const ASKING: WordList = WordList::new(
    "why reason reasons caused causes cause drove drive driving led explains explain explained pushed brought behind come \
     prompted made contributed according",
);
/// Words that only tell when.
const TIMES: WordList = WordList::new(
    "year years quarter quarters month months week weeks half fiscal first second third fourth six nine thirteen earlier \
     ago period compared than much",
);

/// A sentence that tells a cause.
struct Candidate {
    statement: Statement,
    /// The words of the cause, as a range of its bytes.
    lit: Range<usize>,
    /// What is compared in meaning: what happened, the same below its title, the whole sentence.
    texts: [String; 3],
    /// How well it fits.
    score: f32,
}

/// The sentence that tells why what is asked about happened; `None` where no reason is asked for, or none fits well.
pub(crate) fn reason(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let question = findings.question;
    if question.interpretation.sort != QuestionSort::Why {
        return Ok(None);
    }
    let mut documents: Vec<(DocumentId, String)> = Vec::new();
    for (document, _) in by_weight(&near_of(findings.hits)).into_iter().take(DOCUMENTS) {
        let file_name = asker.documents.row(&document)?.file_name;
        documents.push((document, file_name));
    }
    let files: String = documents.iter().flat_map(|(_, name)| squashed(name)).collect();
    let subject = subject(question, &files);
    let mut found = candidates(asker, findings, &documents, &subject)?;
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    found.truncate(COMPARED);
    let texts = found.iter().flat_map(|one| &one.texts).chain([&subject]);
    let vectors = asker.text_vectors.by_text(texts.map(String::as_str))?;
    let own = vectors.get(subject.as_str()).map_or(&[][..], |vector| vector.as_slice());
    let scores: Vec<f32> = found
        .iter()
        .map(|one| {
            let asked = [own, own, question.whole.vector.as_slice()];
            let like = |at: usize| {
                let text =
                    vectors.get(one.texts[at].as_str()).map_or(&[][..], |text| text.as_slice());
                MEANING[at] * cosine(asked[at], text).clamp(0.0, 1.0)
            };
            one.score + (0..asked.len()).map(like).sum::<f32>()
        })
        .collect();
    let best = scores.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
    let Some((at, score)) = best.filter(|(_, score)| **score >= LEAST) else { return Ok(None) };
    let confidence = 1.0 / (1.0 + (-STEEP * (score - EVEN)).exp());
    Ok(Some(Composed::quoted(cited(asker, &found[at])?, confidence)))
}

/// The sentence with its cause lit, and the items that it introduces.
fn cited(asker: &Asker, best: &Candidate) -> Result<Cited> {
    let mut cited = Cited::default();
    let (statement, lit) = (&best.statement, whole_words(&best.statement.text, best.lit.clone()));
    let Some(whole) = cite(&asker.store, statement, 1.0)? else { return Ok(cited) };
    let n = cited.add(whole);
    cited.say(lit_parts(&statement.text, Some(lit), n), false);
    for item in items(asker, statement)? {
        if let Some(citation) = cite(&asker.store, &item, 1.0)? {
            let n = cited.add(citation);
            cited.say(part(&item.text, false, &[n]).into_iter().collect(), true);
        }
    }
    Ok(cited)
}

/// The items of the list that a sentence introduces.
fn items(asker: &Asker, statement: &Statement) -> Result<Vec<Statement>> {
    if !statement.text.trim_end().ends_with([':', '—']) {
        return Ok(Vec::new());
    }
    let Some(list) = List::at(asker, &statement.document, statement.span)? else {
        return Ok(Vec::new());
    };
    let introduced = list.stem.as_ref().is_some_and(|(span, _)| span.overlaps(&statement.span));
    let item =
        |item: &Item| Statement { span: item.span, text: item.text.clone(), ..statement.clone() };
    Ok(if introduced { list.items.iter().take(MOST_ITEMS).map(item).collect() } else { Vec::new() })
}

/// What is asked about: the question's words but those that ask, name a document or a time. `files`: names of the
/// files that it is put to, squashed.
fn subject(question: &Question, files: &str) -> String {
    let aside: Vec<Span> = question.names_and_times().collect();
    let text = &question.text;
    let words = text.split(|c: char| c.is_whitespace() || "?,.;:()".contains(c)).filter(|word| {
        let at = u32::try_from(word.as_ptr() as usize - text.as_ptr() as usize).unwrap_or(0);
        let lower = word.to_lowercase();
        let squashed: String = squashed(word).collect();
        let names = word.contains(|c: char| c.is_uppercase() || c.is_ascii_digit())
            && (squashed.len() > 2 && files.contains(&squashed)
                || aside.iter().any(|span| span.contains_byte(at)));
        let passed = names
            || word.ends_with("'s")
            || word.ends_with("’s")
            || is_topicless(&lower)
            || ASKING.contains(&lower)
            || TIMES.contains(&lower)
            || month(&lower).is_some()
            || direction(&lower).is_some();
        !word.is_empty() && !passed
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The sentences of the best documents that tell a cause of something with the words that are asked about.
fn candidates(
    asker: &Asker,
    findings: &Findings<'_>,
    documents: &[(DocumentId, String)],
    subject: &str,
) -> Result<Vec<Candidate>> {
    let question = findings.question;
    let times = AskedTimes::of(&question.text, &question.interpretation);
    let wanted: Vec<Stem> = asker.vocabulary.stems(subject);
    let turned = direction(&question.text);
    let reading = findings.reading(asker)?;
    let mut found = Vec::new();
    for (rank, (document, file_name)) in documents.iter().enumerate() {
        let (_, text) = asker.store.flow_text(document, Span::new(0, u32::MAX))?;
        let blocks = asker.document_cache.blocks(document)?;
        let outline = asker.document_cache.outline(document)?;
        let fiscal = asker.tables.fiscal(document)?;
        let tables = blocks.iter().filter(|block| block.kind == BlockKind::Table);
        let tables: Vec<Span> = tables.map(|block| block.span).collect();
        let spans = sentences_of(&text, &blocks);
        let said = |span: &Span| text.get(span.range());
        let weights = weights(asker, &wanted, spans.iter().filter_map(said));
        let held = |text: &str| -> f32 {
            let own = asker.vocabulary.stems(text);
            let held = wanted.iter().zip(&weights).filter(|(stem, _)| own.contains(stem));
            held.map(|(_, weight)| weight).sum()
        };
        let mut before = "";
        for span in spans {
            let Some(sentence) = said(&span) else { continue };
            let previous = std::mem::replace(&mut before, sentence);
            if sentence.len() > LONGEST || tables.iter().any(|table| table.overlaps(&span)) {
                continue;
            }
            let Some(cause) = cause(sentence) else { continue };
            let section = innermost(&outline.sections, span);
            let title = section.map_or("", |section| section.title.as_str());
            let (effect, around) = (&sentence[cause.effect], format!("{title}. {previous}"));
            let (head, wide) = (held(effect), held(&around));
            if head + wide == 0.0 {
                continue;
            }
            let agrees = match (turned, direction(effect)) {
                (Some(a), Some(b)) if a == b => 1.0,
                (Some(_), Some(_)) => -1.0,
                _ => 0.0,
            };
            let time = match times.met(sentence, fiscal) {
                0.0 => 0.5 * times.met(&around, fiscal),
                met => met,
            };
            let score = HEAD * head + WIDE * wide + AGREES * agrees + TIME * time - rank as f32
                + standing(findings, reading, document, span);
            let statement = Statement {
                document: document.clone(),
                file_name: file_name.clone(),
                section: section.map(|section| section.breadcrumb.clone()).unwrap_or_default(),
                span,
                text: sentence.to_owned(),
                value: None,
            };
            let texts = [effect.to_owned(), format!("{title}. {effect}"), sentence.to_owned()];
            found.push(Candidate { statement, lit: cause.cause, texts, score });
        }
    }
    Ok(found)
}

/// What it counts that a sentence stands in a passage that was found, and what was read in it.
fn standing(findings: &Findings<'_>, reading: &Reading, document: &DocumentId, span: Span) -> f32 {
    let chunks = findings.hits.iter().flat_map(|hit| hit.chunks());
    let mut chunks = chunks.filter(|chunk| chunk.document == *document);
    let sentences = &reading.sentences;
    let read = sentences.iter().position(|one| {
        let at = &one.statement;
        at.value.is_none() && at.document == *document && at.span.overlaps(&span)
    });
    let margin = read.and_then(|at| Some(sentences[at].found.as_ref()?.margin));
    let by = |place: Option<usize>, each: f32| {
        place.map_or(0.0, |place| 1.0 / (1.0 + each * place as f32))
    };
    CLOSE * by(chunks.position(|chunk| chunk.span.overlaps(&span)), RANK)
        + BEST * by(read, 1.0)
        + READ * margin.map_or(UNREAD, |margin| (margin / MOST_MARGIN).clamp(-1.0, 1.0))
}

/// What each of some stems counts, in sum 1: those that few of the sentences hold tell more.
fn weights<'t>(
    asker: &Asker,
    wanted: &[Stem],
    sentences: impl Iterator<Item = &'t str>,
) -> Vec<f32> {
    let (mut all, mut with) = (0.0, vec![0.0_f32; wanted.len()]);
    for sentence in sentences {
        all += 1.0;
        let own = asker.vocabulary.stems(sentence);
        for (stem, with) in wanted.iter().zip(&mut with) {
            *with += f32::from(u8::from(own.contains(stem)));
        }
    }
    let mut weights: Vec<f32> = with.iter().map(|with| (1.0 + all / (1.0 + with)).ln()).collect();
    let sum = weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    weights.iter_mut().for_each(|weight| *weight /= sum);
    weights
}
