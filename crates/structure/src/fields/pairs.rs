//! Owns the pairing of labels with their values: which runs are labels, and which pairs count.

mod below;
mod beside;
mod cells;
mod filled;

use super::runs::{Kind, Page, Run};
use super::wording;

/// Lines that a value takes at most.
const MOST_LINES: usize = 6;
/// Words that a value takes at most.
const MOST_VALUE_WORDS: usize = 80;
/// Words of a line that is running text, and no value of a form.
const PROSE_WORDS: usize = 10;

/// A field as the runs of its page.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    pub label: Vec<usize>,
    pub value: Vec<usize>,
    /// Whether geometry shows it by itself; else it counts in the company of others only.
    pub sure: bool,
}

/// Labels and values of a page.
pub(super) struct Pairs<'p, 't> {
    page: &'p Page<'t>,
    /// Which runs are labels, and which were taken by a field.
    labels: Vec<bool>,
    taken: &'p mut [bool],
    /// The right edge of the page's text, in points.
    right: f32,
}

impl<'p, 't> Pairs<'p, 't> {
    /// `taken` says which runs belong to other fields, and learns which ones the pairs use.
    pub(super) fn new(page: &'p Page<'t>, taken: &'p mut [bool]) -> Self {
        let right = page.runs.iter().map(|run| run.rect.x1).fold(0.0, f32::max);
        let mut pairs = Pairs { page, labels: vec![false; page.runs.len()], taken, right };
        pairs.find_labels();
        pairs
    }

    fn run(&self, at: usize) -> &'p Run<'t> {
        &self.page.runs[at]
    }

    /// The run to the right in the same row.
    fn next(&self, at: usize) -> Option<usize> {
        self.page.runs.get(at + 1).filter(|next| next.row == self.run(at).row).map(|_| at + 1)
    }

    /// Runs with a colon are labels; in line with others also those whose type sets them off from the
    /// run to the right.
    fn find_labels(&mut self) {
        let runs = &self.page.runs;
        for (at, run) in runs.iter().enumerate() {
            self.labels[at] =
                run.kind == Kind::Label && (run.opens() || run.bold) && !self.taken[at];
        }
        // Text that may name the value beside it.
        let names = |at: usize| {
            let run = &runs[at];
            run.kind == Kind::Text
                && run.field == 0
                && !self.taken[at]
                && run.opens()
                && run.is_worded()
                && run.words.len() <= 8
                && wording::may_name(&run.words)
        };
        let like = |at: usize| {
            let run = &runs[at];
            let next = self.next(at).map(|next| &runs[next]);
            names(at)
                && !run.text().starts_with(char::is_lowercase)
                && !run.text().ends_with([';', ','])
                && next.is_some_and(|next| {
                    // Smaller type alone tells of what stands close.
                    let close = next.rect.x0 - run.rect.x1 < 3.0 * run.size && next.walls == 0;
                    let marked = run.bold || run.coloured || run.italic || close;
                    // Below the label of its own cell it is a value.
                    let alone = next.walls == 0
                        || self
                            .page
                            .cell(&run.rect)
                            .is_none_or(|cell| cell.height() < 2.2 * run.height());
                    next.kind == Kind::Text && run.is_lesser(next) && marked && alone
                })
        };
        // The value stands in a box of its own, beside what is in none.
        let boxed = |at: usize| {
            let run = &runs[at];
            let next = self.next(at).map(|next| &runs[next]);
            names(at)
                && self.page.cell(&run.rect).is_none()
                && next.is_some_and(|next| {
                    let cell = (next.walls == 1).then(|| self.page.cell(&next.rect)).flatten();
                    cell.is_some_and(|cell| cell.height() < 4.0 * next.height())
                })
        };
        let found: Vec<(usize, bool)> = (0..runs.len())
            .map(|at| (at, boxed(at)))
            .filter(|(at, boxed)| *boxed || like(*at))
            .collect();
        let stands: Vec<usize> = (0..runs.len())
            .filter(|at| self.labels[*at] || found.iter().any(|(one, _)| one == at))
            .collect();
        for (at, boxed) in found {
            let same = |other: &&usize| {
                let (a, b) = (&runs[at], &runs[**other]);
                let (left, right) = (a.rect.x0 - b.rect.x0, a.rect.x1 - b.rect.x1);
                a.row != b.row && left.abs().min(right.abs()) < 3.0 && a.bold == b.bold
            };
            let few = self.values_right(at).len() <= 2 || boxed;
            let beside = few && !self.is_row_of_figures(at);
            self.labels[at] = beside && stands.iter().any(|other| same(&other));
        }
    }

    /// The runs right of a label up to the next label.
    fn values_right(&self, at: usize) -> Vec<usize> {
        let runs = &self.page.runs;
        let end = self.page.rows[runs[at].row].end;
        let looks = |run: &Run<'_>| run.bold && runs[at].bold;
        (at + 1..end).take_while(|next| !self.labels[*next] && !looks(&runs[*next])).collect()
    }

    /// Whether several figures stand to the right: a row of a table.
    fn is_row_of_figures(&self, at: usize) -> bool {
        let figures = |at: &usize| {
            let run = self.run(*at);
            run.opens() && run.words.iter().all(|word| crate::shape::is_cell(word.text))
        };
        let row = self.values_right(at);
        row.len() >= 2 && row.iter().take(3).all(figures)
    }

    /// All pairs of the page, and those that may as well be running text.
    pub(super) fn find(mut self) -> (Vec<Pair>, Vec<Pair>) {
        let labels: Vec<usize> = (0..self.labels.len()).filter(|at| self.labels[*at]).collect();
        let columns: Vec<Column> = labels.iter().map(|at| self.column(*at, &labels)).collect();
        let mut pairs = self.filled();
        for (label, column) in labels.iter().zip(&columns) {
            if !self.is_upper_line(*label, column) {
                pairs.extend(self.beside(*label, column));
            }
        }
        for label in &labels {
            if !self.taken[*label] {
                pairs.extend(self.below(*label));
            }
        }
        self.under_cells(&mut pairs);
        self.in_cells(&mut pairs);
        self.side_cells(&mut pairs);
        self.headed(&mut pairs);
        self.aligned(&mut pairs);
        self.supported(pairs)
    }

    /// What the labels have in common that begin at the same place.
    fn column(&self, at: usize, labels: &[usize]) -> Column {
        let own = self.run(at);
        let same: Vec<usize> = labels
            .iter()
            .copied()
            .filter(|other| (self.run(*other).rect.x0 - own.rect.x0).abs() < 3.0)
            .collect();
        let mut starts: Vec<f32> = Vec::new();
        for other in &same {
            if let Some(next) = self.next(*other)
                && !self.labels[next]
                && self.run(next).opens()
            {
                starts.push(self.run(next).rect.x0);
            }
        }
        starts.sort_by(f32::total_cmp);
        let tight = same.windows(2).filter(|w| {
            let (a, b) = (self.run(w[0]), self.run(w[1]));
            b.row == a.row + 1 && b.rect.y0 - a.rect.y1 < 0.3 * a.height()
        });
        Column {
            dense: 3 * tight.count() > same.len(),
            values: starts.len(),
            start: starts.get(starts.len() / 2).copied(),
            labels: same.len(),
        }
    }

    /// The run in the row above that begins at the same place.
    fn over(&self, at: usize) -> Option<usize> {
        let row = self.run(at).row.checked_sub(1)?;
        let x0 = self.run(at).rect.x0;
        self.page.rows[row].clone().find(|run| (self.run(*run).rect.x0 - x0).abs() < 2.0)
    }

    /// The run right below one, begun within its width or at its left edge, no further off than so many
    /// heights.
    fn under(&self, at: usize, reach: f32) -> Option<usize> {
        let own = self.run(at);
        let rows = self.page.rows.get(own.row + 1..(own.row + 3).min(self.page.rows.len()))?;
        rows.iter().flat_map(Clone::clone).find(|below| {
            let run = self.run(*below);
            let gap = run.rect.y0 - own.rect.y1;
            gap < reach * own.height()
                && gap > -0.4 * own.height()
                && run.rect.x0 > own.rect.x0 - 1.5 * own.size
                && (run.rect.x0 < own.rect.x1 || (run.rect.x0 - own.rect.x0).abs() < own.size)
                && run.rect.x1 > own.rect.x0
        })
    }

    fn same_type(&self, a: &Run<'_>, b: &Run<'_>) -> bool {
        a.bold == b.bold
            && a.coloured == b.coloured
            && a.italic == b.italic
            && (a.size - b.size).abs() < 0.06 * a.size
    }

    /// The pairs that are sure, and those beside another one; the rest reads as running text as well.
    fn supported(&self, pairs: Vec<Pair>) -> (Vec<Pair>, Vec<Pair>) {
        let rows: Vec<usize> = pairs.iter().map(|pair| self.run(pair.label[0]).row).collect();
        let near = |at: usize| {
            pairs.iter().enumerate().any(|(other, pair)| {
                let (a, b) = (self.run(pairs[at].label[0]), self.run(pair.label[0]));
                other != at
                    && rows[other].abs_diff(rows[at]) <= 2
                    && (a.rect.y0 - b.rect.y0).abs() < 5.0 * a.height()
            })
        };
        let beside_prose = |at: usize| {
            let label = self.run(pairs[at].label[0]);
            let around = rows[at].saturating_sub(1)..(rows[at] + 2).min(self.page.rows.len());
            around.filter(|row| *row != rows[at]).flat_map(|row| self.page.rows[row].clone()).any(
                |run| {
                    let run = self.run(run);
                    let gap = (run.rect.center_y() - label.rect.center_y()).abs() / label.height();
                    run.words.len() >= PROSE_WORDS
                        && !self.taken[self.page.rows[run.row].start]
                        && gap < 1.6
                },
            )
        };
        let kept: Vec<bool> =
            (0..pairs.len()).map(|at| pairs[at].sure || (near(at) && !beside_prose(at))).collect();
        let (kept, lone): (Vec<_>, Vec<_>) =
            pairs.into_iter().zip(kept).partition(|(_, kept)| *kept);
        let of = |pairs: Vec<(Pair, bool)>| pairs.into_iter().map(|(pair, _)| pair).collect();
        (of(kept), of(lone))
    }

    fn take(&mut self, pair: &Pair) {
        for at in pair.label.iter().chain(&pair.value) {
            self.taken[*at] = true;
        }
    }

    fn text(&self, runs: &[usize]) -> String {
        runs.iter().map(|at| self.run(*at).text()).collect::<Vec<_>>().join(" ")
    }
}

/// What labels that begin at one place have in common.
struct Column {
    /// Whether they stand line by line, so that each line is one.
    dense: bool,
    /// How many of them have something to their right, and where that begins.
    values: usize,
    start: Option<f32>,
    labels: usize,
}
