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
    ("closer", "close"),
    ("larger", "large"),
    ("later", "late"),
    ("lighter", "heavy"),
    ("nearer", "near"),
    ("purer", "pure"),
    ("safer", "safe"),
    ("shorter", "long"),
    ("simpler", "simple"),
    ("slower", "fast"),
    ("wider", "wide"),
    ("younger", "old"),
];

/// Words in "er" that compare nothing.
pub(super) const NO_COMPARATIVES: WordList = WordList::new(
    "other rather either neither whether number order offer per member provider customer employer over
     under after never ever together paper water matter consumer answer quarter summer winter september
     october november december manager owner driver buyer seller lender carrier partner officer user
     computer tender letter dinner supper holder another however center teacher worker fever river silver
     server printer scooter router counter chapter register transfer shelter cover power tower flower
     corner border folder header filter meter liter cancer disorder gender charter master minister sister
     brother mother father daughter leather weather rubber timber lumber fiber copper pepper butter
     burger finger danger layer laser charger speaker player trainer trailer tanker boiler cooler heater
     freezer burner starter engineer career cashier supplier dealer trader banker broker lawyer farmer
     tiger deer shower drawer binder sticker poster banner barrier carer former latter proper super tuner
     timer maker taker helper ladder cylinder hanger rider slider roller ruler reader writer singer
     painter volunteer newsletter character diameter parameter perimeter thermometer barometer theater
     amber chamber consider remember deliver discover recover enter refer prefer differ suffer gather
     render surrender trigger administer",
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
