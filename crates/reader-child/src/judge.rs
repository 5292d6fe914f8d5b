//! Whether a page's own words say what the page shows. Pure.
//!
//! A font without a table from codes to characters yields characters that stand for nothing, or
//! letters that are others than those drawn. The first is plain; the second only leads to doubt,
//! and recognition of the page decides.

use std::collections::HashSet;
use std::sync::LazyLock;

use citelight_core::Word;

/// What a page's own words are worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Text {
    /// There are none.
    Missing,
    /// They can be used.
    Fine,
    /// They read like no language; the picture of the page has to confirm them.
    Doubtful,
    /// They stand for nothing.
    Garbage,
}

/// A page with a larger share of characters that stand for nothing has no usable text: its fonts
/// lack the table from codes to characters.
const MOST_GARBAGE: f32 = 0.3;

/// A larger share of letters that hardly any text uses leads to doubt.
const MOST_ODD: f32 = 0.2;

/// Text is mostly letters and figures; leaders and rules are not counted.
const LEAST_ALPHANUMERIC: f32 = 0.5;

/// On a page of few words a smaller share leads to doubt, from so many characters on: a title in codes
/// of another font reads ". .( $$".
const FEW_SIGNS: usize = 12;
const MOSTLY_SIGNS: f32 = 0.3;

/// The commonest syllables of Korean, particles and endings, make up a fifth of any text. Codes of other
/// scripts that are taken for Korean fall on any of eleven thousand.
const COMMON_HANGUL: &str = "이다의는을가에하고로은지를한기사도대인자";
const ENOUGH_HANGUL: usize = 60;
const LEAST_HANGUL: f32 = 0.04;

/// Below this many letters nothing is said about a language.
const ENOUGH_LETTERS: usize = 100;

/// Letters among "aeilnorst", the commonest of European languages: 55 to 70 %. Codes shifted by 29
/// or 31, as in fonts without a table, have 25 to 32 %.
const LEAST_USUAL: f32 = 0.45;

/// Words that no text of their language does without. None may be a single letter.
const COMMON: &str = " the of and to in for or is on by as at with that this are be an from was it not \
    der die das und von zu den mit ist des im auf le la les de et du en un une que el los del con por \
    il di che per non do da em os um het een van te dat op att det som och til av og ja ei az hogy ve \
    bir bu na se je nie jest cu yang dan untuk ";

/// Judges the words of a page.
pub(crate) fn judge(words: &[Word]) -> Text {
    let mut seen = Counts::default();
    words.iter().for_each(|word| seen.add(&word.text));
    let share = |part: usize, all: usize| part as f32 / all.max(1) as f32;
    if seen.all == 0 {
        return Text::Missing;
    }
    if share(seen.garbage, seen.all) > MOST_GARBAGE {
        return Text::Garbage;
    }
    if seen.all >= 20 && share(seen.odd, seen.all) > MOST_ODD {
        return Text::Doubtful;
    }
    let telling = seen.all - seen.leaders;
    if telling >= ENOUGH_LETTERS && share(seen.alphanumeric, telling) < LEAST_ALPHANUMERIC {
        return Text::Doubtful;
    }
    if telling >= FEW_SIGNS && share(seen.alphanumeric, telling) < MOSTLY_SIGNS {
        return Text::Doubtful;
    }
    if seen.hangul >= ENOUGH_HANGUL && share(seen.common_hangul, seen.hangul) < LEAST_HANGUL {
        return Text::Doubtful;
    }
    let no_language = share(seen.common, seen.latin_words) < 0.02;
    let unusual = share(seen.usual, seen.latin) < LEAST_USUAL;
    if seen.latin >= ENOUGH_LETTERS && seen.latin * 2 > seen.all && no_language && unusual {
        return Text::Doubtful;
    }
    Text::Fine
}

#[derive(Default)]
struct Counts {
    all: usize,
    garbage: usize,
    odd: usize,
    leaders: usize,
    alphanumeric: usize,
    latin: usize,
    usual: usize,
    latin_words: usize,
    common: usize,
    hangul: usize,
    common_hangul: usize,
}

impl Counts {
    fn add(&mut self, text: &str) {
        let before = self.latin;
        for ch in text.chars() {
            self.all += 1;
            match ch {
                'a'..='z' | 'A'..='Z' => {
                    self.latin += 1;
                    self.alphanumeric += 1;
                    let low = ch.to_ascii_lowercase();
                    self.usual += usize::from("aeilnorst".contains(low));
                }
                '0'..='9' => self.alphanumeric += 1,
                '.' | '_' | '-' | '·' | '…' | '—' | '–' | '=' | '*' | '•' => {
                    self.leaders += 1
                }
                _ if ch.is_ascii() => {}
                _ if is_garbage(ch) => self.garbage += 1,
                _ => {
                    self.odd += usize::from(is_odd(ch));
                    if matches!(ch, '\u{ac00}'..='\u{d7a3}') {
                        self.hangul += 1;
                        self.common_hangul += usize::from(COMMON_HANGUL.contains(ch));
                    }
                    self.alphanumeric += usize::from(ch.is_alphanumeric());
                }
            }
        }
        if self.latin - before >= 2 {
            self.latin_words += 1;
            let word = text.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
            self.common += usize::from(is_common(&word));
        }
    }
}

/// Whether a word is among [`COMMON`]. Every word of every page is looked up.
fn is_common(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> =
        LazyLock::new(|| COMMON.split_ascii_whitespace().collect());
    (2..=5).contains(&word.len()) && WORDS.contains(word)
}

/// Characters that say "no one knows": the replacement character, private use, controls, holes in
/// the code table's specials.
fn is_garbage(ch: char) -> bool {
    matches!(ch, '\u{fff0}'..='\u{ffff}' | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
        || ch.is_control()
}

/// Letters of phonetics and of single languages of Africa and the Balkans, and loose marks: where
/// codes without a table end up. A page in such a language is confirmed by its picture.
fn is_odd(ch: char) -> bool {
    matches!(ch, '\u{180}'..='\u{2ff}')
        && !matches!(ch, 'ƒ' | 'Ơ' | 'ơ' | 'Ư' | 'ư' | 'Ș'..='ț' | 'ˆ' | '˚' | '˜')
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_core::{Rect, WordSource};

    fn words(text: &str) -> Vec<Word> {
        let word = |text: &str| Word {
            text: text.into(),
            rect: Rect::default(),
            font_size: 10.0,
            bold: false,
            source: WordSource::Native,
            confidence: 1.0,
        };
        text.split_whitespace().map(word).collect()
    }

    const PROSE: &str = "The notes were issued in March and mature on the first business day of \
        the month that follows the tenth anniversary of their issue unless redeemed before";

    #[test]
    fn text_is_told_from_garbage() {
        let shifted: String =
            PROSE.chars().map(|c| if c == ' ' { c } else { (c as u8 - 31) as char }).collect();
        let figures = "1,577.0 (2,301) 4.5% $ 12 ".repeat(40);
        let leaders = format!("{PROSE} {}", ". . . . . . . . . . ".repeat(60));
        let codes = "!\"#$%&'()*+,!#\"%$ ".repeat(10);
        let polish = "Spółka sporządza sprawozdanie finansowe zgodnie z ustawą o rachunkowości oraz \
            przepisami wykonawczymi wydanymi na jej podstawie w dniu bilansowym roku obrotowego";
        let korean =
            "이 법은 보험계약에 관한 사항을 정하는 것을 목적으로 한다 회사는 계약자에게 ".repeat(3);
        let codes_of_cyrillic: String =
            (0..80u32).filter_map(|n| char::from_u32(0xb0c0 + n * 7 % 64 * 3 + 1)).collect();
        let parts = "BRKT-2231 XPS-15 HDMI RJ45 QTY PCS WGT KG ".repeat(10);
        let cases = [
            ("", Text::Missing),
            (". .( $$ )# (!$ %.( &&", Text::Doubtful),
            ("$ 12 ( 4 ) % $ 1,500 ( 3 )", Text::Fine),
            (&korean, Text::Fine),
            (&codes_of_cyrillic, Text::Doubtful),
            ("Net sales", Text::Fine),
            ("\u{f0b7} Item with bullet", Text::Fine),
            ("\u{fffd}\u{fffd}\u{fffd} a", Text::Garbage),
            ("\u{e001}\u{e002} \u{e003}", Text::Garbage),
            ("漢字 Ελλάδα", Text::Fine),
            ("ɠʣɹʟʧ ɹʡʰ ʩʓɿʙ ʇʭɵʃɿʙ ɱʕʅʋʃ /P 6OJDPEF", Text::Doubtful),
            (PROSE, Text::Fine),
            (&shifted, Text::Doubtful),
            (&figures, Text::Fine),
            (&leaders, Text::Fine),
            (&codes, Text::Doubtful),
            (polish, Text::Fine),
            // A list of parts is doubted, and confirmed by its picture.
            (&parts, Text::Doubtful),
        ];
        for (text, expected) in cases {
            assert_eq!(judge(&words(text)), expected, "{text:?}");
        }
    }
}
