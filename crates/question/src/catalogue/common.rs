//! Owns the words of file names that are ordinary words besides.

use citelight_text::{MONTHS, WordList};

/// Whether a lower-case word of a file's name is an ordinary word of questions.
pub(super) fn is_common(word: &str) -> bool {
    COMMON.contains(word) || MONTHS.contains(&word)
}

const COMMON: WordList = WordList::new(
    "air american first global united analysis annual bank benefits best board care company
     conditions customer customers data education employee employees energy food general group health
     home information insurance international library manager market member members national new
     office overview people policy product products project public research review role roles rules
     sample school service services standard study summary supplier system systems team terms test
     time user water world you",
);
