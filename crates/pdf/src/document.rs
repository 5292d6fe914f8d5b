//! An open file: page count, title, labels, and its pages.
#![allow(unsafe_code)] // the FFI boundary

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use citelight_core::{ActiveContent, OutlineItem, PageLink, PageNumber};
use memmap2::Mmap;
use pdfium_render::prelude::{FPDF_DOCUMENT, PdfiumLibraryBindings};

use crate::raw::{self, Facts};
use crate::repair::{self, Tree};
use crate::tags::{PageTags, Tags};
use crate::widgets::{self, Widget};
use crate::{Library, Page, PdfError, links, outline};

/// pdfium's own error numbers (fpdfview.h).
const ERROR_PASSWORD: u32 = 4;
const ERROR_SECURITY: u32 = 5;

/// An open PDF.
pub struct Document<'a> {
    pub(crate) ffi: &'static dyn PdfiumLibraryBindings,
    pub(crate) handle: FPDF_DOCUMENT,
    path: PathBuf,
    page_count: u32,
    repaired: bool,
    facts: OnceCell<Facts>,
    user_units: OnceCell<Vec<f32>>,
    /// The objects of the file, for what pdfium is not asked.
    tree: OnceCell<Tree>,
    tags: OnceCell<Option<Tags>>,
    /// Links and fields of pages whose annotations are a part of their content by now.
    links: RefCell<HashMap<PageNumber, Vec<PageLink>>>,
    fields: RefCell<HashMap<PageNumber, Vec<Widget>>>,
    /// pdfium reads from here until the handle is closed.
    bytes: Bytes,
    _library: &'a Library,
}

/// A file's content.
enum Bytes {
    /// As it is.
    Mapped(Mmap),
    /// As it was rebuilt.
    Rebuilt(Vec<u8>),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Rebuilt(bytes) => bytes,
        }
    }
}

impl<'a> Document<'a> {
    pub(crate) fn open(
        library: &'a Library,
        path: &Path,
        password: Option<&str>,
    ) -> Result<Self, PdfError> {
        let file =
            File::open(path).map_err(|source| PdfError::Io { path: path.to_owned(), source })?;
        Document::of_file(library, &file, path, password)
    }

    /// A file that is open; `path` is what errors call it.
    pub(crate) fn of_file(
        library: &'a Library,
        file: &File,
        path: &Path,
        password: Option<&str>,
    ) -> Result<Self, PdfError> {
        let io_error = |source| PdfError::Io { path: path.to_owned(), source };
        let not_pdf = |reason| PdfError::NotPdf { path: path.to_owned(), reason };
        let metadata = file.metadata().map_err(io_error)?;
        if !metadata.is_file() {
            let kind = io::ErrorKind::InvalidInput;
            return Err(io_error(io::Error::new(kind, "it is not a regular file")));
        }
        if metadata.len() == 0 {
            return Err(not_pdf("it is empty"));
        }
        // SAFETY: the mapping is private and read-only. Another program may still change the file
        // under it; this process reads hostile bytes anyway, and a truncated file ends it with a
        // bus error, which its host takes for a crash of one document.
        let bytes = unsafe { Mmap::map(file) }.map_err(io_error)?;
        if password.is_some_and(|p| p.contains('\0')) {
            return Err(PdfError::NeedsPassword { path: path.to_owned(), wrong: true });
        }

        let document = Self::load(library, path, Bytes::Mapped(bytes), password);
        let (bytes, error) = match document {
            Ok(document) => return Ok(document),
            Err(refused) => refused,
        };
        if !matches!(error, PdfError::Damaged { .. } | PdfError::NotPdf { .. }) {
            return Err(error);
        }
        let Some(rebuilt) = repair::rebuild(&bytes) else { return Err(error) };
        match Self::load(library, path, Bytes::Rebuilt(rebuilt), None) {
            Ok(mut document) => {
                document.repaired = true;
                Ok(document)
            }
            Err(_) => Err(error),
        }
    }

    /// Opens what is in memory, and hands it back where that fails.
    fn load(
        library: &'a Library,
        path: &Path,
        bytes: Bytes,
        password: Option<&str>,
    ) -> Result<Self, (Bytes, PdfError)> {
        let ffi = library.ffi();
        // SAFETY: `bytes` lives in the returned value and outlives the handle (see `Drop`); moving
        // it does not move what it points to.
        let handle = unsafe { ffi.FPDF_LoadMemDocument64(&bytes, password) };
        if handle.is_null() {
            // SAFETY: a plain read of pdfium's last error.
            let code = unsafe { ffi.FPDF_GetLastError() } as u32;
            let path = path.to_owned();
            let error = match code {
                ERROR_PASSWORD => PdfError::NeedsPassword { path, wrong: password.is_some() },
                ERROR_SECURITY => {
                    PdfError::Damaged { path, reason: "its kind of encryption is not known" }
                }
                _ if !has_header(&bytes) => {
                    PdfError::NotPdf { path, reason: "it does not begin like one" }
                }
                _ => PdfError::Damaged { path, reason: "its structure cannot be followed" },
            };
            return Err((bytes, error));
        }
        // SAFETY: `handle` is open.
        let (page_count, has_table) = unsafe {
            (ffi.FPDF_GetPageCount(handle), ffi.FPDF_DocumentHasValidCrossReferenceTable(handle))
        };
        let page_count = u32::try_from(page_count).unwrap_or(0);
        if page_count == 0 {
            // SAFETY: the handle is open and nothing borrows it.
            unsafe { ffi.FPDF_CloseDocument(handle) };
            let error = PdfError::Damaged { path: path.to_owned(), reason: "it has no pages" };
            return Err((bytes, error));
        }
        Ok(Self {
            ffi,
            handle,
            path: path.to_owned(),
            page_count,
            repaired: has_table == 0,
            facts: OnceCell::new(),
            user_units: OnceCell::new(),
            tree: OnceCell::new(),
            tags: OnceCell::new(),
            links: RefCell::default(),
            fields: RefCell::default(),
            bytes,
            _library: library,
        })
    }

    /// The file this was opened from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Number of pages; never 0.
    pub fn page_count(&self) -> u32 {
        self.page_count
    }

    /// The title that the file states; `None` when it is missing or blank.
    pub fn title(&self) -> Option<String> {
        let title = read_utf16(|buffer, length| {
            // SAFETY: `buffer` has room for `length` bytes, or is null with length 0.
            unsafe { self.ffi.FPDF_GetMetaText(self.handle, "Title", buffer, length) }
        });
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        (!title.is_empty()).then_some(title)
    }

    /// The printed label of every page ("iv", "F-12"), in page order; `None` where the file
    /// states none.
    pub fn labels(&self) -> Vec<Option<String>> {
        (0..self.page_count as usize).map(|i| self.label(PageNumber::from_index(i))).collect()
    }

    /// The printed label of one page.
    pub fn label(&self, page: PageNumber) -> Option<String> {
        let index = page.index() as i32;
        let label = read_utf16(|buffer, length| {
            // SAFETY: `buffer` has room for `length` bytes, or is null with length 0.
            unsafe { self.ffi.FPDF_GetPageLabel(self.handle, index, buffer, length) }
        });
        let label = label.trim().to_owned();
        (!label.is_empty()).then_some(label)
    }

    /// The file's own outline in document order; empty when it has none.
    pub fn outline(&self) -> Vec<OutlineItem> {
        outline::read(self)
    }

    /// Whether the file's structure was broken and had to be rebuilt; pages may be missing.
    pub fn is_repaired(&self) -> bool {
        self.repaired
    }

    /// What the file would run or unpack elsewhere, each kind once, in the order of the enum.
    ///
    /// Found by the names of actions anywhere in the file, earlier revisions and object streams
    /// included, and by pdfium's lists of scripts and attachments. Actions in the object streams
    /// of encrypted files are not seen. Nothing is run.
    pub fn active_content(&self) -> Vec<ActiveContent> {
        let facts = self.facts();
        // SAFETY: the document is open.
        let (scripts, files) = unsafe {
            (
                self.ffi.FPDFDoc_GetJavaScriptActionCount(self.handle),
                self.ffi.FPDFDoc_GetAttachmentCount(self.handle),
            )
        };
        let kinds = [
            (facts.java_script || scripts > 0, ActiveContent::JavaScript),
            (facts.launch, ActiveContent::Launch),
            (facts.submit_form, ActiveContent::SubmitForm),
            (facts.embedded_files || files > 0, ActiveContent::EmbeddedFiles),
        ];
        kinds.into_iter().filter_map(|(present, kind)| present.then_some(kind)).collect()
    }

    /// Whether the file may have layers that are switched off.
    pub(crate) fn has_layers(&self) -> bool {
        self.facts().layers
    }

    /// Points for one unit of a page's user space; pdfium knows nothing of it.
    pub(crate) fn user_unit(&self, page: PageNumber) -> f32 {
        if !self.facts().user_unit {
            return 1.0;
        }
        let units = self.user_units.get_or_init(|| self.tree().user_units());
        let unit = units.get(page.index()).copied().unwrap_or(1.0);
        if (1e-3..=1e4).contains(&unit) { unit } else { 1.0 }
    }

    /// Whether the file says what the parts of its pages are.
    pub(crate) fn is_tagged(&self) -> bool {
        self.facts().tagged && self.tags().is_some()
    }

    /// What the file says of the parts of a page.
    pub(crate) fn tags_of(&self, page: PageNumber) -> Option<PageTags<'_>> {
        let tags = if self.facts().tagged { self.tags() } else { None };
        tags.map(|tags| tags.page(self.tree(), page.index()))
    }

    fn tags(&self) -> Option<&Tags> {
        self.tags.get_or_init(|| Tags::of(self.tree(), self.page_count)).as_ref()
    }

    fn tree(&self) -> &Tree {
        self.tree.get_or_init(|| Tree::new(raw::objects(&self.bytes)))
    }

    fn facts(&self) -> &Facts {
        self.facts.get_or_init(|| Facts::of(&self.bytes))
    }

    /// Loads one page.
    pub fn page(&self, number: PageNumber) -> Result<Page<'_>, PdfError> {
        Page::load(self, number)
    }

    /// The links of a page, in the order in which the file states them. Links that lead nowhere, or to
    /// what nobody should be offered to follow, are left out.
    pub fn links(&self, number: PageNumber) -> Result<Vec<PageLink>, PdfError> {
        if let Some(links) = self.links.borrow().get(&number) {
            return Ok(links.clone());
        }
        Ok(links::read(&Page::load_apart(self, number)?))
    }

    /// Reads the links and the fields of a page whose annotations are about to be lost.
    pub(crate) fn keep_annotations(&self, page: &Page<'_>) {
        self.links.borrow_mut().entry(page.number()).or_insert_with(|| links::read(page));
        self.fields.borrow_mut().entry(page.number()).or_insert_with(|| widgets::read(page));
    }

    /// The fields of a page that can be filled in, once it was loaded.
    pub(crate) fn fields_of(&self, number: PageNumber) -> Vec<Widget> {
        self.fields.borrow().get(&number).cloned().unwrap_or_default()
    }
}

impl Drop for Document<'_> {
    fn drop(&mut self) {
        // SAFETY: the handle is open, pages borrow `self` and are closed by now; the mapping is
        // dropped after this.
        unsafe { self.ffi.FPDF_CloseDocument(self.handle) };
    }
}

/// Whether a file that pdfium refuses was meant to be a PDF. Readers accept junk before the header,
/// by custom up to 1024 bytes.
fn has_header(bytes: &[u8]) -> bool {
    const WINDOW_BYTES: usize = 1024;
    bytes[..bytes.len().min(WINDOW_BYTES)].windows(5).any(|window| window == b"%PDF-")
}

/// Reads a text of UTF-16LE with a closing zero, in pdfium's two-call manner: `call` gets a buffer
/// and its length in bytes and returns the length needed. Lengths above 64 KiB are hostile.
pub(crate) fn read_utf16(
    mut call: impl FnMut(*mut std::ffi::c_void, std::ffi::c_ulong) -> std::ffi::c_ulong,
) -> String {
    const LONGEST_BYTES: usize = 64 * 1024;
    let needed = call(std::ptr::null_mut(), 0) as usize;
    if !(4..=LONGEST_BYTES).contains(&needed) {
        return String::new();
    }
    let mut units = vec![0u16; needed.div_ceil(2)];
    call(units.as_mut_ptr().cast(), (units.len() * 2) as std::ffi::c_ulong);
    let end = units.iter().position(|&unit| unit == 0).unwrap_or(units.len());
    char::decode_utf16(units[..end].iter().map(|unit| u16::from_le(*unit)))
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}
