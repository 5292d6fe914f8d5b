//! What an answer says of how it was found, where the question asks for more than the nearest passages
//! can tell.

use std::collections::HashSet;

use citelight_core::Reach;

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
    use super::{found_by_words, looked_at};

    #[test]
    fn documents_that_are_being_prepared_are_told() {
        assert_eq!(found_by_words(&[]), None);
        let one = found_by_words(&["report.pdf".to_owned()]).unwrap();
        assert!(one.starts_with("“report.pdf” is still being prepared: for now it is"), "{one}");
        let two = found_by_words(&["a.pdf".to_owned(), "b.pdf".to_owned()]).unwrap();
        assert!(two.starts_with("2 documents are still being prepared: for now they are"), "{two}");
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
