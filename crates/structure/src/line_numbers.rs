//! Owns the numbers that count the lines of drafts, bills and pleadings along the margin: left in the
//! text, they would stand within its sentences.
//!
//! A table may count its rows, too. So a column of numbers counts lines only where the words beside it
//! are wrapped prose; other pages of the document that have numbers at the same place follow.

use crate::flow::PageWords;
use crate::layout::{median, sideways};
use crate::rows::Item;

/// Numbers in a row from which on they may count lines; beside numbers that are known to, fewer do.
const LEAST: usize = 10;
const LEAST_KNOWN: usize = 4;

/// Pages of more words are newspapers, maps and dumps of data: none has its lines counted, and looking would
/// take time.
const MOST_WORDS: usize = 3_000;

/// Points within which the edges of numbers are at one place, on a page and on different pages.
const SLACK: f32 = 2.0;
const PAGE_SLACK: f32 = 6.0;

/// Every line is counted, or every fifth.
const STEPS: [u32; 2] = [1, 5];

/// A column of numbers that may count the lines beside it.
#[derive(Debug, Clone, PartialEq)]
struct Column {
    /// Positions of its words.
    words: Vec<u32>,
    /// Whether it stands left of the text.
    left: bool,
    /// Its edge: the right one left of the text, the left one right of it.
    x: f32,
    /// Whether wrapped prose stands beside it.
    proven: bool,
}

/// The numbers along the margins of a document's pages.
#[derive(Debug, Default)]
pub(crate) struct LineNumbers {
    pages: Vec<Vec<Column>>,
}

impl LineNumbers {
    /// Looks at the next page.
    pub(crate) fn observe(&mut self, page: &PageWords<'_>) {
        self.pages.push(columns(page));
    }

    /// For every page the positions of the words that count its lines, rising.
    pub(crate) fn find(&self) -> Vec<Vec<u32>> {
        let proven: Vec<&Column> = self.pages.iter().flatten().filter(|c| c.proven).collect();
        let like = |column: &Column, other: &Column| {
            column.left == other.left && (column.x - other.x).abs() <= PAGE_SLACK
        };
        let of_page = |columns: &Vec<Column>| {
            let counts = |column: &&Column| proven.iter().any(|known| like(column, known));
            let mut words: Vec<u32> =
                columns.iter().filter(counts).flat_map(|c| c.words.iter().copied()).collect();
            words.sort_unstable();
            words.dedup();
            words
        };
        self.pages.iter().map(of_page).collect()
    }
}

fn columns(page: &PageWords<'_>) -> Vec<Column> {
    if page.words.len() > MOST_WORDS {
        return Vec::new();
    }
    let items: Vec<Item> = (0u32..).zip(page.words).map(|(i, word)| Item::new(i, word)).collect();
    let turned = sideways(&items);
    let items: Vec<Item> =
        items.into_iter().zip(turned).filter(|(_, turned)| !turned).map(|(item, _)| item).collect();
    let value = |item: &Item| -> Option<u32> {
        let text = page.words.get(item.index as usize)?.text.as_str();
        let short = (1..=5).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        text.parse().ok().filter(|_| short)
    };
    let numbers: Vec<(Item, u32)> =
        items.iter().filter_map(|item| Some((*item, value(item)?))).collect();
    if numbers.len() < LEAST_KNOWN {
        return Vec::new();
    }
    let mut found: Vec<Column> = Vec::new();
    for edge in [(|item: &Item| item.rect.x1) as fn(&Item) -> f32, |item| item.rect.x0] {
        let mut by_edge = numbers.clone();
        by_edge.sort_by(|(a, _), (b, _)| edge(a).total_cmp(&edge(b)));
        for place in by_edge.chunk_by(|(a, _), (b, _)| edge(b) - edge(a) <= SLACK) {
            for run in counting(place) {
                let left = column(&run, true, &items, page);
                let both = left.or_else(|| column(&run, false, &items, page));
                found.extend(both.filter(|column| !found.contains(column)));
            }
        }
    }
    found
}

/// The longest runs that count upwards, from top to bottom, by one step.
fn counting(place: &[(Item, u32)]) -> Vec<Vec<Item>> {
    let mut place = place.to_vec();
    place.sort_by(|(a, _), (b, _)| a.rect.center_y().total_cmp(&b.rect.center_y()));
    let mut runs = Vec::new();
    for step in STEPS {
        let goes_on = |(a, m): &(Item, u32), (b, n): &(Item, u32)| {
            *n == m + step && b.rect.center_y() > a.rect.center_y() + 0.5 * a.height()
        };
        for run in place.chunk_by(goes_on).filter(|run| run.len() >= LEAST_KNOWN) {
            runs.push(run.iter().map(|(item, _)| *item).collect());
        }
    }
    runs
}

/// A run of numbers with the text on one side of it and nothing on the other.
fn column(run: &[Item], left: bool, items: &[Item], page: &PageWords<'_>) -> Option<Column> {
    /// White space between numbers and text, in font sizes, at least.
    const LEAST_GAP: f32 = 0.5;
    /// Of the page's width: what is farther away is another column.
    const FARTHEST: f32 = 0.2;
    let first = run.first()?;
    let (x0, x1) = run
        .iter()
        .fold((f32::MAX, f32::MIN), |(x0, x1), item| (x0.min(item.rect.x0), x1.max(item.rect.x1)));
    let pitch = median(run.windows(2).map(|w| w[1].rect.center_y() - w[0].rect.center_y()));
    let (top, bottom) = (first.rect.y0 - pitch, run.last()?.rect.y1 + pitch);
    let own = |item: &Item| run.iter().any(|number| number.index == item.index);
    let beside: Vec<&Item> = items
        .iter()
        .filter(|item| !own(item) && (top..=bottom).contains(&item.rect.center_y()))
        .collect();
    let outside = |item: &&&Item| if left { item.rect.x0 < x0 } else { item.rect.x1 > x1 };
    if beside.iter().any(|item| outside(&item)) {
        return None;
    }
    let size = median(run.iter().map(|item| item.size));
    let apart = |item: &Item| if left { item.rect.x0 - x1 } else { x0 - item.rect.x1 };
    let nearest = beside.iter().map(|item| apart(item)).fold(f32::MAX, f32::min);
    if nearest < LEAST_GAP * size || nearest > FARTHEST * page.width {
        return None;
    }
    let proven = run.len() >= LEAST && is_prose(run, left, &beside, page);
    let x = if left { x1 } else { x0 };
    Some(Column { words: run.iter().map(|item| item.index).collect(), left, x, proven })
}

/// Whether the lines beside numbers are wrapped: most that hold words are full, and go on in the next,
/// which begins with a small letter.
fn is_prose(run: &[Item], left: bool, beside: &[&Item], page: &PageWords<'_>) -> bool {
    /// Of the longest line.
    const FULL: f32 = 0.85;
    /// Of the lines with words.
    const LEAST_WRAPPED: f32 = 0.2;
    const FEWEST: usize = 4;
    const LEAST_WORDS: f32 = 5.0;
    let lines: Vec<(f32, f32, usize, u32)> =
        run.iter().filter_map(|number| line(number, left, beside)).collect();
    let words: usize = lines.iter().map(|line| line.2).sum();
    if (words as f32) < LEAST_WORDS * lines.len() as f32 {
        return false;
    }
    let (x0, x1) =
        lines.iter().fold((f32::MAX, f32::MIN), |(x0, x1), l| (x0.min(l.0), x1.max(l.1)));
    let full = |line: &(f32, f32, usize, u32)| line.1 - x0 >= FULL * (x1 - x0);
    let small = |line: &(f32, f32, usize, u32)| {
        let word = page.words.get(line.3 as usize);
        word.is_some_and(|word| word.text.starts_with(char::is_lowercase))
    };
    let wrapped = lines.windows(2).filter(|w| full(&w[0]) && small(&w[1])).count();
    wrapped >= FEWEST && wrapped as f32 >= LEAST_WRAPPED * lines.len() as f32
}

/// The line beside a number: its ends, how many words it has, and its first word.
fn line(number: &Item, left: bool, beside: &[&Item]) -> Option<(f32, f32, usize, u32)> {
    /// Of the font size: what is farther apart is in the next column.
    const WIDEST_SPACE: f32 = 1.5;
    let mut level: Vec<&&Item> = beside
        .iter()
        .filter(|item| {
            let shared = item.rect.overlap_y(&number.rect);
            shared > 0.5 * item.height().min(number.height())
        })
        .collect();
    level.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
    let near = |a: &&&Item, b: &&&Item| b.rect.x0 - a.rect.x1 <= WIDEST_SPACE * a.size.max(b.size);
    let mut pieces = level.chunk_by(near);
    let piece = if left { pieces.next() } else { pieces.next_back() }?;
    let x1 = piece.iter().map(|item| item.rect.x1).fold(f32::MIN, f32::max);
    Some((piece[0].rect.x0, x1, piece.len(), piece[0].index))
}

#[cfg(test)]
mod tests {
    use citelight_core::{PageMarks, PageNumber, Rect, Word, WordSource};

    use super::*;

    fn word(text: &str, x: f32, y: f32) -> Word {
        let rect = Rect::new(x, y, x + 5.0 * text.len() as f32, y + 10.0);
        let source = WordSource::Native;
        Word { text: text.into(), rect, font_size: 10.0, bold: false, source, confidence: 1.0 }
    }

    /// Lines 12 points apart from the left edge given on, each with a number in the margin.
    fn page(lines: &[&str], first: u32, number_x: f32, text_x: f32) -> Vec<Word> {
        let mut words = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            let y = 100.0 + 12.0 * at as f32;
            words.push(word(&format!("{:03}", first as usize + at), number_x, y));
            let mut x = text_x;
            for text in line.split(' ') {
                words.push(word(text, x, y));
                x += 5.0 * text.len() as f32 + 5.0;
            }
        }
        words
    }

    fn found(pages: &[Vec<Word>]) -> Vec<usize> {
        let mut numbers = LineNumbers::default();
        let marks = PageMarks::default();
        for words in pages {
            let page = PageNumber::FIRST;
            numbers.observe(&PageWords { page, width: 600.0, height: 800.0, words, marks: &marks });
        }
        numbers.find().iter().map(Vec::len).collect()
    }

    const PROSE: [&str; 12] = [
        "The parties agree that the seller delivers the goods to the buyer",
        "at the place that is named in the order, within thirty days from",
        "the day on which the order was received. Where the seller cannot",
        "deliver in time, it tells the buyer without delay, and the buyer",
        "may set a further time, or withdraw from the order as a whole or",
        "in part. The price is due on delivery. The seller may ask for an",
        "advance of one tenth of the price, which is given back where the",
        "order is withdrawn.",
        "The goods remain the property of the seller until they have been",
        "paid in full. The buyer keeps them apart from its own stock, and",
        "insures them against fire and theft for as long as this lasts at",
        "its own cost.",
    ];

    #[test]
    fn numbers_beside_wrapped_lines_count_them() {
        assert_eq!(found(&[page(&PROSE, 1, 40.0, 72.0)]), [12]);
        // On the right of the text, as beside a second column.
        assert_eq!(found(&[page(&PROSE, 148, 500.0, 72.0)]), [12]);
        // A last page of few lines, and one whose text is no prose.
        let list = ["Goods", "Price", "Delivery", "Risk", "Property"];
        let pages = [
            page(&PROSE, 1, 40.0, 72.0),
            page(&PROSE[..4], 13, 40.0, 72.0),
            page(&list, 17, 40.0, 72.0),
        ];
        assert_eq!(found(&pages), [12, 4, 5]);
    }

    #[test]
    fn rows_of_tables_and_lists_are_not_lines() {
        let rows = [
            "apples red 12.50 4",
            "pears green 11.20 9",
            "plums blue 9.10 3",
            "figs black 4.20 1",
            "dates brown 6.60 7",
            "limes green 2.10 2",
            "grapes red 3.30 8",
            "kiwis brown 5.40 6",
            "melons yellow 7.70 5",
            "cherries red 8.80 4",
            "peaches pink 6.10 3",
            "nuts brown 1.90 2",
        ];
        assert_eq!(found(&[page(&rows, 1, 40.0, 72.0)]), [0]);
        assert_eq!(found(&[page(&PROSE[..6], 1, 40.0, 72.0)]), [0]);
        // Words stand on both sides of them.
        let mut inside = page(&PROSE, 1, 72.0, 100.0);
        for at in 0..12u8 {
            inside.push(word("Item", 40.0, 100.0 + 12.0 * f32::from(at)));
        }
        assert_eq!(found(&[inside]), [0]);
    }
}
