//! Owns the misspelt words of names: one letter too many, too few, or another.

use std::collections::HashMap;

/// Words shorter than this are not mended: too many others lie one letter away.
const SHORTEST: usize = 5;

/// Words by what is left of them when one letter is taken out (Garbe's symmetric deletion).
#[derive(Debug, Default)]
pub(crate) struct Spelling {
    words: Vec<String>,
    by_rest: HashMap<String, Vec<u32>>,
}

impl Spelling {
    pub(crate) fn of(mut words: Vec<String>) -> Self {
        words.retain(|word| word.chars().count() >= SHORTEST);
        words.sort_unstable();
        words.dedup();
        let mut by_rest: HashMap<String, Vec<u32>> = HashMap::new();
        for (number, word) in words.iter().enumerate() {
            for rest in rests(word) {
                let list = by_rest.entry(rest).or_default();
                if list.last() != Some(&(number as u32)) {
                    list.push(number as u32);
                }
            }
        }
        Self { words, by_rest }
    }

    /// The one word that is meant by another; `None` when none or several may be.
    pub(crate) fn mend(&self, word: &str) -> Option<&str> {
        if word.chars().count() + 1 < SHORTEST || self.words.is_empty() {
            return None;
        }
        let mut meant: Option<u32> = None;
        for rest in rests(word) {
            for number in self.by_rest.get(&rest).into_iter().flatten() {
                if meant.is_some_and(|known| known != *number) {
                    return None;
                }
                meant = Some(*number);
            }
        }
        meant.map(|number| self.words[number as usize].as_str())
    }
}

/// A word, and the word without each of its letters.
fn rests(word: &str) -> impl Iterator<Item = String> + '_ {
    let without = word.char_indices().map(|(at, c)| {
        let mut rest = word[..at].to_owned();
        rest.push_str(&word[at + c.len_utf8()..]);
        rest
    });
    std::iter::once(word.to_owned()).chain(without)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_letter_is_mended() {
        let spelling =
            Spelling::of(["standard", "health", "southgate"].map(str::to_owned).to_vec());
        for (word, meant) in [
            ("standrd", Some("standard")),
            ("helth", Some("health")),
            ("southgste", Some("southgate")),
            ("gate", None),
            ("heal", None),
        ] {
            assert_eq!(spelling.mend(word), meant, "{word}");
        }
    }
}
