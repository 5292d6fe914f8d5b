//! `cargo run --release -p citelight-eval --example tables -- FILE [PAGE…]`: the tables found on the
//! pages of a file (all pages if none is named), as Markdown, and below them the fields of forms, guesses with how
//! likely they are, to be looked at beside the page.
//! `CITELIGHT_READER` names another reader program.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};

use citelight_core::{Field, PageNumber, RowKind, Span, Table};
use citelight_eval::page_words;
use citelight_reader::{Limits, Reader, ReaderParts};
use citelight_structure::{TableView, compose};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = PathBuf::from(arguments.next().ok_or("no file given")?);
    let asked: Vec<u32> = arguments.map(|page| page.parse()).collect::<Result<_, _>>()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let beside = env::current_exe()?.with_file_name("../citelight-reader");
    let parts = ReaderParts {
        exe: env::var_os("CITELIGHT_READER").map_or(beside, Into::into),
        pdfium: root.join("native/libpdfium.so"),
        documents: "/".into(),
        tessdata: env::var_os("CITELIGHT_TESSDATA").map(Into::into),
        languages: "eng".into(),
    };
    let mut reader = Reader::spawn(&parts, &Limits::default())?;
    let info = reader.open(&file, None)?;
    let (first, last) = match (asked.iter().min(), asked.iter().max()) {
        (Some(first), Some(last)) => {
            (first.saturating_sub(2).max(1), (last + 2).min(info.page_count))
        }
        _ => (1, info.page_count),
    };
    let mut read = Vec::new();
    for page in (first..=last).filter_map(PageNumber::new) {
        match reader.page(page) {
            Ok(content) => read.push((page, content)),
            Err(error) => eprintln!("page {page}: {error}"),
        }
    }
    let views: Vec<_> = read.iter().map(|(_, content)| page_words(content)).collect();
    let start = std::time::Instant::now();
    let flow = compose(&views);
    eprintln!("{} pages composed in {:?}", views.len(), start.elapsed());
    for table in &flow.tables {
        let pages = pages(table);
        if asked.is_empty() || pages.iter().any(|page| asked.contains(page)) {
            print(table, &flow.text, &pages);
        }
    }
    println!();
    let shown = flow.fields.iter().map(|field| (field, 100));
    let guesses = flow.guesses.iter().map(|guess| (&guess.field, guess.likely));
    for (field, likely) in shown.chain(guesses) {
        if asked.is_empty() || asked.contains(&field.page.get()) {
            print_field(field, likely, &flow.text);
        }
    }
    Ok(())
}

fn pages(table: &Table) -> Vec<u32> {
    let mut pages: Vec<u32> =
        table.rows.iter().flat_map(|r| &r.cells).map(|c| c.page.get()).collect();
    pages.dedup();
    pages
}

fn print_field(field: &Field, likely: u8, text: &str) {
    let said = |spans: &[Span]| {
        let words = spans.iter().filter_map(|span| text.get(span.range()));
        words.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    };
    let label: Vec<String> = field.label.iter().map(|level| said(level)).collect();
    println!("{likely:3} {} = {}", label.join(" > "), said(&field.value));
}

fn print(table: &Table, text: &str, pages: &[u32]) {
    let view = TableView::new(table, text);
    let said = |span: Option<Span>| {
        let text = span.and_then(|s| text.get(s.range())).unwrap_or("–");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    println!("\n## table {} on {pages:?}: {}", table.id, said(table.caption));
    println!("units: {}\n", said(table.units));
    for (at, row) in table.rows.iter().enumerate() {
        let own = row.cells.iter().flat_map(|cell| &cell.spans).any(|s| table.span.contains(s));
        let kind = match row.kind {
            RowKind::Header if own => 'H',
            // The headings of a table above.
            RowKind::Header => 'h',
            RowKind::Group => 'G',
            RowKind::Body => ' ',
        };
        print!("{kind}{}", "·".repeat(2 * row.indent as usize));
        for column in 0..table.columns {
            let cell = view.cell(at, column);
            let goes_on = cell.is_some_and(|cell| cell.column != column);
            let text = cell.map(|cell| view.text(cell)).unwrap_or_default();
            print!(" | {}", if goes_on { "«" } else { text.as_str() });
        }
        println!(" |");
    }
}
