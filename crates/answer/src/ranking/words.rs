//! The words by which questions for the most or the least are read.

use citelight_text::WordList;

/// Words for the most, and for the least, of several things.
pub(super) const MOST: WordList = WordList::new(
    "most highest largest greatest biggest strongest best fastest quickest steepest sharpest heaviest longest \
     tallest costliest dearest top",
);
pub(super) const LEAST: WordList = WordList::new(
    "least lowest smallest fewest weakest worst slowest cheapest lightest shortest poorest",
);
/// Words for the more, and for the less, of two things.
pub(super) const MORE: WordList =
    WordList::new("more higher larger greater bigger stronger better faster heavier");
pub(super) const LESS: WordList =
    WordList::new("less lower smaller fewer weaker worse slower cheaper lighter");
/// Beginnings of words for a change upward, and downward.
pub(super) const UP: [&str; 14] = [
    "grew",
    "grow",
    "increas",
    "rise",
    "rose",
    "risen",
    "gain",
    "improv",
    "climb",
    "added",
    "adding",
    "jump",
    "expand",
    "additional",
];
pub(super) const DOWN: [&str; 13] = [
    "lost",
    "fell",
    "fall",
    "declin",
    "decreas",
    "drop",
    "shrank",
    "shrink",
    "shrunk",
    "slid",
    "slump",
    "contract",
    "deteriorat",
];
/// Words for a change that is counted as an amount, and for one that is counted in percent.
pub(super) const AMOUNTS: WordList = WordList::new(
    "gained lost added adding dollars euros pounds money amount absolute number extra additional",
);
pub(super) const PERCENT: WordList = WordList::new(
    "percent percentage rate fastest quickest slowest strongest weakest steepest sharpest proportionally relative",
);
/// Words behind which what is left aside stands.
pub(super) const EXCEPT: [&str; 7] = [
    "apart from",
    "aside from",
    "leaving aside",
    "other than",
    "except for",
    "excluding",
    "except",
];
/// Words that end the name of what is asked for.
pub(super) const VERBS: WordList = WordList::new(
    "is are was were be been do does did has have had can could will would may might should brought bring brings made \
     make makes sold sell sells earned earn earns used use uses got get gets spent spend spends lost lose loses won win \
     cost costs took take takes saw see sees showed show shows posted reported recorded received receive receives \
     produced produce produces generated generate generates contributed contribute contributes accounted account \
     accounts consumed consume consumes paid pay pays performed perform performs scored score scores achieved came \
     come comes held holds lies stood employs employed drew attracted needs need gave gives",
);
/// Words before which a question may stand that asks for one of several.
pub(super) const PREPOSITIONS: WordList =
    WordList::new("in from at for of on to by with under during across among within");
/// Words that carry nothing of what is compared.
pub(super) const ASIDE: WordList = WordList::new(
    "much many by how what compared comparison than versus vs year years quarter quarters month months period same \
     previous prior earlier before ago last ended ending fiscal first second third fourth two three four its their \
     percent percentage terms relative according table overall single far week weeks final mid dollars euros amount \
     item items whole single individual each figures data report",
);
/// Words that begin another question, or what is compared with.
pub(super) const TAILS: [&str; 9] = [
    "and what",
    "and how",
    "and by",
    "and why",
    "by how",
    "compared",
    "versus",
    "relative",
    "what was behind",
];
