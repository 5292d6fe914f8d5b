//! Copies of documents with the evidence highlighted, as other programs see them: whether `qpdf` finds a fault,
//! and whether poppler (`pdftoppm`) draws the highlights over exactly the quoted words. Of every answer in a
//! library's history.
//!
//! The copy and the original are drawn alike; what differs is the highlight.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use citelight_core::{Answer, DocumentId, PageNumber, Rect};
use citelight_engine::Library;
use serde::Serialize;

use crate::EvalError;

/// Pixels per point.
const SCALE: f32 = 2.0;
/// Questions that are looked at, the newest first.
const MOST_QUESTIONS: u32 = 1_000;
/// A pixel differs when a colour does by more than this: edges are not drawn the same twice.
const DIFFERENCE: u8 = 24;
/// A word is lit when so much of its box is: letters stay as they are.
const LIT: f32 = 0.35;
/// How far a highlight may reach beyond its quadrilateral, in pixels: edges are smoothed.
const EDGE_PX: f32 = 1.5;

/// What other programs see.
#[derive(Debug, Default, Serialize)]
pub struct Copies {
    /// Copies that were written.
    pub copies: usize,
    /// Copies of which `qpdf --check` says nothing but that they are sound; `None` where it is not installed.
    pub sound: Option<usize>,
    /// What it says of the others.
    pub complaints: Vec<String>,
    /// Pages that were drawn; `None` where poppler is not installed.
    pub pages: Option<usize>,
    /// Quoted words on them, and how many of these are lit.
    pub quoted: (usize, usize),
    /// Other words on them, and how many of these are lit.
    pub others: (usize, usize),
    /// Pixels that differ outside of every highlight, and how far the farthest lies from one, in points:
    /// poppler rounds the ends of those that bring no drawing of their own.
    pub stray_pixels: (usize, f32),
    /// Words that are wrong, each with its file and page.
    pub wrong: Vec<String>,
}

impl fmt::Display for Copies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} copies", self.copies)?;
        match self.sound {
            Some(sound) => writeln!(f, "qpdf --check has nothing to say of {sound}")?,
            None => writeln!(f, "qpdf is not installed: not checked")?,
        }
        self.complaints.iter().try_for_each(|complaint| writeln!(f, "  {complaint}"))?;
        let Some(pages) = self.pages else {
            return writeln!(f, "pdftoppm is not installed: not drawn");
        };
        let ((quoted, lit), (others, also)) = (self.quoted, self.others);
        writeln!(f, "{pages} pages drawn by poppler")?;
        writeln!(f, "{lit} of {quoted} quoted words are lit, and {also} of {others} others")?;
        let (stray, farthest) = self.stray_pixels;
        writeln!(
            f,
            "{stray} pixels differ beside the highlights, at most {farthest:.1} pt from one"
        )?;
        self.wrong.iter().try_for_each(|wrong| writeln!(f, "  {wrong}"))
    }
}

/// Writes a copy for every document that an answer of the history cites, into `folder`, and looks at it.
pub fn run(library: &Library, folder: &Path) -> Result<Copies, EvalError> {
    let mut report = Copies {
        sound: installed("qpdf").then_some(0),
        pages: installed("pdftoppm").then_some(0),
        ..Copies::default()
    };
    for asked in library.history(MOST_QUESTIONS)? {
        let answer = library.earlier_answer(asked.id)?;
        for (document, pages) in quoted(&answer) {
            let copy = folder.join(format!("{}-{document}.pdf", asked.id.0));
            library.annotated_copy(&document, &[asked.id], &copy)?;
            report.copies += 1;
            if let Some(sound) = &mut report.sound {
                match complaint(&copy)? {
                    None => *sound += 1,
                    Some(said) => report.complaints.push(format!("{}: {said}", copy.display())),
                }
            }
            if report.pages.is_some() {
                for (page, rects) in pages {
                    report.look(library, &document, &copy, (page, &rects))?;
                }
            }
            fs::remove_file(&copy).map_err(|source| EvalError::Write { path: copy, source })?;
        }
    }
    Ok(report)
}

/// The quoted rectangles of an answer by document and page.
fn quoted(answer: &Answer) -> BTreeMap<DocumentId, BTreeMap<PageNumber, Vec<Rect>>> {
    let mut quoted: BTreeMap<DocumentId, BTreeMap<PageNumber, Vec<Rect>>> = BTreeMap::new();
    for citation in &answer.citations {
        for quad in &citation.quads {
            let pages = quoted.entry(citation.document.clone()).or_default();
            pages.entry(quad.page).or_default().push(quad.rect);
        }
    }
    quoted
}

impl Copies {
    /// Looks at one page of a copy, on which `rects` are quoted.
    fn look(
        &mut self,
        library: &Library,
        document: &DocumentId,
        copy: &Path,
        (page, rects): (PageNumber, &[Rect]),
    ) -> Result<(), EvalError> {
        let before = Picture::of(&library.file_of(document), page, copy)?;
        let after = Picture::of(copy, page, copy)?;
        let differs = |x: usize, y: usize| before.differs(&after, x, y);
        let within = |x: usize, y: usize, rect: &Rect| {
            let (x, y) = (x as f32 + 0.5, y as f32 + 0.5);
            x >= rect.x0 * SCALE - EDGE_PX
                && x <= rect.x1 * SCALE + EDGE_PX
                && y >= rect.y0 * SCALE - EDGE_PX
                && y <= rect.y1 * SCALE + EDGE_PX
        };
        let distance = |x: usize, y: usize, rect: &Rect| {
            let (x, y) = ((x as f32 + 0.5) / SCALE, (y as f32 + 0.5) / SCALE);
            let beside = (rect.x0 - x).max(x - rect.x1).max(0.0);
            beside.hypot((rect.y0 - y).max(y - rect.y1).max(0.0))
        };
        for y in 0..before.height {
            for x in 0..before.width {
                if differs(x, y) && !rects.iter().any(|rect| within(x, y, rect)) {
                    let far =
                        rects.iter().map(|rect| distance(x, y, rect)).fold(f32::MAX, f32::min);
                    self.stray_pixels.0 += 1;
                    self.stray_pixels.1 = self.stray_pixels.1.max(far);
                }
            }
        }
        let (_, words) = library.page_words(document, page)?;
        for word in words {
            let rect = word.rect;
            let at = ((rect.x0 + rect.x1) / 2.0, (rect.y0 + rect.y1) / 2.0);
            let holds = |rect: &&Rect| {
                (rect.x0..=rect.x1).contains(&at.0) && (rect.y0..=rect.y1).contains(&at.1)
            };
            let is_quoted = rects.iter().any(|rect| holds(&rect));
            let lit = before.share(&rect, differs) >= LIT;
            let counts = if is_quoted { &mut self.quoted } else { &mut self.others };
            counts.0 += 1;
            counts.1 += usize::from(lit);
            if lit != is_quoted {
                let how = if lit { "lit, but not quoted" } else { "quoted, but not lit" };
                self.wrong.push(format!(
                    "{}, page {page}: “{}” is {how}",
                    copy.display(),
                    word.text
                ));
            }
        }
        self.pages = self.pages.map(|pages| pages + 1);
        Ok(())
    }
}

/// A page as poppler draws it.
struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Picture {
    /// Draws a page; `scratch` names a file beside which there is room.
    fn of(file: &Path, page: PageNumber, scratch: &Path) -> Result<Picture, EvalError> {
        let (page, dpi) = (page.to_string(), format!("{}", 72.0 * SCALE));
        let out = scratch.with_extension("page");
        let failed = |source| EvalError::Io { path: file.to_path_buf(), source };
        let status = Command::new("pdftoppm")
            .args(["-cropbox", "-singlefile", "-r", &dpi, "-f", &page, "-l", &page])
            .args([file, &out])
            .output()
            .map_err(failed)?;
        let drawn: PathBuf = out.with_extension("page.ppm");
        let picture = fs::read(&drawn).ok().and_then(|bytes| Picture::parse(&bytes));
        let _ = fs::remove_file(&drawn);
        picture.ok_or_else(|| {
            failed(std::io::Error::other(String::from_utf8_lossy(&status.stderr).into_owned()))
        })
    }

    /// Reads a portable pixmap ("P6", width, height, 255, then three bytes a pixel).
    fn parse(bytes: &[u8]) -> Option<Picture> {
        let mut at = 0;
        let mut word = || {
            let start = at + bytes[at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
            let end = start + bytes[start..].iter().position(u8::is_ascii_whitespace)?;
            at = end;
            std::str::from_utf8(&bytes[start..end]).ok()
        };
        let (kind, width, height, depth) = (word()?, word()?, word()?, word()?);
        let (width, height) = (width.parse().ok()?, height.parse().ok()?);
        let pixels = bytes.get(at + 1..)?.to_vec();
        let whole = kind == "P6" && depth == "255" && pixels.len() == width * height * 3;
        whole.then_some(Picture { width, height, pixels })
    }

    fn differs(&self, other: &Picture, x: usize, y: usize) -> bool {
        let at = (y * self.width + x) * 3;
        let (Some(one), Some(two)) = (self.pixels.get(at..at + 3), other.pixels.get(at..at + 3))
        else {
            return false;
        };
        one.iter().zip(two).any(|(one, two)| one.abs_diff(*two) > DIFFERENCE)
    }

    /// For which share of a rectangle's pixels something holds.
    fn share(&self, rect: &Rect, holds: impl Fn(usize, usize) -> bool) -> f32 {
        let edge = |at: f32, limit: usize| ((at * SCALE).max(0.0).round() as usize).min(limit);
        let (x0, x1) = (edge(rect.x0, self.width), edge(rect.x1, self.width));
        let (y0, y1) = (edge(rect.y0, self.height), edge(rect.y1, self.height));
        let all = (x1 - x0.min(x1)) * (y1 - y0.min(y1));
        let held =
            (y0..y1).flat_map(|y| (x0..x1).map(move |x| (x, y))).filter(|(x, y)| holds(*x, *y));
        held.count() as f32 / all.max(1) as f32
    }
}

fn installed(program: &str) -> bool {
    // Both print their version so; what they end with differs.
    Command::new(program).arg("--version").output().is_ok()
}

/// What qpdf says of a file, besides that nothing is wrong with it.
fn complaint(file: &Path) -> Result<Option<String>, EvalError> {
    let said = Command::new("qpdf")
        .arg("--check")
        .arg(file)
        .output()
        .map_err(|source| EvalError::Io { path: file.to_path_buf(), source })?;
    let errors = String::from_utf8_lossy(&said.stderr).trim().to_owned();
    let warned = String::from_utf8_lossy(&said.stdout).contains("WARNING");
    let silent = said.status.success() && errors.is_empty() && !warned;
    Ok((!silent).then(|| errors.lines().next().unwrap_or("it ends with an error").to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_read_and_compared() {
        let white = Picture::parse(b"P6\n2 1\n255\n\xff\xff\xff\xff\xff\xff").unwrap();
        let half = Picture::parse(b"P6\n2 1\n255\n\xff\xff\x50\xff\xff\xff").unwrap();
        assert_eq!((white.width, white.height), (2, 1));
        assert!(white.differs(&half, 0, 0) && !white.differs(&half, 1, 0));
        let all = Rect::new(0.0, 0.0, 1.0, 0.5);
        assert_eq!(white.share(&all, |x, y| white.differs(&half, x, y)), 0.5);
        for broken in [&b"P6\n2 1\n255\n\xff"[..], b"P5\n1 1\n255\n\0\0\0", b"P6", b""] {
            assert!(Picture::parse(broken).is_none());
        }
    }
}
