//! The rows of a table whose cells are drawn, after its words are in its cells.

use citelight_core::{RowKind, Span, TableRow};

use super::super::atoms::Token;

/// So many boxes over all columns below a table are none of its rows; a single one is a note on it.
const FEWEST_BOXES: usize = 2;

/// The rows in the cells of one row that no rule parts: all cells but the label's have as many lines,
/// and in one of them a figure stands in each.
pub(super) fn unstacked<'a, 't>(line: Vec<Vec<&'a Token<'t>>>) -> Vec<Vec<Vec<&'a Token<'t>>>> {
    let lines_of = |cell: &Vec<&'a Token<'t>>| -> Vec<Vec<&'a Token<'t>>> {
        let level = |a: &&Token<'_>, b: &&Token<'_>| b.y0 + b.y1 < a.y0 + a.y1 + (a.y1 - a.y0);
        cell.chunk_by(level).map(<[&Token<'_>]>::to_vec).collect()
    };
    let values: Vec<usize> = (1..line.len()).filter(|at| !line[*at].is_empty()).collect();
    let cells: Vec<Vec<Vec<&Token<'_>>>> = values.iter().map(|at| lines_of(&line[*at])).collect();
    let count = cells.first().map_or(0, Vec::len);
    let figured = |lines: &Vec<Vec<&Token<'_>>>| {
        let digit = |token: &&Token<'_>| token.text.starts_with(|c: char| c.is_ascii_digit());
        lines.iter().all(|line| line.iter().any(digit))
    };
    let stacked = count >= 2
        && values.len() >= 2
        && cells.iter().all(|lines| lines.len() == count)
        && cells.iter().any(figured);
    if !stacked {
        return vec![line];
    }
    let mut rows = vec![vec![Vec::new(); line.len()]; count];
    for (column, lines) in values.iter().zip(cells) {
        for (row, tokens) in rows.iter_mut().zip(lines) {
            row[*column] = tokens;
        }
    }
    rows[0][0].clone_from(&line[0]);
    rows
}

/// Takes away the boxes over all columns with which a table ends where there are several: what stands in them is
/// no group of any row, but what follows the table in boxes of the same width. Gives the words that are left.
pub(super) fn without_boxes_below<'a, 't>(
    rows: &mut Vec<TableRow>,
    inside: Vec<&'a Token<'t>>,
) -> Vec<&'a Token<'t>> {
    let last = rows.iter().rposition(|row| row.kind != RowKind::Group);
    let Some(last) = last.filter(|last| rows.len() - 1 - last >= FEWEST_BOXES) else {
        return inside;
    };
    let below: Vec<Span> =
        rows.drain(last + 1..).flat_map(|row| row.cells).flat_map(|cell| cell.spans).collect();
    let outside = |token: &&Token<'_>| !below.iter().any(|span| span.overlaps(&token.span));
    inside.into_iter().filter(outside).collect()
}

/// Whether the first column of a table holds values, such as times, and what names its rows stands further right.
/// Plain numbers count the rows.
pub(super) fn begins_with_values(rows: &[TableRow], said: impl Fn(&Span) -> String) -> bool {
    let body = || rows.iter().filter(|row| row.kind == RowKind::Body);
    let texts = |first: bool| {
        let cells =
            body().flat_map(|row| &row.cells).filter(move |cell| (cell.column == 0) == first);
        cells.flat_map(|cell| &cell.spans).map(&said)
    };
    let worded = |text: &String| text.contains(char::is_alphabetic);
    let counts = |text: &String| text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let mut first = texts(true).filter(|text| text.contains(char::is_alphanumeric)).peekable();
    first.peek().is_some()
        && first.all(|text| !worded(&text) && !counts(&text))
        && texts(false).filter(worded).count() >= body().count().div_ceil(2)
}

/// Whether a group stands above the rows that follow.
pub(super) fn grouped(rows: &[TableRow]) -> bool {
    rows.iter().any(|r| r.kind == RowKind::Group)
}

#[cfg(test)]
mod tests {
    use citelight_core::{Cell, PageNumber, Rect};

    use super::super::super::atoms::Kind;

    use super::*;

    fn row(kind: RowKind, start: u32) -> TableRow {
        let spans = vec![Span::new(start, start + 4)];
        let rect = Rect { x0: 0.0, y0: 0.0, x1: 9.0, y1: 9.0 };
        let cell = Cell { column: 0, columns: 1, spans, page: PageNumber::FIRST, rect };
        TableRow { kind, indent: 0, cells: vec![cell] }
    }

    fn token(start: u32) -> Token<'static> {
        let (x0, x1, y0, y1) = (0.0, 9.0, 0.0, 9.0);
        let rect = Rect { x0, y0, x1, y1 };
        let span = Span::new(start, start + 4);
        Token {
            x0,
            x1,
            y0,
            y1,
            size: 9.0,
            bold: false,
            kind: Kind::Word,
            text: "word",
            place: start,
            span,
            rect,
            turned: false,
            walled: false,
        }
    }

    #[test]
    fn boxes_below_a_table_are_none_of_its_rows_and_a_single_one_is_a_note() {
        use RowKind::{Body, Group, Header};
        let left = |kinds: &[RowKind]| {
            let places = (0..).step_by(5).take(kinds.len());
            let mut rows: Vec<TableRow> =
                kinds.iter().zip(places.clone()).map(|(kind, at)| row(*kind, at)).collect();
            let tokens: Vec<Token<'_>> = places.map(token).collect();
            let inside = without_boxes_below(&mut rows, tokens.iter().collect());
            (rows.len(), inside.len())
        };
        assert_eq!(left(&[Header, Body, Body, Group, Group, Group]), (3, 3));
        assert_eq!(left(&[Header, Body, Group, Body, Group]), (5, 5));
        assert_eq!(left(&[Group, Body, Group, Group, Body]), (5, 5));
    }
}
