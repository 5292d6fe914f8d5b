//! Owns what a later part of a table or list repeats, and what of a table heads what.

use std::collections::HashMap;

use citelight_core::{Block, BlockKind, RowKind, Span, Table};

use super::bonds::{MOST_TITLES, TITLE, introduces};
use super::pieces::Piece;
use crate::content::row_span;
use crate::flow::Flow;
use crate::shape;
use crate::tables::TableView;

/// Bytes of a group's label.
const GROUP: u32 = 120;

/// The flow with its blocks and pieces, asked for heads.
pub(super) struct Heads<'a> {
    flow: &'a Flow,
    blocks: &'a [Block],
    pieces: &'a [Piece],
    /// First byte and place of every row, rising, a table each.
    rows: Vec<Vec<(u32, usize)>>,
    /// Tokens of spans of tables, counted when first asked for.
    counted: HashMap<Span, usize>,
}

/// Spans to repeat, with their tokens.
pub(super) type Head = Vec<(Span, usize)>;

impl<'a> Heads<'a> {
    pub(super) fn new(flow: &'a Flow, blocks: &'a [Block], pieces: &'a [Piece]) -> Self {
        let rows = flow.tables.iter().map(|table| {
            let rows = table.rows.iter().enumerate();
            let mut rows: Vec<(u32, usize)> =
                rows.filter_map(|(at, row)| Some((row_span(row)?.start, at))).collect();
            rows.sort_unstable();
            rows
        });
        Heads { flow, blocks, pieces, rows: rows.collect(), counted: HashMap::new() }
    }

    pub(super) fn text(&self, piece: &Piece) -> &'a str {
        self.flow.text.get(piece.span.range()).unwrap_or_default()
    }

    /// The table that a piece belongs to.
    fn table(&self, piece: &Piece) -> Option<&'a Table> {
        self.place_of_table(piece).and_then(|at| self.flow.tables.get(at))
    }

    fn place_of_table(&self, piece: &Piece) -> Option<usize> {
        let at = self.flow.tables.partition_point(|table| table.span.end <= piece.span.start);
        (piece.kind == BlockKind::Table && at < self.flow.tables.len()).then_some(at)
    }

    /// The rows of its table that begin in a piece's item.
    fn rows_in(&self, piece: &Piece) -> impl Iterator<Item = usize> {
        let item = self.item(piece);
        let rows = self.place_of_table(piece).and_then(|at| self.rows.get(at));
        let rows = rows.map_or(&[][..], |rows| rows);
        let from = rows.partition_point(|(start, _)| *start < item.start);
        rows[from..].iter().take_while(move |(start, _)| *start < item.end).map(|(_, at)| *at)
    }

    /// Whether a row of a table stands over the rows below it: headings, groups.
    pub(super) fn leads(&self, piece: &Piece) -> bool {
        let Some(table) = self.table(piece) else { return false };
        let mut rows = self.rows_in(piece).peekable();
        rows.peek().is_some() && rows.all(|row| table.rows[row].kind != RowKind::Body)
    }

    /// Whether a piece says the title or the units of a table.
    pub(super) fn names(&self, piece: &Piece, row: &Piece) -> bool {
        let Some(table) = self.table(row) else { return false };
        let named = [table.caption, table.units].into_iter().flatten();
        named.into_iter().any(|span| piece.span.overlaps(&span))
    }

    /// The title of a table, as found with it or as the caption that stands next to it.
    fn caption(&self, table: &Table, piece: &Piece) -> Option<Span> {
        let beside = || {
            let blocks = self.blocks;
            let is_caption = |at: &usize| blocks[*at].kind == BlockKind::Caption;
            let of_table = |at: &usize| {
                blocks
                    .get(*at)
                    .is_some_and(|b| b.kind == BlockKind::Table && b.span.overlaps(&table.span))
            };
            let first = (0..=piece.block).rev().take_while(of_table).last()?;
            let last = (piece.block..).take_while(of_table).last()?;
            let above = first.checked_sub(1).filter(is_caption);
            let below = Some(last + 1).filter(|at| *at < blocks.len()).filter(is_caption);
            Some(blocks[above.or(below)?].span)
        };
        table.caption.or_else(beside)
    }

    fn item(&self, piece: &Piece) -> Span {
        let items = self.blocks.get(piece.block).map_or(&[][..], |block| &block.items);
        items.get(piece.item).copied().unwrap_or(piece.span)
    }

    /// What a chunk repeats that begins with the piece at a place, at most `room` tokens. `titles`
    /// are those of its section, which stand in its breadcrumb.
    pub(super) fn head(
        &mut self,
        place: usize,
        room: usize,
        titles: Option<Span>,
        count_tokens: &mut dyn FnMut(&str) -> usize,
    ) -> Head {
        let piece = self.pieces[place];
        match piece.kind {
            BlockKind::Table => self.of_table(&piece, room, titles, count_tokens),
            BlockKind::Footnote => {
                // A note below a table, cut off from it.
                let above = self.pieces[..place].iter().rev();
                let mut above = above.skip_while(|p| p.kind == BlockKind::Footnote);
                let Some(row) = above.next().filter(|p| p.kind == BlockKind::Table).copied() else {
                    return Head::new();
                };
                let caption = self.table(&row).and_then(|table| self.caption(table, &row));
                self.fitting(caption.into_iter(), room, titles, count_tokens)
            }
            BlockKind::List => self.of_list(place, room),
            _ => Head::new(),
        }
    }

    fn of_table(
        &mut self,
        piece: &Piece,
        room: usize,
        titles: Option<Span>,
        count_tokens: &mut dyn FnMut(&str) -> usize,
    ) -> Head {
        let Some(table) = self.table(piece) else { return Head::new() };
        let text: &'a str = &self.flow.text;
        let headers = table.rows.iter().filter(|row| row.kind == RowKind::Header);
        let cells = headers.flat_map(|row| &row.cells).flat_map(|cell| &cell.spans).copied();
        let mut headers: Vec<Span> = cells.collect();
        headers.sort_unstable();
        // One line of headings is one span.
        let mut headers = headers.into_iter().fold(Vec::new(), |mut lines: Vec<Span>, span| {
            match lines.last_mut() {
                Some(last) if beside(text, last.end, span.start) => *last = last.union(&span),
                _ => lines.push(span),
            }
            lines
        });
        if headers.is_empty() {
            headers = self.titles_above(piece);
        }
        let groups = self.rows_in(piece).next().map_or(Vec::new(), |row| {
            let view = TableView::new(table, text);
            let groups = view.groups(row).into_iter();
            // A long row without figures, or one that is a sentence, is no group.
            groups
                .filter_map(|group| row_span(&table.rows[group]))
                .filter(|group| group.len() <= GROUP && !text[group.range()].ends_with('.'))
                .collect()
        });
        let caption = self.caption(table, piece);
        let said = |units: &Span| headers.iter().chain(&caption).any(|span| span.contains(units));
        let units = table.units.filter(|units| !said(units));
        // Headings first: figures without them say nothing.
        let before = |span: &Span| span.end <= piece.span.start;
        let wanted: Vec<Span> =
            headers.into_iter().chain(groups).chain(units).chain(caption).filter(before).collect();
        self.fitting(wanted.into_iter(), room, titles, count_tokens)
    }

    /// What stands right above a table whose headings were not found.
    fn titles_above(&self, row: &Piece) -> Vec<Span> {
        let first = self.pieces.partition_point(|piece| piece.block < row.block);
        let above = self.pieces[..first].iter().rev().take(MOST_TITLES).take_while(|piece| {
            piece.kind == BlockKind::Paragraph
                && piece.section == row.section
                && piece.tokens <= 2 * TITLE
                && introduces(self.text(piece))
        });
        above.map(|piece| piece.span).collect()
    }

    /// Of spans in the order of their worth those that fit, in the order of the text.
    fn fitting(
        &mut self,
        spans: impl Iterator<Item = Span>,
        room: usize,
        titles: Option<Span>,
        count_tokens: &mut dyn FnMut(&str) -> usize,
    ) -> Head {
        let mut head = Head::new();
        let mut total = 0;
        for span in spans {
            let known = titles.is_some_and(|titles| titles.contains(&span))
                || head.iter().any(|(other, _)| other.overlaps(&span));
            let Some(text) = self.flow.text.get(span.range()).filter(|_| !known) else { continue };
            let tokens = *self.counted.entry(span).or_insert_with(|| count_tokens(text));
            if total + tokens <= room && tokens > 0 {
                total += tokens;
                head.push((span, tokens));
            }
        }
        head.sort_unstable_by_key(|(span, _)| *span);
        head
    }

    /// The sentence that introduces the list, and that of the item around a list inside it.
    fn of_list(&self, place: usize, room: usize) -> Head {
        let piece = &self.pieces[place];
        // Tables and notes stand in the middle of a list where a page ends.
        let floats = |p: &Piece| {
            matches!(p.kind, BlockKind::Table | BlockKind::Caption | BlockKind::Footnote)
        };
        let own = |p: &Piece| p.kind == BlockKind::List || floats(p);
        let first =
            self.pieces[..place].iter().rposition(|p| !own(p) || p.section != piece.section);
        let first = first.map_or(0, |before| before + 1);
        let mut head = Head::new();
        if first == place || shape::is_entry(self.text(piece)) {
            return head;
        }
        let mut total = 0;
        let mut take = |piece: &Piece| {
            if total + piece.tokens <= room {
                total += piece.tokens;
                head.insert(0, (piece.span, piece.tokens));
            }
        };
        // The item that a nested list stands in: the nearest one above that is set less far in and
        // hands over.
        let edge = |piece: &Piece| self.edge(self.item(piece).start);
        let parent = self.pieces[first..place].iter().rev().find(|above| {
            above.block == piece.block
                && above.item < piece.item
                && edge(above).zip(edge(piece)).is_some_and(|(above, own)| above + 4.0 < own)
        });
        if let Some(parent) = parent.filter(|parent| self.text(parent).ends_with(':')) {
            take(parent);
        }
        let intro = first.checked_sub(1).map(|before| self.pieces[before]);
        let intro = intro.filter(|intro| {
            intro.kind == BlockKind::Paragraph
                && intro.section == piece.section
                && introduces(self.text(intro))
        });
        if let Some(intro) = intro {
            take(&intro);
        }
        head
    }

    /// Left edge of the line that begins at a byte, in points.
    fn edge(&self, byte: u32) -> Option<f32> {
        let after = self.flow.lines.partition_point(|line| line.start <= byte);
        self.flow.lines.get(after.checked_sub(1)?).map(|line| line.rect.x0)
    }
}

/// Whether nothing but a space stands between two places.
fn beside(text: &str, end: u32, start: u32) -> bool {
    let between = text.get(end as usize..start as usize);
    between.is_some_and(|between| between.chars().all(|c| c.is_whitespace() && c != '\n'))
}
