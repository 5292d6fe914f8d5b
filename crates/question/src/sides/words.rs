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

/// Adjectives that are compared with "more" and "less".
pub(super) const GRADED: WordList = WordList::new(
    "accurate common complex dangerous difficult effective efficient flexible frequent frequently generous important
     likely often powerful reliable restrictive severe strict toxic valuable",
);

/// Comparatives whose adjective is another word, or is not told by their letters; what is less measures the same.
pub(super) const POSITIVES: &[(&str, &str)] = &[
    ("better", "good"),
    ("worse", "bad"),
    ("further", "far"),
    ("farther", "far"),
    ("lighter", "heavy"),
    ("shorter", "long"),
    ("slower", "fast"),
    ("younger", "old"),
];

/// Adjectives and adverbs whose comparative ends in "er". Of nouns in "er" there is no end; of these there is.
pub(super) const ADJECTIVES: WordList = WordList::new(
    "angry bad big bitter black bold brave brief bright broad busy calm cheap chilly clean clear clever close cloudy
     cold costly crisp cruel damp dark deadly dear deep dense dim dirty dry dull early easy faint fair fast fat fine
     firm flat fresh friendly full funny gentle great green grim hard harsh healthy heavy high hot humid hungry juicy
     kind large late lazy lean light likely lively long loose loud lovely low mean messy mild moist narrow nasty near
     neat new nice noisy old pale plain polite poor pretty pricy proud pure quick quiet rare raw rich ripe risky rough
     rude sad safe salty sandy scary severe shallow shaky sharp short shy sick silly simple slim slow small smart
     smelly smooth soft soon sore sour spicy steady steep sticky stiff strange strict strong sturdy subtle sunny sweet
     swift tall tasty thick thin tidy tight tiny tough true ugly vague vast warm weak wealthy wet wide wild windy wise
     young",
);

/// Prepositions that begin a phrase of its own.
pub(super) const PREPOSITIONS: WordList = WordList::new(
    "in for on under at with when if as regarding concerning about during according within by from
     while because across over per where which that who based based affecting to of using mentioned
     described outlined stated shown reported through since against after before toward towards",
);

/// Verbs behind which a subject ends.
pub(super) const VERBS: WordList = WordList::new(
    "achieve achieved allow allowed apply be charge charged compare contain contained cost cover
     covered deal define describe differ earn earned generate generated get give given grow handle
     have include included last make need offer offered pay paid perform performed provide provided
     receive received report reported require required say sell show spend spent state take treat use
     used weigh address agree regulate impose set sold",
);

/// Bodies and papers whose names go on with what they are for: "the Committee on Rights".
pub(super) const BODIES: WordList = WordList::new(
    "act agency agreement association board bureau center centre commission committee convention council
     department foundation fund guide guidelines institute law ministry office policy report society",
);

/// Words with which a side's name does not begin or end.
pub(super) const TRIMMED: &[&str] = &[
    "a", "an", "and", "are", "at", "both", "did", "do", "does", "for", "from", "had", "has",
    "have", "in", "is", "its", "of", "on", "or", "that", "the", "their", "than", "those", "to",
    "under", "was", "were", "with", "any", "be", "how", "what", "our", "my",
];
