//! Where a reference to a numbered part leads ("Item 7", "Note 12", "clause 4.2", "page 3").

use citelight_core::{PartKind, PartReference, SectionRow};
use citelight_store::ChunkRow;

use super::document_cache::Outline;

/// What a passage counts that says the reference's words without standing below its heading.
const SAYS_IT: f32 = 0.5;

/// Share of the references that lead to a chunk, 0 to 1; 0 without references.
pub(crate) fn leads_to(references: &[PartReference], chunk: &ChunkRow, outline: &Outline) -> f32 {
    if references.is_empty() {
        return 0.0;
    }
    let led: f32 = references.iter().map(|reference| leads(reference, chunk, outline)).sum();
    led / references.len() as f32
}

fn leads(reference: &PartReference, chunk: &ChunkRow, outline: &Outline) -> f32 {
    let number = reference.number.to_lowercase();
    if reference.kind == PartKind::Page {
        let on = |page: u32| (chunk.first_page.get()..=chunk.last_page.get()).contains(&page);
        return f32::from(number.parse().is_ok_and(on));
    }
    let said = format!("{} {number}", reference.word);
    let mut above = chunk.section.into_iter().flat_map(|section| outline.with_ancestors(section));
    if above.any(|section| heads(reference, section)) {
        return 1.0;
    }
    let text = chunk.text.to_lowercase();
    // A clause's number stands before it; a table's or a note's name may stand anywhere.
    let says = text.lines().any(|line| starts_with_words(line.trim_start(), &number))
        && number.contains('.')
        || text.match_indices(&said).any(|(at, _)| starts_with_words(&text[at..], &said));
    if says { SAYS_IT } else { 0.0 }
}

/// Whether a reference names this section, by its number or the first words of its title.
pub(crate) fn heads(reference: &PartReference, section: &SectionRow) -> bool {
    let number = reference.number.to_lowercase();
    let said = format!("{} {number}", reference.word);
    let own = section.number.as_deref().unwrap_or_default().trim_end_matches(['.', ':', ')']);
    own.eq_ignore_ascii_case(&number)
        || own.eq_ignore_ascii_case(&said)
        || starts_with_words(&section.title.to_lowercase(), &said)
}

/// Whether `text` begins with `words`, and the last of them ends there.
fn starts_with_words(text: &str, words: &str) -> bool {
    text.strip_prefix(words).is_some_and(|rest| {
        let mut rest = rest.chars();
        match rest.next() {
            Some(c) if c.is_alphanumeric() => false,
            // "4.2" does not begin "4.21", nor "4" "4.2".
            Some('.') => !rest.next().is_some_and(char::is_alphanumeric),
            _ => true,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_where_they_end() {
        assert!(starts_with_words("item 7 — discussion", "item 7"));
        assert!(starts_with_words("item 7. discussion", "item 7"));
        assert!(!starts_with_words("item 7a. risk", "item 7"));
        assert!(!starts_with_words("4.2.1 fees", "4.2"));
        assert!(!starts_with_words("4.2 fees", "4"));
        assert!(starts_with_words("4.2", "4.2"));
    }
}
