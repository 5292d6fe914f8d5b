//! Owns the files of truth: what other programs or people say stands on a page.

use std::path::{Path, PathBuf};

use citelight_core::{PageNumber, Rect};
use serde::Deserialize;

use crate::EvalError;
use crate::files::lines;

/// A word that the extractor read. Points of the displayed page, top-left origin, y downward.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PeerWord {
    /// Its characters, ligatures spelled out.
    pub t: String,
    /// Left edge.
    pub x0: f32,
    /// Upper edge.
    pub y0: f32,
    /// Right edge.
    pub x1: f32,
    /// Lower edge.
    pub y1: f32,
}

impl PeerWord {
    /// Its box.
    pub fn rect(&self) -> Rect {
        Rect::new(self.x0, self.y0, self.x1, self.y1)
    }
}

/// A page as the extractor read it, as `benches/peer_words.py` writes it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PeerPage {
    /// The PDF.
    pub file: PathBuf,
    /// 1-based.
    pub page: PageNumber,
    /// Width of the displayed page in points.
    pub width: f32,
    /// Height of the displayed page in points.
    pub height: f32,
    /// Its blocks of words, in the extractor's own order.
    pub blocks: Vec<Vec<PeerWord>>,
    /// The same blocks sorted for reading, column after column, as positions in `blocks`.
    pub columns: Vec<usize>,
    /// Whether running text stands in two columns.
    pub two_columns: bool,
}

/// A true word of a scan.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ScanWord {
    /// Its characters.
    pub t: String,
    /// Box tight around its ink: left, top, right, bottom in points of the displayed page.
    pub ink: [f32; 4],
}

/// A scanned page and what is written on it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ScanPage {
    /// The PDF; beside the truth file.
    pub pdf: PathBuf,
    /// 1-based.
    pub page: PageNumber,
    /// How it was scanned, or which set it is from: pages of one profile are scored together.
    pub profile: String,
    /// What is written on it.
    pub words: Vec<ScanWord>,
}

/// The pages of an extractor's file.
pub fn peer_pages(path: &Path) -> Result<Vec<PeerPage>, EvalError> {
    let mut pages: Vec<PeerPage> = lines(path)?;
    for page in &mut pages {
        page.file = beside(path, &page.file);
        page.blocks.iter_mut().flatten().for_each(|word| word.t = spelled_out(&word.t));
    }
    Ok(pages)
}

/// The text with its ligatures as letters: pdfium spells them out, MuPDF keeps them as drawn.
fn spelled_out(text: &str) -> String {
    const LIGATURES: [(char, &str); 7] = [
        ('\u{fb00}', "ff"),
        ('\u{fb01}', "fi"),
        ('\u{fb02}', "fl"),
        ('\u{fb03}', "ffi"),
        ('\u{fb04}', "ffl"),
        ('\u{fb05}', "st"),
        ('\u{fb06}', "st"),
    ];
    LIGATURES.iter().fold(text.to_owned(), |text, (sign, letters)| text.replace(*sign, letters))
}

/// The pages of a scan's truth: a file, or the `truth.jsonl` of a folder.
pub fn scan_pages(path: &Path) -> Result<Vec<ScanPage>, EvalError> {
    let file = if path.is_dir() { path.join("truth.jsonl") } else { path.to_owned() };
    let mut pages: Vec<ScanPage> = lines(&file)?;
    for page in &mut pages {
        page.pdf = beside(&file, &page.pdf);
    }
    Ok(pages)
}

fn beside(truth: &Path, file: &Path) -> PathBuf {
    truth.parent().unwrap_or(Path::new("")).join(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_truth_are_read() {
        let peer = r#"{"file":"a.pdf","page":2,"width":612,"height":792,"columns":[0],
            "two_columns":false,"blocks":[[{"t":"of","x0":1,"y0":2,"x1":3,"y1":4}]]}"#;
        let page: PeerPage = serde_json::from_str(peer).unwrap();
        assert_eq!(page.blocks[0][0].rect(), Rect::new(1.0, 2.0, 3.0, 4.0));
        let scan = r#"{"pdf":"b.pdf","page":1,"profile":"clean","dpi":300,
            "words":[{"t":"I","box":[0,0,1,1],"ink":[0,0,1,2]}]}"#;
        let page: ScanPage = serde_json::from_str(scan).unwrap();
        assert_eq!(page.words[0].ink, [0.0, 0.0, 1.0, 2.0]);
        let zero = peer.replace("\"page\":2", "\"page\":0");
        assert!(serde_json::from_str::<PeerPage>(&zero).is_err());
    }

    #[test]
    fn ligatures_are_spelled_out() {
        assert_eq!(spelled_out("e\u{fb03}cient \u{fb02}ow of"), "efficient flow of");
    }

    #[test]
    fn files_lie_beside_their_truth() {
        for (truth, file, expected) in [
            ("set/truth.jsonl", "a.pdf", "set/a.pdf"),
            ("truth.jsonl", "a.pdf", "a.pdf"),
            ("set/truth.jsonl", "/data/a.pdf", "/data/a.pdf"),
        ] {
            assert_eq!(beside(truth.as_ref(), file.as_ref()), Path::new(expected));
        }
    }
}
