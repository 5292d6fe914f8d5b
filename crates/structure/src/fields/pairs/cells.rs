//! Owns labels and values in drawn cells: both in one, side by side, one above the other.

use citelight_core::Rect;

use super::{Pair, Pairs};
use crate::fields::runs::Kind;
use crate::fields::wording;

/// A drawn cell and its runs.
type Cell = (Rect, Vec<usize>);

impl Pairs<'_, '_> {
    /// The runs of each drawn cell that no field has taken.
    fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = Vec::new();
        if self.page.upright.len() < 2 || self.page.level.len() < 2 {
            return cells;
        }
        for at in 0..self.page.runs.len() {
            if self.taken[at] || matches!(self.run(at).kind, Kind::Tick(_)) {
                continue;
            }
            let Some(cell) = self.page.cell(&self.run(at).rect) else { continue };
            let same = |(one, _): &&mut Cell| one.iou(&cell) > 0.9;
            match cells.iter_mut().rev().take(40).find(same) {
                Some((_, own)) => own.push(at),
                None => cells.push((cell, vec![at])),
            }
        }
        cells
    }

    /// Fields whose labels and values stand in one drawn cell, the labels above in other type.
    pub(super) fn in_cells(&mut self, pairs: &mut Vec<Pair>) {
        let cells = self.cells();
        // What is filled into an interactive form shows such cells, too.
        let mut found = pairs.iter().filter(|pair| self.is_filled(pair)).count();
        let (mut empty, mut alike) = (Vec::new(), Vec::new());
        for (cell, own) in &cells {
            if cell.height() > 120.0 || own.len() > 16 {
                continue;
            }
            let first = self.run(own[0]);
            let label = self.cell_label(own);
            let values = own[label.len()..].to_vec();
            let label_words: usize = label.iter().map(|at| self.run(*at).words.len()).sum();
            if label_words > 24 || !first.is_worded() {
                continue;
            }
            let said = values.iter().map(|at| self.run(*at)).find(|run| !run.is_sign());
            let Some(value) = said else {
                if label_words <= 12 && cell.height() > 1.9 * first.height() {
                    empty.push((*cell, label));
                }
                continue;
            };
            let fits = value.row > first.row && !wording::is_sentence(&self.text(&values));
            if !fits {
                continue;
            }
            if !first.is_lesser(value) {
                alike.push((first.row, label, values));
                continue;
            }
            found += 1;
            for pair in self.shared_out(first.row, &label, &values) {
                self.take(&pair);
                pairs.push(pair);
            }
        }
        // Where label and value are set alike, several such cells with figures show it.
        let figures = alike
            .iter()
            .filter(|(_, _, values)| self.text(values).contains(|c: char| c.is_ascii_digit()));
        let shown = found + alike.len() >= 4 && 3 * figures.count() >= alike.len();
        if !shown {
            alike.clear();
        }
        for (row, label, values) in &alike {
            for pair in self.shared_out(*row, label, values) {
                self.take(&pair);
                pairs.push(pair);
            }
        }
        found += alike.len();
        // In a form of such cells one with a label alone, at its top, is left blank.
        for (cell, label) in empty.into_iter().filter(|_| found >= 3) {
            let top = self.run(label[0]).rect.center_y() < cell.center_y() - 0.1 * cell.height();
            let row = self.run(label[0]).row;
            for pair in self.shared_out(row, &label, &[]).into_iter().filter(|_| top) {
                self.take(&pair);
                pairs.push(pair);
            }
        }
    }

    /// The runs of a cell that are its label: those in the type of the first one; where all are, the
    /// lines above the first one that is set off by white space, by its place or by being a figure.
    fn cell_label(&self, own: &[usize]) -> Vec<usize> {
        let first = self.run(own[0]);
        let typed = |at: &usize| {
            let run = self.run(*at);
            self.same_type(first, run) && !run.is_sign()
        };
        let label: Vec<usize> = own.iter().copied().take_while(typed).collect();
        if label.len() < own.len() {
            return label;
        }
        let mut last = first;
        let off = own.iter().position(|at| {
            let run = self.run(*at);
            let below = run.row > last.row;
            let gap = run.rect.y0 - last.rect.y1;
            let figure = !run.is_worded()
                && run.words.iter().any(|word| word.text.contains(char::is_numeric));
            let moved = run.rect.x0 - first.rect.x0 > 2.0 * run.size;
            last = run;
            below && (gap > 0.35 * run.height() || figure || moved)
        });
        own[..off.unwrap_or(own.len())].to_vec()
    }

    /// Rows of drawn cells in pairs, a label beside its value: of two cells where several such rows
    /// stand in line, of more where the labels have no digits and the values have.
    pub(super) fn side_cells(&mut self, pairs: &mut Vec<Pair>) {
        let cells = self.cells();
        let rows = in_rows(&cells);
        let text = |cell: &Cell| self.text(&cell.1);
        let digits = |text: &str| text.contains(|c: char| c.is_ascii_digit());
        let beside = |row: &&Vec<&Cell>| {
            let meet = row.windows(2).all(|w| (w[1].0.x0 - w[0].0.x1).abs() < 4.0);
            let labels = row.iter().step_by(2).all(|cell| {
                let text = text(cell);
                text.split_whitespace().count() <= 8
                    && text.starts_with(char::is_uppercase)
                    && self.run(cell.1[0]).is_worded()
                    && !text.ends_with([';', ','])
                    && !wording::is_sentence(&text)
            });
            row.len().is_multiple_of(2) && meet && labels
        };
        let rows: Vec<&Vec<&Cell>> = rows.iter().filter(beside).collect();
        let mut found: Vec<Pair> = Vec::new();
        for row in &rows {
            let in_line = |other: &&&Vec<&Cell>| {
                other.len() == 2
                    && (other[0].0.x0 - row[0].0.x0).abs() < 4.0
                    && (other[1].0.x0 - row[1].0.x0).abs() < 4.0
            };
            let shown = if row.len() == 2 {
                rows.iter().filter(in_line).count() >= 3
            } else {
                let values = row.iter().skip(1).step_by(2).filter(|cell| digits(&text(cell)));
                2 * values.count() >= row.len() / 2
                    && !row.iter().step_by(2).any(|cell| digits(&text(cell)))
            };
            let words = row.iter().map(|cell| text(cell).split_whitespace().count()).max();
            if shown && words.is_some_and(|words| words <= 40) {
                let both = row.chunks_exact(2).map(|w| (w[0].1.clone(), w[1].1.clone()));
                found.extend(both.map(|(label, value)| Pair { label, value, sure: true }));
            }
        }
        for pair in found {
            self.take(&pair);
            pairs.push(pair);
        }
    }

    /// The values of a cell shared out among the labels of its first row: each belongs to the last
    /// label that begins before it.
    fn shared_out(&self, row: usize, labels: &[usize], values: &[usize]) -> Vec<Pair> {
        let heads: Vec<usize> =
            labels.iter().copied().filter(|at| self.run(*at).row == row).collect();
        let owner = |at: usize| {
            let run = self.run(at);
            let before = |head: &&usize| self.run(**head).rect.x0 <= run.rect.x0 + run.size;
            heads.iter().rposition(|head| before(&head)).unwrap_or(0)
        };
        let mut pairs: Vec<Pair> = heads
            .iter()
            .map(|_| Pair { label: Vec::new(), value: Vec::new(), sure: true })
            .collect();
        labels.iter().for_each(|at| pairs[owner(*at)].label.push(*at));
        values.iter().for_each(|at| pairs[owner(*at)].value.push(*at));
        pairs
    }

    /// Drawn cells with a label over one row of drawn cells with values, some of them empty.
    pub(super) fn under_cells(&mut self, pairs: &mut Vec<Pair>) {
        let cells = self.cells();
        let below = |upper: &Rect| -> Option<&Cell> {
            cells.iter().find(|(cell, _)| {
                (cell.y0 - upper.y1).abs() < 3.0
                    && (cell.x0 - upper.x0).abs() < 4.0
                    && (cell.x1 - upper.x1).abs() < 4.0
            })
        };
        let rows = in_rows(&cells);
        for row in rows.iter().filter(|row| row.len() >= 2) {
            let heads = row.iter().all(|(_, own)| {
                let words: usize = own.iter().map(|at| self.run(*at).words.len()).sum();
                words <= 6 && own.iter().all(|at| self.run(*at).is_worded() && !self.taken[*at])
            });
            let under: Vec<Option<&Cell>> = row.iter().map(|(cell, _)| below(cell)).collect();
            let filled: Vec<&Cell> = under.iter().flatten().copied().collect();
            let lesser = filled.iter().any(|(_, own)| {
                let (head, value) = (self.run(row[0].1[0]), self.run(own[0]));
                head.is_lesser(value)
            });
            // A second row of values makes a table of it.
            let table = filled.iter().any(|(cell, _)| below(cell).is_some());
            let free = filled.iter().all(|(_, own)| own.iter().all(|at| !self.taken[*at]));
            if !heads || !lesser || table || !free {
                continue;
            }
            for ((_, label), value) in row.iter().zip(&under) {
                let value = value.map(|(_, own)| own.clone()).unwrap_or_default();
                let pair = Pair { label: label.clone(), value, sure: true };
                self.take(&pair);
                pairs.push(pair);
            }
        }
    }
}

/// Cells by the rows that they stand in, from left to right.
fn in_rows(cells: &[Cell]) -> Vec<Vec<&Cell>> {
    let mut rows: Vec<Vec<&Cell>> = Vec::new();
    for cell in cells {
        let alike = |row: &&mut Vec<&Cell>| {
            (row[0].0.y0 - cell.0.y0).abs() < 3.0 && (row[0].0.y1 - cell.0.y1).abs() < 3.0
        };
        match rows.iter_mut().find(alike) {
            Some(row) => row.push(cell),
            None => rows.push(vec![cell]),
        }
    }
    for row in &mut rows {
        row.sort_by(|a, b| a.0.x0.total_cmp(&b.0.x0));
    }
    rows
}
