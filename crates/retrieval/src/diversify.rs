//! From scores to an order in which the first places show different evidence.

/// Pages as far as they are compared: a document and a half-open range of its pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The document, by any number that tells documents apart.
    pub document: u32,
    /// First and last page.
    pub pages: (u32, u32),
    /// Whether it is rows of a table.
    pub table: bool,
}

impl Place {
    fn shares_a_page(&self, other: &Place) -> bool {
        self.document == other.document
            && self.pages.0 <= other.pages.1
            && other.pages.0 <= self.pages.1
    }
}

/// A candidate in its place of the order.
#[derive(Debug, Clone, PartialEq)]
pub struct Ordered {
    /// Its number in the pool.
    pub candidate: usize,
    /// Its score less what it lost to those before it.
    pub score: f32,
    /// Further rows of the tables on its page, folded under it, best first.
    pub folded: Vec<usize>,
}

/// What each passage of the same page before it costs a passage, in the units of the scores.
const SAME_PAGE: f32 = 0.5;

/// Orders a pool by its scores, greedily, at most `limit` candidates. Rows of the tables on one page
/// are one piece of evidence: the best stands for all, the rest fold under it. Another passage of a
/// page that is already shown counts a little less.
pub fn diversify(scores: &[f32], places: &[Place], limit: usize) -> Vec<Ordered> {
    let mut left: Vec<Option<f32>> = scores.iter().copied().map(Some).collect();
    let mut ordered: Vec<Ordered> = Vec::new();
    while ordered.len() < limit {
        let best = left
            .iter()
            .enumerate()
            .filter_map(|(number, score)| score.map(|score| (number, score)))
            // The first of equals, so that the order does not depend on the search.
            .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        let Some((candidate, score)) = best else { break };
        left[candidate] = None;
        let chosen = &places[candidate];
        let mut folded = Vec::new();
        for (number, place) in places.iter().enumerate() {
            if !chosen.shares_a_page(place) {
                continue;
            }
            if let Some(score) = &mut left[number] {
                if chosen.table && place.table {
                    left[number] = None;
                    folded.push(number);
                } else {
                    *score -= SAME_PAGE;
                }
            }
        }
        folded.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
        ordered.push(Ordered { candidate, score, folded });
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(page: u32, table: bool) -> Place {
        Place { document: 1, pages: (page, page), table }
    }

    #[test]
    fn tables_of_a_page_fold_and_its_text_counts_less() {
        let places = [place(1, true), place(1, true), place(1, false), place(2, false)];
        let order = diversify(&[3.0, 2.0, 1.2, 1.0], &places, 9);
        let candidates: Vec<usize> = order.iter().map(|o| o.candidate).collect();
        assert_eq!(candidates, [0, 3, 2], "page 2 before the second of page 1");
        assert_eq!(order[0].folded, [1]);
        assert_eq!(order[2].score, 1.2 - SAME_PAGE);
    }

    #[test]
    fn other_documents_and_limits() {
        let mut places = [place(1, true), place(1, true)];
        places[1].document = 2;
        assert_eq!(diversify(&[1.0, 1.0], &places, 9).len(), 2);
        let order = diversify(&[1.0, 1.0], &places, 1);
        assert_eq!((order.len(), order[0].candidate), (1, 0));
        assert!(diversify(&[], &[], 3).is_empty());
    }
}
