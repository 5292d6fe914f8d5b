//! Reading order against the sorted blocks of an independent extractor.
//!
//! Counted are pairs of words that follow each other on a page of the truth, where both are found
//! among our words (text and box, as in [`crate::boxes`]) and both are in the flow: running headers
//! that we leave out say nothing about order. A pair is kept where our flow has the second word
//! right after the first.
//!
//! Two orders serve as truth: the extractor's own (that of the content stream, which most writers
//! put out in reading order), and its blocks sorted column by column. On pages of two columns the
//! second decides.

use std::collections::HashMap;
use std::fmt;

use citelight_core::PageNumber;
use citelight_reader::PageContent;
use citelight_structure::{Flow, compose};
use serde::Serialize;

use crate::boxes::BAR;
use crate::matching::{Placed, pair};
use crate::pages::{by_file, page_words, read};
use crate::truth::{PeerPage, PeerWord};
use crate::{EvalError, Settings, share};

/// Pages listed as the worst.
const WORST: usize = 12;

/// Pairs of words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Pairs {
    /// Pages they stand on.
    pub pages: usize,
    /// Pairs of the truth with both words in the flow.
    pub pairs: usize,
    /// Pairs that the flow keeps.
    pub kept: usize,
}

impl Pairs {
    fn add(&mut self, page: &Pairs) {
        self.pages += 1;
        self.pairs += page.pairs;
        self.kept += page.kept;
    }
}

/// One page with its torn pairs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PageOrder {
    /// Name of the PDF.
    pub file: String,
    /// 1-based.
    pub page: PageNumber,
    /// Whether it counts as two columns.
    pub two_columns: bool,
    /// Its pairs, against the order that decides.
    pub pairs: Pairs,
    /// Some pairs that the flow does not keep.
    pub torn: Vec<(String, String)>,
}

/// Over all pages.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OrderReport {
    /// Pages of two columns, against blocks sorted column by column.
    pub two_columns: Pairs,
    /// The same pages, against the extractor's own order.
    pub two_columns_unsorted: Pairs,
    /// Other pages, against the extractor's own order.
    pub others: Pairs,
    /// Words left out of the flow as running headers, footers and page numbers.
    pub furniture: usize,
    /// Pages that could not be read.
    pub unread: usize,
    /// The pages with most torn pairs.
    pub worst: Vec<PageOrder>,
}

/// Compares the pages of the truth. Those of one file have to stand together, from the first on,
/// since running headers show themselves on pages that follow each other.
pub fn measure(truth: &[PeerPage], settings: &Settings) -> Result<OrderReport, EvalError> {
    let wanted = by_file(truth.iter().map(|p| (p.file.as_path(), p.page)));
    let mut report = OrderReport {
        two_columns: Pairs::default(),
        two_columns_unsorted: Pairs::default(),
        others: Pairs::default(),
        furniture: 0,
        unread: 0,
        worst: Vec::new(),
    };
    let mut rest = truth;
    for contents in read(&wanted, settings) {
        let (pages, later) = rest.split_at(contents.len());
        rest = later;
        let read: Vec<(&PeerPage, PageContent)> =
            pages.iter().zip(contents).filter_map(|(p, c)| Some((p, c.ok()?))).collect();
        report.unread += pages.len() - read.len();
        document(&read, &mut report);
    }
    report.worst.retain(|p| p.pairs.kept < p.pairs.pairs);
    report.worst.sort_by_key(|p| std::cmp::Reverse(p.pairs.pairs - p.pairs.kept));
    report.worst.truncate(WORST);
    Ok(report)
}

fn document(read: &[(&PeerPage, PageContent)], report: &mut OrderReport) {
    let views: Vec<_> = read.iter().map(|(_, content)| page_words(content)).collect();
    let flow = compose(&views);
    report.furniture += flow.furniture.iter().map(|(_, words)| words.len()).sum::<usize>();
    let places = places(&flow);
    for (peer, content) in read {
        let ours: Vec<Placed<'_>> =
            content.words.iter().map(|w| Placed { text: &w.text, rect: w.rect }).collect();
        let own = |index: usize| places.get(&(peer.page, index)).copied();
        let unsorted: Vec<&PeerWord> = peer.blocks.iter().flatten().collect();
        let (plain, torn) = follow(&unsorted, &ours, &own);
        let (pairs, torn) = if peer.two_columns {
            let sorted: Vec<&PeerWord> =
                peer.columns.iter().filter_map(|&b| peer.blocks.get(b)).flatten().collect();
            let (pairs, torn) = follow(&sorted, &ours, &own);
            report.two_columns.add(&pairs);
            report.two_columns_unsorted.add(&plain);
            (pairs, torn)
        } else {
            report.others.add(&plain);
            (plain, torn)
        };
        let file = peer.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let two_columns = peer.two_columns;
        report.worst.push(PageOrder { file, page: peer.page, two_columns, pairs, torn });
    }
}

/// Where every word of a page stands in the flow.
fn places(flow: &Flow) -> HashMap<(PageNumber, usize), usize> {
    flow.words.iter().enumerate().map(|(at, w)| ((w.page, w.index as usize), at)).collect()
}

/// The pairs of a page, and up to two dozen torn ones.
fn follow(
    truth: &[&PeerWord],
    ours: &[Placed<'_>],
    place: &dyn Fn(usize) -> Option<usize>,
) -> (Pairs, Vec<(String, String)>) {
    let placed: Vec<Placed<'_>> =
        truth.iter().map(|w| Placed { text: &w.t, rect: w.rect() }).collect();
    let at: Vec<Option<usize>> =
        pair(&placed, ours, BAR).into_iter().map(|found| found.and_then(place)).collect();
    let mut pairs = Pairs { pages: 1, ..Pairs::default() };
    let mut torn = Vec::new();
    for (places, words) in at.windows(2).zip(truth.windows(2)) {
        let (Some(first), Some(second)) = (places[0], places[1]) else { continue };
        pairs.pairs += 1;
        if second == first + 1 {
            pairs.kept += 1;
        } else if torn.len() < 24 {
            torn.push((words[0].t.clone(), words[1].t.clone()));
        }
    }
    (pairs, torn)
}

impl fmt::Display for OrderReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, pairs) in [
            ("two columns, sorted blocks", &self.two_columns),
            ("two columns, unsorted blocks", &self.two_columns_unsorted),
            ("other pages, unsorted blocks", &self.others),
        ] {
            writeln!(
                f,
                "order: {what}: {} of {} pairs kept on {} pages: {:.2} %",
                pairs.kept,
                pairs.pairs,
                pairs.pages,
                share(pairs.kept, pairs.pairs)
            )?;
        }
        writeln!(
            f,
            "  {} words left out as furniture; {} pages unread",
            self.furniture, self.unread
        )?;
        for page in &self.worst {
            let Pairs { pairs, kept, .. } = page.pairs;
            let kind = if page.two_columns { ", two columns" } else { "" };
            write!(f, "  {} p. {}{kind}: {} of {pairs} torn:", page.file, page.page, pairs - kept)?;
            for (first, second) in page.torn.iter().take(6) {
                write!(f, " {first}|{second}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_core::Rect;

    #[test]
    fn pairs_are_kept_where_the_flow_goes_on() {
        let word = |t: &str, x: f32| PeerWord { t: t.into(), x0: x, y0: 0.0, x1: x + 9.0, y1: 9.0 };
        let truth = [word("a", 0.0), word("b", 10.0), word("c", 20.0), word("d", 30.0)];
        let truth: Vec<&PeerWord> = truth.iter().collect();
        let ours: Vec<Placed<'_>> = ["a", "b", "c", "d"]
            .into_iter()
            .zip(0u8..)
            .map(|(text, n)| {
                let x = 10.0 * f32::from(n);
                Placed { text, rect: Rect::new(x, 0.0, x + 9.0, 9.0) }
            })
            .collect();
        for (places, expected) in [
            ([Some(4), Some(5), Some(6), Some(7)], (3, 3)),
            ([Some(1), Some(0), Some(2), Some(3)], (3, 1)),
            // What is left out of the flow counts neither way.
            ([None, Some(0), Some(1), Some(2)], (2, 2)),
            ([Some(0), Some(1), None, Some(2)], (1, 1)),
            ([Some(0), Some(2), Some(4), Some(6)], (3, 0)),
        ] {
            let (pairs, torn) = follow(&truth, &ours, &|at| places[at]);
            assert_eq!((pairs.pairs, pairs.kept), expected, "{places:?}");
            assert_eq!(torn.len(), pairs.pairs - pairs.kept);
        }
    }
}
