//! Owns what rows without a label are: the total of what stands above them, where the figures say so.

use std::collections::BTreeMap;

use rust_decimal::Decimal;

use crate::sheet::Row;

/// Rows that a total is made of, at least.
const FEWEST: usize = 2;

/// Gives rows without a label that are the sum of their group the name "Total …" with the group's.
///
/// The sum of rounded figures may be off by one in the last place; so may that of some of them.
pub(crate) fn name_totals(rows: &mut [Row]) {
    for at in 0..rows.len() {
        if !rows[at].label.trim().is_empty() {
            continue;
        }
        let Some(group) = rows[at].path.last().cloned() else { continue };
        if is_total(&rows[..at], &rows[at]) {
            rows[at].label = format!("Total {}", plain(&group));
        }
    }
}

/// Whether the rows right above, of the same group, add up to a row in each of its columns.
fn is_total(above: &[Row], total: &Row) -> bool {
    let mut sums: BTreeMap<usize, Decimal> = BTreeMap::new();
    let mut members = 0;
    let mut counted: Option<&[String]> = None;
    for row in above.iter().rev().take_while(|row| row.path.starts_with(&total.path)) {
        let deeper = row.path.len() > total.path.len();
        // A group that has a total counts once.
        if deeper && counted == Some(row.path.as_slice()) {
            continue;
        }
        counted = (deeper && is_named_total(row)).then_some(row.path.as_slice());
        members += 1;
        for cell in &row.cells {
            *sums.entry(cell.column).or_default() += cell.figure.value;
        }
    }
    let off = Decimal::from(members / 2 + 1);
    let adds_up = |column: &usize, value: Decimal, decimals: u32| {
        let step = Decimal::new(1, decimals);
        sums.get(column).is_some_and(|sum| (*sum - value).abs() <= off * step)
    };
    members >= FEWEST
        && total
            .cells
            .iter()
            .all(|cell| adds_up(&cell.column, cell.figure.value, cell.figure.decimals))
}

fn is_named_total(row: &Row) -> bool {
    row.label.to_lowercase().starts_with("total")
}

/// A group's name as it goes on in a sentence: "current assets" for "Current assets:", "assets" for
/// "ASSETS".
fn plain(group: &str) -> String {
    let bare = group.trim().trim_end_matches(':').trim_end();
    // "PP&E" and "EMEA" are written so.
    if !bare.contains(char::is_lowercase) && bare.len() > 4 {
        return bare.to_lowercase();
    }
    let mut letters = bare.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => bare.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use citelight_core::PageNumber;
    use citelight_text::{Style, read_cell};

    use super::*;
    use crate::sheet::SheetCell;

    /// Rows written as "group > group | label | figure | figure".
    fn rows(text: &str) -> Vec<Row> {
        let row = |(number, line): (usize, &str)| {
            let mut parts = line.split('|').map(str::trim);
            let path = parts.next().unwrap_or_default().split(" > ").filter(|one| !one.is_empty());
            let path = path.map(str::to_owned).collect();
            let label = parts.next().unwrap_or_default().to_owned();
            let style = Style::of([]);
            let cell = |(column, text): (usize, &str)| SheetCell {
                column,
                text: text.to_owned(),
                figure: read_cell(text, style).unwrap(),
                spans: Vec::new(),
                page: PageNumber::FIRST,
            };
            let cells = parts.enumerate().map(cell).collect();
            Row { number, label, path, label_spans: Vec::new(), cells }
        };
        text.lines().enumerate().map(row).collect()
    }

    fn labels(text: &str) -> Vec<String> {
        let mut rows = rows(text);
        name_totals(&mut rows);
        rows.into_iter().filter(|row| row.label != "x").map(|row| row.label).collect()
    }

    #[test]
    fn a_row_without_a_label_that_adds_up_is_the_total_of_its_group() {
        let sheet = "ASSETS > Current assets: | x | 351 | 1,339
            ASSETS > Current assets: | x | 1,685 | 1,301
            ASSETS > Current assets: | x | 302 | 254
            ASSETS > Current assets: | | 2,338 | 2,893
            ASSETS | x | 897 | 860
            ASSETS | | 3,235 | 3,753";
        assert_eq!(labels(sheet), ["Total current assets", "Total assets"]);
    }

    #[test]
    fn what_does_not_add_up_or_stands_in_no_group_keeps_no_label() {
        assert_eq!(labels("Fees: | x | 10\nFees: | x | 20\nFees: | | 35"), [""]);
        assert_eq!(labels("| x | 10\n| x | 20\n| | 30"), [""]);
        assert_eq!(labels("Fees: | x | 10\nFees: | | 10"), [""]);
    }
}
