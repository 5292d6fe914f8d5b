//! What an answer says of how it was found, where the question asks for more than the nearest passages
//! can tell.

use std::collections::HashSet;

use citelight_core::{Citation, PageStatus, Reach, Word, WordSource};
use citelight_store::Store;

use super::asker::Asker;
use super::question::{Hit, Question};
use crate::error::Result;

/// What was looked at, where a question reaches further than `read`, the passages that were read for it, or
/// where nothing was found.
pub(crate) fn note(
    asker: &Asker,
    question: &Question,
    read: &[Hit],
    found: bool,
) -> Result<Option<String>> {
    if found && question.interpretation.reach != Reach::Whole {
        return Ok(None);
    }
    let mut pages = HashSet::new();
    for chunk in read.iter().flat_map(Hit::chunks) {
        let touched = chunk.first_page.get()..=chunk.last_page.get();
        pages.extend(touched.map(|page| (&chunk.document, page)));
    }
    let documents: HashSet<_> = pages.iter().map(|(document, _)| *document).collect();
    let mut all = 0;
    for document in &question.whole.scope {
        all += asker.documents.row(document)?.pages;
    }
    Ok(looked_at(read.len(), pages.len(), documents.len(), all as usize))
}

/// Which documents are found by their words alone as yet; none where all are whole.
pub(crate) fn preparing(asker: &Asker, question: &Question) -> Result<Option<String>> {
    let mut names = Vec::new();
    for document in &question.whole.scope {
        let row = asker.documents.row(document)?;
        if row.by_words {
            names.push(row.file_name);
        }
    }
    Ok(found_by_words(&names))
}

/// Words of a scan that tesseract is less sure of, on the whole, are to be compared with the page.
const UNSURE: f32 = 0.7;

/// What a person is to know of the pages that the quotes stand on: which quotes were recognised from a picture
/// with little certainty, and which stand on a page that may not be read whole.
pub(crate) fn unsure(store: &Store, citations: &[Citation]) -> Result<Option<String>> {
    let (mut unsure, mut doubtful) = (Vec::new(), Vec::new());
    for citation in citations {
        let Some(info) = store.page(&citation.document, citation.page)? else { continue };
        let words = match info.status {
            PageStatus::Ocr | PageStatus::Mixed => {
                store.page_words(&citation.document, citation.page)?.unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let sure = certainty(&words, citation);
        if sure.is_some_and(|sure| sure < UNSURE) {
            unsure.push(citation.n);
        } else if let Some(problem) = info.problem {
            doubtful.push((citation.n, problem));
        }
    }
    Ok(compared_with_page(&unsure, &doubtful))
}

/// How sure the recognition is of the quoted words, 0 to 1; none where it read none of them.
fn certainty(words: &[Word], citation: &Citation) -> Option<f32> {
    let on_page = || citation.quads.iter().filter(|quad| quad.page == citation.page);
    let quoted = words.iter().filter(|word| {
        let (x, y) = (word.rect.center_x(), word.rect.center_y());
        word.source == WordSource::Ocr && on_page().any(|quad| quad.rect.contains_point(x, y))
    });
    let sure: Vec<f32> = quoted.map(|word| word.confidence).collect();
    (!sure.is_empty()).then(|| sure.iter().sum::<f32>() / sure.len() as f32)
}

fn compared_with_page(unsure: &[u32], doubtful: &[(u32, String)]) -> Option<String> {
    let chips = |numbers: &mut dyn Iterator<Item = u32>| -> String {
        numbers.map(|n| format!("[{n}]")).collect::<Vec<_>>().join(", ")
    };
    let mut said = Vec::new();
    if !unsure.is_empty() {
        let chips = chips(&mut unsure.iter().copied());
        said.push(format!(
            "From a scan, words of low confidence: {chips}. Please compare with the page."
        ));
    }
    if let Some((_, problem)) = doubtful.first() {
        let alike = doubtful.iter().filter(|(_, other)| other == problem).map(|(n, _)| *n);
        let chips = chips(&mut alike.into_iter());
        said.push(format!("From a page that may not be read whole: {chips}; {problem}."));
    }
    (!said.is_empty()).then(|| said.join(" "))
}

fn found_by_words(names: &[String]) -> Option<String> {
    let (who, it) = match names {
        [] => return None,
        [one] => (format!("“{one}” is"), "it is"),
        several => (format!("{} documents are", several.len()), "they are"),
    };
    Some(format!(
        "{who} still being prepared: for now {it} searched by the words of the question, not yet by its \
         meaning. Ask again in a moment for more."
    ))
}

/// What was looked at, in a sentence; none where it was everything.
fn looked_at(passages: usize, pages: usize, documents: usize, all: usize) -> Option<String> {
    if passages == 0 || pages >= all {
        return None;
    }
    let counted = |count: usize, one: &str| match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {one}s"),
    };
    Some(format!(
        "I looked at the {} nearest to the question, on {} of {}. There are {} in all.",
        match passages {
            1 => "passage".to_owned(),
            _ => counted(passages, "passage"),
        },
        counted(pages, "page"),
        counted(documents, "document"),
        counted(all, "page"),
    ))
}

#[cfg(test)]
mod tests {
    use citelight_core::{DocumentId, PageNumber, Quad, Rect, Span, Verdict};

    use super::*;

    #[test]
    fn documents_that_are_being_prepared_are_told() {
        assert_eq!(found_by_words(&[]), None);
        let one = found_by_words(&["report.pdf".to_owned()]).unwrap();
        assert!(one.starts_with("“report.pdf” is still being prepared: for now it is"), "{one}");
        let two = found_by_words(&["a.pdf".to_owned(), "b.pdf".to_owned()]).unwrap();
        assert!(two.starts_with("2 documents are still being prepared: for now they are"), "{two}");
    }

    #[test]
    fn quotes_of_unsure_words_are_told() {
        let page = PageNumber::new(1).unwrap();
        let citation = Citation {
            n: 1,
            document: DocumentId::parse("0123456789abcdef").unwrap(),
            file: "scan.pdf".to_owned(),
            page,
            label: None,
            section: String::new(),
            span: Span::new(0, 5),
            quote: "Total 7".to_owned(),
            verdict: Verdict::Quoted,
            score: 1.0,
            quads: vec![Quad { page, rect: Rect::new(0.0, 0.0, 100.0, 12.0) }],
            context: Vec::new(),
            cell: None,
        };
        let word = |y: f32, source, confidence| {
            let rect = Rect::new(10.0, y, 40.0, y + 10.0);
            Word { text: "x".to_owned(), rect, font_size: 10.0, bold: false, source, confidence }
        };
        let words = [
            word(1.0, WordSource::Ocr, 0.4),
            word(1.0, WordSource::Ocr, 0.6),
            word(50.0, WordSource::Ocr, 0.9),
            word(1.0, WordSource::Native, 1.0),
        ];
        assert_eq!(
            certainty(&words, &citation),
            Some(0.5),
            "the quoted words that were recognised"
        );
        assert_eq!(certainty(&words[3..], &citation), None);
        assert_eq!(compared_with_page(&[], &[]), None);
        assert_eq!(
            compared_with_page(&[1, 3], &[]).unwrap(),
            "From a scan, words of low confidence: [1], [3]. Please compare with the page."
        );
        let problem = || "it may be handwriting".to_owned();
        assert_eq!(
            compared_with_page(&[], &[(2, problem()), (4, problem())]).unwrap(),
            "From a page that may not be read whole: [2], [4]; it may be handwriting."
        );
    }

    #[test]
    fn what_was_looked_at_is_told_with_its_figures() {
        assert_eq!(
            looked_at(12, 9, 2, 312).as_deref(),
            Some(
                "I looked at the 12 passages nearest to the question, on 9 pages of 2 documents. \
                 There are 312 pages in all."
            )
        );
        assert_eq!(
            looked_at(1, 1, 1, 2).as_deref(),
            Some(
                "I looked at the passage nearest to the question, on 1 page of 1 document. \
                 There are 2 pages in all."
            )
        );
        assert_eq!(looked_at(5, 3, 1, 3), None, "everything was looked at");
        assert_eq!(looked_at(0, 0, 0, 3), None);
    }
}
