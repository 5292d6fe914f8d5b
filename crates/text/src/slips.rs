//! Owns what fingers do to words: letters out of their place, missing, doubled, or one vowel for another.

/// Words of fewer letters are mended by one slip alone.
const LONG: usize = 7;

/// How many slips of the fingers make one word of another, 1 or 2; `None` where it takes more, or other
/// changes than fingers make ("paternity" is no slip for "maternity"). Words are in lower case.
pub fn typing_slips(typed: &str, meant: &str) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (typed.chars().collect(), meant.chars().collect());
    let most = if a.len().min(b.len()) >= LONG { 2 } else { 1 };
    if a.is_empty() || b.is_empty() || a[0] != b[0] || a.len().abs_diff(b.len()) > most || a == b {
        return None;
    }
    // Optimal string alignment; a change that no slip makes costs more than is allowed.
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let (x, y) = (a[i - 1], b[j - 1]);
            let other = if x == y {
                0
            } else if is_vowel(x) && is_vowel(y) {
                1
            } else {
                most + 1
            };
            let mut best = (rows[i - 1][j - 1] + other).min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && x == b[j - 2] && a[i - 2] == y {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()].last().copied().filter(|slips| (1..=most).contains(slips))
}

fn is_vowel(c: char) -> bool {
    matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')
}

#[cfg(test)]
mod tests {
    use super::typing_slips;

    #[test]
    fn slips_are_told_from_other_words() {
        for (typed, meant, slips) in [
            ("casue", "cause", Some(1)),
            ("lenght", "length", Some(1)),
            ("colected", "collected", Some(1)),
            ("seperate", "separate", Some(1)),
            ("accomodaton", "accommodation", Some(2)),
            ("paternity", "maternity", None),
            ("grant", "grand", None),
            ("lease", "lease", None),
            ("", "a", None),
        ] {
            assert_eq!(typing_slips(typed, meant), slips, "{typed}");
        }
    }
}
