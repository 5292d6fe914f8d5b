//! Owns what a document's file name, title and opening tell about it: names, times, form.

use std::ops::Range;

use citelight_core::{PeriodValue, When, YearPart};
use citelight_text::{Tokens, is_topicless};

use super::forms::{FORMS, Form, form_at};
use super::known::number_of;
use super::opening;
use crate::periods::times;

/// Words of file names and titles that tell nothing.
const EMPTY: &[&str] = &[
    "amended", "copy", "dated", "details", "doc", "docs", "document", "download", "draft", "en",
    "english", "file", "filed", "final", "form", "image", "img", "new", "old", "page", "pages",
    "pdf", "report", "reprint", "rev", "revised", "scan", "scanned", "signed", "untitled",
    "upload", "v", "v1", "v2", "v3", "version",
];

/// The longest run of words that is a name.
const LONGEST: usize = 5;

/// How surely a filing is of the time that it tells itself, where its file's name tells another.
const NOT_THE_NAME: f32 = 0.9;

/// Names taken from one document, at most.
const MOST_NAMES: usize = 400;

/// How much a name says about the document that bears it, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(crate) struct Weight(pub(crate) f32);

impl Weight {
    /// The file's name, word for word.
    pub(crate) const FILE: Self = Self(1.0);
    /// The company whose report it is.
    pub(crate) const ISSUER: Self = Self(0.95);
    /// Words of the file's name.
    pub(crate) const FILE_WORDS: Self = Self(0.8);
    /// Words of an organisation named at the document's start.
    pub(crate) const ORGANISATION: Self = Self(0.7);
    /// Words of its title.
    pub(crate) const TITLE: Self = Self(0.6);
    /// Capitalised words of its first pages.
    pub(crate) const OPENING: Self = Self(0.25);
}

/// A name: words squashed together, in lower case, without what parts them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Name {
    pub(crate) key: String,
    pub(crate) weight: Weight,
    /// How many words it holds.
    pub(crate) words: u8,
}

/// What a document is called.
#[derive(Debug, Default)]
pub(crate) struct Label {
    pub(crate) names: Vec<Name>,
    /// Times that it reports on, each with its likelihood, 0 to 1.
    pub(crate) times: Vec<(When, f32)>,
    pub(crate) form: Option<&'static Form>,
    /// Words of the name of whom the document is by, as its cover says.
    pub(crate) issuer: Vec<String>,
    /// Words that stand in running text in lower case: they are ordinary. As numbers: they are many.
    pub(crate) ordinary: Vec<u64>,
}

/// Reads what there is.
pub(crate) fn label(file_name: &str, title: Option<&str>, opening: &str) -> Label {
    let mut label = Label::default();
    let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
    let file = of_line(&apart(stem));
    let filing = file.form.is_some_and(|form| form.filing);
    let squashed = squash(stem);
    if stem_is_telling(stem, &file.words) {
        add(&mut label.names, squashed, Weight::FILE, LONGEST as u8);
    }
    if filing && !file.words.is_empty() && file.words.len() <= LONGEST {
        name_whole(&mut label.names, &file.words, Weight::ISSUER);
    } else if file.words.len() >= 3 {
        add(&mut label.names, file.words.concat(), Weight::FILE, file.words.len() as u8);
    }
    name_runs(&mut label.names, &file.words, Weight::FILE_WORDS);
    label.times = file.times;
    label.form = file.form;
    if let Some(title) = title.filter(|title| !title.eq_ignore_ascii_case(stem)) {
        let title = of_line(title);
        if title.words.len() >= 3 {
            add(&mut label.names, title.words.concat(), Weight::FILE, title.words.len() as u8);
        }
        name_runs(&mut label.names, &title.words, Weight::TITLE);
        label.form = label.form.or(title.form);
        if label.times.is_empty() {
            label.times = title.times;
        }
    }
    let first = opening::read(opening);
    for (words, issuer) in &first.organisations {
        let weight = if *issuer { Weight::ISSUER } else { Weight::ORGANISATION };
        name_whole(&mut label.names, words, weight);
        name_runs(&mut label.names, words, Weight(Weight::ORGANISATION.0 * 0.9));
        if *issuer {
            label.issuer.extend(words.iter().cloned());
        }
    }
    for symbol in &first.symbols {
        add(&mut label.names, format!("^{symbol}"), Weight::ISSUER, 1);
    }
    let covered = first.form.is_some_and(|form| form.filing);
    for (run, heading) in &first.capitals {
        // The cover of a filing begins with the commission's name.
        let title = *heading && !covered && run.len() > 1;
        name_runs(&mut label.names, run, if title { Weight::TITLE } else { Weight::OPENING });
    }
    label.ordinary = first.ordinary.iter().map(|word| number_of(word)).collect();
    label.form = label.form.or(first.form);
    if label.times.is_empty() {
        label.times = first.times;
    } else if label.form.is_some_and(|form| form.name == "10-Q")
        || label.times.iter().any(|(when, _)| matches!(when.part, YearPart::Quarter(_)))
    {
        // The file's name first: companies count their quarters in more than one way.
        let own = if first.quarter.is_empty() { first.times } else { first.quarter };
        label.times.extend(own.into_iter().map(|(when, sure)| (when, sure * NOT_THE_NAME)));
    } else if label.times.len() == 1 && label.times[0].0.part == YearPart::Whole {
        // "nda 2019" or "10K 2017": the first page may know the very day, or another year's name.
        label
            .times
            .extend(first.times.into_iter().map(|(when, likelihood)| (when, likelihood * 0.6)));
    }
    label
}

/// Whether a file's name, in a question, means the file: several words or figures.
fn stem_is_telling(stem: &str, words: &[String]) -> bool {
    let parts = stem.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).count();
    !words.is_empty() && parts >= 3 || parts >= 2 && stem.contains(|c: char| c.is_ascii_digit())
}

/// A line without what stands for itself: its name's words, times and form.
struct Line {
    words: Vec<String>,
    times: Vec<(When, f32)>,
    form: Option<&'static Form>,
}

fn of_line(text: &str) -> Line {
    let tokens = Tokens::of(text);
    let mut line = Line { words: Vec::new(), times: Vec::new(), form: None };
    let mut taken = vec![false; tokens.len()];
    for time in times(&tokens) {
        match time.value {
            PeriodValue::One(when) => line.times.push((when, 1.0)),
            PeriodValue::Range(_, to) => line.times.push((to, 1.0)),
            PeriodValue::Latest { .. } => {}
        }
        taken[time.tokens].fill(true);
    }
    for at in 0..tokens.len() {
        if let Some((form, length)) = form_at(&tokens, at)
            && !taken[at]
        {
            line.form.get_or_insert(form);
            if form.filing {
                taken[at..at + length].fill(true);
            }
        }
    }
    if line.form.is_none() && tokens.iter().any(|(_, t)| t.lower == "earnings") {
        line.form = FORMS.iter().find(|form| form.name == "earnings release");
        let words = tokens.iter().filter(|(_, t)| t.lower == "earnings").map(|(at, _)| at);
        words.for_each(|at| taken[at] = true);
    }
    // "2022 8-K dated 2022-08-19": the day says more than its year.
    let closer: Vec<u16> = line
        .times
        .iter()
        .filter(|(w, _)| w.part != YearPart::Whole)
        .filter_map(|(w, _)| w.year)
        .collect();
    line.times.retain(|(when, _)| {
        when.part != YearPart::Whole || when.year.is_none_or(|year| !closer.contains(&year))
    });
    let kept = tokens.iter().filter(|(at, token)| {
        token.is_word && !taken[*at] && !is_empty_word(&token.lower) && !is_topicless(&token.lower)
    });
    line.words = kept.map(|(_, token)| token.lower.clone()).collect();
    line
}

/// Numbers, codes and words that stand in any file's name.
fn is_empty_word(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    EMPTY.contains(&word)
        || digits == word.len()
        || digits >= 3 && digits * 3 >= word.len()
        || word
            .strip_prefix("scan")
            .or(word.strip_prefix("doc"))
            .or(word.strip_prefix("img"))
            .is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()))
}

/// The words of a file's name, without its ending.
pub(super) fn stem_apart(file_name: &str) -> String {
    apart(file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem))
}

/// "SouthgateHealth_Plus+v2" → "Southgate Health Plus v2"; hyphens stay, dates need them.
fn apart(stem: &str) -> String {
    let mut text = String::with_capacity(stem.len() + 8);
    let mut before = ' ';
    for c in stem.replace("%20", " ").chars() {
        if before.is_lowercase() && c.is_uppercase() {
            text.push(' ');
        }
        text.push(if matches!(c, '_' | '+' | '.') { ' ' } else { c });
        before = c;
    }
    let text = dates_apart(&text);
    // "dated-2023-08-30": the hyphen before a date parts it from its word.
    text.replace("dated-", "dated ").replace("Dated-", "Dated ")
}

/// "acme-20230701" → "acme-2023-07-01": as filings are named.
fn dates_apart(text: &str) -> String {
    let date = |word: &str| {
        let digits = word.len() == 8 && word.bytes().all(|byte| byte.is_ascii_digit());
        let number = |range: Range<usize>| word.get(range)?.parse::<u16>().ok();
        let valid = digits
            && (1900..2100).contains(&number(0..4)?)
            && (1..=12).contains(&number(4..6)?)
            && (1..=31).contains(&number(6..8)?);
        valid.then(|| format!(" {}-{}-{} ", &word[..4], &word[4..6], &word[6..]))
    };
    let parts = text.split_inclusive([' ', '-']).map(|part| {
        let word = part.trim_end_matches([' ', '-']);
        date(word).unwrap_or_else(|| part.to_owned())
    });
    parts.collect()
}

/// Letters and digits alone, in lower case.
pub(crate) fn squash(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The whole name, and what its initials make.
fn name_whole(names: &mut Vec<Name>, words: &[String], weight: Weight) {
    let count = words.len().min(LONGEST) as u8;
    add(names, words.concat(), weight, count);
    let initials: Vec<char> = words.iter().filter_map(|word| word.chars().next()).collect();
    if initials.len() >= 3 {
        add(names, format!("^{}", initials.iter().collect::<String>()), weight, 1);
    }
    if let [first, second] = initials[..] {
        add(names, format!("^{first}&{second}"), weight, 1);
        add(names, format!("^{first}n{second}"), weight, 1);
    }
}

/// Every run of words; the first words of a name tell more than those behind.
fn name_runs(names: &mut Vec<Name>, words: &[String], weight: Weight) {
    for start in 0..words.len() {
        for end in start + 1..=words.len().min(start + LONGEST) {
            let count = end - start;
            let share = if count > 1 || start == 0 { 1.0 } else { 0.75 };
            add(names, words[start..end].concat(), Weight(weight.0 * share), count as u8);
        }
    }
}

/// Adds a name, or raises its weight; single letters are none.
fn add(names: &mut Vec<Name>, key: String, weight: Weight, words: u8) {
    if key.chars().count() < 2 || names.len() >= MOST_NAMES {
        return;
    }
    match names.iter_mut().find(|name| name.key == key) {
        Some(name) if name.weight < weight => *name = Name { key, weight, words },
        Some(_) => {}
        None => names.push(Name { key, weight, words }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight(label: &Label, key: &str) -> Option<f32> {
        label.names.iter().find(|name| name.key == key).map(|name| name.weight.0)
    }

    #[test]
    fn file_names_are_taken_apart() {
        let filing = label("JOHNSON_JOHNSON_2023_8K_dated-2023-08-30.pdf", None, "");
        assert_eq!(filing.form.map(|form| form.name), Some("8-K"));
        assert!(filing.times.iter().any(|(when, _)| when.part == YearPart::Day(8, 30)));
        assert_eq!(weight(&filing, "johnsonjohnson"), Some(Weight::ISSUER.0));
        assert_eq!(weight(&filing, "^jnj"), Some(Weight::ISSUER.0));
        let quarter = label("NORTHCO_2024Q2_10Q.pdf", None, "");
        assert_eq!(quarter.times[0].0.part, YearPart::Quarter(2));
        let booklet = label("Southgate_Health_Plus_Benefits_Details.pdf", None, "");
        assert!(weight(&booklet, "southgatehealthplus").is_some());
        let code = label("379f44022bb27aa53efd5d322c7b57bf.pdf", None, "");
        assert_eq!(code.names, []);
        assert_eq!(label("scan0001.pdf", None, "").names, []);
    }

    #[test]
    fn an_opening_names_company_and_year() {
        let opening = "FORM 10-K\nANNUAL REPORT\nFor the fiscal year ended January 28, 2023\n\
                       ACME WATER COMPANY, INC.\n(Exact name of registrant as specified in its charter)\n\
                       Common Stock AWC New York Stock Exchange";
        let label = label("doc1.pdf", None, opening);
        assert_eq!(weight(&label, "acmewater"), Some(Weight::ISSUER.0));
        assert_eq!(weight(&label, "^awc"), Some(Weight::ISSUER.0));
        assert_eq!(label.form.map(|form| form.name), Some("10-K"));
        assert_eq!(label.times[0].0.year, Some(2023));
    }
}
