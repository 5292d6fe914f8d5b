//! Owns boxes to tick: signs that show one, brackets with or without a mark, drawn squares.

use citelight_core::{Rect, Span};

use super::runs::Word;

/// Whether a box bears a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tick {
    Empty,
    Ticked,
}

/// Sides of a drawn square, in points.
const SIDES: (f32, f32) = (5.0, 18.0);
/// Squares looked at on one page.
const MOST_SQUARES: usize = 200;

/// Signs of an empty box; those of the private area are those of the fonts Wingdings and Symbol.
const EMPTY: &str = "☐□▢❏❐❑❒◻⬜◯\u{f06f}\u{f0a8}\u{f071}\u{f072}\u{f070}\u{f02a}";
/// Signs of a ticked box.
const TICKED: &str = "☑☒⊠🗹🗷✅❎\u{f0fe}\u{f0fd}\u{f052}\u{f053}\u{f054}\u{f078}";
/// Marks that stand in a box; alone they are bullets as often.
const MARKS: &str = "✓✔✗✘☓■\u{f0fc}\u{f0fb}\u{f06e}\u{f0d7}";

/// Finds the boxes among the words of a page, and adds those that are drawn and bear no mark. Where no
/// box of the page is ticked, none is taken for one: the form is not filled in, or they are bullets. Gives the
/// drawn squares that are boxes.
pub(super) fn mark(words: &mut Vec<Word<'_>>, rules: &[Rect]) -> Vec<Rect> {
    let squares = squares(rules);
    let mut used = vec![false; squares.len()];
    let any = |words: &[Word<'_>], signs: &str| {
        words.iter().any(|word| is_sign(word.text, signs) || bracketed(word.text).is_some())
    };
    let boxes = any(words, EMPTY) || any(words, TICKED);
    for word in words.iter_mut() {
        let (x, y) = (word.rect.center_x(), word.rect.center_y());
        let square = squares.iter().position(|square| square.contains_point(x, y));
        let short = word.text.chars().count() <= 2;
        word.tick = match square {
            Some(at) if short => {
                used[at] = true;
                let empty = is_sign(word.text, EMPTY);
                Some(if empty { Tick::Empty } else { Tick::Ticked })
            }
            _ if is_sign(word.text, EMPTY) => Some(Tick::Empty),
            _ if is_sign(word.text, TICKED) => Some(Tick::Ticked),
            _ if boxes && is_sign(word.text, MARKS) => Some(Tick::Ticked),
            _ => bracketed(word.text),
        };
    }
    if !words.iter().any(|word| word.tick == Some(Tick::Ticked)) {
        words.iter_mut().for_each(|word| word.tick = None);
        return Vec::new();
    }
    // Drawn squares count where one of them is seen to bear a mark.
    if !used.contains(&true) {
        return Vec::new();
    }
    let size = crate::layout::median(words.iter().map(|word| word.size));
    for (square, _) in squares.iter().zip(&used).filter(|(_, used)| !**used) {
        words.push(Word {
            rect: *square,
            text: "",
            span: Span::new(0, 0),
            place: usize::MAX,
            size,
            ink: false,
            bold: false,
            italic: false,
            coloured: false,
            field: 0,
            tick: Some(Tick::Empty),
        });
    }
    squares
}

fn is_sign(word: &str, signs: &str) -> bool {
    let mut chars = word.chars();
    matches!((chars.next(), chars.next()), (Some(sign), None) if signs.contains(sign))
}

/// "[x]", "[ ]", "(X)".
fn bracketed(word: &str) -> Option<Tick> {
    let inner = word.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'))?;
    match inner {
        "" | "_" | "__" => Some(Tick::Empty),
        "x" | "X" | "✓" | "✔" | "√" | "*" => Some(Tick::Ticked),
        _ => None,
    }
}

/// Squares drawn with two upright and two level lines.
fn squares(rules: &[Rect]) -> Vec<Rect> {
    let fits = |side: f32| side >= SIDES.0 && side <= SIDES.1;
    let upright: Vec<&Rect> =
        rules.iter().filter(|r| r.height() > r.width() && fits(r.height())).collect();
    let level: Vec<&Rect> =
        rules.iter().filter(|r| r.width() > r.height() && fits(r.width())).collect();
    let mut squares: Vec<Rect> = Vec::new();
    if upright.len() > 2 * MOST_SQUARES || level.len() > 4 * MOST_SQUARES {
        return squares;
    }
    let near = |a: f32, b: f32| (a - b).abs() < 1.6;
    for (at, left) in upright.iter().enumerate() {
        for right in &upright[at + 1..] {
            let (left, right) = if left.x0 < right.x0 { (left, right) } else { (right, left) };
            let width = right.center_x() - left.center_x();
            let square = near(left.y0, right.y0)
                && near(left.y1, right.y1)
                && width > 0.7 * left.height()
                && width < 1.4 * left.height();
            if !square {
                continue;
            }
            let closed = |y: f32| {
                level.iter().any(|line| {
                    near(line.center_y(), y)
                        && near(line.x0, left.center_x())
                        && near(line.x1, right.center_x())
                })
            };
            let found = left.union(right);
            let known = |one: &Rect| one.iou(&found) > 0.5;
            if closed(left.y0) && closed(left.y1) && !squares.iter().any(known) {
                squares.push(found);
            }
        }
    }
    squares.truncate(MOST_SQUARES);
    squares
}
