//! Words printed more than once in one place. Pure.

use crate::words::OpenWord;

/// Two equal words whose boxes share this much are one word printed twice.
const SAME_PLACE_IOU: f32 = 0.7;

/// Reads words once that are printed several times at a hair's breadth, as bold or a shadow is
/// faked.
pub(crate) fn drop(words: &mut Vec<OpenWord>, size: (f32, f32)) {
    /// Words looked at in one square; more of them can only be meant to take time.
    const CROWD: usize = 64;
    let mut grid = Grid::new(size, words.len());
    let mut keep = vec![true; words.len()];
    for (index, word) in words.iter().enumerate() {
        let (x, y) = (word.rect.center_x(), word.rect.center_y());
        let again = grid.around(x, y).any(|square| {
            square.take(CROWD).any(|earlier| {
                let earlier: &OpenWord = &words[earlier];
                earlier.text == word.text && earlier.rect.iou(&word.rect) > SAME_PLACE_IOU
            })
        });
        if again {
            keep[index] = false;
        } else {
            grid.insert(x, y, index);
        }
    }
    let mut keep = keep.into_iter();
    words.retain(|_| keep.next().unwrap_or(true));
}

/// The words of a page by the square in which their centre lies; squares are chains through one
/// array, since hashing places took longer than all other grouping.
struct Grid {
    columns: usize,
    rows: usize,
    side: f32,
    /// One past the latest word of a square; 0 for none.
    heads: Vec<u32>,
    /// One past the word before in the same square.
    earlier: Vec<u32>,
}

impl Grid {
    /// Squares are above any overprint's shift, and not more than 256 a side.
    fn new(size: (f32, f32), words: usize) -> Self {
        let side = (size.0.max(size.1) / 256.0).max(8.0);
        let (columns, rows) = ((size.0 / side) as usize + 1, (size.1 / side) as usize + 1);
        Self { columns, rows, side, heads: vec![0; columns * rows], earlier: vec![0; words] }
    }

    fn square(&self, x: f32, y: f32) -> (usize, usize) {
        let at = |v: f32, count: usize| ((v / self.side).max(0.0) as usize).min(count - 1);
        (at(x, self.columns), at(y, self.rows))
    }

    fn insert(&mut self, x: f32, y: f32, word: usize) {
        let (column, row) = self.square(x, y);
        let head = &mut self.heads[row * self.columns + column];
        self.earlier[word] = std::mem::replace(head, word as u32 + 1);
    }

    /// The words of the square at a place and of its neighbours, square by square, latest first.
    fn around(&self, x: f32, y: f32) -> impl Iterator<Item = impl Iterator<Item = usize>> {
        let (column, row) = self.square(x, y);
        let columns = column.saturating_sub(1)..(column + 2).min(self.columns);
        let rows = row.saturating_sub(1)..(row + 2).min(self.rows);
        rows.flat_map(move |row| columns.clone().map(move |column| row * self.columns + column))
            .map(move |square| {
                let mut next = self.heads[square];
                std::iter::from_fn(move || {
                    let word = next.checked_sub(1)? as usize;
                    next = self.earlier[word];
                    Some(word)
                })
            })
    }
}
