//! Two readings of one picture made one: where they differ, what was recognised with more
//! confidence stays. Pure.

use std::collections::HashSet;

use crate::word::{OcrWord, PixelBox};

/// Letters and figures, each by its word's confidence, doubtful words for nothing.
pub(crate) fn gain<'a>(words: impl IntoIterator<Item = &'a OcrWord>) -> f32 {
    words.into_iter().map(|word| word.letters() as f32 * (word.confidence - 0.4).max(0.0)).sum()
}

/// The words of `first`; where words of `second` lie on them and gain more, these instead; and those
/// of `second` that lie on none and are recognised with some confidence.
pub(crate) fn merged(first: Vec<OcrWord>, second: Vec<OcrWord>) -> Vec<OcrWord> {
    /// Of a word's box, so much in common is one place.
    const SAME_PLACE: f32 = 0.3;
    /// What the first reading knows nothing of has to be recognised with so much confidence.
    const LEAST_CONFIDENCE: f32 = 0.6;
    /// By how much the second has to win.
    const CLEARLY: f32 = 1.05;
    let places = places(&first, &second, |a, b| a.share_in(b).max(b.share_in(a)) > SAME_PLACE);
    let mut stay = vec![true; first.len()];
    let mut come = vec![false; second.len()];
    for (ours, theirs) in &places {
        let (a, b) =
            (gain(ours.iter().map(|&at| &first[at])), gain(theirs.iter().map(|&at| &second[at])));
        if b > CLEARLY * a {
            ours.iter().for_each(|&at| stay[at] = false);
            theirs.iter().for_each(|&at| come[at] = true);
        }
    }
    let met: HashSet<usize> = places.iter().flat_map(|(_, theirs)| theirs).copied().collect();
    let is_new = |at: usize| {
        !met.contains(&at)
            && second[at].confidence >= LEAST_CONFIDENCE
            && second[at].text.chars().any(char::is_alphanumeric)
    };
    (0..second.len()).for_each(|at| come[at] |= is_new(at));
    let kept = first.into_iter().zip(stay).filter_map(|(word, stay)| stay.then_some(word));
    kept.chain(second.into_iter().zip(come).filter_map(|(word, come)| come.then_some(word)))
        .collect()
}

/// The places where words of both lie on each other, straight or by way of others, as positions in
/// either; one that no word of the other meets is a place of its own only in `first`.
fn places(
    first: &[OcrWord],
    second: &[OcrWord],
    meet: impl Fn(&PixelBox, &PixelBox) -> bool,
) -> Vec<(Vec<usize>, Vec<usize>)> {
    let mut places: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for (at, word) in first.iter().enumerate() {
        let on = (0..second.len()).filter(|&other| meet(&word.rect, &second[other].rect));
        let mut place = (vec![at], on.collect::<Vec<usize>>());
        let is_same =
            |known: &(Vec<usize>, Vec<usize>)| known.1.iter().any(|b| place.1.contains(b));
        let (same, apart): (Vec<_>, Vec<_>) = places.into_iter().partition(is_same);
        for (ours, theirs) in same {
            place.0.extend(ours);
            place.1.extend(theirs);
        }
        place.1.sort_unstable();
        place.1.dedup();
        places = apart;
        places.push(place);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, x0: f32, x1: f32, confidence: f32) -> OcrWord {
        let rect = PixelBox { x0, y0: 0.0, x1, y1: 20.0 };
        OcrWord { text: text.to_owned(), rect, em_px: 0.0, confidence }
    }

    fn texts(mut words: Vec<OcrWord>) -> Vec<String> {
        words.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
        words.into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn where_readings_differ_the_more_confident_stays() {
        let first = vec![
            word("Total", 0.0, 50.0, 0.95),
            word("1184]10", 60.0, 160.0, 0.5),
            word("due", 200.0, 230.0, 0.9),
        ];
        let second = vec![
            word("Tota1", 0.0, 50.0, 0.7),
            word("1184", 60.0, 100.0, 0.95),
            word("10", 130.0, 160.0, 0.93),
        ];
        assert_eq!(texts(merged(first, second)), ["Total", "1184", "10", "due"]);
    }

    #[test]
    fn what_only_the_second_found_has_to_be_certain() {
        let first = vec![word("Total", 0.0, 50.0, 0.95)];
        let second = vec![
            word("28", 100.0, 120.0, 0.9),
            word("ee", 140.0, 160.0, 0.4),
            word("—", 180.0, 200.0, 0.9),
        ];
        assert_eq!(texts(merged(first, second)), ["Total", "28"]);
        assert_eq!(texts(merged(Vec::new(), vec![word("28", 0.0, 9.0, 0.9)])), ["28"]);
    }

    #[test]
    fn a_word_over_two_places_makes_them_one() {
        let first = vec![word("Net", 0.0, 40.0, 0.6), word("sum", 50.0, 90.0, 0.6)];
        let second = vec![word("Netsum", 0.0, 90.0, 0.95)];
        assert_eq!(texts(merged(first, second)), ["Netsum"]);
    }
}
