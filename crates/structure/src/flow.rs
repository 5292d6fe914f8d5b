//! Owns the flow text of a document: its words in reading order, furniture left out, with the
//! bytes of every word.

pub use citelight_core::FlowWord;
use citelight_core::{Field, FieldGuess, PageMarks, PageNumber, Rect, Span, Table, TagRole, Word};
use serde::{Deserialize, Serialize};

use crate::sentences::trimmed;

/// The end of the word in which a byte lies; the byte itself where it lies between words.
fn whole_word(text: &str, byte: usize) -> usize {
    if byte == 0 || text[..byte].ends_with(char::is_whitespace) {
        return byte;
    }
    text[byte..].find(char::is_whitespace).map_or(text.len(), |n| byte + n)
}

/// Stands in the flow text before a raised mark ("revenue¹"): a narrow no-break space. White space
/// like any other to who searches, but the cut into sentences sees that the mark belongs to the
/// word before it.
pub(crate) const MARK_SPACE: char = '\u{202f}';

/// A page as the reader gave it.
#[derive(Debug, Clone, Copy)]
pub struct PageWords<'a> {
    /// 1-based.
    pub page: PageNumber,
    /// Width of the displayed page in points.
    pub width: f32,
    /// Height of the displayed page in points.
    pub height: f32,
    /// Its words, in the order of the content stream or of recognition.
    pub words: &'a [Word],
    /// What it shows besides.
    pub marks: &'a PageMarks,
}

/// A line as it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FlowLine {
    /// Page that holds it.
    pub page: PageNumber,
    /// Where its first word begins in the flow text: in the middle of a word, where that word is cut
    /// at the end of the line before.
    pub start: u32,
    /// Its top in points; the lowest of its words' tops, so that a tall sign does not lift it.
    pub top: f32,
    /// Its box in points; of turned text in the points of the page turned to be read.
    pub rect: Rect,
    /// Median font size of its words in points.
    pub size: f32,
    /// Whether nine tenths of its characters are bold, italic, in a colour of their own.
    pub bold: bool,
    /// See `bold`.
    pub italic: bool,
    /// See `bold`.
    pub coloured: bool,
    /// Whether it reads as a row of a table, by its gaps and figures.
    pub tabular: bool,
    /// Whether it runs up or down a page whose other text does not: a mark along the margin.
    pub aside: bool,
    /// Whether it opens a block, by geometry: a page's or column's first line always does.
    pub opens: bool,
    /// Whether it is the first line of a page, column or other region.
    pub opens_region: bool,
    /// Byte at which the emphasised words (bold, italic or coloured) end that open a line which is
    /// not emphasised as a whole; `start` where there are none.
    pub lead: u32,
    /// Widest white space between two of its words in font sizes, that behind a number or bullet
    /// which opens it left out.
    pub gap: f32,
    /// What the file's tags call most of its words, and the tag's element on the page.
    pub tag: Option<(TagRole, u32)>,
}

/// The text of a document in reading order.
///
/// Words of a line are joined by one space, lines of a block by "\n", blocks by "\n\n". Between
/// columns and pages stands "\n" where a sentence goes on, else "\n\n". A raised mark stands behind a
/// narrow no-break space (U+202F).
///
/// A word that is cut at a line's end is one word of the text: its two parts follow each other
/// without a separator, the hyphen left out unless it belongs to a compound, and the line break
/// comes after the word. Soft hyphens are left out everywhere.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Flow {
    /// The text.
    pub text: String,
    /// Every word of the text, in its order. A cut word is two of them.
    pub words: Vec<FlowWord>,
    /// Every line as drawn; a [`FlowWord::line`] counts them.
    pub lines: Vec<FlowLine>,
    /// Paragraphs, headings, lists and tables, in order. A block can cross pages.
    pub blocks: Vec<Span>,
    /// Every page given, in order, with its part of the text; empty where it has none.
    pub pages: Vec<(PageNumber, Span)>,
    /// Per page the positions of the words left out as running headers, footers or page numbers;
    /// pages without any are not listed.
    pub furniture: Vec<(PageNumber, Vec<u32>)>,
    /// Its tables, in order.
    pub tables: Vec<Table>,
    /// Its fields, page by page.
    pub fields: Vec<Field>,
    /// Texts with what may be their labels, page by page; those that are not unlikely.
    pub guesses: Vec<FieldGuess>,
    /// Pages, the first one left out, on which the printed page numbers begin anew at 1: another
    /// document begins there.
    pub restarts: Vec<PageNumber>,
}

impl Flow {
    /// A line's part of the text, white space and all. A word that is cut at the line's end belongs
    /// to it whole.
    pub(crate) fn line_text(&self, at: usize) -> &str {
        &self.text[self.lines_span(at, at + 1).range()]
    }

    /// The words of some lines, with neither white space around nor the end of a word that begins
    /// before them.
    pub(crate) fn lines_span(&self, first: usize, end: usize) -> Span {
        let start_of = |at: usize| {
            let byte = self.lines.get(at).map_or(self.text.len(), |line| line.start as usize);
            whole_word(&self.text, byte)
        };
        let (start, end) = (start_of(first), start_of(end));
        let at = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
        match trimmed(&self.text, start, end.max(start)) {
            Some((start, end)) => Span::new(at(start), at(end)),
            None => Span::new(at(start), at(start)),
        }
    }

    /// The words of some lines with single spaces.
    pub(crate) fn title(&self, first: usize, end: usize) -> String {
        let text = &self.text[self.lines_span(first, end).range()];
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The page on which a byte of the text stands; for a separator the page before it.
    pub fn page_at(&self, byte: u32) -> Option<PageNumber> {
        let after = self.lines.partition_point(|line| line.start <= byte);
        self.lines.get(after.saturating_sub(1)).map(|line| line.page)
    }
}
