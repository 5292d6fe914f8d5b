//! What a word may hold, by script. Pure.

/// Hebrew, Arabic and their neighbours, presentation forms included.
pub(crate) fn runs_left(ch: char) -> bool {
    matches!(ch, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}')
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
