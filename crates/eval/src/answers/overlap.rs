//! Words that two texts share, as SQuAD counts them (Rajpurkar et al., EMNLP 2016).

use std::collections::HashMap;

/// Token F1 of an answer and the expected one, 0 to 1: case, punctuation and articles left out.
pub fn token_f1(answer: &str, expected: &str) -> f32 {
    let (answer, expected) = (tokens(answer), tokens(expected));
    if answer.is_empty() || expected.is_empty() {
        return f32::from(answer.is_empty() && expected.is_empty());
    }
    let mut left: HashMap<&str, usize> = HashMap::new();
    for token in &expected {
        *left.entry(token).or_default() += 1;
    }
    let mut shared = 0;
    for token in &answer {
        if let Some(count) = left.get_mut(token.as_str()).filter(|count| **count > 0) {
            *count -= 1;
            shared += 1;
        }
    }
    2.0 * shared as f32 / (answer.len() + expected.len()) as f32
}

fn tokens(text: &str) -> Vec<String> {
    let kept: String =
        text.to_lowercase().chars().filter(|c| c.is_alphanumeric() || c.is_whitespace()).collect();
    let words = kept.split_whitespace().filter(|word| !matches!(*word, "a" | "an" | "the"));
    words.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_words_count_once_each() {
        assert_eq!(token_f1("The cat, the cat sat.", "a cat sat"), 0.8);
        assert_eq!(token_f1("Nothing of it", "cat"), 0.0);
        assert_eq!(token_f1("1,577", "$1577"), 1.0);
        assert_eq!(token_f1("", "cat"), 0.0);
    }
}
