//! Owns boxes to tick with what they stand for, and the groups that they make: "Sex: ☐ male ☒ female".

use citelight_core::{Field, PageNumber, Span};

use super::runs::{Kind, Page, Run};
use super::spans;
use super::ticks::Tick;

/// White space within what a box stands for, in font sizes.
const GAP: f32 = 2.5;
/// Words of what a box stands for at most.
const MOST_WORDS: usize = 30;
/// Lines over a box that say what it stands for, at most, and the words of each.
const MOST_LINES_ABOVE: usize = 2;
const MOST_WORDS_ABOVE: usize = 4;
/// Boxes below each other that the text above them introduces, at least, and the lines of that text at most.
const FEWEST_INTRODUCED: usize = 3;
const MOST_LINES_INTRODUCING: usize = 3;

/// A box and what it stands for, as runs of the page.
struct Choice {
    tick: usize,
    ticked: bool,
    option: Vec<usize>,
    /// Whether what it stands for is written before it.
    before: bool,
}

/// The boxes of a page as fields; `taken` learns which runs they use.
pub(super) fn find(page: &Page<'_>, number: PageNumber, taken: &mut [bool]) -> Vec<Field> {
    let mut choices: Vec<Choice> = Vec::new();
    for row in &page.rows {
        let ticks: Vec<usize> =
            row.clone().filter(|at| matches!(page.runs[*at].kind, Kind::Tick(_))).collect();
        if let Some(last) = ticks.last() {
            // Nothing stands behind the last box: then each stands behind its text.
            let before = last + 1 == row.end && ticks[0] != row.start;
            let found = ticks.iter().map(|at| (*at, choice(page, *at, row, before)));
            choices
                .extend(found.filter_map(|(at, found)| found.or_else(|| choice_above(page, at))));
        }
    }
    for choice in &choices {
        taken[choice.tick] = true;
        choice.option.iter().for_each(|at| taken[*at] = true);
    }
    let mut fields = Vec::new();
    for group in choices.chunk_by(|a, b| together(page, a, b)) {
        let name = match name(page, &group[0], taken) {
            Some(at) => vec![at],
            None if group.len() >= FEWEST_INTRODUCED => introduction(page, &group[0]),
            None => Vec::new(),
        };
        name.iter().for_each(|at| taken[*at] = true);
        let label: Vec<Vec<Span>> =
            (!name.is_empty()).then(|| words(page, &name)).into_iter().collect();
        for choice in group {
            let option = words(page, &choice.option);
            let mut path = label.clone();
            path.push(option.clone());
            let mut value = spans(&page.runs[choice.tick].words);
            let at = if choice.before { 0 } else { value.len() };
            value.splice(at..at, option);
            fields.push(Field { page: number, label: path, value, ticked: Some(choice.ticked) });
        }
        if group.len() >= 2 && !label.is_empty() {
            let chosen = group.iter().filter(|choice| choice.ticked);
            let value = chosen.flat_map(|choice| words(page, &choice.option)).collect();
            fields.push(Field { page: number, label, value, ticked: None });
        }
    }
    fields
}

fn choice(
    page: &Page<'_>,
    at: usize,
    row: &std::ops::Range<usize>,
    before: bool,
) -> Option<Choice> {
    let tick = &page.runs[at];
    let mut option: Vec<usize> = Vec::new();
    let mut edge = tick.rect;
    let mut next = at;
    loop {
        let other = if before { next.checked_sub(1)? } else { next + 1 };
        if !row.contains(&other) {
            break;
        }
        let run = &page.runs[other];
        let space = if before { edge.x0 - run.rect.x1 } else { run.rect.x0 - edge.x1 };
        let walled = if before { page.runs[next].walls } else { run.walls } > 0;
        let far = space > GAP * run.size && !option.is_empty() || space > 6.0 * run.size;
        if matches!(run.kind, Kind::Tick(_)) || far || walled {
            break;
        }
        option.push(other);
        edge = run.rect;
        next = other;
        if before && run.opens() {
            break;
        }
    }
    option.sort_unstable();
    let count: usize = option.iter().map(|at| page.runs[*at].words.len()).sum();
    let fits = count > 0 && count <= MOST_WORDS;
    fits.then(|| Choice { tick: at, ticked: tick.kind == Kind::Tick(Tick::Ticked), option, before })
}

/// A box under what it stands for.
fn choice_above(page: &Page<'_>, at: usize) -> Option<Choice> {
    let tick = &page.runs[at];
    let mut option: Vec<usize> = Vec::new();
    let mut below = tick.rect;
    for row in page.rows[tick.row.saturating_sub(MOST_LINES_ABOVE)..tick.row].iter().rev() {
        let over = row.clone().find(|over| {
            let run = &page.runs[*over];
            let shared = run.rect.x1.min(tick.rect.x1) - run.rect.x0.max(tick.rect.x0);
            let gap = below.y0 - run.rect.y1;
            matches!(run.kind, Kind::Text | Kind::Label)
                && run.field == 0
                && 2.0 * shared > tick.rect.width()
                && gap < 0.8 * run.height()
                && run.words.len() <= MOST_WORDS_ABOVE
        });
        let Some(over) = over else { break };
        below = page.runs[over].rect;
        option.insert(0, over);
    }
    let ticked = tick.kind == Kind::Tick(Tick::Ticked);
    (!option.is_empty()).then_some(Choice { tick: at, ticked, option, before: true })
}

/// Whether two boxes that follow each other are of one group: in one row, or right below each other.
fn together(page: &Page<'_>, a: &Choice, b: &Choice) -> bool {
    let (upper, lower) = (&page.runs[a.tick], &page.runs[b.tick]);
    if upper.row == lower.row {
        // A text between them that is neither's begins another group.
        let end = a.option.last().copied().unwrap_or(a.tick).max(a.tick);
        let start = b.option.first().copied().unwrap_or(b.tick).min(b.tick);
        return end + 1 == start;
    }
    let first = page.rows[lower.row].start == b.tick;
    let gap = lower.rect.y0 - upper.rect.y1;
    let above = page.rows[upper.row].clone();
    let below_one = above
        .filter(|at| matches!(page.runs[*at].kind, Kind::Tick(_)))
        .any(|at| (page.runs[at].rect.x0 - lower.rect.x0).abs() < 3.0);
    first && lower.row <= upper.row + 1 && gap < 1.3 * lower.height() && below_one
}

/// What a group is called: the text left of its first box, or above it.
fn name(page: &Page<'_>, first: &Choice, taken: &[bool]) -> Option<usize> {
    let start = first.option.first().copied().unwrap_or(first.tick).min(first.tick);
    let tick = &page.runs[first.tick];
    let row = page.rows[tick.row].clone();
    let named = |run: &Run<'_>| {
        matches!(run.kind, Kind::Text | Kind::Label)
            && run.words.iter().any(|word| word.text.contains(char::is_alphabetic))
            && run.words.len() <= MOST_WORDS
    };
    if start > row.start {
        let left = start - 1;
        return (named(&page.runs[left]) && !taken[left]).then_some(left);
    }
    let above = page.rows.get(tick.row.checked_sub(1)?)?.clone();
    above.filter(|at| !taken[*at] && named(&page.runs[*at])).find(|at| {
        let run = &page.runs[*at];
        let asks = run.kind == Kind::Label || run.bold || run.text().ends_with('?');
        let over = run.rect.x0 < tick.rect.x1 && run.rect.x0 > tick.rect.x0 - 60.0;
        asks && over && tick.rect.y0 - run.rect.y1 < 1.5 * run.height()
    })
}

/// The lines of text right above the first of several boxes that stand below each other.
fn introduction(page: &Page<'_>, first: &Choice) -> Vec<usize> {
    let tick = &page.runs[first.tick];
    if page.rows[tick.row].start != first.tick {
        return Vec::new();
    }
    let mut lines: Vec<usize> = Vec::new();
    let mut below = tick.rect;
    for row in page.rows[tick.row.saturating_sub(MOST_LINES_INTRODUCING)..tick.row].iter().rev() {
        let run = &page.runs[row.start];
        let reach = if lines.is_empty() { 1.5 } else { 0.6 };
        let alone = row.len() == 1 && run.kind == Kind::Text && run.field == 0;
        let over = run.rect.x0 < tick.rect.x1 + run.size;
        let near = below.y0 - run.rect.y1 < reach * run.height();
        if !(alone && over && near && (run.words.len() >= 4 || !lines.is_empty())) {
            break;
        }
        below = run.rect;
        lines.insert(0, row.start);
    }
    lines
}

fn words(page: &Page<'_>, runs: &[usize]) -> Vec<Span> {
    let words: Vec<_> = runs.iter().flat_map(|at| &page.runs[*at].words).copied().collect();
    spans(&words)
}
