//! Owns what "one" stands for at the end of a side: "the weekly care of a boat and the monthly one".

use citelight_core::Side;

/// Prepositions behind which a name says what its thing is of, or where.
const OF_WHAT: [&str; 10] = ["of", "for", "in", "at", "on", "under", "with", "from", "to", "by"];

/// Writes out what "one" stands for: the thing that the first side names, with what that is of, and in its documents.
pub(crate) fn write_out_ones(sides: &mut [Side]) {
    let Some((first, others)) = sides.split_first_mut() else { return };
    let Some((thing, of)) = thing_of(&first.label) else { return };
    let (thing, of) = (thing.to_owned(), of.to_owned());
    for side in others {
        let Some((told, "one" | "ones")) = side.label.rsplit_once(' ') else { continue };
        let of = if told.split(' ').any(|word| OF_WHAT.contains(&word)) { "" } else { &of };
        let written = format!("{told} {thing}{of}");
        if side.query.contains(&side.label) {
            side.query = side.query.replacen(&side.label, &written, 1);
            side.label = written;
            if side.documents.is_empty() {
                side.documents.clone_from(&first.documents);
            }
        }
    }
}

/// The thing that a name of several words is about, and what stands behind it: "care" and " of a boat" of "weekly care
/// of a boat". `None` where nothing tells it from other things of its kind.
fn thing_of(label: &str) -> Option<(&str, &str)> {
    let words: Vec<&str> = label.split(' ').collect();
    let of = words.iter().position(|word| OF_WHAT.contains(word)).unwrap_or(words.len());
    let thing = of.checked_sub(1).filter(|at| *at > 0)?;
    let start: usize = words[..thing].iter().map(|word| word.len() + 1).sum();
    let thing = words[thing];
    let plain =
        thing.chars().all(|c| c.is_alphabetic() || c == '-') && thing == thing.to_lowercase();
    plain.then(|| label[start..].split_at(thing.len()))
}

#[cfg(test)]
mod tests {
    use citelight_core::{DocumentId, Span};

    use super::*;

    #[test]
    fn one_stands_for_the_thing_of_the_first_side() {
        let document = DocumentId::from_content_hash("0123456789abcdef");
        let written = |first: &str, second: &str| {
            let side = |label: &str, documents: &[DocumentId]| Side {
                label: label.to_owned(),
                span: Span::new(0, 1),
                query: format!("How is the {label} done"),
                documents: documents.to_vec(),
                periods: Vec::new(),
                references: Vec::new(),
            };
            let mut sides = [side(first, std::slice::from_ref(&document)), side(second, &[])];
            write_out_ones(&mut sides);
            assert!(sides[1].query.contains(&sides[1].label));
            (sides[1].label.clone(), sides[1].documents.len())
        };
        let whole = |label: &str| (label.to_owned(), 1);
        assert_eq!(
            written("weekly care of a boat", "monthly one"),
            whole("monthly care of a boat")
        );
        assert_eq!(written("chess coach", "judo one"), whole("judo coach"));
        assert_eq!(written("old fee in May", "new one in June"), ("new one in June".to_owned(), 0));
        assert_eq!(written("two old barns of Ely", "ones of Bath"), ("ones of Bath".to_owned(), 0));
        assert_eq!(written("bakers", "May one"), ("May one".to_owned(), 0), "of what bakers have");
    }
}
