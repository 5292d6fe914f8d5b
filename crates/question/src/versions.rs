//! Owns questions of how something changed from one document to the next: "How has the fee changed over the
//! years?", asked of the price lists of five years, asks each of them for the fee.

use citelight_core::{DocumentId, Interpretation, Period, Side, Span};

use crate::catalogue::Catalogue;
use crate::series::series_subject;

/// Documents that are asked, each by itself.
pub(crate) const FEWEST: usize = 2;
pub(crate) const MOST: usize = 6;

/// The documents that a question for a series names together, as its sides, in the order of their years; none
/// where it asks for no series, or names no such documents.
pub(crate) fn versions(text: &str, catalogue: &Catalogue, asked: &Interpretation) -> Vec<Side> {
    let Some(subject) = series_subject(text) else { return Vec::new() };
    let years = years_of(&asked.periods);
    let within = |documents: &[DocumentId]| -> Vec<(DocumentId, String)> {
        let named = documents.iter().map(|id| (id.clone(), catalogue.name_of(id).to_owned()));
        named.filter(|(_, name)| fits(name, &years)).collect()
    };
    let groups = asked.documents.iter().map(|named| within(&named.documents));
    let fitting = groups.filter(|group| (FEWEST..=MOST).contains(&group.len()));
    let Some(mut group) = fitting.max_by_key(Vec::len) else { return Vec::new() };
    group.sort_by_cached_key(|(_, name)| (years_in(name), name.clone()));
    let names: Vec<&str> = group.iter().map(|(_, name)| name.as_str()).collect();
    let labels = apart(&names);
    // Documents of one kind are told apart by a time or a number; others are no versions of one thing.
    if !labels.iter().all(|label| label.contains(|c: char| c.is_ascii_digit())) {
        return Vec::new();
    }
    let at = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
    let span = Span::new(at(subject.start), at(subject.end));
    let side = |((document, _), label): ((DocumentId, String), String)| Side {
        label,
        span,
        query: text[subject.clone()].to_owned(),
        documents: vec![document],
        periods: Vec::new(),
        references: Vec::new(),
    };
    group.into_iter().zip(labels).map(side).collect()
}

/// The first and the last year that a question names.
fn years_of(periods: &[Period]) -> Option<(u16, u16)> {
    let years = || periods.iter().flat_map(Period::years);
    years().min().zip(years().max())
}

/// Whether a document may be of those years, as far as its name says.
fn fits(name: &str, years: &Option<(u16, u16)>) -> bool {
    let own = years_in(name);
    let Some((first, last)) = years.filter(|_| !own.is_empty()) else { return true };
    own.iter().any(|year| (first..=last).contains(year))
}

fn years_in(name: &str) -> Vec<u16> {
    let digits = name.split(|c: char| !c.is_ascii_digit()).filter(|digits| digits.len() == 4);
    digits.filter_map(|digits| digits.parse().ok()).filter(|y| (1_900..2_200).contains(y)).collect()
}

/// What tells names of files apart: the words of each that not all of them hold.
fn apart(names: &[&str]) -> Vec<String> {
    let words = |name: &str| -> Vec<String> {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let words = stem.split(|c: char| !c.is_alphanumeric() && c != '.');
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let all: Vec<Vec<String>> = names.iter().map(|name| words(name)).collect();
    let shared = |word: &String| all.iter().all(|own| own.contains(word));
    all.iter()
        .map(|own| {
            let left: Vec<&str> =
                own.iter().filter(|word| !shared(word)).map(String::as_str).collect();
            if left.is_empty() { own.join(" ") } else { left.join(" ") }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart_by_what_differs() {
        let names = ["Fees_Hall_2016.pdf", "Fees_Hall_2018_draft.pdf", "Fees_Hall.pdf"];
        assert_eq!(apart(&names), ["2016", "2018 draft", "Fees Hall"]);
        assert_eq!(years_in("a_2016-q3_12345.pdf"), [2016]);
        assert!(
            fits("list_2017.pdf", &Some((2016, 2018))) && fits("list.pdf", &Some((2016, 2018)))
        );
        assert!(!fits("list_2019.pdf", &Some((2016, 2018))) && fits("list_2019.pdf", &None));
    }
}
