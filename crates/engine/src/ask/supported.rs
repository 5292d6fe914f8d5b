//! A written text checked against the evidence: sentence by sentence, with the words that support each.

use std::sync::atomic::AtomicBool;
use std::thread;

use citelight_core::{AnswerPart, AnswerSentence, Citation, DocumentId, Span, Verdict};
use citelight_quote::{Assertion, Source, Support};
use citelight_retrieval::cosine;
use citelight_store::ChunkRow;
use citelight_structure::sentences;

use super::Question;
use super::answer::{Cited, Composed, whole_words};
use super::rank::{blocks, rows};
use crate::{Library, Result};

/// Statements that are compared by meaning with each sentence.
const COMPARED: usize = 8;

/// A sentence or a row of the evidence.
pub(crate) struct Statement {
    document: DocumentId,
    file_name: String,
    section: String,
    /// Where it stands in the document's flow text.
    span: Span,
    text: String,
    /// Name of the document, titles above, what its passage repeats from elsewhere.
    context: String,
}

impl Statement {
    /// Every statement of a chunk, in order.
    pub(crate) fn all_of(chunk: &ChunkRow) -> Vec<Statement> {
        let body = chunk.body();
        let repeated = &chunk.text[..chunk.text.len() - body.len()];
        let context = format!("{} {} {repeated}", chunk.file_name, chunk.breadcrumb);
        let spans = sentences(body, &blocks(body)).into_iter().flat_map(|span| rows(body, span));
        spans
            .map(|span| Statement {
                document: chunk.document.clone(),
                file_name: chunk.file_name.clone(),
                section: chunk.breadcrumb.clone(),
                span: Span::new(chunk.span.start + span.start, chunk.span.start + span.end),
                text: body[span.range()].to_owned(),
                context: context.clone(),
            })
            .collect()
    }
}

impl Library {
    /// Checks a written text against statements. A sentence with a figure that no cited words show is
    /// left out; words that support nothing are not cited.
    pub(crate) fn check(
        &self,
        question: &Question,
        text: &str,
        statements: &[Statement],
    ) -> Result<Composed> {
        let mut checked = Composed::default();
        // Embedded once; every sentence is compared with them.
        let vectors = self.vectors(statements)?;
        let sources: Vec<Source<'_>> = statements
            .iter()
            .zip(&vectors)
            .map(|(one, vector)| Source {
                text: &one.text,
                context: &one.context,
                relevance: similarity(&question.whole.vector, vector),
            })
            .collect();
        let whole = Span::new(0, u32::try_from(text.len()).unwrap_or(u32::MAX));
        for span in sentences(text, &[whole]) {
            let sentence = text[span.range()].trim();
            let support = self.supported(question, sentence, &sources, &vectors)?;
            let support = self.verified(sentence, support, statements)?;
            if support.figures_cited {
                self.add_checked(sentence, &support, statements, &mut checked)?;
            }
        }
        Ok(checked)
    }

    fn supported(
        &self,
        question: &Question,
        claim: &str,
        sources: &[Source<'_>],
        vectors: &[Vec<f32>],
    ) -> Result<Support> {
        let taken = Assertion::new(claim, &question.text, sources, &self.probes.vocabulary);
        let vector = self.embedder()?.embed(claim)?;
        let mut meanings = vec![0.0; sources.len()];
        for place in taken.shortlist(COMPARED) {
            meanings[place] = similarity(&vector, &vectors[place]);
        }
        Ok(taken.support(&meanings))
    }

    /// The same with the verifier's verdict, where one is installed and there are words to judge by. A
    /// figure that is not cited stays what it is.
    fn verified(&self, claim: &str, support: Support, statements: &[Statement]) -> Result<Support> {
        if support.sources.is_empty() || !support.figures_cited {
            return Ok(support);
        }
        let cited = support.sources.iter().map(|one| {
            let Statement { section, text, .. } = &statements[one.source];
            if section.is_empty() { text.clone() } else { format!("{section}: {text}") }
        });
        let premise = cited.collect::<Vec<_>>().join("\n");
        let Some(judged) = self.judge(&premise, claim)? else { return Ok(support) };
        let verdict = if judged.yes >= judged.no.max(judged.unsettled) {
            Verdict::Confirmed
        } else if judged.no > judged.unsettled || support.verdict == Verdict::NotConfirmed {
            Verdict::NotConfirmed
        } else {
            Verdict::Partly
        };
        Ok(Support { verdict, ..support })
    }

    fn add_checked(
        &self,
        sentence: &str,
        support: &Support,
        statements: &[Statement],
        checked: &mut Composed,
    ) -> Result<()> {
        let mut numbers = Vec::new();
        for one in &support.sources {
            let statement = &statements[one.source];
            let range = whole_words(&statement.text, one.range.clone());
            let at = |byte: usize| statement.span.start + u32::try_from(byte).unwrap_or(u32::MAX);
            let span = Span::new(at(range.start), at(range.end));
            let cited = Cited {
                document: &statement.document,
                file_name: &statement.file_name,
                section: &statement.section,
            };
            let known = checked
                .citations
                .iter()
                .find(|other| other.document == statement.document && other.span == span);
            if let Some(known) = known {
                numbers.push(known.n);
                continue;
            }
            let words = &statement.text[range];
            let Some(citation) = self.cite(&cited, span, words, one.part)? else { continue };
            // Where several say it together, each says a part.
            let alone = support.sources.len() == 1 || support.verdict != Verdict::Confirmed;
            let verdict = if alone { support.verdict } else { Verdict::Partly };
            numbers.push(checked.add(Citation { verdict, ..citation }));
        }
        // Without words to show, nothing is confirmed.
        let verdict = if numbers.is_empty() { Verdict::NotConfirmed } else { support.verdict };
        let text = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
        let parts = vec![AnswerPart { text, key: false, citations: numbers }];
        checked.sentences.push(AnswerSentence { parts, verdict, item: false });
        Ok(())
    }

    /// The vectors of statements, in their order.
    fn vectors(&self, statements: &[Statement]) -> Result<Vec<Vec<f32>>> {
        let texts: Vec<&str> = statements.iter().map(|one| one.text.as_str()).collect();
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let (mut vectors, stop) = (vec![Vec::new(); texts.len()], AtomicBool::new(false));
        self.embedder()?
            .embed_many(&texts, workers, &stop, &mut |place, vector| vectors[place] = vector)?;
        Ok(vectors)
    }
}

/// The cosine of two vectors, 0 to 1.
fn similarity(a: &[f32], b: &[f32]) -> f32 {
    cosine(a, b).clamp(0.0, 1.0)
}
