//! Owns what is written into the fields of an interactive form: a value for certain, whose label stands in
//! its drawn cell, beside it or above it, or in the row and the column of a grid of fields.

use citelight_core::Rect;

use super::{Pair, Pairs};
use crate::fields::runs::{Kind, Run};

/// Words of a label at most, and of the heading of a column.
const MOST_LABEL_WORDS: usize = 24;
const MOST_HEADING_WORDS: usize = 6;
/// Lines of a label at most.
const MOST_LABEL_LINES: usize = 5;
/// White space between a value and the label right above it, in heights of the value.
const CLOSE: f32 = 0.8;
/// Rows above a value in which the heading of its column is looked for.
const MOST_ROWS_UP: usize = 40;

impl Pairs<'_, '_> {
    /// The fields that are filled in, each with its label.
    pub(super) fn filled(&mut self) -> Vec<Pair> {
        let mut fields: Vec<Vec<usize>> = Vec::new();
        for at in 0..self.page.runs.len() {
            let run = self.run(at);
            if run.field == 0 || self.taken[at] {
                continue;
            }
            match fields.iter_mut().find(|own| self.run(own[0]).field == run.field) {
                Some(own) => own.push(at),
                None => fields.push(vec![at]),
            }
        }
        let labels: Vec<Vec<usize>> = fields.iter().map(|value| self.close_by(value[0])).collect();
        let texts: Vec<String> = labels.iter().map(|label| self.text(label)).collect();
        let sides: Vec<Vec<usize>> =
            fields.iter().map(|value| self.beside_field(value[0])).collect();
        let mut pairs: Vec<Pair> = Vec::new();
        for (at, value) in fields.iter().enumerate() {
            let own = self.run(value[0]);
            let again = |other: usize| {
                other != at && texts[other] == texts[at] && level(self.run(fields[other][0]), own)
            };
            let mut label = Vec::new();
            if labels[at].is_empty() || (0..fields.len()).any(again) {
                let side = &sides[at];
                let shared =
                    |other: usize| other != at && !side.is_empty() && sides[other] == *side;
                if side.is_empty() || (0..fields.len()).any(shared) {
                    label.extend(self.over_field(value[0], &labels));
                }
                label.extend(side.iter().filter(|one| !labels[at].contains(one)));
            }
            label.extend(&labels[at]);
            // A box for each character.
            let goes_on = |last: &&mut Pair| {
                let short = |value: &[usize]| self.text(value).chars().count() == 1;
                let end = self.run(last.value[last.value.len() - 1]);
                last.label == label
                    && short(value)
                    && short(&last.value[last.value.len() - 1..])
                    && own.row == end.row
                    && own.rect.x0 - end.rect.x1 < 3.0 * own.size
            };
            match pairs.last_mut().filter(goes_on) {
                Some(last) => last.value.extend(value),
                None if label.is_empty() => {}
                None => pairs.push(Pair { label, value: value.clone(), sure: true }),
            }
        }
        pairs.iter().for_each(|pair| self.take(pair));
        pairs
    }

    /// Whether a field is one of an interactive form, and filled in.
    pub(super) fn is_filled(&self, pair: &Pair) -> bool {
        pair.value.first().is_some_and(|at| self.run(*at).field > 0)
    }

    fn may_label(&self, at: usize) -> bool {
        let run = self.run(at);
        run.field == 0
            && matches!(run.kind, Kind::Text | Kind::Label)
            && run.is_worded()
            && run.words.len() <= MOST_LABEL_WORDS
    }

    /// The label above or before a value within its drawn cell: the text that begins before it in the nearest
    /// row, and the lines over that.
    fn in_own_cell(&self, value: usize) -> Vec<usize> {
        let own = self.run(value);
        let Some(cell) = self.page.cell(&own.rect) else { return Vec::new() };
        let within = |at: &usize| {
            let rect = self.run(*at).rect;
            cell.contains_point(rect.center_x(), rect.center_y()) && self.may_label(*at)
        };
        let upper = (0..own.row).rev().map(|row| self.page.rows[row].clone());
        let mut rows = std::iter::once(self.page.rows[own.row].start..value).chain(upper);
        let nearest = rows.find_map(|row| {
            let row: Vec<usize> = row.filter(within).collect();
            let begun = |at: &&usize| self.run(**at).rect.x0 < own.rect.x0 + own.size;
            row.iter().rev().find(begun).or(row.first()).copied()
        });
        nearest.map(|last| self.with_lines_above(last)).unwrap_or_default()
    }

    /// The label in a value's drawn cell, else right above it.
    fn close_by(&self, value: usize) -> Vec<usize> {
        let label = self.in_own_cell(value);
        if !label.is_empty() {
            return label;
        }
        let own = self.run(value);
        let over = |at: &usize| {
            let rect = self.run(*at).rect;
            let gap = own.rect.y0 - rect.y1;
            rect.x0 < own.rect.x1
                && own.rect.x0 < rect.x1
                && gap > -0.4 * own.height()
                && gap < CLOSE * own.height()
                && self.may_label(*at)
                && !self.page.parted(&rect, &own.rect)
        };
        let above =
            self.page.rows[own.row.saturating_sub(2)..own.row].iter().flat_map(Clone::clone);
        above.rev().find(over).map(|last| self.with_lines_above(last)).unwrap_or_default()
    }

    /// What names the row of a value: the bold text at the top of the drawn cell beside its own, else the line
    /// left of it, other values passed over, with the lines above that it goes on.
    fn beside_field(&self, value: usize) -> Vec<usize> {
        let own = self.run(value);
        let heads = self.page.cell(&own.rect).and_then(|cell| {
            let beside = |at: &usize| {
                let rect = self.run(*at).rect;
                let y = rect.center_y();
                rect.x1 < cell.x0 + 2.0 && y > cell.y0 && y < cell.y1 && self.may_label(*at)
            };
            (0..self.page.runs.len()).find(beside).filter(|at| self.run(*at).bold)
        });
        if let Some(head) = heads {
            return vec![head];
        }
        let row = self.page.rows[own.row].start;
        let Some(last) = (row..value).rev().find(|at| self.may_label(*at)) else {
            return Vec::new();
        };
        let mut first = last;
        while first > row && !self.run(first).opens() && self.run(first - 1).field == 0 {
            first -= 1;
        }
        let mut label = self.with_lines_above(first);
        label.extend(first + 1..=last);
        label
    }

    /// The heading of a value's column: the text over the drawn cells that stand on its own, else the nearest
    /// text above it in a row of several. `labels` are those of values, and head no column.
    fn over_field(&self, value: usize, labels: &[Vec<usize>]) -> Option<usize> {
        let own = self.run(value);
        let top = self.page.cell(&own.rect).map(|cell| self.top_cell(cell));
        let (x0, x1) = top.map_or((own.rect.x0, own.rect.x1), |cell| (cell.x0, cell.x1));
        let above = top.map_or(own.rect.y0, |cell| cell.y0);
        (own.row.saturating_sub(MOST_ROWS_UP)..own.row).rev().find_map(|row| {
            let row = self.page.rows[row].clone();
            let texts: Vec<usize> = row.filter(|at| self.may_label(*at)).collect();
            let over = |at: &&usize| {
                let run = self.run(**at);
                run.rect.y1 < above + 2.0
                    && run.words.len() <= MOST_HEADING_WORDS
                    && 2.0 * (run.rect.x1.min(x1) - run.rect.x0.max(x0))
                        > run.rect.width().min(x1 - x0)
                    && !labels.iter().any(|label| label.contains(at))
            };
            (texts.len() >= 2).then(|| texts.iter().find(over).copied()).flatten()
        })
    }

    /// The uppermost of the drawn cells that stand on each other from this one on, as wide as it, below the one
    /// with their heading.
    fn top_cell(&self, mut cell: Rect) -> Rect {
        for _ in 0..MOST_ROWS_UP {
            let x = cell.center_x();
            let over = Rect { x0: x, x1: x, y0: cell.y0 - 3.0, y1: cell.y0 - 3.0 };
            let upper = self.page.cell(&over).filter(|upper| {
                (upper.x0 - cell.x0).abs() < 4.0 && (upper.x1 - cell.x1).abs() < 4.0
            });
            match upper {
                Some(upper) if !self.is_heading(&upper) => cell = upper,
                _ => break,
            }
        }
        cell
    }

    /// Whether a drawn cell holds a few words and nothing that was filled in.
    fn is_heading(&self, cell: &Rect) -> bool {
        let within = |run: &&Run<'_>| cell.contains_point(run.rect.center_x(), run.rect.center_y());
        let runs: Vec<&Run<'_>> = self.page.runs.iter().filter(within).collect();
        let words: usize = runs.iter().map(|run| run.words.len()).sum();
        (1..=MOST_HEADING_WORDS).contains(&words) && runs.iter().all(|run| run.field == 0)
    }

    /// A text behind the lines above it that it goes on: begun at one place, set alike, close, and without a
    /// value of their own.
    fn with_lines_above(&self, last: usize) -> Vec<usize> {
        let mut label = vec![last];
        while label.len() < MOST_LABEL_LINES
            && let Some(above) = self.over(label[0])
        {
            let (upper, lower) = (self.run(above), self.run(label[0]));
            let row = self.page.rows[upper.row].clone();
            let valued = row.clone().any(|at| self.run(at).field > 0);
            let tight = lower.rect.y0 - upper.rect.y1 < 0.5 * lower.height();
            let walled = self.page.parted(&upper.rect, &lower.rect);
            if valued || !tight || walled || !self.same_type(upper, lower) || !self.may_label(above)
            {
                break;
            }
            label.insert(0, above);
        }
        label
    }
}

/// Whether two runs stand beside each other.
fn level(a: &Run<'_>, b: &Run<'_>) -> bool {
    a.rect.y0 < b.rect.center_y() && a.rect.y1 > b.rect.center_y()
}
