//! Owns values to the right of their labels: over lines, left blank, on a line to write on.

use super::{Column, MOST_LINES, MOST_VALUE_WORDS, Pair, Pairs};
use crate::fields::runs::Kind;
use crate::fields::wording;

impl Pairs<'_, '_> {
    /// The field of a label whose value stands to its right, or is left blank there.
    pub(super) fn beside(&mut self, at: usize, column: &Column) -> Option<Pair> {
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
    pub(super) fn is_upper_line(&self, at: usize, column: &Column) -> bool {
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
        let above = run.row.checked_sub(1).map_or(0..0, |row| self.page.rows[row].clone());
        let over = |above: &usize| {
            let near = (self.run(*above).rect.x0 - run.rect.x0).abs() < 0.6 * run.size;
            near && self.labels[*above] && !self.taken[*above]
        };
        if run.walls == 0 && run.opens() && { above }.any(|above| over(&above)) {
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
        let named = self.run(at).kind == Kind::Label;
        if !named || !shown || under || ticked {
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
}
