//! Owns the way from a span of the flow text to rectangles on pages: the only way in which a
//! highlight is made.

use citelight_core::{PageNumber, Quad, Rect, Span, Word};

use crate::flow::FlowWord;

/// The rectangles of a span: one per line and page, in points of the displayed page, in flow order.
///
/// `flow_words` are those of the document, in the order of the flow; `words_of` gives the words of
/// a page. Words that the span covers in part count whole. Where one rectangle around the words of
/// a line would also cover the centre of a word outside the span, the line gets several, and
/// overlapping boxes of lines set tight are trimmed, so that no other word seems cited. A word
/// drawn at the very place of a cited one cannot be kept out.
///
/// Costs a binary search and the words of the pages that the span touches.
pub fn quads<'w>(
    span: Span,
    flow_words: &[FlowWord],
    words_of: &dyn Fn(PageNumber) -> &'w [Word],
) -> Vec<Quad> {
    if span.is_empty() {
        return Vec::new();
    }
    let from = flow_words.partition_point(|w| w.span.end <= span.start);
    let to = flow_words.partition_point(|w| w.span.start < span.end);
    let cited = flow_words.get(from..to).unwrap_or_default();
    let mut quads = Vec::new();
    for on_page in cited.chunk_by(|a, b| a.page == b.page) {
        let Some(first) = on_page.first() else { continue };
        let words = words_of(first.page);
        let mut inside = vec![false; words.len()];
        for word in on_page {
            if let Some(flag) = inside.get_mut(word.index as usize) {
                *flag = true;
            }
        }
        let foreign: Vec<(f32, f32)> = words
            .iter()
            .zip(&inside)
            .filter(|(_, cited)| !**cited)
            .map(|(w, _)| (w.rect.center_x(), w.rect.center_y()))
            .collect();
        for line in on_page.chunk_by(|a, b| a.line == b.line) {
            let boxes: Vec<Rect> =
                line.iter().filter_map(|w| words.get(w.index as usize)).map(|w| w.rect).collect();
            let rects = line_rects(&boxes, &foreign);
            let quad = |rect| Quad { page: first.page, rect: clear_of_lines(rect, &boxes, words) };
            quads.extend(rects.into_iter().map(quad));
        }
    }
    quads
}

/// The rectangle kept clear of the lines above and below, as far as the middle third of every one of
/// its own `boxes` stays inside. Boxes reach from ascent to descent, so those of lines set tight overlap; a reader that takes every
/// character a rectangle touches would take theirs too. Libraries differ in how far a font's boxes
/// reach, hence the margin.
fn clear_of_lines(rect: Rect, boxes: &[Rect], words: &[Word]) -> Rect {
    /// Share of the rectangle's height that is kept free: between PDFium's and MuPDF's boxes of the
    /// same line lies up to about this much.
    const MARGIN: f32 = 0.15;
    let margin = rect.height() * MARGIN;
    let (mut highest, mut lowest) = (rect.center_y(), rect.center_y());
    for own in boxes.iter().filter(|own| own.overlap_x(&rect) >= 0.0) {
        highest = highest.min(own.y0 + own.height() / 3.0);
        lowest = lowest.max(own.y1 - own.height() / 3.0);
    }
    let (highest, lowest) = (highest.max(rect.y0), lowest.min(rect.y1));
    let mut clear = rect;
    for other in words.iter().map(|word| &word.rect) {
        if other.overlap_x(&rect) <= 0.0 || other.overlap_y(&rect) <= -margin {
            continue;
        }
        if other.center_y() < rect.y0 {
            clear.y0 = clear.y0.max((other.y1 + margin).min(highest));
        } else if other.center_y() > rect.y1 {
            clear.y1 = clear.y1.min((other.y0 - margin).max(lowest));
        }
    }
    clear
}

/// Boxes of one line joined as far as no foreign centre gets inside that was not inside before.
fn line_rects(own: &[Rect], foreign: &[(f32, f32)]) -> Vec<Rect> {
    let Some(all) = own.iter().copied().reduce(|a, b| a.union(&b)) else { return Vec::new() };
    let near: Vec<(f32, f32)> =
        foreign.iter().copied().filter(|&(x, y)| all.contains_point(x, y)).collect();
    let foreign = near.as_slice();
    let mut boxes: Vec<Rect> = own.iter().map(|&b| trim(b, foreign)).collect();
    boxes.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    let mut rects: Vec<Rect> = Vec::new();
    for rect in boxes {
        let joined = rects.last().map(|last| (*last, trim(last.union(&rect), foreign)));
        match (rects.last_mut(), joined) {
            (Some(slot), Some((last, joined))) if joins(&last, &rect, &joined, foreign) => {
                *slot = joined;
            }
            _ => rects.push(rect),
        }
    }
    // Where boxes lie across each other, keeping foreign words out can leave a cited one uncovered:
    // showing it comes first.
    for own in own {
        let middle = |rect: &Rect| rect.contains_point(own.center_x(), own.center_y());
        if !rects.iter().any(middle) {
            let third = own.height() / 3.0;
            rects.push(Rect { y0: own.y0 + third, y1: own.y1 - third, ..*own });
        }
    }
    rects
}

/// Whether `joined` shows both parts and no foreign word that neither part shows.
fn joins(a: &Rect, b: &Rect, joined: &Rect, foreign: &[(f32, f32)]) -> bool {
    shows(joined, a)
        && shows(joined, b)
        && foreign.iter().all(|&(x, y)| {
            !joined.contains_point(x, y) || a.contains_point(x, y) || b.contains_point(x, y)
        })
}

/// Whether the full width of `part` and the middle third of its height lie inside.
fn shows(whole: &Rect, part: &Rect) -> bool {
    let sixth = part.height() / 6.0;
    whole.x0 <= part.x0
        && whole.x1 >= part.x1
        && whole.y0 <= part.center_y() - sixth
        && whole.y1 >= part.center_y() + sixth
}

/// The box without as much of its upper or lower third as holds the centre of a foreign word.
/// A centre in the middle third stays in: the box would vanish without it.
fn trim(rect: Rect, foreign: &[(f32, f32)]) -> Rect {
    /// Points by which a trimmed edge clears the centre.
    const CLEAR: f32 = 0.01;
    let third = rect.height() / 3.0;
    let mut trimmed = rect;
    for &(x, y) in foreign {
        if !trimmed.contains_point(x, y) {
            continue;
        }
        if y < rect.y0 + third - CLEAR {
            trimmed.y0 = y + CLEAR;
        } else if y > rect.y1 - third + CLEAR {
            trimmed.y1 = y - CLEAR;
        }
    }
    trimmed
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_core::WordSource;

    #[test]
    fn lines_set_tight_do_not_touch() {
        let words =
            [word(0.0, 0.0, 40.0, 12.0), word(0.0, 10.0, 40.0, 22.0), word(0.0, 20.0, 40.0, 32.0)];
        let clear = clear_of_lines(words[1].rect, &[words[1].rect], &words);
        assert_eq!((clear.y0, clear.y1), (13.8, 18.2));
        // However near the next line is, the middle third stays.
        let words = [word(0.0, -1.0, 40.0, 9.9), word(0.0, 5.0, 40.0, 17.0)];
        assert_eq!(clear_of_lines(words[1].rect, &[words[1].rect], &words).y0, 9.0);
        // A line that stands by itself keeps its height.
        assert_eq!(clear_of_lines(words[1].rect, &[words[1].rect], &words[1..]), words[1].rect);
    }

    fn word(x0: f32, y0: f32, x1: f32, y1: f32) -> Word {
        Word {
            text: "word".into(),
            rect: Rect::new(x0, y0, x1, y1),
            font_size: 10.0,
            bold: false,
            source: WordSource::Native,
            confidence: 1.0,
        }
    }

    /// Quads of the words `cited` of a page, each word five bytes of the flow, on the line given.
    fn check(words: &[Word], lines: &[u32], cited: Span, expected: &[(f32, f32, f32, f32)]) {
        let flow: Vec<FlowWord> = (0u32..)
            .zip(lines)
            .map(|(i, &line)| FlowWord {
                page: PageNumber::FIRST,
                index: i,
                span: Span::new(5 * i, 5 * i + 4),
                line,
            })
            .collect();
        let found: Vec<_> = quads(cited, &flow, &|_| words)
            .iter()
            .map(|q| (q.rect.x0, q.rect.y0, q.rect.x1, q.rect.y1))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn one_rectangle_a_line_and_words_count_whole() {
        let words = [
            word(10.0, 10.0, 30.0, 22.0),
            word(34.0, 10.0, 60.0, 22.0),
            word(10.0, 24.0, 30.0, 36.0),
            word(34.0, 24.0, 60.0, 36.0),
        ];
        let expected = [(34.0, 10.0, 60.0, 22.0), (10.0, 24.0, 30.0, 36.0)];
        check(&words, &[0, 0, 1, 1], Span::new(7, 11), &expected);
        check(&words, &[0, 0, 1, 1], Span::new(4, 5), &[]);
        check(&words, &[0, 0, 1, 1], Span::new(0, 0), &[]);
        check(&words, &[0, 0, 1, 1], Span::new(15, 900), &[(34.0, 24.0, 60.0, 36.0)]);
    }

    #[test]
    fn a_word_between_that_is_not_cited_parts_the_rectangle() {
        // The third word of the page stands between the first two but belongs to another line.
        let words = [
            word(10.0, 10.0, 30.0, 22.0),
            word(60.0, 10.0, 80.0, 22.0),
            word(34.0, 11.0, 55.0, 21.0),
        ];
        let expected = [(10.0, 10.0, 30.0, 22.0), (60.0, 10.0, 80.0, 22.0)];
        check(&words, &[0, 0, 1], Span::new(0, 9), &expected);
    }

    #[test]
    fn a_tall_word_does_not_reach_into_the_line_above() {
        let words = [
            word(10.0, 10.0, 60.0, 20.0),
            word(10.0, 22.0, 60.0, 32.0),
            word(30.0, 14.0, 36.0, 40.0),
        ];
        check(&words, &[0, 1, 1], Span::new(5, 14), &[(10.0, 14.0 + 26.0 / 3.0, 60.0, 40.0)]);
    }

    #[test]
    fn indices_out_of_range_are_passed_over() {
        check(&[word(10.0, 10.0, 30.0, 22.0)], &[0, 0], Span::new(5, 9), &[]);
    }
}
