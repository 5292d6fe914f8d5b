//! Owns the word lists behind follow-ups.

use citelight_text::WordList;

/// Words that join a question to the one before.
pub(super) const JOINS: &[&str] =
    &["and", "or", "but", "also", "then", "so", "now", "ok", "okay", "well", "plus", ",", "-", "–"];

/// Openings that take up a topic.
pub(super) const TAKES_UP: &[&str] =
    &["what about", "how about", "what of", "same for", "same in", "the same for", "the same in"];

/// Prepositions by which what is newly named may be said.
pub(super) const PREPOSITIONS: WordList = WordList::new(
    "in for of on at by under as during since with within from per until before after through without",
);

/// Words of a clause: what holds one is no fragment.
pub(super) const CLAUSE_WORDS: &[&str] =
    &["if", "whether", "because", "unless", "i", "we", "you", "they", "he", "she", "it", "there"];

/// Words before a noun that say whose it is, by a pronoun.
pub(super) const OWNERS: &[&str] = &["its", "their", "his", "her"];

/// Words before a noun that say how much of it.
pub(super) const QUANTITIES: &[&str] =
    &["all", "other", "some", "most", "more", "each", "both", "any", "many"];

/// Articles and what stands in their place.
pub(super) const DETERMINERS: &[&str] = &["the", "a", "an", "this", "that", "our", "your", "my"];

/// Verbs, and words like them, of what a document is or what becomes of it, not of what it says.
pub(super) const OF_DOCUMENTS: WordList = WordList::new(
    "sign signed signs signatories signatory executed drafted wrote written published issued amended
     amend terminated terminate expire expires effective governs govern governed governing dated
     renewed parties party",
);

/// Bare verbs of what companies and documents do; a figure or a date does none of them.
pub(super) const OF_AGENTS: WordList = WordList::new(
    "pay own have operate employ acquire report expect plan sell offer provide say state define
     mention spend repurchase issue",
);

/// Bare verbs that may end the phrase which names who or what does it.
pub(super) const VERBS: WordList = WordList::new(
    "allow apply become begin buy change come compare cost cover decline decrease define end expect
     expire fall get go grow have include increase last lose make offer own pay provide receive
     recognize reduce renew report require rise say sell spend start state take terminate use work",
);

/// Participles without "-ed", and adjectives like them.
pub(super) const PARTICIPLES: WordList = WordList::new(
    "paid due made held sent built met set given taken written sold bought done known shown kept lost
     left spent valid effective free available born open",
);

/// What "this" and "that" stand before when they stand alone.
pub(super) const AFTER_THAT: WordList = WordList::new(
    "mean include work compare apply happen affect change cost cover differ say depend represent
     correct due enough refundable taxable negotiable binding mandatory optional required allowed",
);

/// Nouns that stand for the figure or the date that was asked for.
pub(super) const STAND_INS: WordList = WordList::new(
    "amount figure number value percentage total sum date period rate deadline limit price fee",
);

/// What is said of an "it" that stands for nothing: "is it true that …".
pub(super) const EMPTY_IT: WordList = WordList::new(
    "true correct possible necessary important safe legal allowed likely common okay ok required
     recommended advisable mandatory clear known fair reasonable right normal better best easy hard
     difficult customary permissible permitted worth time take takes took rain",
);

/// Words of questions that are nothing but a question word.
pub(super) const BARE: WordList = WordList::new(
    "why not how so come when who whom where much many long which one ones by since until for exactly
     to from what in on year page date is was often far days weeks months years hours percent pages
     people times a per week month under clause section article note chapter paragraph document at of",
);

/// Words that set one thing against another.
pub(super) const COMPARATIVES: &[&str] = &[
    "more", "less", "better", "worse", "higher", "lower", "larger", "smaller", "greater", "bigger",
    "longer", "shorter", "fewer", "older", "newer", "cheaper", "later", "earlier", "faster",
    "slower", "stronger", "weaker", "stricter",
];

/// Forms of "be" for one and for several.
pub(super) const PLURAL_BE: &[(&str, &str)] = &[("is", "are"), ("was", "were")];
