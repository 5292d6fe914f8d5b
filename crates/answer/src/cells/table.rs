//! A table as words: what its rows, columns and cells say.

use std::collections::HashSet;

use citelight_core::{RowKind, TableRow};
use citelight_structure::TableView;

use super::ditto::spelled_out;
use crate::fiscal::Fiscal;

/// Marks of currencies that stand before amounts.
const CURRENCIES: [char; 5] = ['$', '£', '€', '¥', '₹'];

/// Words of a heading at most.
const MOST_WORDS: usize = 6;

/// A table as words.
#[derive(Debug, Clone, Default)]
pub struct TableText {
    /// Its title; empty without one.
    pub caption: String,
    /// Breadcrumb of its section; empty without one.
    pub section: String,
    /// The headings of its columns: those at the top, and those that stand anew further down.
    pub headings: Vec<Headings>,
    /// The rows that hold values. A line of two tables side by side is two rows.
    pub rows: Vec<RowText>,
    /// Whether its rows are the fields of a form, each a label and its value.
    pub of_fields: bool,
    /// How the years of whom it is about lie in the calendar.
    pub fiscal: Fiscal,
}

/// The headings over some rows.
#[derive(Debug, Clone, Default)]
pub struct Headings {
    /// Of each column, all levels joined; empty where it has none.
    pub texts: Vec<String>,
    /// Of each of the tables that stand side by side: its first column, and its first without labels.
    parts: Vec<(usize, usize)>,
}

/// A row that holds values.
#[derive(Debug, Clone, Default)]
pub struct RowText {
    /// Its place among the table's rows, header rows included.
    pub row: usize,
    /// The place of its columns' headings in [`TableText::headings`].
    pub headings: usize,
    /// The groups that it belongs to, outermost first.
    pub groups: Vec<String>,
    /// Rows of the table whose labels those groups are.
    pub group_rows: Vec<usize>,
    /// Of a field that geometry does not show by itself: how unlikely it is that its label and its value
    /// belong together, 0 to 1.
    pub unlikely: f32,
    /// Its cells that are not empty, labels among them, by column.
    pub cells: Vec<CellText>,
}

/// A cell.
#[derive(Debug, Clone, Default)]
pub struct CellText {
    /// First column it covers.
    pub column: usize,
    /// How many columns it covers, at least 1.
    pub columns: usize,
    /// Its words; those of a cell above, where it says no more than "ditto".
    pub text: String,
    /// The row of the table in which these words stand, where that is not its own.
    pub written_in: Option<usize>,
}

impl CellText {
    /// The mark of its column's currency, where it is an amount that bears none itself.
    pub fn currency(&self, currencies: &[Option<char>]) -> Option<char> {
        let mut signs = self.text.chars().filter(|c| !c.is_whitespace());
        let plain =
            signs.all(|c| c.is_ascii_digit() || matches!(c, ',' | '.' | '(' | ')' | '-' | '–'));
        let amount = plain && self.text.contains(|c: char| c.is_ascii_digit());
        currencies.get(self.column).copied().flatten().filter(|_| amount)
    }
}

impl TableText {
    /// The words of a table with its title and its section's breadcrumb.
    pub fn read(view: &TableView<'_>, caption: String, section: String) -> TableText {
        let table = view.table();
        let labels = table.label_columns;
        let name = |column| {
            let cells = view.name_cells(column).map(|cell| view.plain(cell));
            joined(&cells.collect::<Vec<_>>())
        };
        let texts = (0..table.columns).map(name).collect();
        let mut read = TableText {
            caption,
            section,
            headings: vec![Headings::new(texts, labels as usize)],
            rows: Vec::new(),
            of_fields: false,
            fiscal: Fiscal::default(),
        };
        // The last label, for the rows beside a label that stands for several; the row of the last
        // headings, whose label is over the rows below; and the last lone label of each part.
        let (mut labelled, mut headed): (Option<usize>, Option<usize>) = (None, None);
        let mut lone: Vec<String> = Vec::new();
        for (at, row) in table.rows.iter().enumerate() {
            match row.kind {
                RowKind::Header => continue,
                RowKind::Group => {
                    labelled = None;
                    continue;
                }
                RowKind::Body => {}
            }
            let own = row.cells.iter().any(|cell| cell.column < labels.max(1));
            let cells = cells_of(view, row);
            let next = table.rows.get(at + 1).map(|next| cells_of(view, next));
            if next.is_some_and(|next| names_columns(&cells, &next, labels as usize)) {
                let mut texts = vec![String::new(); table.columns as usize];
                for cell in &cells {
                    texts[cell.column].clone_from(&cell.text);
                }
                read.headings.push(Headings::new(texts, labels as usize));
                (labelled, headed) = (None, Some(at).filter(|_| own));
                lone.clear();
                continue;
            }
            if own {
                labelled = Some(at);
            }
            let mut group_rows: Vec<usize> = headed.into_iter().chain(view.groups(at)).collect();
            group_rows.extend(labelled.filter(|_| !own));
            let groups: Vec<String> = group_rows.iter().map(|group| view.label(*group)).collect();
            let headings = read.headings.len() - 1;
            for (part, cells) in read.headings[headings].parted(cells).into_iter().enumerate() {
                lone.resize(lone.len().max(part + 1), String::new());
                if part > 0 && cells.len() == 1 {
                    lone[part].clone_from(&cells[0].text);
                    continue;
                }
                let above = Some(&lone[part]).filter(|text| !text.is_empty()).cloned();
                read.rows.push(RowText {
                    row: at,
                    headings,
                    groups: groups.iter().cloned().chain(above).collect(),
                    group_rows: group_rows.clone(),
                    unlikely: 0.0,
                    cells,
                });
            }
        }
        spelled_out(&mut read.rows);
        read
    }

    /// The mark of the currency that each column counts: accounts print it at the first row and at sums.
    pub fn currencies(&self) -> Vec<Option<char>> {
        let columns = self.headings.iter().map(|set| set.texts.len()).max().unwrap_or_default();
        let mut marks = vec![None; columns];
        if self.of_fields {
            return marks;
        }
        for cell in self.rows.iter().flat_map(|row| &row.cells) {
            let mark = cell.text.chars().next().filter(|mark| CURRENCIES.contains(mark));
            if let Some(column) = marks.get_mut(cell.column).filter(|column| column.is_none()) {
                *column = mark;
            }
        }
        marks
    }

    /// The fields of a form as a table of two columns. A field is the levels of its label, outermost first,
    /// its value, and how unlikely it is that they belong together; its row has the place that it has among `fields`.
    pub fn of_fields(
        caption: String,
        section: String,
        fields: impl IntoIterator<Item = (Vec<String>, String, f32)>,
    ) -> TableText {
        let row = |(at, (mut levels, value, unlikely)): (usize, (Vec<String>, String, f32))| {
            let label = levels.pop().unwrap_or_default();
            let cells = [label, value].into_iter().enumerate();
            let cells = cells
                .map(|(column, text)| CellText { column, columns: 1, text, written_in: None })
                .collect();
            RowText { row: at, groups: levels, unlikely, cells, ..RowText::default() }
        };
        TableText {
            caption,
            section,
            headings: vec![Headings::new(vec![String::new(); 2], 1)],
            rows: fields.into_iter().enumerate().map(row).collect(),
            of_fields: true,
            fiscal: Fiscal::default(),
        }
    }

    /// Whether it is a form in columns rather than a table: many of its texts are labels with a colon.
    pub fn is_form(&self) -> bool {
        let cells = self.rows.iter().flat_map(|row| &row.cells).map(|cell| &cell.text);
        let texts = cells.chain(self.headings.iter().flat_map(|headings| &headings.texts));
        let texts: Vec<&String> = texts.filter(|text| !text.is_empty()).collect();
        let labels = texts.iter().filter(|text| text.ends_with(':') || text.contains(": ")).count();
        4 * labels > texts.len()
    }

    /// Whether a column of a row holds labels.
    pub fn is_label(&self, row: &RowText, column: usize) -> bool {
        self.headings.get(row.headings).is_some_and(|headings| headings.is_label(column))
    }

    /// The headings over a cell of a row.
    pub fn heading(&self, row: &RowText, cell: &CellText) -> &str {
        let headings = self.headings.get(row.headings);
        headings.and_then(|headings| headings.texts.get(cell.column)).map_or("", String::as_str)
    }

    /// The unit of a row's values, where a column of units holds it.
    pub fn unit<'a>(&self, row: &'a RowText) -> Option<&'a str> {
        let of_units = |cell: &&CellText| is_of_units(self.heading(row, cell));
        row.cells.iter().find(of_units).map(|cell| cell.text.as_str())
    }

    /// A row's own label; empty without one.
    pub fn label(&self, row: &RowText) -> String {
        let label = row.cells.iter().filter(|cell| self.is_label(row, cell.column));
        joined(&label.map(|cell| cell.text.clone()).collect::<Vec<_>>())
    }

    /// A row's label behind its groups: "Adults > One day".
    pub fn path(&self, row: &RowText) -> String {
        let label = self.label(row);
        let parts = row.groups.iter().chain([&label]).filter(|part| !part.is_empty());
        parts.map(String::as_str).collect::<Vec<_>>().join(" > ")
    }
}

impl Headings {
    /// Tables that stand side by side show in headings that come again: the same names after as many
    /// columns, the first of them, over the labels, left aside.
    pub(super) fn new(texts: Vec<String>, labels: usize) -> Headings {
        let named: Vec<usize> = (0..texts.len()).filter(|at| !texts[*at].is_empty()).collect();
        let again = |step: usize| {
            let pairs = named.len() - step;
            let alike =
                (0..pairs).filter(|at| texts[named[*at]] == texts[named[at + step]]).count();
            alike >= 2 && 3 * alike >= 2 * pairs
        };
        let step = (2..named.len().saturating_sub(1)).find(|step| again(*step));
        let mut parts = vec![(0, labels)];
        if let Some(step) = step {
            let further = (1..).map(|n| n * step).take_while(|at| at + 1 < named.len());
            parts.extend(further.map(|at| (named[at], named[at + 1])));
        }
        Headings { texts, parts }
    }

    fn is_label(&self, column: usize) -> bool {
        self.parts.iter().any(|(first, values)| (*first..*values).contains(&column))
    }

    /// The cells of each part; empty parts are left out but for the first.
    fn parted(&self, cells: Vec<CellText>) -> Vec<Vec<CellText>> {
        let mut parts = vec![Vec::new(); self.parts.len().max(1)];
        for cell in cells {
            let after = self.parts.partition_point(|(first, _)| *first <= cell.column);
            parts[after.saturating_sub(1)].push(cell);
        }
        parts
    }
}

/// Whether a heading is one of units: "Unit", "Units", "UOM".
pub(super) fn is_of_units(heading: &str) -> bool {
    matches!(heading.trim().to_lowercase().as_str(), "unit" | "units" | "uom" | "unit of measure")
}

fn cells_of(view: &TableView<'_>, row: &TableRow) -> Vec<CellText> {
    let cells = row.cells.iter().map(|cell| CellText {
        column: cell.column as usize,
        columns: cell.columns.max(1) as usize,
        text: view.plain(cell),
        written_in: None,
    });
    cells.filter(|cell| !cell.text.is_empty()).collect()
}

/// Whether a row names columns anew: a few words in each of its cells, other ones in each, over figures in the
/// next row.
fn names_columns(cells: &[CellText], next: &[CellText], labels: usize) -> bool {
    let digits = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    let named = |cell: &&CellText| {
        let mut words = cell.text.split_whitespace();
        cell.text.chars().any(char::is_alphabetic)
            && words.clone().count() <= MOST_WORDS
            && !words.any(|word| digits(word) && !word.starts_with(char::is_alphabetic))
    };
    let figured = |cell: &&&CellText| {
        let below = next.iter().find(|below| below.column == cell.column);
        below.is_some_and(|cell| digits(&cell.text) && !cell.text.starts_with(char::is_alphabetic))
    };
    let values: Vec<&CellText> = cells.iter().filter(|cell| cell.column >= labels).collect();
    let distinct: HashSet<&str> = values.iter().map(|cell| cell.text.as_str()).collect();
    values.len() >= 2
        && 2 * distinct.len() > values.len()
        && values.iter().all(named)
        && 3 * values.iter().filter(figured).count() >= 2 * values.len()
}

/// Texts with one space between, a text that repeats the one before left out.
fn joined(texts: &[String]) -> String {
    let mut texts: Vec<&str> = texts.iter().map(|text| text.trim()).collect();
    texts.retain(|text| !text.is_empty());
    texts.dedup();
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(texts: &[&str]) -> Vec<CellText> {
        let cell = |(column, text): (usize, &&str)| CellText {
            column,
            columns: 1,
            text: (*text).to_owned(),
            written_in: None,
        };
        texts.iter().enumerate().map(cell).filter(|cell| !cell.text.is_empty()).collect()
    }

    #[test]
    fn headings_that_come_again_part_tables_side_by_side() {
        let texts = ["Item", "Size", "Price", "Item", "Size", "Price"].map(str::to_owned);
        let headings = Headings::new(texts.to_vec(), 1);
        assert!(headings.is_label(0) && headings.is_label(3) && !headings.is_label(4));
        let parts = headings.parted(cells(&["Oil", "5 ml", "9", "Tea", "1 kg", "4"]));
        assert_eq!(parts[1][0].text, "Tea");
        let once = ["Day", "Opens", "Closes"].map(str::to_owned);
        assert_eq!(Headings::new(once.to_vec(), 1).parted(cells(&["Mon", "9", "5"])).len(), 1);
    }

    #[test]
    fn words_over_figures_name_columns() {
        let figures = cells(&["Van", "12", "4 t"]);
        assert!(names_columns(&cells(&["Lorries", "Seats", "Load"]), &figures, 1));
        assert!(names_columns(&cells(&["Bus", "T1", "T2"]), &cells(&["Bus 1", "6:00", "7:40"]), 1));
        assert!(!names_columns(&cells(&["Car", "5", "1 t"]), &figures, 1));
        assert!(!names_columns(&cells(&["Car", "none", "none"]), &figures, 1));
        assert!(!names_columns(
            &cells(&["Car", "Anna", "Ben"]),
            &cells(&["Van", "Cleo", "Dan"]),
            1
        ));
    }
}
