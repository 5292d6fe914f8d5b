//! Sets texts as PDF: A4, a title, blocks of text with links, page numbers, bookmarks, tags.
//!
//! ```
//! use citelight_print::{Block, Paper, Style};
//!
//! let mut paper = Paper::new("Notebook", 1_700_000_000);
//! paper.begin(Some("Notice"));
//! paper.add(Block::text(Style::Quote, "Either party may end it with 30 days’ notice."));
//! let pdf = paper.set().expect("fonts are there");
//! assert!(pdf.starts_with(b"%PDF-"));
//! ```

mod date;
mod faces;
mod lines;
mod pages;

pub use date::words as day_in_words;
use thiserror::Error;

/// Why a text could not be set.
#[derive(Debug, Error)]
#[error("The PDF could not be made: {0}.")]
pub struct PrintError(String);

/// How a block of text looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// The title.
    Title,
    /// When it was made.
    Date,
    /// A heading within the text.
    Heading,
    /// What an answer begins with.
    Lead,
    /// Plain text.
    Body,
    /// An item of a list.
    Item,
    /// Words of a document.
    Quote,
    /// Where words stand, or what else is said in passing.
    Source,
    /// What the person wrote.
    Note,
}

/// A run of text, which may lead somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Its text; white space of any kind parts words.
    pub text: String,
    /// Where it leads.
    pub link: Option<String>,
}

/// A paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// How it looks.
    pub style: Style,
    /// Its text.
    pub runs: Vec<Run>,
}

impl Block {
    /// A paragraph without links.
    pub fn text(style: Style, text: impl Into<String>) -> Block {
        Block { style, runs: vec![Run { text: text.into(), link: None }] }
    }

    /// A paragraph that leads somewhere as a whole.
    pub fn link(style: Style, text: impl Into<String>, link: impl Into<String>) -> Block {
        Block { style, runs: vec![Run { text: text.into(), link: Some(link.into()) }] }
    }
}

/// Blocks that stay together on a page where they can.
#[derive(Debug, Clone, Default)]
struct Group {
    bookmark: Option<String>,
    blocks: Vec<Block>,
}

/// A text to be set.
#[derive(Debug, Clone)]
pub struct Paper {
    title: String,
    made_s: i64,
    groups: Vec<Group>,
}

impl Paper {
    /// A text with a title and the time of its making, in seconds since 1970-01-01 UTC.
    pub fn new(title: impl Into<String>, made_s: i64) -> Paper {
        let title = title.into();
        let head = vec![
            Block::text(Style::Title, title.as_str()),
            Block::text(Style::Date, date::words(made_s)),
        ];
        Paper { title, made_s, groups: vec![Group { bookmark: None, blocks: head }] }
    }

    /// Begins a group of blocks that stay together on a page where they can; it is found again by its
    /// bookmark.
    pub fn begin(&mut self, bookmark: Option<&str>) {
        let bookmark = bookmark.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        self.groups.push(Group { bookmark, blocks: Vec::new() });
    }

    /// Adds a block to the group that was begun last.
    pub fn add(&mut self, block: Block) {
        if let Some(group) = self.groups.last_mut() {
            group.blocks.push(block);
        }
    }

    /// The text as a PDF. Letters that neither our fonts nor the system's have are shown as “?”.
    pub fn set(&self) -> Result<Vec<u8>, PrintError> {
        pages::set(self)
    }
}
