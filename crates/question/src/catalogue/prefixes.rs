//! Owns the beginnings of squashed names: "Activision" of `ACTIVISIONBLIZZARD_2019_10K.pdf`.

/// Letters that a beginning needs, and those that one in capitals needs.
const SHORTEST: (usize, usize) = (5, 3);
/// More names than this begin so: the beginning is no name.
const MOST: usize = 3;

/// Names of companies as their files squash them, sorted.
#[derive(Debug, Default)]
pub(crate) struct Prefixes(Vec<String>);

impl Prefixes {
    pub(crate) fn of(mut names: Vec<String>) -> Self {
        names.sort_unstable();
        names.dedup();
        Self(names)
    }

    /// The names that begin with a word and are longer; none when the word is short or too many do.
    /// `loud`: the word is written in capitals.
    pub(crate) fn beginning(&self, word: &str, loud: bool) -> &[String] {
        let letters = word.chars().count();
        if letters < if loud { SHORTEST.1 } else { SHORTEST.0 } {
            return &[];
        }
        let from = self.0.partition_point(|name| name.as_str() <= word);
        let count =
            self.0[from..].iter().take(MOST + 1).take_while(|n| n.starts_with(word)).count();
        if count > MOST { &[] } else { &self.0[from..from + count] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_are_found_unless_too_many_share_them() {
        let names = ["mgmresorts", "activisionblizzard", "unita", "unitb", "unitc", "unitd"];
        let prefixes = Prefixes::of(names.map(str::to_owned).to_vec());
        assert_eq!(prefixes.beginning("activision", false), ["activisionblizzard"]);
        assert_eq!(prefixes.beginning("mgm", true), ["mgmresorts"]);
        for (word, loud) in [("mgm", false), ("unit", false), ("unita", false), ("unit", true)] {
            assert!(prefixes.beginning(word, loud).is_empty(), "{word}");
        }
    }
}
