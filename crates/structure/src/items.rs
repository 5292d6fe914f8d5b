//! Owns which item of a list stands under which: told by their signs, since a list inside an item bears
//! signs of its own.

use citelight_core::Span;

use crate::shape;

/// For each item of a list the item under which it stands, as a place in `items`; `None` for those of the
/// list itself. `text` gives the words of an item.
pub fn parents<'t>(items: &[Span], text: &dyn Fn(Span) -> &'t str) -> Vec<Option<usize>> {
    // Open lists, outermost first.
    let mut open: Vec<Open> = Vec::new();
    let mut parents = Vec::with_capacity(items.len());
    for (at, item) in items.iter().enumerate() {
        let sort = sort(text(*item), open.last().map(|one| one.sort.as_str()), || {
            let last = open.last()?.last;
            shape::marker(text(items[last])).map(|(_, length)| &text(items[last])[..length])
        });
        let number = number(text(*item), &sort);
        let level = level(&open, &sort, number);
        open.truncate(level);
        open.push(Open { sort, last: at, number });
        parents.push(level.checked_sub(1).map(|above| open[above].last));
    }
    parents
}

/// A list that may go on.
struct Open {
    /// The sort of its signs.
    sort: String,
    /// The place of its last item, and that item's number.
    last: usize,
    number: Option<u32>,
}

/// The level at which an item stands: that of the innermost list which it goes on, else of the outermost one with
/// signs of its sort. A first one is deeper where that list is further on: it begins a list inside its last item.
fn level(open: &[Open], sort: &str, number: Option<u32>) -> usize {
    let alike = || open.iter().enumerate().filter(|(_, one)| one.sort == sort);
    let next = |one: &Open| number.is_some_and(|n| one.number.is_some_and(|last| last + 1 == n));
    if let Some((level, _)) = alike().rev().find(|(_, one)| next(one)) {
        return level;
    }
    let begins = number == Some(1) && alike().all(|(_, one)| one.number >= Some(2));
    alike().next().filter(|_| !begins).map_or(open.len(), |(level, _)| level)
}

/// The number that an item's sign gives it: 2 of "2.", "(b)" and "ii."; none of a bullet.
fn number(item: &str, sort: &str) -> Option<u32> {
    let sign = &item[..shape::marker(item)?.1];
    let inner = sign.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let last = inner.rsplit('.').next()?;
    match sort.chars().find(|c| c.is_alphanumeric())? {
        '0' => last.parse().ok(),
        'r' => citelight_text::roman(last),
        _ => last.bytes().next().filter(u8::is_ascii_lowercase).map(|b| u32::from(b - b'a') + 1),
    }
}

/// What sort of sign an item bears: its figures as 0, its letters as a or A, Roman numerals as r.
/// `above` is the sort of the innermost open list, `before` the sign of its last item.
fn sort<'t>(item: &str, above: Option<&str>, before: impl Fn() -> Option<&'t str>) -> String {
    let Some((_, length)) = shape::marker(item) else { return String::new() };
    let sign = &item[..length];
    let letters: String = sign.chars().filter(|c| c.is_alphabetic()).collect();
    let is_roman = !letters.is_empty()
        && letters.to_lowercase().chars().all(|c| "ivxlc".contains(c))
        && letters.chars().all(char::is_lowercase);
    // "(i)" behind "(h)" is a letter, as the one sign "v." behind "u." is.
    let follows = || {
        let last = before()?.chars().find(|c| c.is_alphabetic())?;
        Some(letters.len() == 1 && u32::from(last) + 1 == letters.chars().next()?.into())
    };
    let roman =
        is_roman && (above.is_some_and(|above| above.contains('r')) || !follows().unwrap_or(false));
    let mut sort = String::new();
    for c in sign.chars() {
        let c = match c {
            c if c.is_ascii_digit() => '0',
            c if c.is_alphabetic() && length > c.len_utf8() => match c.is_lowercase() {
                true if roman => 'r',
                true => 'a',
                false => 'A',
            },
            c => c,
        };
        if !(c.is_alphanumeric() && sort.ends_with(c)) {
            sort.push(c);
        }
    }
    sort
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(lines: &[&str]) -> Vec<Option<usize>> {
        let text = lines.join("\n");
        let mut start = 0;
        let mut items = Vec::new();
        for line in lines {
            let end = start + u32::try_from(line.len()).unwrap();
            items.push(Span::new(start, end));
            start = end + 1;
        }
        parents(&items, &|span| &text[span.range()])
    }

    #[test]
    fn a_list_inside_an_item_bears_signs_of_its_own() {
        let lines = ["1. Fees:", "(a) entry", "(b) parking", "2. Hours", "• one", "• two"];
        assert_eq!(tree(&lines), [None, Some(0), Some(0), None, Some(3), Some(3)]);
    }

    #[test]
    fn numbers_that_begin_anew_stand_under_the_last_item() {
        let lines = ["1. A", "2. B", "iv. days", "1. May", "2. June", "v. end", "3. C", "4. D"];
        let above = [None, None, Some(1), Some(2), Some(2), Some(1), None, None];
        assert_eq!(tree(&lines), above);
        assert_eq!(tree(&["1. A", "1. B", "1. C"]), [None, None, None]);
    }

    #[test]
    fn numbers_of_two_places_stand_under_those_of_one() {
        assert_eq!(tree(&["1. A", "1.1 B", "1.2 C", "2. D"]), [None, Some(0), Some(0), None]);
    }

    #[test]
    fn a_roman_one_is_no_letter_but_behind_h() {
        let lines = ["(a) any of:", "(i) x", "(ii) y", "(b) z"];
        assert_eq!(tree(&lines), [None, Some(0), Some(0), None]);
        let lines = ["(g) x", "(h) y", "(i) z", "(j) w"];
        assert_eq!(tree(&lines), [None; 4]);
    }
}
