//! `cargo run --release -p citelight-eval --example chunks -- FILE [PAGE…]`: the blocks and chunks of
//! a file as text, to be looked at beside its pages (all pages if none is named).
//! `CITELIGHT_READER` names another reader program.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};

use citelight_core::Span;
use citelight_eval::{Settings, passages};
use citelight_reader::{Limits, ReaderParts};

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
    let settings = Settings { parts, limits: Limits::default(), workers: 1, page_cap: 0 };
    let cut = passages::cut(&file, &settings).ok_or("cannot be read")?;
    let page = |byte: u32| cut.flow.page_at(byte).map_or(0, |page| page.get());
    let shown = |span: Span| asked.is_empty() || asked.contains(&page(span.start));
    let text = |span: Span| cut.flow.text.get(span.range()).unwrap_or_default();
    for block in cut.blocks.iter().filter(|block| shown(block.span)) {
        println!("\n[{}] {:?}", page(block.span.start), block.kind);
        if block.items.is_empty() {
            println!("{}", text(block.span));
        }
        for item in &block.items {
            println!("  ▸ {}", text(*item).replace('\n', "\n    "));
        }
    }
    println!("\n================ chunks");
    for chunk in cut.chunks.iter().filter(|chunk| shown(chunk.span)) {
        let section = chunk.section.and_then(|id| cut.sections.get(id as usize));
        println!(
            "\n---- {:?}, {} tokens, page {}, {:?}, {}",
            chunk.kind,
            chunk.tokens,
            page(chunk.span.start),
            chunk.split_sequence,
            section.map_or("", |row| row.breadcrumb.as_str())
        );
        for span in &chunk.head {
            println!("  ^ {}", text(*span).replace('\n', " / "));
        }
        println!("{}", text(chunk.span));
    }
    Ok(())
}
