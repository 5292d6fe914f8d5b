//! Names and numbers of a question that nothing that was found says.

use citelight_store::ChunkRow;

use super::question::{Hit, Question};

/// Words that are written with a capital wherever they stand, and name nothing.
const NO_NAMES: [&str; 4] = ["i", "answer", "give", "round"];

/// Share of the question's names and numbers that stand nowhere in the hits, their titles and the
/// names of their files, 0 to 1; 0 when it has none.
pub(crate) fn share_missing(question: &Question, hits: &[Hit]) -> f32 {
    let names = names(question);
    if names.is_empty() {
        return 0.0;
    }
    let texts = squashed_texts(hits.iter().flat_map(Hit::chunks));
    let absent = names.iter().filter(|name| !texts.contains(name.as_str())).count();
    absent as f32 / names.len() as f32
}

/// The names and numbers of a question, squashed: words with a digit or a capital that is not the
/// first word's, but for those that say how to answer.
fn names(question: &Question) -> Vec<String> {
    let asked = &question.interpretation;
    let instructions: Vec<_> = asked.instructions.iter().flat_map(|found| &found.spans).collect();
    let mut names = Vec::new();
    let mut at = 0;
    let mut begins = true;
    for word in question.text.split_inclusive(' ') {
        let start = u32::try_from(at).unwrap_or(u32::MAX);
        at += word.len();
        let first = std::mem::replace(&mut begins, word.trim_end().ends_with(['.', '?', '!', ':']));
        let inner = word.trim().trim_end_matches("'s").trim_end_matches("’s");
        let name: String = squashed(inner).collect();
        let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
        let capitals = inner.chars().filter(|c| c.is_uppercase()).count();
        let named = capitals > 1 || capitals == 1 && !first;
        let wish = instructions.iter().any(|span| span.contains_byte(start));
        // "FY2022" is in the documents as "2022".
        let name = if digits.len() == 4 && name.starts_with("fy") { digits } else { &name };
        if !wish && name.len() > 1 && (!digits.is_empty() || named) && !NO_NAMES.contains(&name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// What chunks, their titles and the names of their files say, squashed.
pub(crate) fn squashed_texts<'c>(chunks: impl Iterator<Item = &'c ChunkRow>) -> String {
    chunks
        .flat_map(|chunk| [&chunk.text, &chunk.breadcrumb, &chunk.file_name])
        .flat_map(|text| squashed(text))
        .collect()
}

/// The letters and digits of a text, in lower case.
pub(crate) fn squashed(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}
