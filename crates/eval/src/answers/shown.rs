//! Numbers of an answer that no citation shows.

use std::collections::HashSet;

use citelight_core::Answer;

/// The numbers that an answer states and that stand neither in its cited words, nor in what is said of
/// a cited cell, nor in the question; the result of a calculation is shown by its operands. Thousands
/// are compared without their commas.
pub fn uncited_numbers(answer: &Answer) -> Vec<String> {
    let mut shown: HashSet<String> = numbers(&answer.question).into_iter().collect();
    for citation in &answer.citations {
        shown.extend(numbers(&citation.quote));
        if let Some(cell) = &citation.cell {
            let said = [&cell.row, &cell.column, &cell.unit, &cell.caption];
            shown.extend(said.into_iter().flat_map(|text| numbers(text)));
        }
    }
    if let Some(calculation) = &answer.calculation {
        shown.extend(numbers(&calculation.formula));
        shown.extend(numbers(&calculation.result));
    }
    let mut found = numbers(&without_markers(&answer.answer, answer.citations.len()));
    found.retain(|number| !shown.contains(number));
    found
}

/// A text without the markers of `citations` citations (" [3]").
fn without_markers(text: &str, citations: usize) -> String {
    (1..=citations).fold(text.to_owned(), |text, n| text.replace(&format!(" [{n}]"), ""))
}

/// The numbers of a text as written, commas between digits left out.
fn numbers(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let (mut found, mut number) = (Vec::new(), String::new());
    for (at, c) in chars.iter().enumerate() {
        let joins = matches!(c, ',' | '.') && at > 0 && digit(at - 1) && digit(at + 1);
        if c.is_ascii_digit() || *c == '.' && joins {
            number.push(*c);
        } else if !joins && !number.is_empty() {
            found.push(std::mem::take(&mut number));
        }
    }
    found.extend((!number.is_empty()).then_some(number));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_whole() {
        assert_eq!(numbers("In 2018 it was $1,577.5 (8%), 3."), ["2018", "1577.5", "8", "3"]);
        assert!(numbers("none").is_empty());
    }

    #[test]
    fn markers_are_no_numbers() {
        assert_eq!(without_markers("It rose [1] by 3. [2] See [3].", 2), "It rose by 3. See [3].");
    }
}
