//! Owns the pairing of labels with their values: to the right, below, within a drawn cell, over lines.

use citelight_core::Rect;

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
        let like = |at: usize| {
            let run = &runs[at];
            let next = self.next(at).map(|next| &runs[next]);
            run.kind == Kind::Text
                && !self.taken[at]
                && run.opens()
                && run.is_worded()
                && run.words.len() <= 8
                && !run.words.iter().any(|word| wording::announces(word.text))
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
            run.kind == Kind::Text
                && !self.taken[at]
                && run.opens()
                && run.is_worded()
                && run.words.len() <= 8
                && self.page.cell(&run.rect).is_none()
                && next.is_some_and(|next| {
                    let cell = (next.walls == 1).then(|| self.page.cell(&next.rect)).flatten();
                    cell.is_some_and(|cell| cell.height() < 4.0 * next.height())
                })
        };
        let found: Vec<usize> = (0..runs.len()).filter(|at| like(*at) || boxed(*at)).collect();
        let stands: Vec<usize> =
            (0..runs.len()).filter(|at| self.labels[*at] || found.contains(at)).collect();
        for at in found {
            let same = |other: &&usize| {
                let (a, b) = (&runs[at], &runs[**other]);
                let (left, right) = (a.rect.x0 - b.rect.x0, a.rect.x1 - b.rect.x1);
                a.row != b.row && left.abs().min(right.abs()) < 3.0 && a.bold == b.bold
            };
            let beside = self.values_right(at).len() <= 2 && !self.is_row_of_figures(at);
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

    /// All pairs of the page.
    pub(super) fn find(mut self) -> Vec<Pair> {
        let labels: Vec<usize> = (0..self.labels.len()).filter(|at| self.labels[*at]).collect();
        let columns: Vec<Column> = labels.iter().map(|at| self.column(*at, &labels)).collect();
        let mut pairs = Vec::new();
        for (label, column) in labels.iter().zip(&columns) {
            if !self.is_upper_line(*label, column) {
                pairs.extend(self.beside(*label, column));
            }
        }
        for (label, column) in labels.iter().zip(&columns) {
            if !self.taken[*label] {
                pairs.extend(self.below(*label, column));
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

    /// The field of a label whose value stands to its right, or is left blank there.
    fn beside(&mut self, at: usize, column: &Column) -> Option<Pair> {
        let label = self.label(at, column);
        // A label of two lines has its value beside the first one or the second.
        let mut value = None;
        for line in &label {
            value = value.or_else(|| self.value_of(*line, column));
        }
        let Some(first) = value else {
            return self.blank(at, column, &label);
        };
        if self.run(first).kind == Kind::Blank {
            return self.blank_line(at, first, label);
        }
        let run = self.run(first);
        let gapped = run.opens();
        let mut value = vec![first];
        let mut last = first;
        while let Some(next) = self.next(last) {
            let (a, b) = (self.run(last), self.run(next));
            let near = b.walls == 0 && b.rect.x0 - a.rect.x1 < 2.0 * b.size;
            let alike = b.kind == Kind::Text && !self.labels[next];
            if !near || !alike || (b.bold && !run.bold && self.run(at).bold) {
                break;
            }
            value.push(next);
            last = next;
        }
        let prose = !gapped && self.runs_on(at, last);
        if prose {
            return None;
        }
        self.wrap(&mut value, &label, gapped);
        let text = self.text(&value);
        let words = text.split_whitespace().count();
        let sentence = wording::is_sentence(&text);
        let open = !gapped && wording::breaks_off(&text);
        let tabular = self.is_row_of_figures(at);
        if words > MOST_VALUE_WORDS || (sentence && !gapped) || open || tabular {
            return None;
        }
        let bold = self.run(at).bold && !run.bold;
        let in_column = gapped && (column.values >= 2 || run.walls > 0);
        let pair = Pair { sure: (in_column || bold) && !sentence, label, value };
        self.take(&pair);
        Some(pair)
    }

    /// Whether a run without a colon is the first line of a label whose second line ends with one.
    fn is_upper_line(&self, at: usize, column: &Column) -> bool {
        let own = self.run(at);
        let Some(below) = self.under(at, 0.3).filter(|_| own.kind == Kind::Text && !column.dense)
        else {
            return false;
        };
        let run = self.run(below);
        let same = (run.rect.x0 - own.rect.x0).abs() < 2.0 && self.same_type(own, run);
        let valued =
            self.next(below).is_some_and(|next| !self.labels[next] && !self.run(next).bold);
        run.kind == Kind::Label && same && !valued
    }

    /// The runs of a label that ends at `at`: the line above too where it wraps.
    fn label(&self, at: usize, column: &Column) -> Vec<usize> {
        let own = self.run(at);
        let mut label = vec![at];
        if column.dense || own.kind != Kind::Label {
            return label;
        }
        let mut first = at;
        while label.len() < 3
            && let Some(above) = self.over(first)
        {
            let (upper, lower) = (self.run(above), self.run(first));
            let alike = upper.bold == lower.bold
                && upper.coloured == lower.coloured
                && (upper.size - lower.size).abs() < 0.1 * lower.size
                && upper.kind == Kind::Text
                && upper.opens()
                && !self.taken[above];
            let tight = lower.rect.y0 - upper.rect.y1 < 0.3 * lower.height();
            let marked =
                lower.bold || lower.coloured || lower.text().starts_with(char::is_lowercase);
            let both = self.next(above).is_some_and(|v| !self.labels[v] && !self.run(v).bold)
                && self.next(first).is_some_and(|v| !self.labels[v] && !self.run(v).bold);
            if !alike || !tight || !marked || both || self.page.parted(&upper.rect, &lower.rect) {
                break;
            }
            label.insert(0, above);
            first = above;
        }
        label
    }

    /// The run in the row above that begins at the same place.
    fn over(&self, at: usize) -> Option<usize> {
        let row = self.run(at).row.checked_sub(1)?;
        let x0 = self.run(at).rect.x0;
        self.page.rows[row].clone().find(|run| (self.run(*run).rect.x0 - x0).abs() < 2.0)
    }

    /// The first run of what stands to the right of a label, if that is its value.
    fn value_of(&self, at: usize, column: &Column) -> Option<usize> {
        let (own, next) = (self.run(at), self.next(at)?);
        let run = self.run(next);
        if self.labels[next]
            || matches!(run.kind, Kind::Tick(_))
            || run.walls > 1
            || self.taken[next]
        {
            return None;
        }
        if own.bold && run.bold && run.opens() && run.walls == 0 {
            return None;
        }
        // What stands below a label is that label's.
        let other = run.walls == 0
            && run.opens()
            && self.over(next).is_some_and(|above| self.labels[above] && !self.taken[above]);
        if other {
            return None;
        }
        // Far beyond where the values of this column begin stands something else.
        let far = column.values >= 3
            && column.start.is_some_and(|start| {
                run.rect.x0 > start + 4.0 * run.size && run.rect.x0 > own.rect.x1 + 6.0 * run.size
            });
        (!far).then_some(next)
    }

    /// A label in a column of labels with values that has none itself.
    fn blank(&mut self, at: usize, column: &Column, label: &[usize]) -> Option<Pair> {
        let shown = column.values >= 2 && 3 * column.values >= column.labels;
        let under = self.under(at, 1.3).is_some_and(|below| !self.labels[below]);
        let ticked = self.next(at).is_some_and(|next| matches!(self.run(next).kind, Kind::Tick(_)));
        if !shown || under || ticked {
            return None;
        }
        let pair = Pair { label: label.to_vec(), value: Vec::new(), sure: true };
        self.take(&pair);
        Some(pair)
    }

    /// A label with a line to write on that nobody wrote on, or with what stands on it.
    fn blank_line(&mut self, at: usize, line: usize, label: Vec<usize>) -> Option<Pair> {
        let value: Vec<usize> = self
            .next(line)
            .filter(|next| {
                let run = self.run(*next);
                !self.labels[*next] && run.kind == Kind::Text && !run.opens()
            })
            .into_iter()
            .collect();
        let pair = Pair { label, value, sure: true };
        self.taken[at] = true;
        self.take(&pair);
        Some(pair)
    }

    /// Whether a value is the beginning of a paragraph: its line is full, and the next one goes on
    /// below the label.
    fn runs_on(&self, at: usize, last: usize) -> bool {
        let (label, end) = (self.run(at), self.run(last));
        let Some(below) = self.under(at, 0.6) else { return false };
        let next = self.run(below);
        let full = end.rect.x1 > 0.8 * self.right || end.rect.x1 > next.rect.x1 - 4.0 * next.size;
        !self.labels[below]
            && full
            && next.words.len() >= 3
            && next.rect.x0 < label.rect.x1
            && !self.page.parted(&label.rect, &next.rect)
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

    /// Adds the lines below that a value goes on with.
    fn wrap(&self, value: &mut Vec<usize>, label: &[usize], gapped: bool) {
        let Some(first) = value.first().map(|at| self.run(*at)) else { return };
        let own: f32 = label.first().map_or(0.0, |at| self.run(*at).rect.x0);
        let mut above = first;
        let mut row = first.row + 1;
        let mut lines = 1;
        while lines < MOST_LINES
            && let Some(range) = self.page.rows.get(row)
        {
            let below = range.clone().find(|at| {
                let x0 = self.run(*at).rect.x0;
                (x0 - first.rect.x0).abs() < if gapped { 0.6 } else { 0.3 } * first.size
            });
            // Whatever begins where the label does is another label, unless it is its second line.
            let other = range.clone().any(|at| {
                !label.contains(&at)
                    && (self.run(at).rect.x0 - own).abs() < 0.6 * first.size
                    && Some(at) != below
            });
            let y = range.clone().map(|at| self.run(at).rect.y0).fold(f32::INFINITY, f32::min);
            if y - above.rect.y1 > 0.35 * first.height() || other {
                return;
            }
            let Some(below) = below else {
                row += 1;
                if label.iter().any(|at| self.run(*at).row + 1 == row) {
                    continue;
                }
                return;
            };
            let run = self.run(below);
            let named = below > range.start && self.labels[below - 1];
            let alike = !self.labels[below]
                && !named
                && !self.taken[below]
                && run.kind == Kind::Text
                && run.bold == first.bold
                && (run.size - first.size).abs() < 0.15 * first.size;
            if !alike || self.page.parted(&above.rect, &run.rect) {
                return;
            }
            value.push(below);
            let mut last = below;
            while let Some(next) = self.next(last)
                && self.run(next).walls == 0
                && self.run(next).rect.x0 - self.run(last).rect.x1 < 2.0 * first.size
                && self.run(next).kind == Kind::Text
                && !self.labels[next]
            {
                value.push(next);
                last = next;
            }
            above = run;
            row += 1;
            lines += 1;
        }
    }

    /// The field of a label with a colon whose value stands below it.
    fn below(&mut self, at: usize, _column: &Column) -> Option<Pair> {
        let own = self.run(at);
        if own.kind != Kind::Label || self.next(at).is_some_and(|next| !self.run(next).opens()) {
            return None;
        }
        let value = self.lines_below(at, 0.9)?;
        let text = self.text(&value);
        let lines = value.len();
        if (own.bold && self.run(value[0]).bold) || text.ends_with(':') {
            return None;
        }
        let longest = value.iter().map(|at| self.run(*at).words.len()).max().unwrap_or(0);
        let bullet = text.starts_with(['•', '-', '–', '*', '(']) || text.starts_with("1.");
        if longest > 8 || lines >= MOST_LINES || bullet || wording::is_sentence(&text) {
            return None;
        }
        let pair = Pair { label: vec![at], value, sure: false };
        self.take(&pair);
        Some(pair)
    }

    /// The lines right below a label that begin at one place, as far as they stand close together.
    fn lines_below(&self, at: usize, reach: f32) -> Option<Vec<usize>> {
        let first = self.under(at, reach)?;
        let fits = |run: &Run<'_>| run.kind == Kind::Text;
        if self.labels[first] || self.taken[first] || !fits(self.run(first)) {
            return None;
        }
        let mut lines = vec![first];
        let mut last = first;
        while lines.len() < MOST_LINES
            && let Some(next) = self.under(last, 0.5)
        {
            let (a, b) = (self.run(last), self.run(next));
            let same = (a.rect.x0 - b.rect.x0).abs() < 0.8 * a.size
                && a.bold == b.bold
                && (a.size - b.size).abs() < 0.15 * a.size;
            let free = fits(b) && !self.labels[next] && !self.taken[next];
            if !same || !free || self.page.parted(&a.rect, &b.rect) {
                break;
            }
            lines.push(next);
            last = next;
        }
        Some(lines)
    }

    /// The runs of each drawn cell that no field has taken.
    fn cells(&self) -> Vec<(Rect, Vec<usize>)> {
        let mut cells: Vec<(Rect, Vec<usize>)> = Vec::new();
        if self.page.upright.len() < 2 || self.page.level.len() < 2 {
            return cells;
        }
        for at in 0..self.page.runs.len() {
            if self.taken[at] || matches!(self.run(at).kind, Kind::Tick(_)) {
                continue;
            }
            let Some(cell) = self.page.cell(&self.run(at).rect) else { continue };
            let same = |(one, _): &&mut (Rect, Vec<usize>)| one.iou(&cell) > 0.9;
            match cells.iter_mut().rev().take(40).find(same) {
                Some((_, own)) => own.push(at),
                None => cells.push((cell, vec![at])),
            }
        }
        cells
    }

    /// Fields whose labels and values stand in one drawn cell, the labels above in other type.
    fn in_cells(&mut self, pairs: &mut Vec<Pair>) {
        let cells = self.cells();
        let mut found = 0;
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
            if top {
                let pair = Pair { label, value: Vec::new(), sure: true };
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
    fn side_cells(&mut self, pairs: &mut Vec<Pair>) {
        let cells = self.cells();
        let mut rows: Vec<Vec<&(Rect, Vec<usize>)>> = Vec::new();
        for cell in &cells {
            let alike = |row: &&mut Vec<&(Rect, Vec<usize>)>| {
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
        let text = |cell: &(Rect, Vec<usize>)| self.text(&cell.1);
        let digits = |text: &str| text.contains(|c: char| c.is_ascii_digit());
        let beside = |row: &&Vec<&(Rect, Vec<usize>)>| {
            let meet = row.windows(2).all(|w| (w[1].0.x0 - w[0].0.x1).abs() < 4.0);
            let labels = row.iter().step_by(2).all(|cell| {
                let text = text(cell);
                text.split_whitespace().count() <= 8
                    && text.starts_with(char::is_uppercase)
                    && self.run(cell.1[0]).is_worded()
                    && !text.ends_with(['.', ';', ','])
            });
            row.len() % 2 == 0 && meet && labels
        };
        let rows: Vec<&Vec<&(Rect, Vec<usize>)>> = rows.iter().filter(beside).collect();
        let mut found: Vec<Pair> = Vec::new();
        for row in &rows {
            let in_line = |other: &&&Vec<&(Rect, Vec<usize>)>| {
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
    fn under_cells(&mut self, pairs: &mut Vec<Pair>) {
        let cells = self.cells();
        let below = |upper: &Rect| -> Option<&(Rect, Vec<usize>)> {
            cells.iter().find(|(cell, _)| {
                (cell.y0 - upper.y1).abs() < 3.0
                    && (cell.x0 - upper.x0).abs() < 4.0
                    && (cell.x1 - upper.x1).abs() < 4.0
            })
        };
        let mut rows: Vec<Vec<&(Rect, Vec<usize>)>> = Vec::new();
        for cell in &cells {
            let alike = |row: &&mut Vec<&(Rect, Vec<usize>)>| {
                (row[0].0.y0 - cell.0.y0).abs() < 3.0 && (row[0].0.y1 - cell.0.y1).abs() < 3.0
            };
            match rows.iter_mut().find(alike) {
                Some(row) => row.push(cell),
                None => rows.push(vec![cell]),
            }
        }
        for row in rows.iter().filter(|row| row.len() >= 2) {
            let heads = row.iter().all(|(_, own)| {
                let words: usize = own.iter().map(|at| self.run(*at).words.len()).sum();
                words <= 6 && own.iter().all(|at| self.run(*at).is_worded() && !self.taken[*at])
            });
            let under: Vec<Option<&(Rect, Vec<usize>)>> =
                row.iter().map(|(cell, _)| below(cell)).collect();
            let filled: Vec<&(Rect, Vec<usize>)> = under.iter().flatten().copied().collect();
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

    fn same_type(&self, a: &Run<'_>, b: &Run<'_>) -> bool {
        a.bold == b.bold
            && a.coloured == b.coloured
            && a.italic == b.italic
            && (a.size - b.size).abs() < 0.06 * a.size
    }

    /// A row of labels over one row of values: bold, coloured or smaller than what stands below each.
    fn headed(&mut self, pairs: &mut Vec<Pair>) {
        for row in 0..self.page.rows.len() {
            let own = self.page.rows[row].clone();
            let mut found: Vec<Pair> = Vec::new();
            let mut over_table = false;
            for at in own.clone() {
                let run = self.run(at);
                let named = matches!(run.kind, Kind::Text | Kind::Label) && run.is_worded();
                if self.taken[at] || run.words.len() > 6 || !named {
                    continue;
                }
                // The second of two lines in one type is what the first one is the label of.
                let second = self.over(at).is_some_and(|above| {
                    let upper = self.run(above);
                    let near = run.rect.y0 - upper.rect.y1 < 0.6 * run.height();
                    near && self.same_type(upper, run) && !self.taken[above]
                });
                if second {
                    continue;
                }
                let Some(mut value) = self.lines_below(at, 1.2) else { continue };
                let name = self.run(value[0]);
                if value.len() == 1 && self.same_type(run, name) {
                    value.extend(self.lines_below(value[0], 0.6).unwrap_or_default());
                }
                let first = self
                    .run(*value.get(1).filter(|_| self.same_type(run, name)).unwrap_or(&value[0]));
                let long = value.iter().any(|at| self.run(*at).words.len() > 8);
                let text = self.text(&value);
                if !run.is_lesser(first) || long || wording::is_sentence(&text) {
                    continue;
                }
                // More rows below, each a little further down, are a table.
                let last = *value.last().unwrap_or(&at);
                over_table |= value.len() > 1 && own.len() > 2
                    || self.under(last, 1.6).is_some_and(|next| {
                        self.same_type(self.run(next), first)
                            && 2 * self.page.rows[self.run(next).row].len() >= own.len().max(4)
                    });
                found.push(Pair { label: vec![at], value, sure: own.len() >= 2 });
            }
            if over_table || found.is_empty() || (own.len() >= 2 && found.len() < 2) {
                continue;
            }
            for pair in found {
                self.take(&pair);
                pairs.push(pair);
            }
        }
    }

    /// Two columns of short texts without signs of labels: rows of two runs that stand in line.
    fn aligned(&mut self, pairs: &mut Vec<Pair>) {
        let pair_of = |this: &Self, row: usize| -> Option<(usize, usize)> {
            let own = this.page.rows.get(row)?.clone();
            let (a, b) = (own.start, own.start + 1);
            let short = own.len() == 2
                && this.run(b).opens()
                && [a, b].iter().all(|at| {
                    this.run(*at).kind == Kind::Text && !this.taken[*at] && !this.labels[*at]
                })
                && this.run(a).words.len() <= 6
                && this.run(b).words.len() <= 12
                && this.run(a).words.iter().all(|word| !word.text.ends_with(['.', ';', ',']))
                && this.run(a).text().starts_with(char::is_uppercase)
                && !this.run(b).text().starts_with(char::is_lowercase);
            short.then_some((a, b))
        };
        let mut row = 0;
        while row < self.page.rows.len() {
            let mut block: Vec<(usize, usize)> = Vec::new();
            while let Some((a, b)) = pair_of(self, row) {
                let fits = block.last().is_none_or(|(upper, value)| {
                    let (u, v) = (self.run(*upper), self.run(*value));
                    let (own, right) = (self.run(a), self.run(b));
                    (u.rect.x0 - own.rect.x0).abs() < 3.0
                        && ((v.rect.x0 - right.rect.x0).abs() < 3.0
                            || (v.rect.x1 - right.rect.x1).abs() < 3.0)
                        && own.rect.y0 - u.rect.y1 < 2.0 * u.height()
                });
                if !fits {
                    break;
                }
                block.push((a, b));
                row += 1;
            }
            let numbers = block.iter().filter(|(_, b)| {
                let text = self.run(*b).text();
                text.len() <= 4 && text.bytes().all(|c| c.is_ascii_digit())
            });
            if block.len() >= 4 && 2 * numbers.count() < block.len() {
                for (a, b) in &block {
                    let pair = Pair { label: vec![*a], value: vec![*b], sure: true };
                    self.take(&pair);
                    pairs.push(pair);
                }
            }
            row += usize::from(block.is_empty());
        }
    }

    /// The pairs that are sure, and those beside another one; the rest reads as running text.
    fn supported(&self, pairs: Vec<Pair>) -> Vec<Pair> {
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
        pairs.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(pair, _)| pair).collect()
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
