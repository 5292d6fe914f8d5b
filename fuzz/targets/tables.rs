//! Tables of words that stand in rows and columns: the first bytes lay out a grid, the others disturb it.
#![no_main]

use std::collections::BTreeSet;

use citelight_core::{Rect, Word, WordSource};
use citelight_fuzz::{Page, pages, views};
use citelight_structure::compose;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((head, rest)) = data.split_at_checked(8) else { return };
    let mut pages = pages(rest);
    grid(head, &mut pages[0]);
    let flow = compose(&views(&pages));
    for table in &flow.tables {
        let mut seen = BTreeSet::new();
        for cell in table.rows.iter().flat_map(|row| &row.cells) {
            assert!(cell.columns >= 1 && cell.column + cell.columns <= table.columns);
            for span in &cell.spans {
                assert!(table.span.contains(span) && flow.text.get(span.range()).is_some());
                for word in flow.words.iter().filter(|word| word.span.overlaps(span)) {
                    assert!(seen.insert(word.span.start), "a word in two cells");
                }
            }
        }
    }
});

fn grid(head: &[u8], page: &mut Page) {
    let at = |n: usize| head[n];
    let (rows, columns) = (usize::from(at(0) % 20), usize::from(at(1) % 8));
    let (step, height) = (20.0 + f32::from(at(2)) / 3.0, 8.0 + f32::from(at(3)) / 16.0);
    for row in 0..rows {
        for column in 0..columns {
            if (row * columns + column) % (1 + usize::from(at(4) % 9)) == usize::from(at(5)) {
                continue;
            }
            let text = match column {
                0 => "Cash".to_owned(),
                _ => format!("{}", row * 37 + column * usize::from(at(6))),
            };
            let (x, y) = (72.0 + step * column as f32, 90.0 + height * row as f32);
            let rect = Rect::new(x, y, x + 5.0 * text.len() as f32, y + 10.0);
            let source = WordSource::Native;
            page.words.push(Word { text, rect, font_size: 9.0, bold: row == 0, source, confidence: 1.0 });
        }
        if at(7) & 1 == 1 {
            let y = 89.0 + height * row as f32;
            page.marks.rules.push(Rect::new(70.0, y, 70.0 + step * columns as f32, y + 0.5));
        }
    }
}
