//! Rebuilds files whose cross-reference table or trailer is lost.
//!
//! pdfium mends a broken table itself, but only where a trailer still names the catalog, so this
//! is left: find all objects, find or make a catalog and a page tree, and write a table after the
//! file's own bytes. The streams are not touched.
//!
//! Why not a library: of the 35 files of the test data that pdfium refuses, lopdf (0.47) finds pages
//! in 8, and this in the same 8 and 3 more; lopdf also takes every object into memory and writes the
//! file anew, where all that pdfium needs is a table. The qpdf crate binds a large C++ library, which
//! would add its build and its own hostile input to the child. Refuses: encrypted files, whose
//! trailer holds the key's other half.

use std::collections::{BTreeMap, HashSet};

use crate::raw::{self, Object, Place};

/// Page tree nodes that are followed.
const MOST_NODES: usize = 200_000;

/// The file with a table of its own, or `None` when it holds no pages or cannot be read.
pub(crate) fn rebuild(bytes: &[u8]) -> Option<Vec<u8>> {
    const HEADER: &[u8] = b"%PDF-1.7\n";
    let found = raw::objects(bytes);
    if found.is_empty() || raw::is_encrypted(bytes) {
        return None;
    }
    let objects = Tree::new(found);
    let mut out = [HEADER, bytes, b"\nendstream\nendobj\n"].concat();
    let mut added: Vec<(u32, usize)> = Vec::new();
    let mut next = objects.by_number.keys().next_back()?.checked_add(1)?;
    let mut add = |out: &mut Vec<u8>, body: String| {
        let number = next;
        next += 1;
        added.push((number, out.len()));
        out.extend(format!("{number} 0 obj\n{body}\nendobj\n").into_bytes());
        number
    };

    let root = match objects.catalog() {
        Some(catalog) => catalog,
        None => {
            let pages = match objects.root_node() {
                Some(node) => node,
                None => {
                    let kids = objects.loose_pages();
                    if kids.is_empty() {
                        return None;
                    }
                    let list: String = kids.iter().map(|kid| format!("{kid} 0 R ")).collect();
                    let count = kids.len();
                    let media = "/MediaBox [0 0 612 792]";
                    add(
                        &mut out,
                        format!("<< /Type /Pages /Count {count} /Kids [{list}] {media} >>"),
                    )
                }
            };
            add(&mut out, format!("<< /Type /Catalog /Pages {pages} 0 R >>"))
        }
    };
    write_table(&mut out, &objects, &added, next, root, HEADER.len());
    Some(out)
}

/// Writes a cross-reference stream (ISO 32000-1, 7.5.8): it can name objects in object streams.
fn write_table(
    out: &mut Vec<u8>,
    objects: &Tree,
    added: &[(u32, usize)],
    own_number: u32,
    root: u32,
    shift: usize,
) {
    let start = out.len();
    let (mut index, mut rows) = (String::new(), Vec::new());
    let mut row = |number: u32, kind: u8, second: u64, third: u32| {
        index.push_str(&format!("{number} 1 "));
        rows.push(kind);
        rows.extend(second.to_be_bytes());
        rows.extend(third.to_be_bytes());
    };
    for object in objects.by_number.values() {
        match object.place {
            Place::File(at, generation) => {
                row(object.number, 1, (at + shift) as u64, u32::from(generation));
            }
            Place::Stream(holder, place) => row(object.number, 2, u64::from(holder), place),
        }
    }
    for &(number, at) in added {
        row(number, 1, at as u64, 0);
    }
    row(own_number, 1, start as u64, 0);
    let (size, length) = (own_number + 1, rows.len());
    let dict = format!(
        "{own_number} 0 obj\n<< /Type /XRef /Size {size} /W [1 8 4] /Root {root} 0 R \
         /Index [{index}] /Length {length} >>\nstream\n"
    );
    out.extend(dict.into_bytes());
    out.extend(rows);
    out.extend(format!("\nendstream\nendobj\nstartxref\n{start}\n%%EOF\n").into_bytes());
}

/// The objects of a file by number, the latest of each.
pub(crate) struct Tree {
    by_number: BTreeMap<u32, Object>,
}

impl Tree {
    pub(crate) fn new(found: Vec<Object>) -> Self {
        let known = found.into_iter().filter(|object| object.number > 0);
        Self { by_number: known.map(|object| (object.number, object)).collect() }
    }

    /// An object.
    pub(crate) fn get(&self, number: u32) -> Option<&Object> {
        self.by_number.get(&number)
    }

    /// A catalog that leads to at least one page.
    pub(crate) fn catalog(&self) -> Option<u32> {
        let catalogs = self.by_number.values().rev().filter(|object| object.is_a("Catalog"));
        let mut leading = catalogs.filter(|object| {
            object.reference("Pages").is_some_and(|node| !self.pages_below(node).is_empty())
        });
        leading.next().map(|object| object.number)
    }

    /// A page tree that no other node holds.
    fn root_node(&self) -> Option<u32> {
        let nodes = self.by_number.values().filter(|object| object.is_a("Pages"));
        let mut roots = nodes.filter(|node| {
            node.reference("Parent").is_none_or(|parent| !self.by_number.contains_key(&parent))
                && !self.pages_below(node.number).is_empty()
        });
        roots.next().map(|object| object.number)
    }

    /// All page objects, as they stand in the file.
    fn loose_pages(&self) -> Vec<u32> {
        let mut pages: Vec<&Object> =
            self.by_number.values().filter(|object| object.is_a("Page")).collect();
        pages.sort_by_key(|object| match object.place {
            Place::File(at, _) => (at, 0),
            Place::Stream(holder, index) => (self.offset(holder), index),
        });
        pages.into_iter().map(|object| object.number).collect()
    }

    fn offset(&self, number: u32) -> usize {
        match self.by_number.get(&number).map(|object| object.place) {
            Some(Place::File(at, _)) => at,
            _ => 0,
        }
    }

    /// The pages below a node of a page tree, in order.
    fn pages_below(&self, node: u32) -> Vec<u32> {
        let (mut pages, mut seen, mut stack) = (Vec::new(), HashSet::new(), vec![node]);
        while let Some(number) = stack.pop() {
            let Some(object) = self.by_number.get(&number) else { continue };
            if seen.len() >= MOST_NODES || !seen.insert(number) {
                continue;
            }
            let kids = object.references("Kids");
            if object.is_a("Page") {
                pages.push(number);
            } else {
                stack.extend(kids.into_iter().rev());
            }
        }
        pages
    }

    /// The pages of the file, in order.
    pub(crate) fn pages(&self) -> Vec<u32> {
        let catalog = self.catalog().and_then(|number| self.by_number.get(&number));
        let node = catalog.and_then(|catalog| catalog.reference("Pages"));
        node.map(|node| self.pages_below(node)).unwrap_or_default()
    }

    /// The user units (ISO 32000-1, 14.11.2) of a file's pages, by index; 1 where none is stated.
    pub(crate) fn user_units(&self) -> Vec<f32> {
        let unit = |page: u32| self.by_number.get(&page)?.number_at("UserUnit");
        self.pages().into_iter().map(|page| unit(page).unwrap_or(1.0)).collect()
    }
}
