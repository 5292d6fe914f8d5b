//! Owns what a written number means: sign, separators, percent, currency, scale.
//!
//! Values are exact decimals. What only looks like a quantity (a year, a date, the number of a note)
//! is no figure of a running text; in a cell of a table every number is one.

use rust_decimal::Decimal;

use crate::money::SIGNS;
use crate::scale_word;

/// How decimals and thousands are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// 1,234.56
    #[default]
    English,
    /// 1.234,56
    European,
}

impl Style {
    /// The style of cells that belong together, by what most can only be, or look like.
    pub fn of<'a>(cells: impl IntoIterator<Item = &'a str>) -> Style {
        let (mut english, mut european) = (0, 0);
        for cell in cells {
            // "February 2, 2019" and "Note 3,4" are no figures.
            if cell.contains(char::is_alphabetic) {
                continue;
            }
            let mut cores = cell.split(|c: char| !c.is_ascii_digit() && c != ',' && c != '.');
            let mut cores =
                cores.by_ref().filter(|core| core.contains(|c: char| c.is_ascii_digit()));
            let (Some(core), None) = (cores.next(), cores.next()) else { continue };
            let core = core.trim_matches([',', '.']);
            match evident_style(core) {
                Some(Style::English) => english += 2,
                Some(Style::European) => european += 2,
                // "1,234" alone is either, but where most look so, it is one.
                None if core.contains(',') => english += 1,
                None if core.contains('.') => european += 1,
                None => {}
            }
        }
        if european > english { Style::European } else { Style::English }
    }
}

/// The only style in which a run of digits and separators can be meant, where there is one.
fn evident_style(core: &str) -> Option<Style> {
    let (comma, point) = (core.rfind(','), core.rfind('.'));
    match (comma, point) {
        (Some(comma), Some(point)) if comma > point => Some(Style::European),
        (Some(_), Some(_)) => Some(Style::English),
        (Some(at), None) => {
            let grouped = is_grouped(core, ',');
            if core.matches(',').count() > 1 {
                Some(Style::English)
            } else if !grouped || core[..at].starts_with('0') {
                Some(Style::European)
            } else {
                None // "1,234" is either
            }
        }
        (None, Some(at)) => {
            if core.matches('.').count() > 1 {
                Some(Style::European)
            } else if core.len() - at - 1 != 3 || core[..at].starts_with('0') {
                Some(Style::English)
            } else {
                None
            }
        }
        (None, None) => None,
    }
}

/// What a figure counts, as its own signs say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mark {
    /// No sign says.
    #[default]
    Bare,
    /// A currency's sign or code, as ISO 4217 code.
    Currency(&'static str),
    /// Percent.
    Percent,
}

/// A number as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figure {
    /// What the digits and the sign say, scale words included, units of a table not.
    pub value: Decimal,
    /// Its sign.
    pub mark: Mark,
    /// Whether it is a dash or "nil": nothing, or not told.
    pub absent: bool,
    /// Whether a scale word ("million") is part of it, so that a table's units do not apply.
    pub scaled: bool,
    /// How many digits stand behind the decimal mark.
    pub decimals: u32,
    /// The power of ten of its scale word: 6 for "million", 0 without one.
    pub power: u32,
}

fn is_minus(c: char) -> bool {
    matches!(c, '-' | '−' | '–' | '‐' | '‑')
}

fn is_dash(c: char) -> bool {
    is_minus(c) || matches!(c, '—' | '―')
}

/// Reads a cell that holds one number and nothing else but its signs and a footnote's mark. `None`
/// where it holds words, several numbers or none.
pub fn read_cell(text: &str, style: Style) -> Option<Figure> {
    let text = text.trim();
    let mut mark = Mark::Bare;
    let mut rest = text.to_owned();
    for (sign, code) in SIGNS {
        if let Some(at) = rest.find(sign) {
            mark = Mark::Currency(code);
            rest.replace_range(at..at + sign.len(), " ");
            break;
        }
    }
    if rest.contains('%') {
        mark = Mark::Percent;
        rest = rest.replace('%', " ");
    }
    let mut rest = rest.trim();
    let bare: String = rest.chars().filter(|c| !c.is_whitespace()).collect();
    let absent =
        Figure { value: Decimal::ZERO, mark, absent: true, scaled: false, decimals: 0, power: 0 };
    if !bare.is_empty() && bare.chars().all(is_dash)
        || matches!(&*bare.to_lowercase(), "nil" | "none")
    {
        return Some(absent);
    }
    let mut negative = false;
    // A footnote's mark behind the number: "1,234 (a)", "1,234*"; "(1,234)" itself is a loss.
    rest = rest.trim_end_matches(['*', '†', '‡', '¹', '²', '³']).trim_end();
    if let Some(open) = rest.rfind('(')
        && open > 0
        && rest.ends_with(')')
        && rest[open..].len() <= 5
        && rest[..open].contains(|c: char| c.is_ascii_digit())
    {
        rest = rest[..open].trim_end();
    }
    for (ending, minus) in [("CR", true), ("Cr", true), ("DR", false), ("Dr", false)] {
        if let Some(front) = rest.strip_suffix(ending) {
            negative ^= minus;
            rest = front.trim_end();
        }
    }
    if rest.starts_with('(') || rest.ends_with(')') {
        negative = true;
        rest = rest.trim_start_matches('(').trim_end_matches(')').trim();
    }
    let signed = rest.trim_start_matches(|c: char| is_minus(c) || c.is_whitespace());
    let plus = signed.trim_start_matches('+');
    negative ^= signed.len() < rest.len();
    rest = plus.trim();
    if rest.ends_with(is_minus) {
        negative = true;
        rest = rest.trim_end_matches(is_minus).trim_end();
    }
    // A scale word.
    let mut power = 0;
    if let Some((front, word)) = rest.rsplit_once(char::is_whitespace)
        && let Some(found) = scale_word(word)
    {
        power = found;
        rest = front.trim_end();
    }
    let (magnitude, decimals) = digits(rest, style)?;
    let scaled = power > 0;
    let value = magnitude.checked_mul(ten_to(power))?;
    let value = if negative { -value } else { value };
    Some(Figure { value, mark, absent: false, scaled, decimals, power })
}

/// Ten to a power of at most 18.
pub fn ten_to(power: u32) -> Decimal {
    Decimal::from(10_u64.pow(power.min(18)))
}

fn is_grouped(core: &str, mark: char) -> bool {
    let mut groups = core.split(mark);
    let first = groups.next().unwrap_or_default();
    (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3)
}

/// The value of digits with separators, and how many decimals it has.
pub(crate) fn digits(text: &str, style: Style) -> Option<(Decimal, u32)> {
    let plain = |c: char| matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\'' | '’');
    let spaced = text.contains(plain);
    if spaced && !is_grouped(text.split([',', '.']).next()?.replace(plain, " ").trim(), ' ') {
        return None;
    }
    let core: String = text.chars().filter(|c| !plain(*c)).collect();
    let valid = !core.is_empty()
        && core.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '.'))
        && core.contains(|c: char| c.is_ascii_digit());
    if !valid || core.len() > 24 {
        return None;
    }
    let style = evident_style(&core).unwrap_or(style);
    let (group, point) = match style {
        Style::English => (',', '.'),
        Style::European => ('.', ','),
    };
    let (whole, part) = core.split_once(point).unwrap_or((&core, ""));
    if whole.contains(group) && !is_grouped(whole, group)
        || part.contains(|c: char| !c.is_ascii_digit())
    {
        return None;
    }
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    let number = format!(
        "{}.{}",
        if whole.is_empty() { "0" } else { &whole },
        if part.is_empty() { "0" } else { part }
    );
    let decimals = u32::try_from(part.len()).ok()?;
    Some((number.parse().ok()?, decimals))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> String {
        match read_cell(text, Style::English) {
            Some(figure) if figure.absent => "absent".into(),
            Some(figure) => format!(
                "{}{}",
                figure.value.normalize(),
                if figure.mark == Mark::Percent { "%" } else { "" }
            ),
            None => "none".into(),
        }
    }

    #[test]
    fn cells_are_read_with_sign_scale_and_separators() {
        for (text, expected) in [
            ("$ 5,794", "5794"),
            ("(1,234)", "-1234"),
            ("$ (1,234.5)", "-1234.5"),
            ("(131", "-131"),
            ("−12.3 %", "-12.3%"),
            ("5.4%", "5.4%"),
            ("(2.1)%", "-2.1%"),
            ("1,234 (a)", "1234"),
            ("1,234 CR", "-1234"),
            ("1,234-", "-1234"),
            ("—", "absent"),
            ("$ -", "absent"),
            ("nil", "absent"),
            ("1.234,56", "1234.56"),
            ("1 234 567", "1234567"),
            ("1’234.50", "1234.5"),
            ("12,5", "12.5"),
            ("1.2 billion", "1200000000"),
            ("€ 3,4 mrd", "3400000000"),
            ("N/A", "none"),
            ("2019 2018", "none"),
            ("see note 4", "none"),
            ("", "none"),
        ] {
            assert_eq!(cell(text), expected, "{text}");
        }
    }

    #[test]
    fn cells_that_belong_together_tell_the_style() {
        assert_eq!(Style::of(["1.234", "12,50", "3.100"]), Style::European);
        assert_eq!(Style::of(["1,234", "12.50"]), Style::English);
        assert_eq!(Style::of(["February 2, 2019", "1,234"]), Style::English);
        let european = read_cell("1.234", Style::European).unwrap();
        assert_eq!(european.value, Decimal::from(1234));
    }
}
