//! Owns the grammars in which headings are numbered: "1.2.3", "IV.", "(a)", "Item 7A.", "Part II",
//! "Section 4.02", "Note 12 –", "第3条".
//!
//! Knows nothing of how a line looks or where it stands.

/// What kind of number a heading bears. The order says which holds which where a document says
/// nothing else: a part holds chapters, a chapter holds sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Scheme {
    /// "Volume 2", "Book III", "Title IV", 卷, 编.
    Volume,
    /// "Part II".
    Part,
    /// "Annex 18", "Appendix B", "Exhibit 10.1", "Schedule 3", "Rider 2", "Attachment C".
    Attachment,
    /// "Chapter 5", "Article 4", "Item 7A", 章.
    Chapter,
    /// "Note 12", "Section 3", "Module 2", "Clause 9", "§ 5", 节, 条.
    Section,
    /// "IV."
    UpperRoman,
    /// "B."
    UpperLetter,
    /// "1", "1.2", "1.2.3", also behind a word ("Strategy 1.2.1"); its depth counts.
    Decimal,
    /// "(1)", "1)".
    BracketedDigits,
    /// "(A)".
    BracketedUpper,
    /// "(a)", "a)", "a.".
    LowerLetter,
    /// "(iv)", "iv.".
    LowerRoman,
}

/// The number that opens a title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Number {
    pub scheme: Scheme,
    /// Every figure of a decimal number, else its one value: "1.2.3" is `[1, 2, 3]`, "C." `[3]`.
    pub path: Vec<u32>,
    /// Bytes of the title that it takes, its keyword included, the white space behind it not.
    pub length: usize,
}

impl Number {
    /// Figures of a decimal number; 1 for all others.
    pub(crate) fn depth(&self) -> usize {
        self.path.len().max(1)
    }

    /// Whether a word names the kind of section ("Item", "Note").
    pub(crate) fn has_keyword(&self) -> bool {
        self.scheme <= Scheme::Section
    }
}

/// Words that stand before a number, in the languages of European and American documents.
const KEYWORDS: &[(&str, Scheme)] = &[
    ("volume", Scheme::Volume),
    ("book", Scheme::Volume),
    ("title", Scheme::Volume),
    ("band", Scheme::Volume),
    ("livre", Scheme::Volume),
    ("part", Scheme::Part),
    ("teil", Scheme::Part),
    ("partie", Scheme::Part),
    ("parte", Scheme::Part),
    ("annex", Scheme::Attachment),
    ("annexe", Scheme::Attachment),
    ("appendix", Scheme::Attachment),
    ("exhibit", Scheme::Attachment),
    ("schedule", Scheme::Attachment),
    ("attachment", Scheme::Attachment),
    ("rider", Scheme::Attachment),
    ("addendum", Scheme::Attachment),
    ("amendment", Scheme::Attachment),
    ("enclosure", Scheme::Attachment),
    ("anhang", Scheme::Attachment),
    ("anlage", Scheme::Attachment),
    ("anexo", Scheme::Attachment),
    ("allegato", Scheme::Attachment),
    ("chapter", Scheme::Chapter),
    ("kapitel", Scheme::Chapter),
    ("chapitre", Scheme::Chapter),
    ("capítulo", Scheme::Chapter),
    ("capitolo", Scheme::Chapter),
    ("article", Scheme::Chapter),
    ("artikel", Scheme::Chapter),
    ("artículo", Scheme::Chapter),
    ("articolo", Scheme::Chapter),
    ("item", Scheme::Chapter),
    ("section", Scheme::Section),
    ("abschnitt", Scheme::Section),
    ("sección", Scheme::Section),
    ("sezione", Scheme::Section),
    ("note", Scheme::Section),
    ("clause", Scheme::Section),
    ("rule", Scheme::Section),
    ("module", Scheme::Section),
    ("unit", Scheme::Section),
    ("lesson", Scheme::Section),
    ("step", Scheme::Section),
    ("recital", Scheme::Section),
    ("§", Scheme::Section),
];

/// The number that opens a title, if one does. A lone number is one too: its title stands on the
/// next line.
pub(crate) fn number(title: &str) -> Option<Number> {
    if let Some(number) = counted_by_character(title) {
        return Some(number);
    }
    let mut words = title.split(char::is_whitespace);
    let first = words.next()?;
    let second = words.next();
    let keyword = first.trim_end_matches('.').to_lowercase();
    let known = KEYWORDS.iter().find(|(word, _)| *word == keyword);
    if let (Some((_, scheme)), Some(second)) = (known, second) {
        let path = label(second)?;
        return Some(Number { scheme: *scheme, path, length: first.len() + 1 + second.len() });
    }
    if let Some(second) = second
        && first.chars().all(char::is_alphabetic)
        && first.starts_with(char::is_uppercase)
        && second.contains('.')
    {
        // "Strategy 1.2.1 Priorities": any word may stand before a number of several figures.
        let path = decimal(second.trim_end_matches(['.', ':'])).filter(|path| path.len() >= 2);
        let length = first.len() + 1 + second.len();
        return path.map(|path| Number { scheme: Scheme::Decimal, path, length });
    }
    bare(first, second.is_none())
}

/// What stands behind a keyword: "7A.", "II", "B:", "4.02", "(iv)".
fn label(word: &str) -> Option<Vec<u32>> {
    let bare = word.trim_end_matches(['.', ':', ',', ';', '–', '—', '-']).trim_matches(['(', ')']);
    if let Some(path) = decimal(bare) {
        return Some(path);
    }
    if bare.len() <= 10 && bare.chars().any(|c| c.is_ascii_digit()) {
        // "7A", "F-4", "10.1a": its figures count.
        let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '(' | ')');
        let digits: Vec<u32> = bare
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|part| part.parse().ok())
            .take(6)
            .collect();
        return (bare.chars().all(known) && !digits.is_empty()).then_some(digits);
    }
    let letter = bare.len() == 1 && bare.starts_with(|c: char| c.is_ascii_uppercase());
    match roman(bare) {
        Some(value) if bare.starts_with(char::is_uppercase) => Some(vec![value]),
        _ => letter.then(|| vec![letter_value(bare)]),
    }
}

/// A number without a word: "1.2", "IV.", "(a)", "B.", "3)". `alone`: nothing follows.
fn bare(word: &str, alone: bool) -> Option<Number> {
    let made = |scheme, path| Some(Number { scheme, path, length: word.len() });
    let closed = word.ends_with(['.', ')', ':']);
    let inner = word.trim_end_matches(['.', ')', ':']);
    if let Some(inner) = inner.strip_prefix('(') {
        if !word.ends_with(')') {
            return None;
        }
        return match inner {
            _ if inner.bytes().all(|b| b.is_ascii_digit()) && (1..=3).contains(&inner.len()) => {
                made(Scheme::BracketedDigits, vec![inner.parse().ok()?])
            }
            _ if is_letter(inner, char::is_uppercase) => {
                made(Scheme::BracketedUpper, vec![letter_value(inner)])
            }
            // "(i)", "(v)" and "(x)" are taken for figures: lists of letters seldom reach them.
            _ if roman(inner).is_some() && inner.starts_with(char::is_lowercase) => {
                made(Scheme::LowerRoman, vec![roman(inner)?])
            }
            _ if is_letter(inner, char::is_lowercase) => {
                made(Scheme::LowerLetter, vec![letter_value(inner)])
            }
            _ => None,
        };
    }
    if let Some(path) = decimal(inner) {
        let one = path.len() == 1;
        if one && word.ends_with(')') {
            return made(Scheme::BracketedDigits, path);
        }
        // "2019 in review" counts nothing, and a lone "12" is a page number.
        return ((!one || path[0] < 200) && (closed || !alone || !one)).then_some(Number {
            scheme: Scheme::Decimal,
            path,
            length: word.len(),
        });
    }
    // "A.1", "B.2.3": an appendix's own numbers.
    if let Some((letter, rest)) = inner.split_once('.')
        && is_letter(letter, char::is_uppercase)
        && let Some(mut path) = decimal(rest)
    {
        path.insert(0, letter_value(letter));
        return made(Scheme::Decimal, path);
    }
    if !closed || word.len() > inner.len() + 1 {
        return None;
    }
    match inner {
        // One letter is a letter, but for I, which opens a row of figures more often.
        "I" | "V" | "X" => made(Scheme::UpperRoman, vec![roman(inner)?]),
        _ if is_letter(inner, char::is_uppercase) => {
            made(Scheme::UpperLetter, vec![letter_value(inner)])
        }
        _ if roman(inner).is_some() && inner.starts_with(char::is_uppercase) => {
            made(Scheme::UpperRoman, vec![roman(inner)?])
        }
        _ if roman(inner).is_some() => made(Scheme::LowerRoman, vec![roman(inner)?]),
        _ if is_letter(inner, char::is_lowercase) => {
            made(Scheme::LowerLetter, vec![letter_value(inner)])
        }
        _ => None,
    }
}

/// Up to six figures of at most three digits, parted by stops; the last may bear a letter ("7a").
fn decimal(text: &str) -> Option<Vec<u32>> {
    let parts: Vec<&str> = text.split('.').collect();
    if parts.len() > 6 {
        return None;
    }
    let last = parts.len() - 1;
    parts
        .iter()
        .enumerate()
        .map(|(at, part)| {
            let digits = part.bytes().take_while(u8::is_ascii_digit).count();
            let rest = &part[digits..];
            let lettered = at == last
                && rest.len() == 1
                && rest.bytes().all(|b| b.is_ascii_alphabetic())
                && digits > 0;
            let fits = (1..=3).contains(&digits) || (digits == 4 && last == 0);
            (fits && (rest.is_empty() || lettered)).then(|| part[..digits].parse().ok())?
        })
        .collect()
}

/// "第3条", "第十二章 总则": counted by a character behind the number.
fn counted_by_character(title: &str) -> Option<Number> {
    let rest = title.strip_prefix('第')?;
    let end = rest.find(|c: char| !(c.is_ascii_digit() || is_han_figure(c) || c == ' '))?;
    let scheme = match rest[end..].chars().next()? {
        '卷' | '编' | '編' => Scheme::Volume,
        '部' => Scheme::Part,
        '章' => Scheme::Chapter,
        '节' | '節' | '条' | '條' => Scheme::Section,
        '款' | '项' | '項' | '号' => Scheme::LowerLetter,
        _ => return None,
    };
    let value = han_value(rest[..end].trim())?;
    let counter = rest[end..].chars().next().map_or(0, char::len_utf8);
    Some(Number { scheme, path: vec![value], length: '第'.len_utf8() + end + counter })
}

fn is_han_figure(c: char) -> bool {
    "零〇一二三四五六七八九十百".contains(c) || ('０'..='９').contains(&c)
}

/// The value of a number in Arabic, full-width or Chinese figures below 1,000.
fn han_value(text: &str) -> Option<u32> {
    if let Ok(value) = text.parse() {
        return Some(value);
    }
    let (mut value, mut figure) = (0, 0);
    for c in text.chars() {
        match c {
            '十' | '百' => {
                value += figure.max(1) * if c == '十' { 10 } else { 100 };
                figure = 0;
            }
            '０'..='９' => figure = figure * 10 + (c as u32 - '０' as u32),
            _ => {
                figure = "〇一二三四五六七八九".chars().position(|d| d == c).unwrap_or(0) as u32;
            }
        }
    }
    let value: u32 = value + figure;
    (value > 0).then_some(value)
}

fn is_letter(text: &str, case: fn(char) -> bool) -> bool {
    text.len() == 1 && text.starts_with(|c: char| c.is_ascii_alphabetic() && case(c))
}

fn letter_value(letter: &str) -> u32 {
    letter.bytes().next().map_or(0, |b| u32::from(b.to_ascii_lowercase() - b'a') + 1)
}

/// The value of a Roman numeral below 90, in one case.
fn roman(text: &str) -> Option<u32> {
    if !crate::shape::is_roman(text) {
        return None;
    }
    let values: Vec<u32> = text
        .chars()
        .map(|c| match c.to_ascii_lowercase() {
            'i' => 1,
            'v' => 5,
            'x' => 10,
            'l' => 50,
            _ => 100,
        })
        .collect();
    let mut sum = 0;
    for (at, value) in values.iter().enumerate() {
        let lowers = values.get(at + 1).is_some_and(|next| next > value);
        sum = if lowers { sum - *value as i32 } else { sum + *value as i32 };
    }
    u32::try_from(sum).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_grammar_is_read() {
        use Scheme::*;
        for (title, scheme, path, length) in [
            ("1 Introduction", Decimal, vec![1], 1),
            ("1. Scope", Decimal, vec![1], 2),
            ("1.2.3 Scope", Decimal, vec![1, 2, 3], 5),
            ("A.1 Proofs", Decimal, vec![1, 1], 3),
            ("Strategy 1.2.1 Priorities", Decimal, vec![1, 2, 1], 14),
            ("IV. Results", UpperRoman, vec![4], 3),
            ("B. Results", UpperLetter, vec![2], 2),
            ("Item 7A. Market Risk", Chapter, vec![7], 8),
            ("PART II", Part, vec![2], 7),
            ("Note 12 – Income Taxes", Section, vec![12], 7),
            ("Section 4.02 Notices", Section, vec![4, 2], 12),
            ("Article IV", Chapter, vec![4], 10),
            ("Appendix B: Data", Attachment, vec![2], 11),
            ("Rider 2", Attachment, vec![2], 7),
            ("(a) Term", LowerLetter, vec![1], 3),
            ("(iv) Other", LowerRoman, vec![4], 4),
            ("(3) Third", BracketedDigits, vec![3], 3),
            ("2) Second", BracketedDigits, vec![2], 2),
            ("第3条 目的", Section, vec![3], "第3条".len()),
            ("第十二章 总则", Chapter, vec![12], "第十二章".len()),
        ] {
            let expected = Number { scheme, path, length };
            assert_eq!(number(title), Some(expected), "{title}");
        }
    }

    #[test]
    fn words_and_years_are_no_numbers() {
        for title in [
            "A Study of Rivers",
            "Notes to the statements",
            "Part of the whole",
            "2019 in review",
            "I am here",
            "12",
            "Item",
            "第 一",
            "",
        ] {
            assert_eq!(number(title), None, "{title}");
        }
    }
}
