//! Owns lists of words, the words that stand in every text and tell nothing apart, and those that deny.

/// Words of a closed class, written out as a text of words with spaces between them.
#[derive(Debug, Clone, Copy)]
pub struct WordList(&'static str);

impl WordList {
    /// The words of a text.
    pub const fn new(words: &'static str) -> WordList {
        WordList(words)
    }

    /// Whether it holds a word.
    pub fn contains(self, word: &str) -> bool {
        self.0.split_ascii_whitespace().any(|own| own == word)
    }
}

/// English function words and the words of asking itself. Negations are none of them.
const STOP_WORDS: [&str; 93] = [
    "a", "about", "am", "an", "and", "any", "are", "as", "at", "be", "been", "being", "but", "by",
    "can", "could", "did", "do", "does", "doing", "for", "from", "get", "give", "had", "has",
    "have", "having", "he", "her", "here", "his", "how", "i", "if", "in", "into", "is", "it",
    "its", "just", "let", "like", "many", "may", "me", "might", "much", "must", "my", "of", "on",
    "or", "our", "out", "please", "shall", "she", "should", "so", "some", "such", "tell", "than",
    "that", "the", "their", "them", "then", "there", "these", "they", "this", "those", "to", "too",
    "was", "we", "were", "what", "when", "where", "which", "while", "who", "whom", "whose", "why",
    "will", "with", "would", "you", "your",
];
/// Those that only the search passes over: names of people may be made of them, and questions refer
/// back by them.
const PRONOUNS: [&str; 7] = ["hers", "him", "itself", "ours", "theirs", "whats", "yours"];
/// Those that only readers of grammar pass over: to the search they tell passages apart ("before",
/// "without", "not").
const RELATIONS: [&str; 31] = [
    "after", "all", "also", "among", "before", "between", "both", "during", "each", "either",
    "given", "more", "most", "no", "nor", "not", "off", "one", "other", "over", "per", "through",
    "under", "until", "up", "upon", "us", "via", "whether", "within", "without",
];

/// Whether a lower-case word tells nothing apart in a search.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(&word) || PRONOUNS.contains(&word)
}

/// Whether a lower-case word of a question carries no topic.
pub fn is_topicless(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok() || RELATIONS.binary_search(&word).is_ok()
}

/// Whether a lower-case word turns a statement round.
pub fn is_negation(word: &str) -> bool {
    matches!(word, "not" | "cannot" | "no" | "never" | "neither" | "none" | "nothing")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_and_differ_where_they_should() {
        assert!(STOP_WORDS.is_sorted() && RELATIONS.is_sorted(), "searched by bisection");
        assert!(is_stop_word("the") && is_topicless("the"));
        assert!(is_stop_word("yours") && !is_topicless("yours"));
        assert!(!is_stop_word("not") && is_topicless("not") && is_negation("not"));
    }
}
