//! What a word may hold, by script, and the order of letters that are read from the right. Pure.

use crate::marks::is_combining;
use crate::typeset::Glyph;

/// Hebrew, Arabic and their neighbours, presentation forms included.
pub(crate) fn runs_left(ch: char) -> bool {
    matches!(ch, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}')
}

/// Puts letters that are read from the right into the order in which they are read. Files draw them in
/// either order; pdfium turns round what it takes for the order of the eye, and is sometimes wrong.
pub(crate) fn in_reading_order(glyphs: &mut [Glyph]) {
    let mut start = 0;
    while start < glyphs.len() {
        let mut end = start + 1;
        while end < glyphs.len() && follows_rightward(&glyphs[end - 1], &glyphs[end]) {
            end += 1;
        }
        let run = &mut glyphs[start..end];
        // What stands in one place is one letter with its marks, or the letters of a ligature.
        if run.first().zip(run.last()).is_some_and(|(a, b)| b.origin.0 > a.origin.0 + 0.1 * a.size)
        {
            run.reverse();
            let mut at = 0;
            for piece in lengths(run) {
                run[at..at + piece].reverse();
                at += piece;
            }
        }
        start = end;
    }
}

/// How many neighbours stand in one place, place by place.
fn lengths(run: &[Glyph]) -> Vec<usize> {
    let together = |a: &Glyph, b: &Glyph| {
        (a.origin.0 - b.origin.0).abs() < 0.02 * a.size
            || is_combining(a.ch) != is_combining(b.ch)
                && a.rect.overlap_x(&b.rect) > 0.5 * a.rect.width().min(b.rect.width())
    };
    run.chunk_by(together).map(<[Glyph]>::len).collect()
}

/// Whether a letter that is read from the right stands right of the one given before it.
fn follows_rightward(one: &Glyph, other: &Glyph) -> bool {
    if !runs_left(one.ch) || !runs_left(other.ch) || one.along.0 < 0.99 || other.along.0 < 0.99 {
        return false;
    }
    let size = one.size.max(other.size);
    let (dx, dy) = (other.origin.0 - one.origin.0, other.origin.1 - one.origin.1);
    let gap = dx - one.advance;
    dy.abs() < 0.3 * size && dx > -0.02 * size && (gap.abs() < 0.3 * size || dx < 0.3 * size)
}

/// Han, kana and their punctuation, which are written without spaces.
pub(crate) fn is_cjk(ch: char) -> bool {
    ch >= '\u{2e80}'
        && matches!(ch,
        '\u{2e80}'..='\u{30ff}' | '\u{3100}'..='\u{312f}' | '\u{31a0}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff01}'..='\u{ff0f}'
        | '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff40}' | '\u{ff5b}'..='\u{ff9f}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Whether a word ends between two characters, whatever their distance. Text without spaces is cut
/// where it changes to a script with spaces and after its punctuation; an opening bracket belongs
/// to what follows.
pub(crate) fn cuts(last: char, next: char) -> bool {
    match (is_cjk(last), is_cjk(next)) {
        (false, false) => false,
        (true, true) => is_closing(last) && !is_closing(next) || is_opening(next),
        (true, false) => next.is_alphanumeric() && !is_opening(last),
        (false, true) => last.is_alphanumeric() && !is_closing(next),
    }
}

fn is_opening(ch: char) -> bool {
    matches!(ch, '「' | '『' | '（' | '《' | '〈' | '【' | '〔' | '［' | '｛' | '〖')
}

fn is_closing(ch: char) -> bool {
    matches!(
        ch,
        '、' | '。'
            | '，'
            | '．'
            | '：'
            | '；'
            | '！'
            | '？'
            | '」'
            | '』'
            | '）'
            | '》'
            | '〉'
            | '】'
            | '〕'
            | '］'
            | '｝'
            | '〗'
            | '｡'
            | '､'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_without_spaces_is_cut_at_punctuation_and_scripts() {
        let cases = [
            ("年度報告書", "年度報告書"),
            ("売上高は、前年比で増加。利益は", "売上高は、|前年比で増加。|利益は"),
            ("会社「甲」は", "会社|「甲」|は"),
            ("第3四半期のEBITDA（連結）", "第|3|四半期の|EBITDA|（連結）"),
            ("終わり。」次", "終わり。」|次"),
            ("plain-text", "plain-text"),
            ("한국어", "한국어"),
        ];
        for (text, expected) in cases {
            let chars: Vec<char> = text.chars().collect();
            let mut cut = String::new();
            for (i, &ch) in chars.iter().enumerate() {
                if i > 0 && cuts(chars[i - 1], ch) {
                    cut.push('|');
                }
                cut.push(ch);
            }
            assert_eq!(cut, expected);
        }
    }
}
