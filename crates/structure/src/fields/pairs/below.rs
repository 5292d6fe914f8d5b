//! Owns values below their labels, and columns of labels and values without any sign.

use super::{MOST_LINES, Pair, Pairs};
use crate::fields::runs::{Kind, Run};
use crate::fields::wording;

impl Pairs<'_, '_> {
    /// The field of a label with a colon whose value stands below it.
    pub(super) fn below(&mut self, at: usize) -> Option<Pair> {
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

    /// A row of labels over one row of values: bold, coloured or smaller than what stands below each.
    pub(super) fn headed(&mut self, pairs: &mut Vec<Pair>) {
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
                let stacked = |upper: usize, lower: usize| {
                    let (a, b) = (self.run(upper), self.run(lower));
                    self.same_type(a, b)
                        && b.rect.y0 - a.rect.y1 < 0.6 * b.height()
                        && self.page.rows[a.row].len() >= self.page.rows[b.row].len()
                };
                if self.over(at).is_some_and(|above| stacked(above, at) && !self.taken[above]) {
                    continue;
                }
                let Some(mut value) = self.lines_below(at, 1.2) else { continue };
                let mut first = self.run(value[0]);
                if value.len() == 1 && stacked(at, value[0]) {
                    value.extend(self.lines_below(value[0], 0.6).unwrap_or_default());
                    first = value.get(1).map_or(first, |at| self.run(*at));
                }
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
    pub(super) fn aligned(&mut self, pairs: &mut Vec<Pair>) {
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
}
