//! Owns the exam: questions that are asked as a person would, their answers as a person sees them, what a
//! program can count of them, and the sheet that a judge reads.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use citelight_core::{Answer, AnswerSentence, Citation, QuestionId};
use citelight_engine::Library;
use citelight_text::squashed;
use serde::Serialize;

use crate::EvalError;
use crate::asking::{ask, documents_of};
use crate::retrieval::{Gold, Question, same_file};

/// Passages among which the page with the answer is looked for.
const PASSAGES: usize = 5;
/// Share of the true words that an answer must show where nobody said which decide.
const ENOUGH: f32 = 0.6;

/// How a line ends that says that nothing was found of a side.
const SAYS_NOTHING: &str = "I found nothing that says it.";

/// One question with what was answered, as a person sees it.
#[derive(Debug, Clone, Serialize)]
pub struct Answered {
    /// What its writer calls it, or its line in the file.
    pub id: String,
    /// Group in which it is counted besides all.
    pub kind: String,
    /// The question.
    pub question: String,
    /// The expected answer.
    pub gold: String,
    /// Whether no document answers it.
    pub unanswerable: bool,
    /// Whether an answer was given.
    pub found: bool,
    /// What is shown first and large; empty where nothing is.
    pub lead: String,
    /// The sentences, one each; the lit words stand between ‹ and ›.
    pub sentences: Vec<String>,
    /// What is said besides.
    pub note: String,
    /// File, page and words of each citation.
    pub citations: Vec<String>,
    /// 0 to 1.
    pub confidence: f32,
    /// Place of the first passage with the true page, from 1.
    pub gold_page_rank: Option<usize>,
    /// Whether a citation stands on a true page.
    pub cites_gold_page: bool,
    /// Whether what is shown first, the lead or the first sentence, shows the decisive words.
    pub first_shows: bool,
    /// Whether the whole answer shows them.
    pub shows: bool,
    /// Whether nothing is answered, and what is shown as the nearest shows them.
    pub nearest_shows: bool,
    /// Whether the lit words, where there are any, show them or are a part of them.
    pub lit_right: Option<bool>,
    /// Lines of a comparison, a series or a list.
    pub cells: usize,
    /// Those of them that nothing cites.
    pub uncited: usize,
    /// Citations of documents in which the answer does not stand.
    pub elsewhere: usize,
    /// From question to answer, in milliseconds.
    pub ms: f32,
}

/// What can be counted without a judge.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Counts {
    /// Questions that documents answer.
    pub answerable: usize,
    /// Those of them that were answered.
    pub answered: usize,
    /// With the true page among the first passages.
    pub page_found: usize,
    /// With a citation on the true page.
    pub page_cited: usize,
    /// With the decisive words in what is shown first.
    pub first_shows: usize,
    /// With the decisive words anywhere in the answer.
    pub shows: usize,
    /// Without an answer, but with the decisive words in what is shown as the nearest.
    pub nearest_shows: usize,
    /// With lit words, and with right ones.
    pub lit: usize,
    /// Those whose lit words are right.
    pub lit_right: usize,
    /// Questions that no document answers.
    pub unanswerable: usize,
    /// Those of them to which nothing was answered.
    pub silent: usize,
}

/// An exam that was sat.
#[derive(Debug, Default, Serialize)]
pub struct Exam {
    /// The questions in their order.
    pub answers: Vec<Answered>,
    /// Lines of questions whose documents are not in the library.
    pub left_out: Vec<usize>,
}

/// Asks the questions in their order, a follow-up behind the question before it; nothing stays in the
/// history.
pub fn sit(library: &Library, questions: &[Question]) -> Result<Exam, EvalError> {
    let mut exam = Exam::default();
    let mut asked: HashMap<&str, QuestionId> = HashMap::new();
    let leading: Vec<&str> = questions.iter().filter_map(|one| one.after.as_deref()).collect();
    for question in questions {
        let Ok(documents) = documents_of(library, question) else {
            exam.left_out.push(question.line);
            continue;
        };
        let previous = question.after.as_deref().and_then(|after| asked.get(after)).copied();
        let put = citelight_engine::Ask { previous, ..ask(&question.question, &documents) };
        let leads = question.id.as_deref().filter(|id| leading.contains(id));
        let answer = if leads.is_some() { library.ask(&put)? } else { library.answer(&put)? };
        if let Some(id) = leads {
            asked.insert(id, answer.id);
        }
        exam.answers.push(answered(question, &answer));
    }
    for id in asked.into_values() {
        library.forget_question(id)?;
    }
    Ok(exam)
}

fn answered(question: &Question, answer: &Answer) -> Answered {
    let lead = answer.details.lead.as_ref().map(|lead| lead.text.clone()).unwrap_or_default();
    let sentences: Vec<String> = answer
        .sentences
        .iter()
        .map(|sentence| {
            let part =
                |key: bool, text: &str| if key { format!("‹{text}›") } else { text.to_owned() };
            let parts = sentence.parts.iter().map(|one| part(one.key, &one.text));
            parts.collect::<Vec<_>>().join(" ")
        })
        .collect();
    let sentences = if sentences.is_empty() { vec![answer.answer.clone()] } else { sentences };
    let nothing = |one: &AnswerSentence| one.parts.iter().any(|p| p.text.ends_with(SAYS_NOTHING));
    let cells: Vec<&AnswerSentence> =
        answer.sentences.iter().filter(|one| one.item && !nothing(one)).collect();
    let in_gold = |file: &str| question.gold.iter().any(|gold| same_file(file, &gold.document));
    let on_gold = |citation: &Citation| question.gold.iter().any(|gold| is_on(citation, gold));
    let lit: Vec<String> = match &answer.details.lead {
        Some(lead) => vec![lead.text.clone()],
        None => answer
            .sentences
            .iter()
            .flat_map(|sentence| &sentence.parts)
            .filter(|part| part.key)
            .map(|part| part.text.clone())
            .take(1)
            .collect(),
    };
    let first = [lead.as_str(), &sentences[0]].join(" ");
    let list = answer.sentences.iter().any(|sentence| sentence.item);
    let all = [lead.as_str(), &sentences.join(" ")].join(" ");
    let page = |passage: &citelight_core::Passage| {
        question.gold.iter().any(|gold| {
            same_file(&passage.file, &gold.document)
                && passage.pages.iter().any(|page| holds(gold, *page))
        })
    };
    Answered {
        id: question.id.clone().unwrap_or_else(|| question.line.to_string()),
        kind: question.kind.clone().unwrap_or_default(),
        question: question.question.clone(),
        gold: question.answer.clone().unwrap_or_default(),
        unanswerable: !question.answerable,
        found: answer.found,
        note: answer.details.note.clone().unwrap_or_default(),
        citations: answer
            .citations
            .iter()
            .map(|one| {
                let cell =
                    one.cell.as_ref().map(|cell| format!(" ({} | {})", cell.row, cell.column));
                format!("{} p. {}: {}{}", one.file, one.page, one.quote, cell.unwrap_or_default())
            })
            .collect(),
        confidence: answer.confidence,
        gold_page_rank: answer.passages.iter().position(page).map(|at| at + 1),
        cites_gold_page: answer.citations.iter().any(on_gold),
        first_shows: answer.found && shows(question, if list { &all } else { &first }),
        shows: answer.found && shows(question, &all),
        nearest_shows: !answer.found && shows(question, &all),
        lit_right: lit.first().map(|lit| is_right(question, lit)),
        cells: cells.len(),
        uncited: cells
            .iter()
            .filter(|one| one.parts.iter().all(|part| part.citations.is_empty()))
            .count(),
        elsewhere: answer.citations.iter().filter(|one| !in_gold(&one.file)).count(),
        ms: answer.timings_ms.total,
        lead,
        sentences,
    }
}

fn holds(gold: &Gold, page: citelight_core::PageNumber) -> bool {
    gold.page == page || gold.alt_pages.contains(&page)
}

fn is_on(citation: &Citation, gold: &Gold) -> bool {
    same_file(&citation.file, &gold.document)
        && citation.quads.iter().any(|quad| holds(gold, quad.page))
}

/// Whether a text shows the decisive words; where nobody said which they are, most of the true ones.
pub(crate) fn shows(question: &Question, text: &str) -> bool {
    let text: String = squashed(text).collect();
    let held = |words: &str| text.contains(&squashed(words).collect::<String>());
    if !question.must.is_empty() {
        return question.must.iter().all(|words| held(words));
    }
    let golds: Vec<&str> = question.gold.iter().filter_map(|gold| gold.text.as_deref()).collect();
    let words: Vec<&str> = golds.iter().flat_map(|text| text.split_whitespace()).collect();
    let shown = words.iter().filter(|word| held(word)).count();
    !words.is_empty() && shown as f32 >= ENOUGH * words.len() as f32
}

/// Whether lit words are the answer, or a part of what the page says of it.
fn is_right(question: &Question, lit: &str) -> bool {
    let short: String = squashed(lit).collect();
    let golds = question.gold.iter().filter_map(|gold| gold.text.as_deref());
    let mut texts = question.must.iter().map(String::as_str).chain(golds);
    shows(question, lit)
        || !short.is_empty()
            && texts.any(|text| squashed(text).collect::<String>().contains(&short))
}

impl Exam {
    /// What can be counted, of all and by kind.
    pub fn counts(&self) -> BTreeMap<String, Counts> {
        let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
        for one in &self.answers {
            for kind in ["all", &one.kind] {
                counts.entry(kind.to_owned()).or_default().add(one);
            }
        }
        counts
    }

    /// What a judge reads: question, expected answer and answer, and nothing else, with a line for the
    /// verdict.
    pub fn sheet(&self) -> String {
        let mut sheet = String::new();
        for one in &self.answers {
            let mut shown = Vec::new();
            if !one.lead.is_empty() {
                shown.push(format!("**{}**", one.lead));
            }
            shown.extend(one.sentences.iter().cloned());
            if !one.note.is_empty() {
                shown.push(format!("(Note: {})", one.note));
            }
            sheet.push_str(&format!(
                "## {}\nQuestion: {}\nExpected: {}\nAnswer:\n{}\n\nCited:\n{}\n\nVerdict:\n\n",
                one.id,
                one.question,
                one.gold,
                shown.join("\n"),
                one.citations.join("\n"),
            ));
        }
        sheet
    }
}

impl Counts {
    fn add(&mut self, one: &Answered) {
        let count = |place: &mut usize, holds: bool| *place += usize::from(holds);
        if one.unanswerable {
            self.unanswerable += 1;
            return count(&mut self.silent, !one.found);
        }
        self.answerable += 1;
        count(&mut self.answered, one.found);
        count(&mut self.page_found, one.gold_page_rank.is_some_and(|rank| rank <= PASSAGES));
        count(&mut self.page_cited, one.found && one.cites_gold_page);
        count(&mut self.first_shows, one.first_shows);
        count(&mut self.shows, one.shows);
        count(&mut self.nearest_shows, one.nearest_shows);
        count(&mut self.lit, one.found && one.lit_right.is_some());
        count(&mut self.lit_right, one.found && one.lit_right == Some(true));
    }
}

impl fmt::Display for Exam {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.left_out.is_empty() {
            writeln!(f, "{} questions left out: their documents are missing", self.left_out.len())?;
        }
        writeln!(
            f,
            "{:<20} {:>5} {:>8} {:>6} {:>6} {:>6} {:>6} {:>9} {:>8} {:>7}",
            "kind",
            "asked",
            "answered",
            "page@5",
            "cited",
            "first",
            "shown",
            "lit right",
            "silent",
            "nearest"
        )?;
        for (kind, n) in self.counts() {
            writeln!(
                f,
                "{:<20} {:>5} {:>8} {:>6} {:>6} {:>6} {:>6} {:>9} {:>8} {:>7}",
                kind,
                n.answerable,
                n.answered,
                n.page_found,
                n.page_cited,
                n.first_shows,
                n.shows,
                format!("{}/{}", n.lit_right, n.lit),
                format!("{}/{}", n.silent, n.unanswerable),
                n.nearest_shows,
            )?;
        }
        let sum = |of: fn(&Answered) -> usize| self.answers.iter().map(of).sum::<usize>();
        let mixing = self.answers.iter().filter(|one| !one.unanswerable && one.elsewhere > 0);
        writeln!(
            f,
            "lines of lists: {}, {} without a citation; answers that cite other documents: {}",
            sum(|one| one.cells),
            sum(|one| one.uncited),
            mixing.count(),
        )?;
        let mut ms: Vec<f32> = self.answers.iter().map(|one| one.ms).collect();
        ms.sort_by(f32::total_cmp);
        let at = |share: f32| ms.get((ms.len() as f32 * share) as usize).copied().unwrap_or(0.0);
        writeln!(f, "milliseconds: median {:.0}, 95th percentile {:.0}", at(0.5), at(0.95))
    }
}

#[cfg(test)]
mod tests {
    use citelight_core::PageNumber;

    use super::*;

    fn question(must: &[&str], text: Option<&str>) -> Question {
        let gold = Gold {
            document: "a.pdf".to_owned(),
            page: PageNumber::FIRST,
            alt_pages: Vec::new(),
            boxes: Vec::new(),
            text: text.map(str::to_owned),
        };
        let must = must.iter().map(|one| (*one).to_owned()).collect();
        Question { must, gold: vec![gold], answerable: true, ..Question::default() }
    }

    #[test]
    fn all_decisive_words_must_be_shown_however_they_are_spaced() {
        let asked = question(&["£51,250", "1 May"], None);
        assert!(shows(&asked, "From 1  May the rent is £51 250."));
        assert!(!shows(&asked, "The rent is £51,250."));
    }

    #[test]
    fn most_of_the_true_words_do_where_nobody_said_which_decide() {
        let asked = question(&[], Some("a 3-inch crack in the aft wing spar"));
        assert!(shows(&asked, "The inspection revealed a 3-inch crack in the aft spar."));
        assert!(!shows(&asked, "The inspection was in May."));
    }

    #[test]
    fn lit_words_may_be_a_part_of_the_true_ones() {
        let asked = question(&["2640 hours"], None);
        assert!(is_right(&asked, "2640"));
        assert!(!is_right(&asked, "2555 hours"));
    }
}
