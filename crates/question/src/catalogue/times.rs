//! Owns which of some documents are of the time that a question asks about, and which is the newest.

use citelight_core::{DocumentId, PeriodValue, When, YearPart};
use citelight_text::{Tokens, WordList};

use super::priors::same_year;
use super::{Catalogue, Document, form_at, order};

/// A document must be so surely of the time that is asked, …
const LEAST: f32 = 0.6;
/// … and others that are nearly as surely are kept.
const ALIKE: f32 = 0.04;
/// How well a report serves for the same part of the year before, which it sets beside its own.
const YEAR_BEFORE: f32 = 0.62;

/// Words for what comes again and again, of which one is the newest.
const SERIAL: WordList = WordList::new(
    "bill edition editions filing filings invoice issue meeting minutes month newsletter period
     quarter quarterly release report reports results revision statement update version",
);
/// Words between "latest" and what is meant.
const BETWEEN: usize = 3;

/// The time that a question asks about, as far as it tells documents apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    points: Vec<When>,
    newest: bool,
}

impl Asked {
    /// What these times and a question's words ask.
    pub(crate) fn of(tokens: &Tokens, values: &[PeriodValue]) -> Asked {
        let mut points: Vec<When> = Vec::new();
        for value in values {
            match *value {
                PeriodValue::One(when) => points.push(when),
                PeriodValue::Range(from, to) => points.extend([from, to]),
                PeriodValue::Latest { .. } => {}
            }
        }
        // A report sets the same part of the year before beside its own.
        let later = |one: &When| {
            let next = When { year: one.year.map(|year| year + 1), ..*one };
            one.year.is_some() && points.contains(&next)
        };
        let kept = points.iter().filter(|one| !later(one)).copied().collect();
        Asked { points: kept, newest: points.is_empty() && asks_for_newest(tokens) }
    }

    /// Whether it names a part of a year, or the newest.
    pub(crate) fn is_close(&self) -> bool {
        self.newest || self.points.iter().any(|one| one.part != YearPart::Whole)
    }
}

/// "the latest quarter", "the most recent annual report", "last month's minutes".
fn asks_for_newest(tokens: &Tokens) -> bool {
    (0..tokens.len()).any(|at| {
        let clear = match tokens.lower(at) {
            "latest" | "newest" => true,
            "recent" => tokens.before(at) == "most",
            "last" | "current" => false,
            _ => return false,
        };
        (at + 1..at + 1 + BETWEEN).any(|n| {
            SERIAL.contains(tokens.lower(n))
                || form_at(tokens, n).is_some_and(|(form, _)| clear || form.filing)
                || clear && matches!(tokens.lower(n), "year" | "document")
        })
    })
}

impl Catalogue {
    /// Those of some documents that are of the time that is asked; all of them where that tells none
    /// apart.
    pub(crate) fn of_time(&self, documents: Vec<u32>, asked: &Asked) -> Vec<u32> {
        if documents.len() < 2 {
            return documents;
        }
        let one = |document: u32| &self.documents[document as usize];
        if asked.newest {
            let end = |document: u32| {
                one(document).times.iter().map(|(when, _)| order(*when)).next().unwrap_or(0)
            };
            let newest = documents.iter().map(|one| end(*one)).max().unwrap_or(0);
            return documents.into_iter().filter(|one| end(*one) == newest).collect();
        }
        let yearly = documents.iter().any(|document| one(*document).form == Some("10-K"));
        let mut kept = Vec::new();
        for point in &asked.points {
            let fits: Vec<f32> = documents.iter().map(|d| fit(one(*d), *point)).collect();
            let best = fits.iter().copied().fold(0.0, f32::max);
            // A report on a year holds the figures of those before.
            if best < LEAST || yearly && point.part == YearPart::Whole {
                return documents;
            }
            let near = documents.iter().zip(&fits).filter(|(_, fit)| **fit >= best - ALIKE);
            kept.extend(near.map(|(document, _)| *document));
        }
        if kept.is_empty() {
            return documents;
        }
        kept.sort_unstable();
        kept.dedup();
        kept
    }

    /// The year of the newest of some documents that report on this part of a year.
    pub(crate) fn newest_year(&self, documents: &[&DocumentId], part: YearPart) -> Option<u16> {
        let of = self.documents.iter().filter(|one| documents.contains(&&one.id));
        // The first of a document's times with such a part is the one that it most surely reports on.
        of.filter_map(|one| one.times.iter().find(|(when, _)| when.part == part)?.0.year).max()
    }

    /// Documents that report on parts of a year.
    pub(crate) fn quarterly(&self) -> Vec<u32> {
        self.forms.get("10-Q").cloned().unwrap_or_default()
    }
}

/// 0 to 1: how surely a document reports on a time.
fn fit(document: &Document, at: When) -> f32 {
    use YearPart::{Day, Month, Quarter};
    let dated = document.times.iter().any(|(when, _)| matches!(when.part, Day(..)));
    let one = |(when, likelihood): &(When, f32)| {
        // Where a report tells the day on which its quarter ended, that decides, and not the number of
        // the quarter: companies' years begin in any month.
        if matches!(at.part, Month(_) | Day(..)) && matches!(when.part, Quarter(_)) && dated {
            return 0.0;
        }
        let fits = match (when.year, at.year) {
            (Some(own), Some(year)) if own == year => same_year(when.part, at.part),
            (Some(own), Some(year)) if own == year + 1 && when.part == at.part => YEAR_BEFORE,
            (Some(_), None) if when.part == at.part => 1.0,
            _ => 0.0,
        };
        fits * likelihood
    };
    document.times.iter().map(one).fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use citelight_core::DocumentId;

    use super::*;
    use crate::CatalogueEntry;
    use crate::periods;

    #[test]
    fn a_filing_is_chosen_by_its_time() {
        let files = ["acme_2023Q1_10Q.pdf", "acme_2023Q2_10Q.pdf", "acme_2023Q3_10Q.pdf"];
        let catalogue = Catalogue::new(files.iter().enumerate().map(|(n, file)| CatalogueEntry {
            id: DocumentId::from_content_hash(&format!("{n:016x}")),
            file_name: (*file).to_owned(),
            title: None,
            shown_title: None,
            opening: String::new(),
        }));
        for (question, expected) in [
            ("What was revenue in Q2 2023?", vec![1]),
            ("What was revenue in the third quarter?", vec![2]),
            ("What was revenue in Q1 2022?", vec![0]),
            ("What did the latest quarterly report say?", vec![2]),
            ("How did Q3 2023 compare with Q3 2022?", vec![2]),
            ("How did Q3 2023 compare with Q1 2023?", vec![0, 2]),
            ("What was revenue in 2019?", vec![0, 1, 2]),
        ] {
            let tokens = Tokens::of(question);
            let values: Vec<_> = periods::times(&tokens).iter().map(|time| time.value).collect();
            let asked = Asked::of(&tokens, &values);
            assert_eq!(catalogue.of_time(vec![0, 1, 2], &asked), expected, "{question}");
        }
        let ids: Vec<DocumentId> = (0..3).map(|n| catalogue.id(n)).collect();
        let newest = |part| catalogue.newest_year(&ids.iter().collect::<Vec<_>>(), part);
        assert_eq!(newest(YearPart::Quarter(2)), Some(2023));
        assert_eq!(newest(YearPart::Quarter(4)), None);
    }
}
