//! Owns the order of words in lines of scripts that are read from the right.
//!
//! A simple form of the usual rules (Unicode annex 9): the script of most letters gives a line its
//! direction, and a run of words of the other direction is read its own way. Figures go with the
//! words around them.

use citelight_core::Word;

use crate::rows::Item;
use crate::shape::runs_left;

/// Puts the words of a line, which come from left to right, into the order in which they are read.
pub(crate) fn arrange(items: &mut [Item], words: &[Word]) {
    let of = |item: &Item| direction(words.get(item.index as usize).map_or("", |w| &w.text));
    let ways: Vec<i64> = items.iter().map(of).collect();
    if ways.iter().all(|way| *way >= 0) {
        return;
    }
    let leftward = ways.iter().sum::<i64>() < 0;
    let mut at = 0;
    while at < ways.len() {
        let own = |at: usize| if leftward { ways[at] > 0 } else { ways[at] < 0 };
        if !own(at) {
            at += 1;
            continue;
        }
        let mut end = at + 1;
        let mut next = end;
        while next < ways.len() && (ways[next] == 0 || own(next)) {
            next += 1;
            // Figures behind Latin words go with them ("Windows 11").
            if leftward || own(next - 1) {
                end = next;
            }
        }
        items[at..end].reverse();
        at = end;
    }
    if leftward {
        items.reverse();
    }
}

/// Letters of a word that are read from the left less those that are read from the right.
fn direction(word: &str) -> i64 {
    word.chars()
        .map(|c| match c {
            _ if runs_left(c) => -1,
            _ if c.is_alphabetic() => 1,
            _ => 0,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use citelight_core::{Rect, WordSource};

    use super::*;

    /// The order of a line whose words are given from left to right.
    fn order(line: &str) -> String {
        let words: Vec<Word> = line
            .split(' ')
            .zip(0u8..)
            .map(|(text, n)| {
                let x = 50.0 * f32::from(n);
                Word {
                    text: text.to_owned(),
                    rect: Rect::new(x, 0.0, x + 40.0, 10.0),
                    font_size: 10.0,
                    bold: false,
                    source: WordSource::Native,
                    confidence: 1.0,
                }
            })
            .collect();
        let mut items: Vec<Item> = words.iter().zip(0..).map(|(w, n)| Item::new(n, w)).collect();
        arrange(&mut items, &words);
        let texts: Vec<&str> =
            items.iter().map(|i| words[i.index as usize].text.as_str()).collect();
        texts.join(" ")
    }

    #[test]
    fn lines_are_read_from_their_own_side() {
        for (drawn, read) in [
            ("plain words 12 only", "plain words 12 only"),
            ("ג ב א", "א ב ג"),
            ("2021 בשנת גדל הרווח", "הרווח גדל בשנת 2021"),
            ("משתמש Visual Studio 2019 במערכת הוא", "הוא במערכת Visual Studio 2019 משתמש"),
            ("the word שני אחד means two", "the word אחד שני means two"),
        ] {
            assert_eq!(order(drawn), read, "{drawn}");
        }
    }
}
