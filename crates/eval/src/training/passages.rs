//! The passages of a library as the trained reader is given them, for learning it.

use citelight_engine::inspect::{Piece, reader_texts};
use citelight_engine::{Library, Result};
use serde::Serialize;

/// A piece of a passage: its first and last byte in `text`, and those in the flow text.
pub type Place = ((usize, usize), Vec<(u32, u32)>);

/// A passage, or a part of a long one.
#[derive(Debug, Serialize)]
pub struct Passage {
    /// Name of its document's file.
    pub document: String,
    /// Number of its chunk.
    pub chunk: i64,
    /// First and last page of that chunk, from 1.
    pub pages: (u32, u32),
    /// Whether its section holds no content of its own: contents, an index.
    pub noise: bool,
    /// What stands above it.
    pub title: String,
    /// Its lines.
    pub text: String,
    /// Its pieces that stand in the document.
    pub pieces: Vec<Place>,
}

/// All passages, document by document.
pub fn passages(library: &Library, each: &mut dyn FnMut(Passage)) -> Result<()> {
    for document in library.documents()? {
        for chunk in library.chunks(&document.id)? {
            let place = |piece: &Piece| -> Place {
                let spans = piece.spans.iter().map(|span| (span.start, span.end)).collect();
                ((piece.range.start, piece.range.end), spans)
            };
            for one in reader_texts(library, &chunk)? {
                each(Passage {
                    document: chunk.file_name.clone(),
                    chunk: chunk.id.0,
                    pages: (chunk.first_page.get(), chunk.last_page.get()),
                    noise: chunk.noise,
                    pieces: one.pieces.iter().map(place).collect(),
                    title: one.title,
                    text: one.text,
                });
            }
        }
    }
    Ok(())
}
