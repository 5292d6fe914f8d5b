//! Owns names that go on behind the words by which a document is known: "Alder" of "Alder County", "the
//! Mill House" of "the Mill House garage".

use std::ops::Range;

use super::measure::compares;
use super::{AnchorKind, Sentence};

/// Words of a name behind its anchor, at most.
const MOST_BEHIND: usize = 2;
/// What may stand right behind a whole name.
const LINKS: [&str; 8] = ["and", "or", "versus", "vs", "than", "each", "compared", "differ"];

impl Sentence<'_> {
    /// A side whose end is the end of an anchor, with the words behind it that belong to the name.
    pub(super) fn whole_name(&self, side: Range<usize>, others: &[Range<usize>]) -> Range<usize> {
        let ends_in_anchor = self
            .anchors
            .iter()
            .any(|anchor| anchor.kind == AnchorKind::Document && anchor.tokens.end == side.end);
        let possessive = |at: usize| self.tokens.get(at).is_some_and(|token| token.possessive);
        if !ends_in_anchor || possessive(side.end - 1) {
            return side;
        }
        let taken = |at: usize| others.iter().any(|other| other.contains(&at));
        let capital = |at: usize| self.tokens.get(at).is_some_and(|token| token.capital);
        let goes_on = |at: usize| {
            at < self.run.end
                && self.is_plain(at)
                && !self.anchored(at)
                && !taken(at)
                && !LINKS.contains(&self.word(at))
                && !compares(self.word(at))
        };
        let mut end = side.end;
        while end < side.end + MOST_BEHIND && goes_on(end) && capital(end) {
            end += 1;
            if possessive(end - 1) {
                return side.start..end;
            }
        }
        // Nouns, where no verb can stand: behind a preposition, up to where the phrase ends.
        let led = (self.run.start..side.start)
            .rev()
            .find(|&at| !matches!(self.word(at), "the" | "a" | "an" | "our" | "my"))
            .is_some_and(|at| {
                self.is_preposition(at)
                    || matches!(self.word(at), "of" | "versus" | "vs" | "than" | ":")
            });
        let noun = (end..side.end + MOST_BEHIND).take_while(|&at| goes_on(at)).last();
        let Some(last) = noun.filter(|_| led) else { return side.start..end };
        let behind = self.word(last + 1);
        let ended = last + 1 >= self.run.end
            || LINKS.contains(&behind)
            || !self.tokens.is_word(last + 1)
            || self.is_preposition(last + 1);
        side.start..if ended { last + 1 } else { end }
    }
}
