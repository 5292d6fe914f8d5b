//! Owns the word lists behind the sentence splitter. Words in lower case without the final stop.

/// Titles of persons and places: in capitals they never end a sentence.
const TITLES: &[&str] = &[
    "mr", "mrs", "ms", "mx", "dr", "prof", "rev", "hon", "sen", "rep", "gov", "gen", "col", "lt",
    "capt", "sgt", "cmdr", "messrs", "mme", "mlle", "st", "mt", "ft", "pres", "supt", "amb", "fr",
];

/// A stop after these belongs to them wherever a number or a short label follows.
const BEFORE_NUMBER: &[&str] = &[
    "no", "nos", "nr", "art", "arts", "sec", "secs", "sect", "para", "paras", "fig", "figs", "eq",
    "eqs", "eqn", "eqns", "ch", "chap", "vol", "vols", "pt", "p", "pp", "pg", "pl", "tab", "ex",
    "exh", "app", "ref", "refs", "cl", "reg", "regs", "stat", "abs", "ser", "tit", "n", "max",
    "min", "est", "ext", "tel", "ed", "proc", "conf", "ver", "rev", "suppl", "supp", "tbl", "ca",
];

/// A stop after these never ends a sentence.
const NEVER_END: &[&str] = &[
    "cf", "viz", "vs", "v", "eg", "ie", "e.g", "i.e", "approx", "resp", "incl", "excl", "z.b",
    "d.h", "bzw", "ggf", "vgl", "aff'd", "rev'd", "fig", "figs", "eqn", "nos",
];

/// A stop after these can end a sentence: it does where the next word is a common opener.
const MAY_END: &[&str] = &[
    "inc", "corp", "ltd", "co", "llc", "l.l.c", "plc", "llp", "l.l.p", "lp", "l.p", "n.a", "s.a",
    "n.v", "b.v", "a.g", "etc", "jr", "sr", "esq", "ph.d", "m.d", "b.a", "m.a", "j.d", "u.s",
    "u.s.a", "u.k", "e.u", "u.n", "d.c", "n.y", "a.m", "p.m", "b.c", "a.d", "jan", "feb", "mar",
    "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "mon", "tue", "wed", "thu",
    "fri", "ave", "blvd", "rd", "hwy", "bldg", "dist", "ariz", "cal", "calif", "colo", "conn",
    "del", "fla", "ill", "ind", "kan", "mass", "mich", "minn", "miss", "mo", "mont", "neb", "nev",
    "okla", "ore", "pa", "tenn", "tex", "va", "vt", "wash", "wis", "wyo", "seq", "al", "div",
    "mfg", "intl", "govt", "bhd", "sdn", "pty", "gmbh",
];

/// Words with which sentences open and names do not go on.
const OPENERS: &[&str] = &[
    "the",
    "a",
    "an",
    "this",
    "that",
    "these",
    "those",
    "we",
    "our",
    "us",
    "it",
    "its",
    "he",
    "she",
    "they",
    "their",
    "his",
    "her",
    "you",
    "your",
    "i",
    "my",
    "in",
    "on",
    "at",
    "by",
    "for",
    "from",
    "with",
    "without",
    "within",
    "under",
    "upon",
    "after",
    "before",
    "during",
    "since",
    "until",
    "if",
    "when",
    "where",
    "while",
    "although",
    "though",
    "because",
    "as",
    "unless",
    "however",
    "therefore",
    "thus",
    "hence",
    "moreover",
    "furthermore",
    "additionally",
    "accordingly",
    "consequently",
    "similarly",
    "nevertheless",
    "and",
    "but",
    "or",
    "nor",
    "so",
    "yet",
    "there",
    "here",
    "such",
    "some",
    "any",
    "all",
    "each",
    "every",
    "both",
    "either",
    "neither",
    "no",
    "not",
    "none",
    "many",
    "most",
    "several",
    "few",
    "other",
    "another",
    "what",
    "which",
    "who",
    "whose",
    "why",
    "how",
    "to",
    "of",
    "see",
    "refer",
    "note",
    "please",
    "is",
    "are",
    "was",
    "were",
    "has",
    "have",
    "had",
    "do",
    "does",
    "did",
    "can",
    "could",
    "may",
    "might",
    "must",
    "shall",
    "should",
    "will",
    "would",
    "first",
    "second",
    "third",
    "finally",
    "also",
    "then",
    "next",
    "now",
    "today",
    "once",
    "based",
    "pursuant",
    "subject",
    "according",
    "following",
    "given",
    "due",
    "except",
    "notwithstanding",
    "provided",
    "total",
    "net",
    "management",
    "investors",
    "item",
    "section",
    "article",
    "table",
    "figure",
    "results",
];

/// Words whose number belongs to them: "Item 7.", "Note 12." open a heading, not a sentence.
const NUMBERED: &[&str] = &[
    "item",
    "items",
    "note",
    "section",
    "article",
    "part",
    "chapter",
    "rule",
    "exhibit",
    "schedule",
    "appendix",
    "annex",
    "figure",
    "fig",
    "table",
    "step",
    "question",
    "clause",
    "paragraph",
    "volume",
    "book",
    "title",
    "lemma",
    "theorem",
    "definition",
    "proposition",
    "corollary",
    "example",
    "remark",
    "case",
    "phase",
    "level",
    "attachment",
    "recital",
    "box",
];

/// Titles of persons, as written: "Dr", "Gen" and not "gen".
pub(crate) fn is_title(word: &str, lower: &str) -> bool {
    word.starts_with(char::is_uppercase) && TITLES.contains(&lower)
}

pub(crate) fn is_before_number(lower: &str) -> bool {
    BEFORE_NUMBER.contains(&lower)
}

pub(crate) fn never_ends(lower: &str) -> bool {
    NEVER_END.contains(&lower)
}

/// Words that carry a stop of their own and can stand last; names of firms, months and states only
/// with a capital ("Mass", not "mass").
pub(crate) fn may_end(word: &str, lower: &str) -> bool {
    let capital = word.starts_with(char::is_uppercase);
    let common = matches!(lower, "etc" | "seq" | "al") || lower.contains('.');
    (capital || common) && MAY_END.contains(&lower)
}

pub(crate) fn is_opener(lower: &str) -> bool {
    OPENERS.contains(&lower)
}

pub(crate) fn is_numbered(lower: &str) -> bool {
    NUMBERED.contains(&lower)
}
