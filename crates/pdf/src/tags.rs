//! What a tagged file calls the parts of a page: its structure tree (ISO 32000-1, 14.7 and 14.8).
//!
//! pdfium has functions for that tree, which are not used. They build the tree of every page from
//! its root, with every child of every element above the page, and compare each with each: 0.6 to
//! 2.6 ms a page of tagged filings, a quarter of the time that reading takes, and seconds for a
//! hostile tree. The file's own table from marked content to elements (`ParentTree`) leads the other
//! way, up from the words, and costs a tenth of that.
//!
//! Refuses: elements written inside of others instead of as objects of their own, the tags of text
//! in forms with a table of their own, and encrypted object streams.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use citelight_core::TagRole;

use crate::repair::Tree;
use crate::syntax::{Value, Values, entries, entry};

/// Elements above a word that are looked at; honest files nest a dozen.
const DEEPEST: usize = 64;

/// Bytes of the table from content to elements that are read; parts may be referred to many times.
const MOST_BYTES: usize = 64 << 20;

/// Nodes of that table that are written inside of each other; honest files write one.
const DEEPEST_INLINE: u32 = 8;

/// Pieces of marked content of one page.
const MOST_CONTENTS: usize = 65_536;

/// Steps from a type of the file's own to a standard one.
const MOST_STEPS: usize = 8;

/// A role, and the number of the element that has it.
type Tag = (TagRole, u32);

/// The elements of a file, read as pages ask for them.
pub(crate) struct Tags {
    /// For every page, in order, its key in the table below.
    pages: Vec<Option<i64>>,
    /// What holds the elements of a key's content.
    tables: HashMap<i64, Table>,
    /// The file's own types.
    types: HashMap<Vec<u8>, Vec<u8>>,
    /// `None` for what is no element: all ways up end at the root, which is large.
    elements: RefCell<HashMap<u32, Option<Element>>>,
    found: RefCell<HashMap<u32, Option<Tag>>>,
}

/// The elements of a page's marked content, by its number.
enum Table {
    Object(u32),
    Inline(Vec<u32>),
}

#[derive(Clone, Copy)]
struct Element {
    kind: Kind,
    parent: u32,
}

/// What an element is to its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It says what they are.
    Role(TagRole),
    /// A heading whose level the divisions around it say.
    Heading,
    /// A part, a section: counts for the level of a heading.
    Division,
    /// Anything else.
    Other,
}

impl Tags {
    /// The tags of a file with so many pages; `None` when it has none that can be followed.
    pub(crate) fn of(tree: &Tree, page_count: u32) -> Option<Self> {
        let catalog = dict(tree, tree.catalog()?)?;
        let root = resolve(tree, entry(catalog, "StructTreeRoot")?)?;
        let page = |number: u32| match entry(dict(tree, number)?, "StructParents") {
            Some(Value::Integer(key)) => Some(key),
            _ => None,
        };
        let pages: Vec<Option<i64>> = tree.pages().into_iter().map(page).collect();
        // Counted otherwise than pdfium does, the pages would have each other's tags.
        if pages.len() != page_count as usize {
            return None;
        }
        let types = entry(root, "RoleMap").and_then(|map| resolve(tree, map));
        let types = types.map(entries).into_iter().flatten().filter_map(|(own, other)| {
            let Value::Name(other) = other else { return None };
            Some((own.to_vec(), other.to_vec()))
        });
        Some(Self {
            pages,
            tables: tables(tree, resolve(tree, entry(root, "ParentTree")?)?),
            types: types.collect(),
            elements: RefCell::default(),
            found: RefCell::default(),
        })
    }

    /// The tags of a page, by its place in the file.
    pub(crate) fn page<'t>(&'t self, tree: &'t Tree, index: usize) -> PageTags<'t> {
        let key = self.pages.get(index).copied().flatten();
        let elements = match key.and_then(|key| self.tables.get(&key)) {
            Some(Table::Inline(elements)) => elements.clone(),
            Some(Table::Object(number)) => {
                array(tree, Value::Reference(*number)).map(references).unwrap_or_default()
            }
            None => Vec::new(),
        };
        PageTags { tags: self, tree, elements, numbers: HashMap::new() }
    }

    /// What an element's own words are: the innermost thing above them that is more than a
    /// paragraph, else the paragraph.
    fn tag(&self, tree: &Tree, element: u32) -> Option<Tag> {
        if let Some(known) = self.found.borrow().get(&element) {
            return *known;
        }
        let (mut at, mut tag) = (element, None);
        for _ in 0..DEEPEST {
            let Some(Element { kind, parent }) = self.element(tree, at) else { break };
            match kind {
                Kind::Role(TagRole::Paragraph) => {
                    tag.get_or_insert((TagRole::Paragraph, at));
                }
                Kind::Role(role) => {
                    tag = Some((role, at));
                    break;
                }
                Kind::Heading => {
                    tag = Some((TagRole::Heading(self.level(tree, parent)), at));
                    break;
                }
                Kind::Division | Kind::Other => {}
            }
            at = parent;
        }
        self.found.borrow_mut().insert(element, tag);
        tag
    }

    /// The level of a heading, by the divisions around it.
    fn level(&self, tree: &Tree, parent: u32) -> u8 {
        let (mut at, mut level) = (parent, 0);
        for _ in 0..DEEPEST {
            let Some(Element { kind, parent }) = self.element(tree, at) else { break };
            level += u8::from(kind == Kind::Division);
            at = parent;
        }
        level.clamp(1, 6)
    }

    fn element(&self, tree: &Tree, number: u32) -> Option<Element> {
        if let Some(known) = self.elements.borrow().get(&number) {
            return *known;
        }
        let (mut kind, mut parent) = (None, None);
        for (key, value) in dict(tree, number).map(entries).into_iter().flatten() {
            match (key, value) {
                (b"S", Value::Name(name)) => kind = Some(self.kind(name)),
                (b"P", Value::Reference(number)) => parent = Some(number),
                _ => continue,
            }
            if kind.is_some() && parent.is_some() {
                break;
            }
        }
        let element = kind.map(|kind| Element { kind, parent: parent.unwrap_or(0) });
        self.elements.borrow_mut().insert(number, element);
        element
    }

    /// What a type means. Styles of the author's are often mapped to paragraphs, whatever they are
    /// called: then a name that says "heading" counts.
    fn kind(&self, own: &[u8]) -> Kind {
        let mut name = own;
        let mut kind = standard(name);
        for _ in 0..MOST_STEPS {
            if kind.is_some() {
                break;
            }
            let Some(next) = self.types.get(name) else { break };
            name = next;
            kind = standard(name);
        }
        match kind {
            None | Some(Kind::Role(TagRole::Paragraph)) => {
                by_name(own).or(kind).unwrap_or(Kind::Other)
            }
            Some(kind) => kind,
        }
    }
}

/// The tags of one page.
pub(crate) struct PageTags<'t> {
    tags: &'t Tags,
    tree: &'t Tree,
    /// Elements by the number of the marked content that they hold; 0 for none.
    elements: Vec<u32>,
    /// Elements that have words on the page, counted from 0.
    numbers: HashMap<u32, u32>,
}

impl PageTags<'_> {
    /// The role of the words in a piece of marked content, and which element of the page has it.
    pub(crate) fn tag(&mut self, content: i32) -> Option<Tag> {
        let element = *self.elements.get(usize::try_from(content).ok()?)?;
        let (role, element) = self.tags.tag(self.tree, element)?;
        let next = self.numbers.len() as u32;
        Some((role, *self.numbers.entry(element).or_insert(next)))
    }
}

/// What the standard says of a type; `None` for a type of the file's own.
fn standard(name: &[u8]) -> Option<Kind> {
    let role = match name {
        b"H" => return Some(Kind::Heading),
        [b'H', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => {
            TagRole::Heading(level(digits))
        }
        b"Sect" | b"Part" | b"Art" => return Some(Kind::Division),
        b"Title" => TagRole::Title,
        b"P" | b"BlockQuote" | b"BibEntry" => TagRole::Paragraph,
        b"LI" => TagRole::ListItem,
        b"TH" => TagRole::HeaderCell,
        b"TD" => TagRole::Cell,
        b"TOCI" => TagRole::ContentsEntry,
        b"Caption" => TagRole::Caption,
        b"Note" | b"FENote" => TagRole::Note,
        b"Code" => TagRole::Code,
        b"Formula" => TagRole::Formula,
        b"Document" | b"DocumentFragment" | b"Div" | b"Aside" | b"NonStruct" | b"Private"
        | b"Span" | b"Sub" | b"Em" | b"Strong" | b"Quote" | b"Link" | b"Reference" | b"Annot"
        | b"Ruby" | b"Warichu" | b"Form" | b"Figure" | b"TOC" | b"Index" | b"L" | b"Lbl"
        | b"LBody" | b"Table" | b"TR" | b"THead" | b"TBody" | b"TFoot" | b"Artifact" => {
            return Some(Kind::Other);
        }
        _ => return None,
    };
    Some(Kind::Role(role))
}

/// What the name of a type says, as authors call their styles: "Heading 1", "Alt heading_2",
/// "Title", "Table Caption".
fn by_name(name: &[u8]) -> Option<Kind> {
    let plain: Vec<u8> =
        name.iter().filter(|b| b.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect();
    let role = match &*plain {
        [word @ .., digit @ b'1'..=b'9'] if word == b"h" || word.ends_with(b"heading") => {
            TagRole::Heading(level(&[*digit]))
        }
        b"title" => TagRole::Title,
        name if name.ends_with(b"caption") => TagRole::Caption,
        _ => return None,
    };
    Some(Kind::Role(role))
}

fn level(digits: &[u8]) -> u8 {
    let level = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
    level.map_or(6, |level: u8| level.clamp(1, 6))
}

/// The entries of the number tree (ISO 32000-1, 7.9.7) that may belong to pages.
fn tables(tree: &Tree, root: &[u8]) -> HashMap<i64, Table> {
    let (mut tables, mut seen) = (HashMap::new(), HashSet::new());
    let mut left = MOST_BYTES;
    // A node, and how many nodes of the same object it stands in.
    let mut nodes = vec![(root, 0)];
    while let Some((node, depth)) = nodes.pop() {
        for (key, value) in entries(node) {
            let Some(items) = array(tree, value) else { continue };
            let Some(rest) = left.checked_sub(items.len()) else { return tables };
            left = rest;
            match key {
                b"Kids" => nodes.extend(Values::new(items).filter_map(|kid| match kid {
                    Value::Reference(number) if seen.insert(number) => {
                        Some((dict(tree, number)?, 0))
                    }
                    Value::Dict(kid) if depth < DEEPEST_INLINE => Some((kid, depth + 1)),
                    _ => None,
                })),
                b"Nums" => tables.extend(numbered(items)),
                _ => {}
            }
        }
    }
    tables
}

/// The keys of a leaf and their tables.
fn numbered(items: &[u8]) -> impl Iterator<Item = (i64, Table)> {
    let mut items = Values::new(items);
    std::iter::from_fn(move || {
        loop {
            match (items.next()?, items.next()?) {
                (Value::Integer(key), Value::Reference(number)) => {
                    return Some((key, Table::Object(number)));
                }
                (Value::Integer(key), Value::Array(items)) => {
                    return Some((key, Table::Inline(references(items))));
                }
                _ => {}
            }
        }
    })
}

/// The numbers of the objects that an array refers to, 0 for anything else.
fn references(items: &[u8]) -> Vec<u32> {
    let number = |value| if let Value::Reference(number) = value { number } else { 0 };
    Values::new(items).take(MOST_CONTENTS).map(number).collect()
}

/// The value that an object is.
fn value(tree: &Tree, number: u32) -> Option<Value<'_>> {
    Values::new(&tree.get(number)?.text).next()
}

/// The inside of an object that is a dictionary.
fn dict(tree: &Tree, number: u32) -> Option<&[u8]> {
    match value(tree, number)? {
        Value::Dict(dict) => Some(dict),
        _ => None,
    }
}

/// The inside of a dictionary that stands in place or is referred to.
fn resolve<'t>(tree: &'t Tree, found: Value<'t>) -> Option<&'t [u8]> {
    match found {
        Value::Dict(dict) => Some(dict),
        Value::Reference(number) => dict(tree, number),
        _ => None,
    }
}

/// The inside of an array that stands in place or is referred to.
fn array<'t>(tree: &'t Tree, found: Value<'t>) -> Option<&'t [u8]> {
    let found = match found {
        Value::Reference(number) => value(tree, number)?,
        found => found,
    };
    if let Value::Array(items) = found { Some(items) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_known_by_the_standard_the_files_map_or_their_name() {
        let map = [("Body", "P"), ("Heading_2", "P"), ("Big", "Bigger"), ("Bigger", "H1")];
        let map = map.map(|(own, other)| (own.into(), other.into()));
        let around = [("A", "B"), ("B", "A")].map(|(own, other)| (own.into(), other.into()));
        let tags = Tags {
            pages: Vec::new(),
            tables: HashMap::new(),
            types: map.into_iter().chain(around).collect(),
            elements: RefCell::default(),
            found: RefCell::default(),
        };
        let cases = [
            ("H3", Kind::Role(TagRole::Heading(3))),
            ("H12", Kind::Role(TagRole::Heading(6))),
            ("H0", Kind::Role(TagRole::Heading(1))),
            ("H", Kind::Heading),
            ("Heading 1", Kind::Role(TagRole::Heading(1))),
            ("Heading_2", Kind::Role(TagRole::Heading(2))),
            ("Alt_Heading 3", Kind::Role(TagRole::Heading(3))),
            ("Table Caption", Kind::Role(TagRole::Caption)),
            ("Heading 2 Char", Kind::Other),
            ("Hundred", Kind::Other),
            ("Body", Kind::Role(TagRole::Paragraph)),
            ("Big", Kind::Role(TagRole::Heading(1))),
            ("A", Kind::Other),
            ("LBody", Kind::Other),
            ("Sect", Kind::Division),
            ("TH", Kind::Role(TagRole::HeaderCell)),
        ];
        for (name, expected) in cases {
            assert_eq!(tags.kind(name.as_bytes()), expected, "{name}");
        }
    }
}
