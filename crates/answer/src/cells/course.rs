//! Owns the cells that follow one another: those of a row under headings of one kind ("2019", "2020"; "Plan 1",
//! "Plan 2"), those of a column beside such labels.

use citelight_text::month;

use super::table::{RowText, TableText};

/// Fewer cells are no course.
const FEWEST: usize = 3;
/// Cells of a course, at most.
const MOST: usize = 16;

/// Words of headings and labels that say something of the others.
const OF_ALL: [&str; 9] = [
    "total",
    "totals",
    "sum",
    "average",
    "change",
    "increase",
    "decrease",
    "variance",
    "difference",
];

/// What a heading or label counts.
#[derive(Debug, PartialEq)]
enum Counts {
    /// A year, whatever else it says.
    Year(u16),
    Month,
    /// What stands before a number, in lower case: "plan" of "Plan 2 (silver)".
    Named(String),
}

impl Counts {
    fn of(text: &str) -> Option<Counts> {
        let lower = text.to_lowercase();
        if lower.split(|c: char| !c.is_alphabetic()).any(|word| OF_ALL.contains(&word)) {
            return None;
        }
        if let Some(year) = year_in(text) {
            return Some(Counts::Year(year));
        }
        if text.split(|c: char| !c.is_alphabetic()).any(|word| month(word).is_some()) {
            return Some(Counts::Month);
        }
        let number = text.find(|c: char| c.is_ascii_digit())?;
        let before = text.get(..number)?.to_lowercase();
        let named = before.trim_matches(|c: char| !c.is_alphabetic());
        (!named.is_empty()).then(|| Counts::Named(named.to_owned()))
    }

    /// Whether another is of the same kind, and of the years that are asked for.
    fn goes_with(&self, other: &Counts, years: Option<(u16, u16)>) -> bool {
        match (self, other) {
            (Counts::Year(_), Counts::Year(year)) => {
                years.is_none_or(|(first, last)| (first..=last).contains(year))
            }
            _ => self == other,
        }
    }
}

impl TableText {
    /// The places of the cells that follow one another beside or below a cell, itself among them, as (row, cell);
    /// none where there are no three. Of years only those of `years`, first and last, where these are told.
    pub fn course(
        &self,
        row: usize,
        cell: usize,
        years: Option<(u16, u16)>,
    ) -> Vec<(usize, usize)> {
        let (across, down) = (self.across(row, cell, years), self.down(row, cell, years));
        let longer = if down.len() > across.len() { down } else { across };
        let places: Vec<(usize, usize)> = longer.iter().map(|(place, _)| *place).collect();
        let fits = (FEWEST..=MOST).contains(&places.len()) && places.contains(&(row, cell));
        if fits { places } else { Vec::new() }
    }

    fn across(&self, row: usize, cell: usize, years: Option<(u16, u16)>) -> Vec<Counted> {
        let own = &self.rows[row];
        let counts = |at: usize| Counts::of(self.heading(own, &own.cells[at]));
        let Some(chosen) = counts(cell) else { return Vec::new() };
        let follows = |at: usize| {
            let value = !self.is_label(own, own.cells[at].column);
            let counts = counts(at).filter(|other| value && chosen.goes_with(other, years))?;
            Some(((row, at), counts))
        };
        in_order((0..own.cells.len()).filter_map(follows).collect())
    }

    fn down(&self, row: usize, cell: usize, years: Option<(u16, u16)>) -> Vec<Counted> {
        let own = &self.rows[row];
        let column = own.cells[cell].column;
        let Some(chosen) = Counts::of(&self.label(own)).filter(|_| !self.is_label(own, column))
        else {
            return Vec::new();
        };
        let place = |(at, other): (usize, &RowText)| {
            let beside = other.headings == own.headings && other.groups == own.groups;
            let counts = Counts::of(&self.label(other)).filter(|_| beside)?;
            let cell = other.cells.iter().position(|cell| cell.column == column)?;
            chosen.goes_with(&counts, years).then_some(((at, cell), counts))
        };
        in_order(self.rows.iter().enumerate().filter_map(place).collect())
    }
}

/// A cell's place, as (row, cell), and what its heading or label counts.
type Counted = ((usize, usize), Counts);

/// Cells as far as their years rise, or fall: the earliest first.
fn in_order(mut cells: Vec<Counted>) -> Vec<Counted> {
    let year = |(_, counts): &Counted| match counts {
        Counts::Year(year) => *year,
        _ => 0,
    };
    let years: Vec<u16> = cells.iter().map(year).collect();
    let falls = years.windows(2).find_map(|pair| (pair[0] != pair[1]).then_some(pair[0] > pair[1]));
    let falls = falls.unwrap_or(false);
    let breaks = |pair: &[u16]| if falls { pair[0] < pair[1] } else { pair[0] > pair[1] };
    if let Some(at) = years.windows(2).position(breaks) {
        cells.truncate(at + 1);
    }
    if falls {
        cells.reverse();
    }
    cells
}

fn year_in(text: &str) -> Option<u16> {
    let digits = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| digits.len() == 4);
    digits.filter_map(|digits| digits.parse().ok()).find(|year| (1_900..2_200).contains(year))
}

#[cfg(test)]
mod tests {
    use super::super::table::{CellText, Headings};
    use super::*;

    fn table(headings: &[&str], rows: &[&[&str]]) -> TableText {
        let texts = headings.iter().map(|text| (*text).to_owned()).collect();
        let cell = |(column, text): (usize, &&str)| CellText {
            column,
            columns: 1,
            text: (*text).to_owned(),
            written_in: None,
        };
        let row = |(row, cells): (usize, &&[&str])| RowText {
            row,
            cells: cells.iter().enumerate().map(cell).collect(),
            ..RowText::default()
        };
        TableText {
            headings: vec![Headings::new(texts, 1)],
            rows: rows.iter().enumerate().map(row).collect(),
            ..TableText::default()
        }
    }

    #[test]
    fn headings_of_one_kind_are_a_course() {
        let costs = table(
            &["", "FY 2019 actual", "FY 2020", "2021 budget", "Change"],
            &[&["Rent", "10", "12", "14", "2"]],
        );
        assert_eq!(costs.course(0, 1, None), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(costs.course(0, 1, Some((2020, 2021))), [], "two are none");
        assert_eq!(costs.course(0, 4, None), []);
        let reports = table(
            &["", "2023", "2022", "2021", "2023 net", "2022 net"],
            &[&["Sales", "9", "8", "7", "6", "5"]],
        );
        assert_eq!(reports.course(0, 1, None), [(0, 3), (0, 2), (0, 1)], "the earliest first");
        assert_eq!(reports.course(0, 5, None), []);
        let plans = table(&["", "Plan 1 (gold)", "Plan 2", "Plan 3"], &[&["Fee", "9", "8", "7"]]);
        assert_eq!(plans.course(0, 2, None).len(), 3);
    }

    #[test]
    fn labels_of_one_kind_are_a_course() {
        let years = table(
            &["", "Fee", "Seats"],
            &[
                &["Grade 1", "10", "4"],
                &["Grade 2", "12", "4"],
                &["Grade 3", "14", "5"],
                &["Bus", "3", "9"],
            ],
        );
        assert_eq!(years.course(2, 1, None), [(0, 1), (1, 1), (2, 1)]);
        assert_eq!(years.course(3, 1, None), []);
        assert_eq!(years.course(1, 0, None), [], "a label is no value");
    }
}
