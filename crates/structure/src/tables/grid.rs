//! Owns the columns of a table and which of them every word of a row stands in.
//!
//! Columns are where the figures of the rows stand above each other; strips that no figure crosses
//! part them. Text stands in the column that it shares most of its width with.

use super::atoms::{Atom, AtomKind, Kind, Row, Token};

/// Columns of a table at most; more is a chart or a dump.
const MOST_COLUMNS: usize = 64;

/// A column of values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Column {
    /// Reach of its figures, the currency that stands to their left included.
    pub x0: f32,
    pub x1: f32,
    /// Left edge of its widest figure.
    pub core: f32,
    /// Usual left and right edge of a figure.
    pub left: f32,
    pub right: f32,
    /// Rows with something in it.
    pub rows: usize,
    pub figures: usize,
}

impl Column {
    pub(super) fn center(&self) -> f32 {
        (self.left + self.right) / 2.0
    }

    fn shared(&self, x0: f32, x1: f32) -> f32 {
        self.x1.min(x1) - self.x0.max(x0)
    }

    fn of(atoms: &[Atom]) -> Column {
        let low = |of: fn(&Atom) -> f32| atoms.iter().map(of).fold(f32::INFINITY, f32::min);
        Column {
            x0: low(|a| a.x0),
            x1: atoms.iter().map(|a| a.x1).fold(f32::NEG_INFINITY, f32::max),
            core: low(|a| a.core),
            left: crate::layout::median(atoms.iter().map(|a| a.core)),
            right: crate::layout::median(atoms.iter().map(|a| a.x1)),
            rows: atoms.len(),
            figures: atoms.iter().filter(|a| a.is_figure()).count(),
        }
    }
}

/// The columns of a table.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    /// Of values, from left to right.
    pub columns: Vec<Column>,
    /// Whether a column of labels stands before them.
    pub labelled: bool,
    /// Left edge of the labels.
    pub left: f32,
    /// Usual font size.
    pub size: f32,
    /// Usual distance from a row of figures to the next, in points; zero where there is one row.
    pub step: f32,
}

/// Whether a row's first piece is its label, given the left edge of the labels.
fn is_label(atom: &Atom, left: f32, size: f32) -> bool {
    atom.kind == AtomKind::Text || atom.core < left + 2.5 * size
}

impl Grid {
    /// The columns of the rows of figures of a table; none where figures do not stand in columns.
    pub(super) fn find(rows: &[&Row<'_>]) -> Option<Grid> {
        let size = crate::layout::median(rows.iter().map(|r| r.size));
        let worded = |r: &&&Row<'_>| r.atoms.first().is_some_and(|a| a.kind == AtomKind::Text);
        let labels = rows.iter().filter(worded).map(|r| r.x0());
        let left = labels.fold(f32::INFINITY, f32::min);
        // A row without figures but a label may stand alone in a table of figures.
        let labelled = left.is_finite();
        let mut values: Vec<Vec<Atom>> = Vec::new();
        let mut texts: Vec<Vec<Atom>> = Vec::new();
        for row in rows {
            let skip =
                usize::from(labelled && row.atoms.first().is_some_and(|a| is_label(a, left, size)));
            let (figures, others) = row.atoms.iter().skip(skip).partition(|a| a.is_figure());
            values.push(figures);
            texts.push(others);
        }
        let mut columns = part(&values, size);
        let first = columns.first().map_or(f32::INFINITY, |c: &Column| c.x0);
        // Words between labels and figures, or right of them, make columns where they recur.
        let free = |a: &Atom| {
            a.x0 > left + size && columns.iter().all(|c| c.shared(a.x0, a.x1) < 0.25 * size)
        };
        let loose: Vec<Vec<Atom>> =
            texts.iter().map(|row| row.iter().copied().filter(|a| free(a)).collect()).collect();
        let least = if rows.len() <= 3 { 1 } else { (rows.len() / 6).max(2) };
        columns.extend(part(&loose, size).into_iter().filter(|c| c.rows >= least));
        columns.sort_by(|a, b| a.x0.total_cmp(&b.x0));
        // A figure that stood off in a label.
        let usual = columns.iter().map(|c| c.rows).max().unwrap_or(0);
        columns.retain(|c| usual < 6 || c.rows > 1 || c.x0 > first + size);
        if columns.is_empty() || columns.len() > MOST_COLUMNS {
            return None;
        }
        let steps = rows.windows(2).map(|pair| pair[1].center() - pair[0].center());
        let step = if rows.len() > 1 { crate::layout::median(steps) } else { 0.0 };
        Some(Grid { columns, labelled, left, size, step }.settle())
    }

    /// Takes the first column for that of the labels where there is none: years, numbers, dates.
    fn settle(mut self) -> Grid {
        if !self.labelled && self.columns.len() >= 2 {
            self.left = self.columns.remove(0).x0;
            self.labelled = true;
        }
        self
    }

    /// Where the values begin.
    pub(super) fn edge(&self) -> f32 {
        self.columns.first().map_or(f32::INFINITY, |c| c.x0)
    }

    pub(super) fn right(&self) -> f32 {
        self.columns.iter().map(|c| c.x1).fold(f32::NEG_INFINITY, f32::max)
    }

    /// The column of values that a piece stands in: shared width first, else the nearest.
    pub(super) fn column_of(&self, x0: f32, x1: f32) -> usize {
        let rank = |c: &Column| {
            let shared = c.shared(x0, x1);
            if shared > 0.0 {
                let whole = (x1 - x0).min(c.x1 - c.x0).max(0.1);
                return shared.min(whole) + 1_000.0;
            }
            shared
        };
        let best =
            self.columns.iter().enumerate().max_by(|(_, a), (_, b)| rank(a).total_cmp(&rank(b)));
        best.map_or(0, |(at, _)| at)
    }

    /// The cell of every token of a row: `None` for the label's.
    pub(super) fn assign(&self, row: &Row<'_>) -> Vec<Option<usize>> {
        let mut cells: Vec<Option<usize>> = vec![None; row.tokens.len()];
        let edge = self.edge();
        for (nth, atom) in row.atoms.iter().enumerate() {
            let tokens = &row.tokens[atom.first..atom.end];
            let lone = row.atoms.len() == 1 && !atom.is_figure();
            let label = self.labelled
                && match nth {
                    0 => {
                        (!atom.is_figure()
                            && (atom.x0 < edge - 0.1 * self.size || lone && atom.x0 < edge))
                            || (atom.is_figure()
                                && atom.x1 < edge
                                && atom.core < self.left + 8.0 * self.size)
                    }
                    _ => !atom.is_figure() && atom.x1 < edge && atom.center() < edge,
                };
            // A figure that stands close behind its label is none of it.
            let split = if label { self.label_end(row, atom, nth) } else { 0 };
            let rest = &tokens[split..];
            if let (Some(first), Some(last)) = (rest.first(), rest.last()) {
                let core = if split == 0 { atom.core } else { first.x0 };
                let column = self.column_of(core.min(first.x0.max(core)), last.x1);
                cells[atom.first + split..atom.end].fill(Some(column));
            }
        }
        cells
    }

    /// How many tokens of a label are label, and not the figure of the first column.
    fn label_end(&self, row: &Row<'_>, atom: &Atom, nth: usize) -> usize {
        let tokens = row.of(atom);
        let all = tokens.len();
        let Some(column) = self.columns.first() else { return all };
        let figure = |t: &Token<'_>| {
            matches!(t.kind, Kind::Figure | Kind::Blank | Kind::Opens | Kind::Closes)
        };
        let from = tokens.iter().rposition(|t| !figure(t)).map_or(0, |at| at + 1);
        let taken =
            row.atoms.get(nth + 1).is_some_and(|next| column.shared(next.core, next.x1) > 0.0);
        let Some((first, last)) = tokens.get(from).zip(tokens.last()) else { return all };
        let fits = first.x0 > column.x0 - 0.3 * self.size
            && (last.x1 - column.right).abs() < 0.8 * self.size;
        let valued = tokens[from..].iter().any(|t| matches!(t.kind, Kind::Figure | Kind::Blank));
        if from > 0 && fits && valued && !taken { from } else { all }
    }

    /// Whether enough of the cells hold something: the figures scattered over a drawing do not.
    pub(super) fn is_filled(&self, rows: &[&Row<'_>]) -> bool {
        let places = rows.len() * self.columns.len();
        let filled: usize = rows
            .iter()
            .map(|row| {
                let mut columns: Vec<usize> = self.assign(row).into_iter().flatten().collect();
                columns.dedup();
                columns.len()
            })
            .sum();
        let worded = |r: &&&Row<'_>| {
            let label = r.atoms.first().filter(|a| a.kind == AtomKind::Text && a.x0 < self.edge());
            label.is_some_and(|a| r.of(a).iter().any(|t| t.text.chars().any(char::is_alphabetic)))
        };
        let labels = rows.iter().filter(worded).count();
        // Text alone stands in columns by chance, as the lines of a log do.
        if self.columns.iter().all(|c| 2 * c.figures < c.rows) {
            return false;
        }
        let share = filled as f32 / places as f32;
        share >= 0.3 && (share >= 0.55 || 10 * labels >= 6 * rows.len())
    }

    /// Whether the figures of most columns stand in line: at the right, left or middle, or at a few right
    /// edges, as accounts are printed that set each level of totals further to the right.
    pub(super) fn stands_in_line(&self, rows: &[&Row<'_>]) -> bool {
        let mut spread: Vec<Vec<&Atom>> = vec![Vec::new(); self.columns.len()];
        for row in rows {
            for atom in row.values().filter(|a| a.x1 > self.edge()) {
                spread[self.column_of(atom.core, atom.x1)].push(atom);
            }
        }
        let mut good = 0;
        let mut judged = 0;
        for atoms in spread.iter().filter(|a| a.len() >= 2) {
            let deviation = |of: &dyn Fn(&Atom) -> f32| {
                let middle = crate::layout::median(atoms.iter().map(|a| of(a)));
                let off = atoms.iter().filter(|a| (of(a) - middle).abs() > 0.9 * self.size).count();
                4 * off <= atoms.len()
            };
            judged += atoms.len();
            let in_line =
                deviation(&|a| a.x1) || deviation(&|a| a.core) || deviation(&|a| a.center());
            if in_line || in_steps(atoms.iter().map(|a| a.x1).collect(), self.size) {
                good += atoms.len();
            }
        }
        judged >= 2 && 10 * good >= 7 * judged
    }
}

/// Whether nearly all right edges of a column's figures are a few, each of several figures.
fn in_steps(mut edges: Vec<f32>, size: f32) -> bool {
    edges.sort_by(f32::total_cmp);
    let steps = edges.chunk_by(|a, b| b - a <= 0.35 * size);
    let (mut all, mut shared) = (0, 0);
    for step in steps {
        if step.last().zip(step.first()).is_some_and(|(last, first)| last - first > 0.7 * size) {
            return false;
        }
        all += 1;
        shared += if step.len() >= 2 { step.len() } else { 0 };
    }
    all <= 4 && edges.len() >= 2 * all + 2 && 8 * shared >= 7 * edges.len()
}

/// Columns of pieces that stand above each other: what overlaps is one column, unless a row has two
/// pieces in it.
fn part(rows: &[Vec<Atom>], size: f32) -> Vec<Column> {
    let mut atoms: Vec<(usize, Atom)> =
        rows.iter().enumerate().flat_map(|(at, row)| row.iter().map(move |a| (at, *a))).collect();
    atoms.sort_by(|(_, a), (_, b)| a.core.total_cmp(&b.core));
    let mut groups: Vec<Vec<(usize, Atom)>> = Vec::new();
    let mut right = f32::NEG_INFINITY;
    for (row, atom) in atoms {
        match groups.last_mut() {
            Some(group) if atom.core < right - 0.05 * size => group.push((row, atom)),
            _ => groups.push(vec![(row, atom)]),
        }
        right = right.max(atom.x1);
    }
    let mut columns = Vec::new();
    let mut due: Vec<(Vec<(usize, Atom)>, u32)> = groups.into_iter().map(|g| (g, 0)).collect();
    while let Some((group, depth)) = due.pop() {
        match if depth < 8 { torn(&group) } else { None } {
            Some(x) => {
                let (left, right) = group.into_iter().partition(|(_, a)| a.center() < x);
                due.push((left, depth + 1));
                due.push((right, depth + 1));
            }
            None => {
                let atoms: Vec<Atom> = group.into_iter().map(|(_, a)| a).collect();
                columns.push(Column::of(&atoms));
            }
        }
    }
    columns.sort_by(|a: &Column, b| a.core.total_cmp(&b.core));
    columns
}

/// Where to part pieces that overlap although they are of two columns: at the place that fewest of
/// them cross, between two pieces of one row.
fn torn(group: &[(usize, Atom)]) -> Option<f32> {
    let mut by_row: Vec<&(usize, Atom)> = group.iter().collect();
    by_row.sort_by(|(a, x), (b, y)| a.cmp(b).then(x.core.total_cmp(&y.core)));
    let twice = by_row.windows(2).find(|w| w[0].0 == w[1].0)?;
    let (from, to) = (twice[0].1.x1, twice[1].1.core);
    let crossed = |x: f32| group.iter().filter(|(_, a)| a.core < x && a.x1 > x).count();
    let places = [0.5, 0.2, 0.8].map(|share| from + share * (to - from));
    let x = places.into_iter().min_by_key(|x| crossed(*x))?;
    let sides = group.iter().filter(|(_, a)| a.center() < x).count();
    (4 * crossed(x) <= group.len() + 3 && sides > 0 && sides < group.len()).then_some(x)
}
