//! Owns the word lists behind comparisons.

use citelight_text::WordList;

/// Nouns and verbs that set what follows "between" apart.
pub(super) const DIFFERENCES: WordList = WordList::new(
    "difference differences differ differs differed distinction distinctions distinguish contrast
     contrasts comparison compare discrepancy discrepancies gap similarity similarities choose choice
     decide changed change changes conflict conflicts trade-off overlap",
);

/// Words that say that something became other over time.
pub(super) const CHANGES: WordList = WordList::new(
    "change changed changes changing grow grew grown growth increase increased increases decrease
     decreased decreases drop dropped decline declined declines rise rose risen fall fell fallen
     improve improved improvement worsen worsened develop developed evolve evolved shift shifted
     expand expanded shrink shrank differ differed difference gain gained reduce reduced reduction
     higher lower up down",
);

/// Phrases that stand between two sides.
pub(super) const LINKS: &[&str] = &[
    "versus",
    "vs .",
    "vs",
    "as opposed to",
    "as compared to",
    "as compared with",
    "compared to",
    "compared with",
    "compared against",
    "in comparison to",
    "in comparison with",
    "by comparison with",
    "in contrast to",
    "relative to",
    "compare to",
    "compare with",
    "compare against",
    "compares to",
    "compares with",
    "differ from",
    "differs from",
    "different from",
    "deviate from",
    "deviates from",
    "diverge from",
    "the same as",
    "consistent with",
    "conflict with",
    "contradict",
];

/// Verbs by which one document acts on another.
pub(super) const RELATIONS: &[&str] = &[
    "affect",
    "affects",
    "alter",
    "alters",
    "amend",
    "amends",
    "change",
    "changes",
    "conflict",
    "contradict",
    "contradicts",
    "differ",
    "differs",
    "extend",
    "extends",
    "limit",
    "limits",
    "match",
    "modify",
    "modifies",
    "override",
    "overrides",
    "prevail",
    "prevails",
    "replace",
    "replaces",
    "restrict",
    "supersede",
    "supersedes",
    "supplement",
    "supplements",
    "waive",
    "waives",
    "add",
    "adds",
    "reduce",
    "reduces",
    "shorten",
    "shortens",
    "agree",
    "align",
];

/// Comparatives that do not end in "er".
pub(super) const COMPARATIVES: &[&str] = &["more", "less", "fewer", "better", "worse"];

/// What comparatives measure.
pub(super) const MEASURES: &[(&str, &str)] = &[
    ("bigger", "big"),
    ("cheaper", "expensive"),
    ("costlier", "expensive"),
    ("deeper", "deep"),
    ("earlier", "early"),
    ("faster", "fast"),
    ("greater", "great"),
    ("heavier", "heavy"),
    ("higher", "high"),
    ("larger", "large"),
    ("later", "late"),
    ("lighter", "heavy"),
    ("longer", "long"),
    ("lower", "high"),
    ("older", "old"),
    ("shorter", "long"),
    ("slower", "fast"),
    ("smaller", "large"),
    ("taller", "tall"),
    ("wider", "wide"),
    ("younger", "old"),
];

/// Words in "er" that compare nothing.
pub(super) const NO_COMPARATIVES: &[&str] = &[
    "other", "rather", "either", "neither", "whether", "number", "order", "offer", "per", "member",
    "provider", "customer", "employer", "over", "under", "after", "never", "ever", "together",
    "paper", "water", "matter", "consumer", "answer", "quarter",
];

/// Prepositions that begin a phrase of its own.
pub(super) const PREPOSITIONS: WordList = WordList::new(
    "in for on under at with when if as regarding concerning about during according within by from
     while because across over per where which that who based based affecting to of using mentioned
     described outlined stated shown reported through since against after before",
);

/// Verbs behind which a subject ends.
pub(super) const VERBS: WordList = WordList::new(
    "achieve achieved allow allowed apply be charge charged compare contain contained cost cover
     covered deal define describe differ earn earned generate generated get give given grow handle
     have include included last make need offer offered pay paid perform performed provide provided
     receive received report reported require required say sell show spend spent state take treat use
     used weigh address agree regulate impose set sold",
);

/// Words with which a side's name does not begin or end.
pub(super) const TRIMMED: &[&str] = &[
    "a", "an", "and", "are", "at", "both", "did", "do", "does", "for", "from", "had", "has",
    "have", "in", "is", "its", "of", "on", "or", "that", "the", "their", "than", "those", "to",
    "under", "was", "were", "with", "any", "be", "how", "what", "our", "my",
];
