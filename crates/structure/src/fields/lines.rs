//! Owns how a value goes on over the lines of its block: what stands at the end of a line beside its label is
//! whole only with the rest of its sentence.

use citelight_core::{Field, Span};

use crate::shape;

/// Words of a value that goes on, at most: more are a paragraph.
const MOST_WORDS: usize = 40;
/// Ends of a line that want another one.
const OPEN: [char; 6] = [',', '(', '/', '–', '—', '-'];

/// Lets a value go on where its sentence does. Gives whether it is one: the middle of a sentence that begins
/// elsewhere is none, nor is a paragraph. `blocks` are those of the flow `text`, in order.
pub(crate) fn complete(field: &mut Field, text: &str, blocks: &[Span]) -> bool {
    let label_end = field.label.last().and_then(|label| label.last()).map(|span| span.end);
    let (Some(label_end), Some(first)) = (label_end, field.value.first().copied()) else {
        return true;
    };
    let Some(last) = field.value.last_mut() else { return true };
    let at = blocks.partition_point(|block| block.end <= first.start);
    let Some(block) = blocks.get(at).filter(|block| block.contains_byte(first.start)) else {
        return true;
    };
    let said = |from: u32, to: u32| text.get(from as usize..to as usize).unwrap_or_default();
    let beside = label_end <= first.start && !said(label_end, first.start).contains('\n');
    let lower = |text: &str| text.trim_start().starts_with(char::is_lowercase);
    if !beside {
        let before = said(block.start, first.start).trim_end();
        let ended = before.is_empty() || before.ends_with(['.', ':', ';', '!', '?']);
        return ended || label_end > first.start || !lower(said(first.start, first.end));
    }
    let rest = said(last.end, block.end);
    let own = said(first.start, last.end);
    let open = own.ends_with(OPEN) || shape::open_bracket(own);
    if !rest.starts_with('\n') || rest.trim().is_empty() || !(open || lower(rest)) {
        return true;
    }
    let ends = |(at, _): &(usize, char)| rest[at + 1..].starts_with(char::is_whitespace);
    let end = rest.char_indices().filter(|(_, c)| *c == '.').find(ends);
    let length = end.map_or(rest.trim_end().len(), |(at, _)| at + 1);
    last.end += u32::try_from(length).unwrap_or(0);
    said(first.start, last.end).split_whitespace().count() <= MOST_WORDS
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What becomes of a label's value in a text that is one block.
    fn completed(text: &str, label: &str, value: &str) -> Option<String> {
        let span = |part: &str| {
            let at = text.find(part).unwrap();
            Span::new(at as u32, (at + part.len()) as u32)
        };
        let mut field = Field {
            page: citelight_core::PageNumber::FIRST,
            label: vec![vec![span(label)]],
            value: vec![span(value)],
            ticked: None,
        };
        let whole = Span::new(0, text.len() as u32);
        let holds = complete(&mut field, text, &[whole]);
        let value = field.value[0];
        holds.then(|| text[value.range()].to_owned())
    }

    #[test]
    fn a_value_goes_on_to_the_end_of_its_sentence() {
        let text = "• Attendance: At least half\nof all days counts. More is better.";
        let whole = "At least half\nof all days counts.";
        assert_eq!(completed(text, "Attendance:", "At least half").as_deref(), Some(whole));
        assert_eq!(completed(text, "Attendance:", "of all days counts."), None);
        let graded = "Grades: A (80 to 100), B (70 to\n79)";
        let value = completed(graded, "Grades:", "A (80 to 100), B (70 to").unwrap();
        assert!(value.ends_with("79)"), "{value}");
    }

    #[test]
    fn what_begins_anew_is_none_of_it() {
        let text = "Name: Ann Lee\nTown: Leeds";
        assert_eq!(completed(text, "Name:", "Ann Lee").as_deref(), Some("Ann Lee"));
        let below = "Paid by\ncheque";
        assert_eq!(completed(below, "Paid by", "cheque"), None, "one text over two lines");
        let long = format!("Note: It\n{}", "goes on and ".repeat(20));
        assert_eq!(completed(&long, "Note:", "It"), None);
    }
}
