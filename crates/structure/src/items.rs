//! Owns which item of a list stands under which: told by their signs, since a list inside an item bears
//! signs of its own.

use citelight_core::Span;

use crate::shape;

/// For each item of a list the item under which it stands, as a place in `items`; `None` for those of the
/// list itself. `text` gives the words of an item.
pub fn parents<'t>(items: &[Span], text: &dyn Fn(Span) -> &'t str) -> Vec<Option<usize>> {
    // Open lists, outermost first: their sort of sign and their last item.
    let mut open: Vec<(String, usize)> = Vec::new();
    let mut parents = Vec::with_capacity(items.len());
    for (at, item) in items.iter().enumerate() {
        let sort = sort(text(*item), open.last().map(|(sort, _)| sort.as_str()), || {
            let (_, last) = open.last()?;
            shape::marker(text(items[*last])).map(|(_, length)| &text(items[*last])[..length])
        });
        if let Some(level) = open.iter().position(|(known, _)| *known == sort) {
            open.truncate(level + 1);
            open[level].1 = at;
        } else {
            open.push((sort, at));
        }
        parents.push(open.len().checked_sub(2).map(|level| open[level].1));
    }
    parents
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
