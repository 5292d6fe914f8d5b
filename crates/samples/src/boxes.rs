//! Boxes: what a block becomes before it has a page. A box is never split; a column of boxes is broken into pages.
//!
//! Inside a box, x is the distance from the left margin and y the distance from the top of the box, in points.

use crate::page::{Item, Label, Link, Mark, Page};

/// Distances of the text area from the edges of the page, in points.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Margins {
    pub(crate) left: f32,
    pub(crate) top: f32,
    pub(crate) bottom: f32,
}

/// An unbreakable piece of a page.
#[derive(Debug, Clone, Default)]
pub(crate) struct Piece {
    /// Space above, dropped at the top of a page.
    pub(crate) before: f32,
    pub(crate) height: f32,
    pub(crate) items: Vec<Item>,
    pub(crate) links: Vec<Link>,
    /// Must stand on the same page as the next piece.
    pub(crate) keep: bool,
    /// Heading or linked place that starts here: level, title and name.
    pub(crate) mark: Option<(usize, String, Option<String>)>,
    pub(crate) control: Option<Control>,
}

/// What a piece does to the pages instead of being drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Control {
    Break,
    /// From the next page on, labels run `prefix`1, `prefix`2 and so on.
    Label(String),
}

/// Pages and the places on them.
#[derive(Debug, Default)]
pub(crate) struct Pages {
    pub(crate) pages: Vec<Page>,
    pub(crate) marks: Vec<Mark>,
}

/// Breaks a column of pieces into pages, labelled from `first` on. `height` is the height of the page.
pub(crate) fn paginate(pieces: Vec<Piece>, margins: Margins, height: f32, first: Label) -> Pages {
    let bottom = height - margins.bottom;
    let mut out = Pages::default();
    let mut label = first;
    let mut y = margins.top;
    let mut chapter = String::new();
    let mut open = false;
    let mut pieces = pieces.into_iter().peekable();
    while pieces.peek().is_some() {
        // A group is everything up to the first piece that may be followed by a page break.
        let mut group = Vec::new();
        for piece in pieces.by_ref() {
            let more = piece.keep;
            group.push(piece);
            if !more {
                break;
            }
        }
        if let Some(control) = group.first().and_then(|piece| piece.control.clone()) {
            open = false;
            if let Control::Label(prefix) = control {
                label = Label::Arabic { prefix, number: 1 };
            }
            continue;
        }
        let needed: f32 = group.iter().map(|piece| piece.before + piece.height).sum();
        if open && y + needed > bottom && y > margins.top {
            open = false;
        }
        if !open {
            out.pages.push(Page::new(label.clone()));
            label = label.next();
            y = margins.top;
            open = true;
        }
        for piece in group {
            if y > margins.top {
                y += piece.before;
            }
            if y + piece.height > bottom && y > margins.top {
                // The group alone is longer than a page.
                out.pages.push(Page::new(label.clone()));
                label = label.next();
                y = margins.top;
            }
            let index = out.pages.len() - 1;
            let page = &mut out.pages[index];
            if let Some((level, title, name)) = piece.mark {
                if level == 1 {
                    chapter.clone_from(&title);
                    // A page is named after the first chapter that starts on it.
                    if page.chapter.is_empty() || y <= margins.top {
                        page.chapter.clone_from(&chapter);
                    }
                }
                out.marks.push(Mark { level, title, name, page: index, y });
            }
            if page.chapter.is_empty() {
                page.chapter.clone_from(&chapter);
            }
            page.items.extend(piece.items.into_iter().map(|item| item.moved(margins.left, y)));
            page.links.extend(piece.links.into_iter().map(|mut link| {
                for (side, by) in link.rect.iter_mut().zip([margins.left, y, margins.left, y]) {
                    *side += by;
                }
                link
            }));
            y += piece.height;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARGINS: Margins = Margins { left: 10.0, top: 10.0, bottom: 10.0 };

    fn piece(height: f32, keep: bool) -> Piece {
        Piece { height, keep, mark: Some((0, String::new(), None)), ..Piece::default() }
    }

    fn pages_of(pieces: Vec<Piece>) -> Vec<usize> {
        let first = Label::Arabic { prefix: String::new(), number: 1 };
        let out = paginate(pieces, MARGINS, 120.0, first);
        out.marks.iter().map(|mark| mark.page).collect()
    }

    #[test]
    fn pieces_fill_pages_and_keeps_hold_together() {
        assert_eq!(
            pages_of(vec![piece(40.0, false), piece(40.0, false), piece(40.0, false)]),
            [0, 0, 1]
        );
        assert_eq!(
            pages_of(vec![piece(40.0, false), piece(40.0, true), piece(40.0, false)]),
            [0, 1, 1]
        );
    }

    #[test]
    fn a_group_longer_than_a_page_is_split_all_the_same() {
        assert_eq!(
            pages_of(vec![piece(60.0, true), piece(60.0, true), piece(60.0, false)]),
            [0, 1, 2]
        );
    }

    #[test]
    fn labels_restart_where_the_text_says() {
        let control = Piece { control: Some(Control::Label("A-".to_owned())), ..Piece::default() };
        let first = Label::Arabic { prefix: String::new(), number: 1 };
        let column = vec![piece(40.0, false), control, piece(60.0, false), piece(60.0, false)];
        let out = paginate(column, MARGINS, 120.0, first);
        let labels: Vec<String> = out.pages.iter().map(|page| page.label.text()).collect();
        assert_eq!(labels, ["1", "A-1", "A-2"]);
    }
}
