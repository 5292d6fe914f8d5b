//! Owns guesses: short texts that stand beside or below what may be their label, where no sign shows
//! that they belong together. How likely that is says a model that was learned from forms on which
//! people marked what belongs together (`training/forms.py`).

use std::sync::LazyLock;

use super::pairs::Pair;
use super::runs::{Kind, Page, Run};
use super::signs::signs;
use super::trees::Trees;
use super::wording;

/// Words of a label, and of a value, at most.
const MOST_LABEL_WORDS: usize = 8;
const MOST_VALUE_WORDS: usize = 12;
/// Rows above a value in which its label is looked for, and the texts among them that may be it.
const MOST_ROWS_UP: usize = 8;
const MOST_ABOVE: usize = 3;
/// Words of a row's text that is prose.
const PROSE_WORDS: usize = 12;
/// Guesses of one page at most.
const MOST_GUESSES: usize = 600;

/// What is measured of a guess; see [`measure`].
pub const LINK_MEASURES: usize = 43;

/// A text with what may be its label.
#[derive(Debug, Clone)]
pub(super) struct Guess {
    pub label: usize,
    pub value: usize,
    pub measures: [f32; LINK_MEASURES],
}

impl Guess {
    /// How likely it is that the two belong together, in per cent.
    pub(super) fn likely(&self) -> u8 {
        (100.0 / (1.0 + (-trees().sum(&self.measures)).exp())).round() as u8
    }
}

/// The model that comes with the program; a test reads it.
fn trees() -> &'static Trees {
    static TREES: LazyLock<Trees> = LazyLock::new(|| {
        Trees::parse(include_str!("links.txt"), LINK_MEASURES).unwrap_or_default()
    });
    &TREES
}

/// What the fields that geometry shows tell of each run.
struct Roles {
    /// Whether it is the label, or the value, of such a field.
    label: Vec<bool>,
    value: Vec<bool>,
}

/// Texts with what may be their labels, those left out that are `pairs` already.
pub(super) fn find(page: &Page<'_>, pairs: &[Pair], taken: &[bool]) -> Vec<Guess> {
    let mut roles =
        Roles { label: vec![false; page.runs.len()], value: vec![false; page.runs.len()] };
    for pair in pairs {
        pair.label.iter().for_each(|at| roles.label[*at] = true);
        pair.value.iter().for_each(|at| roles.value[*at] = true);
    }
    let known = |label: usize, value: usize| {
        pairs.iter().any(|pair| pair.label.contains(&label) && pair.value.contains(&value))
    };
    let mut guesses = Vec::new();
    for (value, taken) in taken.iter().enumerate() {
        let ticked = *taken && !roles.label[value] && !roles.value[value];
        if ticked || !may_be_value(&page.runs[value]) {
            continue;
        }
        let left = left_of(page, value).into_iter().map(|label| (label, 0));
        let above = above(page, value).into_iter().enumerate().map(|(at, label)| (label, at + 1));
        for (label, place) in left.chain(above) {
            if may_be_label(&page.runs[label]) && !known(label, value) {
                let measures = measure(page, &roles, label, value, place);
                guesses.push(Guess { label, value, measures });
            }
        }
        if guesses.len() >= MOST_GUESSES {
            break;
        }
    }
    guesses
}

fn may_be_value(run: &Run<'_>) -> bool {
    run.kind == Kind::Text
        && run.words.len() <= MOST_VALUE_WORDS
        && !run.is_sign()
        && !is_item(&run.text())
        && !wording::is_sentence(&run.text())
}

/// Whether a text is an item of a list.
fn is_item(text: &str) -> bool {
    text.starts_with(['•', '◦', '▪', '●', '-', '–', '*', '(']) || text.starts_with("1.")
}

fn may_be_label(run: &Run<'_>) -> bool {
    matches!(run.kind, Kind::Text | Kind::Label)
        && run.field == 0
        && run.words.len() <= MOST_LABEL_WORDS
        && run.is_worded()
        // What announces a list is none.
        && (run.kind == Kind::Label || !run.text().ends_with([':', '：']))
        && !run.text().contains("://")
        && !wording::is_sentence(&run.text())
}

/// The run to the left in the same row, signs passed over.
fn left_of(page: &Page<'_>, at: usize) -> Option<usize> {
    let row = page.rows.get(page.runs[at].row)?;
    (row.start..at).rev().find(|left| !page.runs[*left].is_sign())
}

/// The runs above that share a part of its width or an edge, nearest first, up to the next prose.
fn above(page: &Page<'_>, at: usize) -> Vec<usize> {
    let own = &page.runs[at];
    let mut found: Vec<usize> = Vec::new();
    let mut last = own;
    for row in (own.row.saturating_sub(MOST_ROWS_UP)..own.row).rev() {
        let over = page.rows[row].clone().filter(|upper| in_line(&page.runs[*upper], own));
        let best =
            over.max_by(|a, b| shared(&page.runs[*a], own).total_cmp(&shared(&page.runs[*b], own)));
        let Some(upper) = best else { continue };
        let run = &page.runs[upper];
        let far = last.rect.y0 - run.rect.y1 > 3.0 * own.height();
        if far || run.words.len() >= PROSE_WORDS || matches!(run.kind, Kind::Tick(_)) {
            break;
        }
        if !run.is_sign() {
            found.push(upper);
            last = run;
        }
        // What ends with a colon is the label of all that stands below it.
        if found.len() == MOST_ABOVE || run.kind == Kind::Label {
            break;
        }
    }
    found
}

fn in_line(upper: &Run<'_>, lower: &Run<'_>) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() < lower.size;
    shared(upper, lower) > 0.3
        || near(upper.rect.x0, lower.rect.x0)
        || near(upper.rect.x1, lower.rect.x1)
        || near(upper.rect.center_x(), lower.rect.center_x())
}

/// The width that both share, as a share of the narrower one.
fn shared(a: &Run<'_>, b: &Run<'_>) -> f32 {
    let both = a.rect.x1.min(b.rect.x1) - a.rect.x0.max(b.rect.x0);
    both / a.rect.width().min(b.rect.width()).max(1.0)
}

/// What the geometry of a label and a value, their type and their signs tell; `place` is 0 where the
/// label stands to the left, else which of the runs above it is.
fn measure(
    page: &Page<'_>,
    roles: &Roles,
    label: usize,
    value: usize,
    place: usize,
) -> [f32; LINK_MEASURES] {
    let (of, own) = (&page.runs[label], &page.runs[value]);
    let flag = |holds: bool| f32::from(u8::from(holds));
    let digits =
        |run: &Run<'_>| run.words.iter().any(|w| w.text.contains(|c: char| c.is_numeric()));
    let letters = |run: &Run<'_>| run.words.iter().any(|w| w.text.contains(char::is_alphabetic));
    let same_type = of.bold == own.bold
        && of.italic == own.italic
        && of.coloured == own.coloured
        && (of.size - own.size).abs() < 0.06 * own.size;
    let left = place == 0;
    let between = if left {
        (own.rect.x0 - of.rect.x1).max(0.0) / own.size.max(1.0)
    } else {
        (own.rect.y0 - of.rect.y1).max(0.0) / own.height()
    };
    // Another text that may be its label by a colon: in the other direction.
    let rival = if left {
        above(page, value).first().is_some_and(|upper| names(&page.runs[*upper], own))
    } else {
        left_of(page, value).is_some_and(|left| names(&page.runs[left], own))
    };
    let centred = (of.rect.center_x() - own.rect.center_x()).abs() < own.size;
    let aligned = (of.rect.x0 - own.rect.x0).abs() < 0.5 * own.size;
    let cell = page.cell(&own.rect);
    let of_cell = page.cell(&of.rect);
    let (shared_cell, celled) = match (&of_cell, &cell) {
        (Some(a), Some(b)) => (a.iou(b) > 0.9, true),
        _ => (false, false),
    };
    let values = [
        1.0,
        flag(place == 1),
        between.ln_1p(),
        flag(of.kind == Kind::Label),
        flag(of.bold && !own.bold),
        flag(of.is_lesser(own)),
        flag(same_type),
        flag(digits(of)),
        flag(digits(own)),
        flag(!letters(own)),
        (of.words.len() as f32).ln_1p(),
        (own.words.len() as f32).ln_1p(),
        flag(aligned && !left),
        flag(centred && !aligned && !left),
        flag(roles.label[label]),
        flag(roles.value[label]),
        flag(roles.value[value]),
        flag(roles.label[value]),
        flag(rival),
        flag(if left { own.walls > 0 } else { page.parted(&of.rect, &own.rect) }),
        flag(shared_cell),
        flag(celled),
        columns(page, of.row, own.row, left),
        flag(of.text().starts_with(char::is_lowercase)),
    ];
    let mut measures = [0.0; LINK_MEASURES];
    let all = values.into_iter().chain([flag(left)]).chain(signs(of, own));
    measures.iter_mut().zip(all).for_each(|(measure, value)| *measure = value);
    measures
}

/// Whether its type or its colon sets a run off as the label of another one.
fn names(run: &Run<'_>, value: &Run<'_>) -> bool {
    run.kind == Kind::Label || (may_be_label(run) && run.is_lesser(value))
}

/// The share of a row's runs below which one of another row stands; of one run, nothing.
fn columns(page: &Page<'_>, upper: usize, lower: usize, left: bool) -> f32 {
    let row = page.rows[upper].clone();
    if left || row.len() < 2 {
        return 0.0;
    }
    let over = |at: &usize| {
        page.rows[lower].clone().any(|below| in_line(&page.runs[*at], &page.runs[below]))
    };
    let count = row.len() as f32;
    row.filter(over).count() as f32 / count
}
