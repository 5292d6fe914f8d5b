//! Pages as pictures, and copies of PDFs with highlights.

use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use citelight_core::{DocumentId, ErrorCode, PageNumber, Quad, WireError};
use citelight_engine::{DeepLink, EngineError};
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;

use super::{Call, Result, document_named, structured};
use crate::quote::{label_of, link};

const DPI: u32 = 100;
const POINTS_PER_INCH: f32 = 72.0;

#[derive(Serialize)]
struct Shown {
    document: DocumentId,
    file: String,
    page: PageNumber,
    label: Option<String>,
    quads: Vec<Quad>,
    link: String,
}

fn input(message: impl Into<String>, hint: &str) -> WireError {
    WireError::new(ErrorCode::Input, message).hint(hint)
}

pub(super) fn show(call: &Call<'_>) -> Result<CallToolResult> {
    let arguments = &call.arguments;
    let mut quads = arguments.quads("quads");
    let named = arguments.optional_text("document");
    let page = arguments.number("page").and_then(PageNumber::new);
    let (row, page, place) = match (arguments.optional_text("link"), named) {
        (Some(text), _) => {
            let place: DeepLink = text.parse().map_err(|error: EngineError| error.to_wire())?;
            let row = call.library.document(&place.document)?;
            if let Some(named) = named
                && document_named(call.library, named)?.id != row.id
            {
                let what = format!("The link leads into “{}”, not into “{named}”.", row.file_name);
                return Err(input(what, "Leave `document` out."));
            }
            quads.extend(call.library.linked(&place)?);
            (row, page.unwrap_or(place.page), text.trim().to_owned())
        }
        (None, Some(named)) => {
            let row = document_named(call.library, named)?;
            let page = page.or(quads.first().map(|quad| quad.page)).unwrap_or(PageNumber::FIRST);
            let place = link(&row.id, page, None);
            (row, page, place)
        }
        (None, None) => {
            let hint = "Give the link of a quote, or `document` and `page`.";
            return Err(input("Which page is to be shown is not said.", hint));
        }
    };
    quads.retain(|quad| quad.page == page);
    let pixel_per_pt = arguments.number("dpi").unwrap_or(DPI) as f32 / POINTS_PER_INCH;
    let png = call.library.show_page(&row.id, page, &quads, pixel_per_pt)?;
    let label = label_of(call.library, &row.id, page)?;
    let shown =
        Shown { document: row.id.clone(), file: row.file_name, page, label, quads, link: place };
    let mut result = structured(&shown)?;
    result.content.insert(0, ContentBlock::image(BASE64_STANDARD.encode(png), "image/png"));
    Ok(result)
}

#[derive(Serialize)]
struct Annotated {
    document: DocumentId,
    file: String,
    highlights: usize,
    out: String,
}

pub(super) fn annotate(call: &Call<'_>) -> Result<CallToolResult> {
    let arguments = &call.arguments;
    let row = document_named(call.library, arguments.text("document"))?;
    let links = arguments.texts("links");
    if links.is_empty() {
        return Err(input(
            "No links are given.",
            "Give those of the quotes to highlight, from `ask` or `search`.",
        ));
    }
    let parsed = links.iter().map(|link| link.parse::<DeepLink>());
    let links = parsed.collect::<std::result::Result<Vec<_>, _>>()?;
    let out = Path::new(arguments.text("out"));
    let is_pdf = out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pdf"));
    if !out.is_absolute() || !is_pdf {
        let what = format!("“{}” is no whole path of a PDF.", out.display());
        return Err(input(what, "Give the folder too, and let the name end in .pdf."));
    }
    if out.exists() {
        let what = format!("“{}” is there already.", out.display());
        return Err(input(what, "Choose another name: nothing is overwritten."));
    }
    let highlights =
        call.library.annotated_copy_of(&row.id, &links, arguments.text("note"), out)?;
    structured(&Annotated {
        document: row.id,
        file: row.file_name,
        highlights,
        out: out.display().to_string(),
    })
}
