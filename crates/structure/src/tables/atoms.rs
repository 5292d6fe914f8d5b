//! Owns the pieces of a row: words joined to labels, headings and values, however far a sign of a
//! figure stands off its digits.
//!
//! Refuses to know of columns: only the distances inside one row count here.

use citelight_core::{Rect, Span};

use crate::shape;

/// What a word is among the cells of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    /// Has digits and nothing that a figure has not.
    Figure,
    /// Stands where a figure would: "—", "N/A".
    Blank,
    /// Belongs to the figure after it: "$", "(".
    Opens,
    /// Belongs to the figure before it: ")", "%".
    Closes,
    /// Dots that lead the eye.
    Leader,
    /// A raised mark.
    Mark,
}

/// A word of a page. Places are those of the layout: levelled, turned text turned upright.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'t> {
    pub x0: f32,
    pub x1: f32,
    pub y0: f32,
    pub y1: f32,
    pub size: f32,
    pub bold: bool,
    pub kind: Kind,
    pub text: &'t str,
    /// Its place among the page's words in flow order.
    pub place: u32,
    pub span: Span,
    /// Its box on the page.
    pub rect: Rect,
    /// Whether it runs up or down the page.
    pub turned: bool,
    /// Whether an upright rule parts it from the word before it in its row.
    pub walled: bool,
}

/// What a piece of a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AtomKind {
    Text,
    Value,
    /// A year or a date in figures: a heading as well as a value.
    Year,
}

/// A piece of a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Atom {
    /// Its first token, and one past its last.
    pub first: usize,
    pub end: usize,
    pub x0: f32,
    pub x1: f32,
    /// Where it begins without the currency that can stand far to its left.
    pub core: f32,
    pub kind: AtomKind,
}

impl Atom {
    pub(super) fn is_figure(&self) -> bool {
        self.kind != AtomKind::Text
    }

    pub(super) fn center(&self) -> f32 {
        (self.core + self.x1) / 2.0
    }
}

/// A line of a table's page from left to right.
#[derive(Debug, Clone)]
pub(super) struct Row<'t> {
    pub tokens: Vec<Token<'t>>,
    pub atoms: Vec<Atom>,
    pub y0: f32,
    pub y1: f32,
    /// Median font size; of recognised words a guess from the height.
    pub size: f32,
}

impl<'t> Row<'t> {
    /// `tokens` from left to right, at least one.
    pub(super) fn new(mut tokens: Vec<Token<'t>>) -> Self {
        let size = crate::layout::median(tokens.iter().map(|t| t.size));
        // "% Change" is words, not the sign of a figure before it.
        for at in 1..tokens.len() {
            let near = tokens[at].x0 - tokens[at - 1].x1 < 0.66 * size;
            if near && tokens[at].kind == Kind::Word && tokens[at - 1].kind == Kind::Closes {
                tokens[at - 1].kind = Kind::Word;
            }
        }
        let tall = || tokens.iter().filter(|t| t.kind != Kind::Mark);
        let y0 = crate::layout::median(tall().map(|t| t.y0));
        let y1 = crate::layout::median(tall().map(|t| t.y1));
        let atoms = atoms(&tokens, size);
        Row { tokens, atoms, y0, y1, size }
    }

    pub(super) fn center(&self) -> f32 {
        (self.y0 + self.y1) / 2.0
    }

    pub(super) fn height(&self) -> f32 {
        (self.y1 - self.y0).max(0.1)
    }

    pub(super) fn x0(&self) -> f32 {
        self.atoms.first().map_or(0.0, |a| a.x0)
    }

    pub(super) fn x1(&self) -> f32 {
        self.atoms.iter().map(|a| a.x1).fold(f32::NEG_INFINITY, f32::max)
    }

    pub(super) fn of(&self, atom: &Atom) -> &[Token<'t>] {
        self.tokens.get(atom.first..atom.end).unwrap_or_default()
    }

    /// Values that stand in cells of their own: all figures, without the one that opens the row
    /// where it is its label.
    pub(super) fn values(&self) -> impl Iterator<Item = &Atom> {
        self.atoms.iter().filter(|a| a.is_figure())
    }

    pub(super) fn text(&self) -> String {
        joined(&self.tokens)
    }

    /// Whether any of its figures is more than a year.
    pub(super) fn has_amounts(&self) -> bool {
        let mut values = self.atoms.iter().filter(|a| a.kind == AtomKind::Value);
        let small = |a: &Atom| {
            self.of(a)
                .iter()
                .all(|t| t.text.len() <= 2 && t.text.bytes().all(|b| b.is_ascii_digit()))
        };
        let texts = || self.atoms.iter().skip(1).filter(|a| a.kind == AtomKind::Text).count();
        // "Level" over "3" among headings.
        values.clone().next().is_some() && !(texts() >= 3 && values.all(small))
    }
}

/// The words of tokens, one space between.
pub(super) fn joined(tokens: &[Token<'_>]) -> String {
    let mut text = String::new();
    for token in tokens {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(token.text);
    }
    text
}

/// What a word is. `raised`: it is much smaller than its row.
pub(super) fn kind_of(word: &str, raised: bool) -> Kind {
    if shape::is_leader(word) {
        return Kind::Leader;
    }
    if raised && word.chars().count() <= 5 {
        return Kind::Mark;
    }
    let signs = |signs: &str| !word.is_empty() && word.chars().all(|c| signs.contains(c));
    let opening = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let currency = opening.len() < word.len() && word.len() - opening.len() <= 3;
    if signs("$€£¥(") || (currency && matches!(opening, "$" | "€" | "£" | "¥")) {
        return Kind::Opens;
    }
    if signs(")%") || matches!(word, "bps" | "pts" | "pts.") {
        return Kind::Closes;
    }
    if is_blank(word) {
        return Kind::Blank;
    }
    if is_figure(word) { Kind::Figure } else { Kind::Word }
}

/// What stands for no figure.
fn is_blank(word: &str) -> bool {
    let core = word.trim_matches(|c| "$€£¥()%".contains(c));
    let dashes = !core.is_empty()
        && core.chars().count() <= 3
        && core.chars().all(|c| matches!(c, '-' | '–' | '—' | '−' | '―' | '‑'));
    let known = ["n/a", "n.a.", "n/m", "n.m.", "nm", "nmf", "*", "**", "nil"];
    dashes || known.iter().any(|k| word.eq_ignore_ascii_case(k)) || matches!(word, "NA" | "N.A")
}

/// A figure with its signs and, at its end, a footnote's mark: "1,234(a)", "12.5%*", "3.1x".
fn is_figure(word: &str) -> bool {
    let mut core = word.trim_end_matches(['*', '†', '‡', '§', '¹', '²', '³', '⁴', '⁵']);
    if let Some((front, mark)) = core.rsplit_once('(') {
        let mark = mark.strip_suffix(')').unwrap_or("?");
        let short = mark.len() <= 2 && mark.bytes().all(|b| b.is_ascii_alphanumeric());
        if short && front.bytes().any(|b| b.is_ascii_digit()) {
            core = front;
        }
    }
    let core = core.strip_suffix(['x', 'X']).unwrap_or(core);
    let plain = core.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let core = if core.len() - plain.len() <= 3 && plain.starts_with('$') { plain } else { core };
    core.bytes().any(|b| b.is_ascii_digit()) && shape::is_cell(core)
}

/// "2019", "12/31/19": figures that name a time.
pub(super) fn is_year(word: &str) -> bool {
    let year = |w: &str| {
        w.len() == 4
            && w.bytes().all(|b| b.is_ascii_digit())
            && (w.starts_with("19") || w.starts_with("20"))
    };
    let core = word.trim_end_matches('*');
    let core = core.split_once('(').map_or(core, |(front, _)| front);
    let parts: Vec<&str> = core.split(['/', '-', '–']).collect();
    let digits = |w: &str| w.len() <= 4 && !w.is_empty() && w.bytes().all(|b| b.is_ascii_digit());
    year(core)
        || (parts.len() == 3 && parts.iter().all(|p| digits(p)))
        || (core.contains('/')
            && parts.len() == 2
            && parts.iter().all(|p| p.len() == 2 && digits(p)))
        || (parts.len() == 2 && year(parts[0]) && digits(parts[1]))
}

fn atoms(tokens: &[Token<'_>], size: f32) -> Vec<Atom> {
    let mut atoms: Vec<Atom> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let open = atoms.last().is_some_and(|last| belongs(&tokens[last.first..at], token, size));
        match atoms.last_mut() {
            Some(last) if open => {
                last.end = at + 1;
                last.x1 = last.x1.max(token.x1);
            }
            _ => atoms.push(Atom {
                first: at,
                end: at + 1,
                x0: token.x0,
                x1: token.x1,
                core: token.x0,
                kind: AtomKind::Text,
            }),
        }
    }
    for atom in &mut atoms {
        (atom.kind, atom.core) = read(&tokens[atom.first..atom.end]);
    }
    join_ranges(&mut atoms, tokens, size);
    atoms
}

/// "1.5 – 3.0": two figures with a dash between them that stands near both.
fn join_ranges(atoms: &mut Vec<Atom>, tokens: &[Token<'_>], size: f32) {
    let mut at = 1;
    while at + 1 < atoms.len() {
        let (before, dash, after) = (atoms[at - 1], atoms[at], atoms[at + 1]);
        let near = dash.x0 - before.x1 < 1.2 * size && after.core - dash.x1 < 1.2 * size;
        let lone = dash.end == dash.first + 1
            && matches!(tokens[dash.first].text, "-" | "–" | "to")
            && before.kind == AtomKind::Value
            && after.kind == AtomKind::Value;
        if near && lone {
            atoms[at - 1].end = after.end;
            atoms[at - 1].x1 = after.x1;
            atoms.drain(at..=at + 1);
        } else {
            at += 1;
        }
    }
}

/// Whether a token goes on with the piece before it.
fn belongs(piece: &[Token<'_>], next: &Token<'_>, size: f32) -> bool {
    let Some(last) = piece.last() else { return false };
    let right = piece.iter().map(|t| t.x1).fold(f32::NEG_INFINITY, f32::max);
    let gap = (next.x0 - right) / size;
    let value = piece.iter().any(|t| matches!(t.kind, Kind::Figure | Kind::Blank));
    let worded = piece.iter().any(|t| t.kind == Kind::Word);
    // Some writers draw a box round every sign of a figure.
    let sign = last.kind == Kind::Opens || matches!(next.kind, Kind::Closes | Kind::Mark);
    if next.walled && !sign {
        return false;
    }
    match (last.kind, next.kind) {
        (_, Kind::Mark) => gap < if value && !worded { 3.0 } else { 1.0 },
        (Kind::Mark, Kind::Figure | Kind::Blank | Kind::Opens) if value && !worded => gap < 0.05,
        (_, Kind::Leader) => true,
        (Kind::Leader, kind) => kind == Kind::Leader,
        (Kind::Opens, Kind::Figure | Kind::Blank | Kind::Opens) if !worded => gap < 30.0,
        (_, Kind::Closes) if value && !worded => gap < 12.0,
        (_, Kind::Opens) if value && !worded => gap < 0.12,
        (Kind::Figure | Kind::Blank | Kind::Closes, Kind::Figure | Kind::Blank) => gap < 0.42,
        _ => gap < 0.66,
    }
}

/// What a piece is, and where it begins without its currency.
fn read(piece: &[Token<'_>]) -> (AtomKind, f32) {
    let left = piece.first().map_or(0.0, |t| t.x0);
    let of = |kind| piece.iter().filter(move |t| t.kind == kind);
    let figures = of(Kind::Figure).count();
    let filled = figures + of(Kind::Blank).count();
    if filled == 0 || of(Kind::Word).next().is_some() {
        return (AtomKind::Text, left);
    }
    let core =
        piece.iter().find(|t| t.kind != Kind::Opens || t.text.contains('(')).unwrap_or(&piece[0]);
    let plain = || piece.iter().filter(|t| t.kind != Kind::Mark);
    let years = plain().all(|t| t.kind == Kind::Figure && is_year(t.text));
    (if years { AtomKind::Year } else { AtomKind::Value }, core.x0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tokens set at the given left edges, five points a character, ten points high.
    fn row(words: &[(f32, &'static str)]) -> Row<'static> {
        let token = |&(x0, text): &(f32, &'static str)| {
            let x1 = x0 + 5.0 * text.chars().count() as f32;
            Token {
                x0,
                x1,
                y0: 0.0,
                y1: 10.0,
                size: 10.0,
                bold: false,
                kind: kind_of(text, false),
                text,
                place: 0,
                span: Span::new(0, 0),
                rect: Rect::new(x0, 0.0, x1, 10.0),
                turned: false,
                walled: false,
            }
        };
        Row::new(words.iter().map(token).collect())
    }

    #[test]
    fn signs_belong_to_their_figures() {
        for (words, expected) in [
            (
                vec![(0.0, "Net"), (18.0, "sales"), (100.0, "$"), (140.0, "1,234")],
                vec!["Net sales", "$ 1,234"],
            ),
            (
                vec![(0.0, "Loss"), (100.0, "(12"), (117.0, ")"), (130.0, "%")],
                vec!["Loss", "(12 ) %"],
            ),
            (
                vec![(0.0, "None"), (100.0, "$"), (120.0, "—"), (150.0, "$"), (160.0, "—")],
                vec!["None", "$ —", "$ —"],
            ),
            (
                vec![(0.0, "Balance"), (38.0, "2016"), (80.0, "12"), (100.0, "13")],
                vec!["Balance 2016", "12", "13"],
            ),
            (vec![(0.0, "Cash"), (23.0, "....."), (60.0, "5")], vec!["Cash .....", "5"]),
        ] {
            let row = row(&words);
            let found: Vec<String> = row.atoms.iter().map(|a| joined(row.of(a))).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn words_have_kinds() {
        for (word, kind) in [
            ("US$", Kind::Opens),
            ("$1,234", Kind::Figure),
            ("(1.5)%", Kind::Figure),
            ("1,234(a)", Kind::Figure),
            ("—", Kind::Blank),
            ("$—", Kind::Blank),
            ("N/A", Kind::Blank),
            (")%", Kind::Closes),
            ("10-K", Kind::Word),
            ("31,", Kind::Word),
            ("......", Kind::Leader),
        ] {
            assert_eq!(kind_of(word, false), kind, "{word}");
        }
        assert!(is_year("2019") && is_year("12/31/19") && is_year("12/14") && is_year("2018-19"));
        assert!(!is_year("2,019") && !is_year("31") && !is_year("1/2"));
    }
}
