//! The tools: one list says of each what it is called, what it takes, and which function does it.

mod asking;
mod reading;
mod showing;

use citelight_core::{DocumentId, DocumentRow, ErrorCode, SectionFilter, WireError};
use citelight_engine::Library;
use rmcp::model::{CallToolResult, JsonObject, Tool as Described, ToolAnnotations};
use serde::Serialize;

use crate::arguments::{Argument, Arguments, Kind, needed, optional, schema};

type Result<T> = std::result::Result<T, WireError>;

/// Characters of a file's name, an id or a title.
const NAME: Kind = Kind::Text(1_000);
/// A question may have as many as the engine takes.
const QUESTION: Kind = Kind::Text(citelight_engine::MAX_QUESTION_CHARS);
const DOCUMENTS: Kind = Kind::Texts(1_000);
/// No PDF has more pages.
const PAGE: Kind = Kind::Number(1, 1_000_000);
const LINK: Kind = Kind::Text(200);

const DOCUMENT: Argument =
    needed("document", NAME, "The document: its id, the start of it, or its file name.");

/// What a call works with.
pub(crate) struct Call<'a> {
    pub(crate) library: &'a Library,
    pub(crate) write: bool,
    pub(crate) arguments: Arguments,
}

/// A tool.
pub(crate) struct Tool {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    arguments: &'static [Argument],
    /// Whether it writes, and is there only where that is allowed.
    writes: bool,
    run: fn(&Call<'_>) -> Result<CallToolResult>,
}

const TOOLS: &[Tool] = &[
    Tool {
        name: "list_documents",
        title: "List documents",
        about: "The PDFs in the person's library: id, file name, title, number of pages, and the collections \
            that they are in.",
        arguments: &[optional("collection", NAME, "Only documents of this collection.")],
        writes: false,
        run: reading::list_documents,
    },
    Tool {
        name: "ask",
        title: "Ask the documents",
        about: "Answers a question in plain words from the documents. The answer is made of exact quotes, each \
            with document, page, printed label, rectangles and a link that leads back to it; a figure may be \
            calculated from cited cells. Where `found` is false the documents do not say it; what comes \
            nearest is given as such, words and passages.",
        arguments: &[
            needed("question", QUESTION, "The question, in plain words, best in English."),
            optional(
                "documents",
                DOCUMENTS,
                "Ask only these, by id or file name; all where left out.",
            ),
            optional("collection", NAME, "Ask only the documents of this collection."),
            optional(
                "section",
                NAME,
                "Keep to sections of this number or title (“Item 7”, “4.2”).",
            ),
        ],
        writes: false,
        run: asking::ask,
    },
    Tool {
        name: "search",
        title: "Search passages",
        about: "The passages that fit a question best, by meaning and by words, best first, each with its \
            place and link. Use it to read around, or where `ask` found nothing.",
        arguments: &[
            needed("question", QUESTION, "What is looked for: a question or a few words."),
            optional(
                "documents",
                DOCUMENTS,
                "Search only these, by id or file name; all where left out.",
            ),
            optional("collection", NAME, "Search only the documents of this collection."),
            optional(
                "section",
                NAME,
                "Keep to sections of this number or title (“Item 7”, “4.2”).",
            ),
            optional("limit", Kind::Number(1, 50), "How many passages; 8 where left out."),
        ],
        writes: false,
        run: asking::search,
    },
    Tool {
        name: "read",
        title: "Read pages or a section",
        about: "Pages or a section of a document as Markdown. What is too long ends with the page at which \
            to go on.",
        arguments: &[
            DOCUMENT,
            optional("first_page", PAGE, "First page, from 1; 1 where left out."),
            optional("last_page", PAGE, "Last page; the first one where left out."),
            optional("section", NAME, "A section by its number or title, instead of pages."),
        ],
        writes: false,
        run: reading::read,
    },
    Tool {
        name: "outline",
        title: "Outline of a document",
        about: "The sections of a document with their numbers, titles, pages and links.",
        arguments: &[DOCUMENT],
        writes: false,
        run: reading::outline,
    },
    Tool {
        name: "table",
        title: "Tables of a document",
        about: "Without `table`: the tables of a document, or of a page, with their numbers and titles. With \
            `table`: its rows, every cell with its rectangles and link.",
        arguments: &[
            DOCUMENT,
            optional("page", PAGE, "Only tables of this page."),
            optional("table", Kind::Number(0, 1_000_000), "The number of a table, as listed."),
        ],
        writes: false,
        run: reading::table,
    },
    Tool {
        name: "show",
        title: "Show a page",
        about: "A page as a picture, with words marked as with a highlighter: those of a quote's link, or \
            rectangles.",
        arguments: &[
            optional("document", NAME, "The document, by id or file name; not needed with `link`."),
            optional("page", PAGE, "The page, from 1; not needed with `link`."),
            optional("link", LINK, "The link of a quote, from “citelight://” to its end."),
            optional("quads", Kind::Quads, "Rectangles to mark, as they come with quotes."),
            optional("dpi", Kind::Number(36, 300), "Resolution; 100 where left out."),
        ],
        writes: false,
        run: showing::show,
    },
    Tool {
        name: "annotate",
        title: "Annotate a copy of a document",
        about: "Writes a copy of a PDF in which the words of quotes are highlighted with real annotations, for \
            any PDF viewer. The original is never written to, nor any other file that is there.",
        arguments: &[
            DOCUMENT,
            needed("links", Kind::Texts(500), "The links of the quotes to highlight."),
            needed("out", Kind::Text(4_000), "The PDF to write: a whole path that ends in .pdf."),
            optional("note", Kind::Text(2_000), "What each highlight notes."),
        ],
        writes: true,
        run: showing::annotate,
    },
];

/// The tools that are there.
fn offered(write: bool) -> impl Iterator<Item = &'static Tool> {
    TOOLS.iter().filter(move |tool| write || !tool.writes)
}

pub(crate) fn find(name: &str, write: bool) -> Option<&'static Tool> {
    offered(write).find(|tool| tool.name == name)
}

pub(crate) fn names(write: bool) -> Vec<&'static str> {
    offered(write).map(|tool| tool.name).collect()
}

/// The tools as a client lists them.
pub(crate) fn listed(write: bool) -> Vec<Described> {
    let described = |tool: &Tool| {
        // None overwrites a thing, and none knows more of the world than the library.
        let hints = ToolAnnotations::with_title(tool.title)
            .read_only(!tool.writes)
            .destructive(false)
            .idempotent(!tool.writes)
            .open_world(false);
        Described::new(tool.name, tool.about, schema(tool.arguments))
            .with_title(tool.title)
            .with_annotations(hints)
    };
    offered(write).map(described).collect()
}

/// Carries out a call.
pub(crate) fn call(
    tool: &Tool,
    library: &Library,
    write: bool,
    given: JsonObject,
) -> Result<CallToolResult> {
    let arguments = Arguments::check(tool.name, tool.arguments, given)?;
    (tool.run)(&Call { library, write, arguments })
}

/// A result that programs read, as it stands and as a text.
fn structured(value: &impl Serialize) -> Result<CallToolResult> {
    // By way of a text: a value made at once writes 157.032 as 157.03199768066406.
    let value = serde_json::to_string(value).and_then(|text| serde_json::from_str(&text));
    let value = value.map_err(|error| {
        WireError::new(ErrorCode::Internal, format!("The result could not be written: {error}."))
    })?;
    Ok(CallToolResult::structured(value))
}

/// The document that a client means.
pub(crate) fn document_named(library: &Library, name: &str) -> Result<DocumentRow> {
    library.find_document(name).map_err(|error| {
        let wire = error.to_wire();
        match wire.code {
            ErrorCode::NotFound => wire.hint("`list_documents` tells what is there."),
            ErrorCode::Input => wire.hint("Name it by its id, as `list_documents` gives it."),
            _ => wire,
        }
    })
}

/// The documents that a question is put to: those named and those of a collection; none means all.
fn asked(call: &Call<'_>) -> Result<Vec<DocumentId>> {
    let mut documents = Vec::new();
    for name in call.arguments.texts("documents") {
        documents.push(document_named(call.library, name)?.id);
    }
    if let Some(name) = call.arguments.optional_text("collection") {
        let of_collection = call.library.find_collection(name)?.documents;
        let ready = crate::resources::ready(call.library)?;
        let before = documents.len();
        documents
            .extend(of_collection.into_iter().filter(|id| ready.iter().any(|row| row.id == *id)));
        if documents.len() == before {
            let what = format!("No document of “{name}” is ready to be asked.");
            return Err(WireError::new(ErrorCode::Input, what));
        }
    }
    Ok(documents)
}

/// The sections that bear a name, at least one, in these documents or in all.
fn sections_named(
    call: &Call<'_>,
    name: &str,
    documents: &[DocumentId],
) -> Result<Vec<SectionFilter>> {
    call.library.find_sections(name, documents).map_err(|error| {
        let hint = "`outline` gives the numbers and titles of a document's sections.";
        error.to_wire().hint(hint)
    })
}
