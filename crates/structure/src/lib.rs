//! From words with boxes to the parts of a document, and from spans back to boxes.
//!
//! ```text
//! words of the pages ──compose──▶ Flow: text in reading order, furniture left out, cut words whole
//! the same, page by page ─tables──▶ Flow::tables: rows, columns and cells, as spans
//! the same, page by page ─fields──▶ Flow::fields: labels and values of forms, as spans
//! outline + flow ─────sections──▶ a tree of sections, as spans
//! flow + sections ──────blocks──▶ paragraphs, headings, lists, tables, code, … as spans
//! flow text + blocks ─sentences_of▶ sentences, rows, titles, as spans
//! all of these ─────────chunks──▶ pieces for the embedder, as spans
//! any span ──────────────quads──▶ one rectangle per line and page
//! ```
//!
//! Everything here is a pure function of its arguments: no IO, no async, no native code, no clock
//! and no randomness, so that the same words always give the same spans.
//!
//! Units: PDF points in the one page space of `citelight-core` (origin top-left of the displayed
//! page, y downward); spans are UTF-8 bytes of the flow text.
//!
//! What holds, and is tested:
//! * every byte of the flow text that is not a separator belongs to exactly one [`FlowWord`];
//! * sentences are in order, do not overlap, and hold every word of the text;
//! * cells of a [`citelight_core::Table`] do not overlap, and hold every word of its rows;
//! * blocks are in order, do not overlap, and hold every word of the text;
//! * chunks hold every word of the text and never exceed the token limit; before the start of a
//!   section that lies in one stand nothing but titles of sections without text;
//! * a rectangle of [`quads`] never shows the centre of a word outside the span, wherever boxes
//!   that do not coincide allow it.

mod amendments;
mod blocks;
mod boxes;
mod cells;
mod chunks;
mod columns;
mod compose;
mod content;
mod drawn;
mod fields;
mod flow;
mod furniture;
mod headings;
mod hyphens;
mod items;
mod kinds;
mod layout;
mod line_numbers;
mod markdown;
mod numbering;
mod quads;
mod rightward;
mod rows;
mod sections;
mod sentences;
mod shape;
mod skew;
mod stops;
mod tables;
mod terms;
mod titles;

pub use amendments::amendments;
pub use chunks::{Chunk, chunks};
pub use compose::{ComposedPage, Composer, Survey, compose, guesses};
pub use content::blocks;
pub use fields::{Guessed, LINK_MEASURES};
pub use flow::{Flow, FlowLine, FlowWord, PageWords};
pub use items::parents;
pub use kinds::set_kinds;
pub use markdown::markdown;
pub use quads::quads;
pub use sections::sections;
pub use sentences::{sentences, sentences_of};
pub use shape::{is_bullet, without_leaders};
pub use tables::TableView;
