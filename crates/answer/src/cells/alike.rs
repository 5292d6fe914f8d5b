//! Which cells a question means as much as the one that fits it best: those of its column where it names no
//! row, those of its row where it names no heading.

use citelight_core::QuestionSort;
use citelight_text::month;

use super::extreme::{ends, extreme};
use super::shared::is_worded;
use super::sorts::points;
use super::table::RowText;
use super::weigh::{CellChoice, Fit, LEAST_SHARE};

/// Words with which a question asks for a year before as well.
const YEAR_BEFORE: [&[&str]; 13] = [
    &["year", "before"],
    &["year", "earlier"],
    &["year", "ago"],
    &["months", "earlier"],
    &["months", "before"],
    &["previous", "year"],
    &["prior", "year"],
    &["preceding", "year"],
    &["same", "quarter"],
    &["same", "period"],
    &["same", "months"],
    &["versus"],
    &["compared"],
];
/// How much nearer to the question one row is than another that it names, in meaning. Set by hand.
const NEARER: f32 = 0.12;
/// Rows that are shown where a question names none of them.
const MOST_ROWS: usize = 12;
/// Cells of a row that are shown where a question names none of their headings.
const MOST_CELLS: usize = 4;

impl Fit<'_> {
    /// See [`CellChoice::alike`].
    pub(super) fn alike(&self, choice: &CellChoice) -> Vec<(usize, usize)> {
        let (row, cell) = (choice.row, choice.cell);
        let of_year_before = self.of_year_before(row, cell);
        if !of_year_before.is_empty() {
            return of_year_before;
        }
        let of_column = self.of_column(row, cell);
        if of_column.is_empty() && choice.by.is_none() { self.of_row(row, cell) } else { of_column }
    }

    /// A cell and the one of its row a year before, where the question asks for both.
    fn of_year_before(&self, row: usize, cell: usize) -> Vec<(usize, usize)> {
        if !asks_year_before(self.seek.question) {
            return Vec::new();
        }
        let own = &self.table.rows[row];
        let time = |place: usize| time_of(self.table.heading(own, &own.cells[place]));
        let Some((year, rest)) = time(cell) else { return Vec::new() };
        let before = (0..own.cells.len()).find(|place| {
            let other = time(*place);
            other.is_some_and(|(other, same)| other + 1 == year && same == rest)
        });
        before.map_or_else(Vec::new, |before| vec![(row, cell), (row, before)])
    }

    /// The cells of a cell's column where the question names its heading, none of the rows and no end of
    /// them.
    fn of_column(&self, row: usize, cell: usize) -> Vec<(usize, usize)> {
        let rows = &self.table.rows;
        let amount = self.seek.figure || self.seek.sort == QuestionSort::Amount;
        let (own, part) = (&rows[row], rows[row].headings);
        let column = own.cells[cell].column;
        let plain = amount && rows.len() <= MOST_ROWS && !self.table.is_label(own, column);
        if !plain || self.wanted.is_some_and(|end| !ends(self.table, end).is_empty()) {
            return Vec::new();
        }
        let headings = &self.shared.headings[part];
        let over = headings.get(column).copied().unwrap_or(0);
        let around =
            headings.iter().fold(self.shared.around.0 | self.shared.around.1, |a, b| a | b);
        let named = |at: usize| {
            let (label, groups, cells) = &self.shared.rows[at];
            let all = cells.iter().fold(label | groups, |all, held| all | held);
            self.terms.weight(all & !around) >= LEAST_SHARE
        };
        let nearness = |at: usize| self.near(&self.table.path(&rows[at]));
        let least = (0..rows.len()).map(nearness).fold(f32::INFINITY, f32::min);
        let place = |row: &RowText| {
            let own = || row.cells.iter().position(|cell| cell.column == column);
            (row.headings == part).then(own)?
        };
        let none_named = !(0..rows.len()).any(named) && nearness(row) - least < NEARER;
        if over == 0 || rows.len() < 2 || !none_named {
            return Vec::new();
        }
        let cells = rows.iter().enumerate().map(|(at, row)| Some((at, place(row)?)));
        cells.collect::<Option<_>>().unwrap_or_default()
    }

    /// The cells of a cell's row where the question names the row and none of their headings.
    fn of_row(&self, row: usize, cell: usize) -> Vec<(usize, usize)> {
        let own = &self.table.rows[row];
        let (label, ..) = self.shared.rows[row];
        let headings = &self.shared.headings[own.headings];
        let form = form_of(&own.cells[cell].text);
        let alike = |place: &usize| {
            let one = &own.cells[*place];
            let heading = self.table.heading(own, one);
            !self.table.is_label(own, one.column)
                && is_worded(heading)
                && !points(heading, &one.text)
                && form_of(&one.text) == form
        };
        let places: Vec<usize> = (0..own.cells.len()).filter(alike).collect();
        let column = |place: &usize| own.cells[*place].column;
        // What all of their headings say tells none of them apart.
        let share = |place: &usize| {
            let held = headings.get(column(place)).copied().unwrap_or(0);
            self.terms.weight(held & !label)
        };
        let shares = places.iter().map(share);
        let (low, high) = shares.fold((f32::INFINITY, 0.0_f32), |(a, b), n| (a.min(n), b.max(n)));
        let named = high - low >= LEAST_SHARE;
        let near =
            places.iter().map(|place| self.near(self.table.heading(own, &own.cells[*place])));
        let (least, most) = near.fold((f32::INFINITY, 0.0_f32), |(a, b), n| (a.min(n), b.max(n)));
        let plain = extreme(self.seek.question).is_none() && !named && most - least < NEARER;
        let few = (2..=MOST_CELLS).contains(&places.len()) && places.contains(&cell);
        let names_row = self.terms.weight(label) >= 2.0 * LEAST_SHARE;
        if !(plain && few && names_row) {
            return Vec::new();
        }
        places.into_iter().map(|place| (row, place)).collect()
    }
}

/// Whether a question asks for a figure and what it was a year before.
fn asks_year_before(question: &str) -> bool {
    let lower = question.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let says = |phrase: &[&str]| words.windows(phrase.len()).any(|window| window == phrase);
    YEAR_BEFORE.iter().any(|phrase| says(phrase))
}

/// The year that a heading names, and its other words without those of a date: of "Three Months Ended June
/// 30, 2023" the year 2023, and "three months ended".
fn time_of(heading: &str) -> Option<(u16, String)> {
    let lower = heading.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let (numbers, rest): (Vec<&str>, Vec<&str>) =
        words.filter(|word| month(word).is_none()).partition(|word| word.parse::<u16>().is_ok());
    let mut years = numbers.iter().filter_map(|word| word.parse().ok());
    let year = years.rfind(|year| (1950..2100).contains(year))?;
    Some((year, rest.join(" ")))
}

/// A value with its numbers left open: "£# a month".
fn form_of(text: &str) -> String {
    let mut form = String::new();
    for char in text.trim().chars() {
        let number = char.is_ascii_digit() || matches!(char, '.' | ',') && form.ends_with('#');
        if !(number && form.ends_with('#')) {
            form.push(if number { '#' } else { char });
        }
    }
    form
}
