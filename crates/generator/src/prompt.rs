//! The prompt, and how evidence that is longer than the model's context is laid out in windows.
//!
//! Owns: the wording (Question / Context with headers / Answer) and the budget, in the model's own
//! tokens. Refuses: choosing evidence; it comes in order, best first.

use std::fmt::Write as _;

use crate::GeneratorError;
use crate::tokenizer::Tokenizer;

/// A question and what it is to be answered from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// In the person's words.
    pub question: String,
    /// Best first.
    pub evidence: Vec<Evidence>,
}

/// A passage of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// Name of the document.
    pub document: String,
    /// Its page, from 1.
    pub page: u32,
    /// The chunk's id.
    pub chunk: String,
    /// Its text.
    pub text: String,
}

/// Tokens that evidence gets at least; a question that leaves less is cut.
const LEAST_EVIDENCE: usize = 64;

impl Prompt {
    /// The prompt's windows, each of at most `most` tokens with the end. All evidence is in one of
    /// them, in order; a passage that does not fit into the rest of a window begins the next one, and
    /// one that is longer than a window goes on in the next, under its header again.
    pub(crate) fn windows(
        &self,
        tokenizer: &Tokenizer,
        most: usize,
    ) -> Result<Vec<String>, GeneratorError> {
        // One for the end, and a reserve for pieces that join at the seams.
        let most = most.saturating_sub(1 + 4);
        let frame = tokenizer.count(&framed("", ""));
        if most < frame + 2 * LEAST_EVIDENCE {
            let why = format!("a context of {most} tokens is too short for a prompt");
            return Err(GeneratorError::Input(why));
        }
        let (question, _) = head(tokenizer, &self.question, most - frame - LEAST_EVIDENCE);
        let room = most - tokenizer.count(&framed(question, ""));
        let mut windows = Vec::new();
        let (mut context, mut left) = (String::new(), room);
        for evidence in &self.evidence {
            let header = evidence.header();
            let header_tokens = tokenizer.count(&header);
            let mut text = evidence.text.trim();
            while !text.is_empty() {
                let needed = header_tokens + tokenizer.count(text);
                if needed > left && !context.is_empty() {
                    windows.push(framed(question, &context));
                    (context, left) = (String::new(), room);
                }
                // A header that alone fills a window (a file name without end) is left out.
                let header = if header_tokens * 2 < room { header.as_str() } else { "" };
                let (part, rest) =
                    head(tokenizer, text, left.saturating_sub(tokenizer.count(header)));
                let _ = write!(context, "{header}\n{part}\n\n");
                left = left.saturating_sub(needed);
                text = rest;
                if !rest.is_empty() {
                    left = 0;
                }
            }
        }
        if !context.is_empty() || windows.is_empty() {
            windows.push(framed(question, &context));
        }
        Ok(windows)
    }
}

impl Evidence {
    fn header(&self) -> String {
        format!("[DOC: {} | PAGE: {} | CHUNK: {}]", self.document, self.page, self.chunk)
    }
}

fn framed(question: &str, context: &str) -> String {
    format!("Question: {question}\n\nContext:\n\n{context}Answer:")
}

/// As many whole words of a text as have at most `most` tokens together, but one at least; and the
/// rest.
pub(crate) fn head<'t>(tokenizer: &Tokenizer, text: &'t str, most: usize) -> (&'t str, &'t str) {
    if tokenizer.count(text) <= most {
        return (text, "");
    }
    let (mut used, mut end) = (0, 0);
    for word in text.split_whitespace() {
        used += tokenizer.count(word);
        if used > most && end > 0 {
            break;
        }
        // A word without end (a line of dots) is cut where it stands.
        end = word.as_ptr() as usize - text.as_ptr() as usize + word.len();
        if used > most {
            let start = end - word.len();
            end = start + cut(tokenizer, word, most);
            break;
        }
    }
    let (head, rest) = text.split_at(end);
    (head.trim_end(), rest.trim_start())
}

/// Bytes of the longest start of a word with at most `most` tokens, one character at least.
fn cut(tokenizer: &Tokenizer, word: &str, most: usize) -> usize {
    let ends: Vec<usize> = word.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
    let fitting = ends.partition_point(|end| tokenizer.count(&word[..*end]) <= most);
    ends[fitting.saturating_sub(1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenizer::tests::fixture;

    fn evidence(chunk: &str, text: String) -> Evidence {
        Evidence { document: "report.pdf".to_owned(), page: 12, chunk: chunk.to_owned(), text }
    }

    #[test]
    fn a_short_prompt_is_worded_as_designed() {
        let prompt = Prompt {
            question: "What was the revenue?".to_owned(),
            evidence: vec![evidence("34", "Revenue was 5.".to_owned())],
        };
        let expect = "Question: What was the revenue?\n\nContext:\n\n\
                      [DOC: report.pdf | PAGE: 12 | CHUNK: 34]\nRevenue was 5.\n\nAnswer:";
        assert_eq!(prompt.windows(&fixture(), 512).unwrap(), [expect]);
    }

    #[test]
    fn no_window_is_too_long_and_no_word_is_lost() {
        let tokenizer = fixture();
        let words = |from: usize, count: usize| -> String {
            (from..from + count).map(|n| format!("word{n} ")).collect()
        };
        let endless = "ab".repeat(900);
        for question in ["Why?".to_owned(), words(0, 400), endless.clone()] {
            let prompt = Prompt {
                question,
                evidence: vec![
                    evidence("1", words(1000, 30)),
                    evidence("2", words(2000, 300)),
                    evidence("3", words(3000, 5)),
                    evidence("4", endless.clone()),
                    evidence("5", words(4000, 40)),
                ],
            };
            let windows = prompt.windows(&tokenizer, 400).unwrap();
            for window in &windows {
                let tokens = tokenizer.encode(window).unwrap().len();
                assert!(tokens <= 400, "{tokens}");
            }
            let all = windows.concat();
            for range in [1000..1030, 2000..2300, 3000..3005, 4000..4040] {
                for n in range {
                    assert!(all.contains(&format!("word{n}")), "{n}");
                }
            }
            assert!(all.matches('b').count() >= 900);
        }
    }

    #[test]
    fn a_context_too_short_for_a_prompt_is_refused() {
        let prompt = Prompt { question: "Why?".to_owned(), evidence: Vec::new() };
        assert!(prompt.windows(&fixture(), 100).is_err());
        assert_eq!(prompt.windows(&fixture(), 512).unwrap().len(), 1);
    }
}
