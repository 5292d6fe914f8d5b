//! The boundaries of the house as data: who may depend on what, and where `unsafe` stands.
//!
//! Owns: the tables. `workspace` holds the crates to them by what cargo resolves, `tidy` by their
//! sources. A row about a crate that does not exist is passed over.

/// What holds for a crate, one of ours or a foreign one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Computes and nothing else: its sources touch none of [`IO`], it reaches no native code, and
    /// depends only on members that are pure themselves.
    Pure,
    /// May do IO, and reaches no native code.
    NoNative,
    /// The packages with native code that this member brings into the build, itself or through
    /// foreign packages. A member without such a row brings none.
    Native(&'static [&'static str]),
    /// Only these members may name it as a dependency, in whatever way.
    DirectOnly(&'static [&'static str]),
    /// Only these members may have it linked into their programs, through whatever path.
    LinkedOnly(&'static [&'static str]),
    /// These are never among its dependencies: not by name, not through others.
    Never(&'static [&'static str]),
}

use Rule::{DirectOnly, LinkedOnly, Native, Never, NoNative, Pure};

/// The boundaries between crates. A name of a foreign package that ends in `*` stands for its family.
pub(crate) const CRATES: &[(&str, Rule)] = &[
    ("citelight-core", Pure),
    ("citelight-text", Pure),
    ("citelight-structure", Pure),
    ("citelight-question", Pure),
    ("citelight-retrieval", Pure),
    ("citelight-answer", Pure),
    ("citelight-quote", Pure),
    ("citelight-trades", Pure),
    ("citelight-packs", NoNative),
    ("citelight-parts", NoNative),
    ("citelight-reader", NoNative),
    ("citelight-confine", NoNative),
    ("citelight-samples", NoNative),
    ("xtask", NoNative),
    // The engine knows neither the window nor the commands of it, and never parses a file itself.
    ("citelight-engine", Never(&["citelight-api", "tauri*", "citelight-pdf", "citelight-ocr"])),
    // Measuring stands outside of the product; people's own questions are measured by the command.
    ("citelight-eval", DirectOnly(&["citelight-cli"])),
    // The server for assistants is a part of the command; it speaks over its pipes.
    ("citelight-mcp", DirectOnly(&["citelight-cli"])),
    ("rmcp", DirectOnly(&["citelight-mcp"])),
    ("citelight-index", Native(&["faiss-sys"])),
    ("citelight-models", Native(&["ort-sys", "onig_sys"])),
    ("citelight-pdf", Native(&["pdfium-render"])),
    ("citelight-ocr", Native(&["leptonica-sys", "tesseract-sys"])),
    ("citelight-store", Native(&["libsqlite3-sys", "openssl-sys"])),
    ("citelight-generator", Native(&["onig_sys"])),
    ("citelight-fetch", Native(&["ring"])),
    // The window's toolkit is another one on every system.
    ("citelight-app", Native(&["*"])),
    ("rusqlite", DirectOnly(&["citelight-store"])),
    ("libsqlite3-sys", DirectOnly(&["citelight-store"])),
    // OpenSSL's ciphers, for SQLCipher alone: its protocols are nobody's.
    ("openssl", DirectOnly(&[])),
    ("openssl-sys", DirectOnly(&[])),
    ("faiss*", DirectOnly(&["citelight-index"])),
    ("ort*", DirectOnly(&["citelight-models"])),
    ("fastembed", DirectOnly(&["citelight-models"])),
    ("candle*", DirectOnly(&["citelight-generator"])),
    ("tauri*", DirectOnly(&["citelight-app"])),
    ("tauri", LinkedOnly(&["citelight-app"])),
    // Hostile files are parsed in the reader's process and nowhere else.
    ("leptess", DirectOnly(&["citelight-ocr"])),
    ("tesseract*", DirectOnly(&["citelight-ocr"])),
    ("leptonica*", DirectOnly(&["citelight-ocr"])),
    ("leptess", LinkedOnly(&["citelight-ocr", "citelight-reader-child"])),
    ("citelight-ocr", LinkedOnly(&["citelight-ocr", "citelight-reader-child"])),
    ("pdfium-render", DirectOnly(&["citelight-pdf"])),
    ("pdfium-render", LinkedOnly(&["citelight-pdf", "citelight-reader-child"])),
    ("citelight-pdf", LinkedOnly(&["citelight-pdf", "citelight-reader-child"])),
    // What confines itself is a child program, never the app.
    ("citelight-confine", DirectOnly(&["citelight-reader-child", "citelight-ranker-child"])),
    // One program speaks HTTP, started by an explicit click or command. All others must work, and
    // are promised to work, without a network; so none may link it either.
    ("citelight-fetch", LinkedOnly(&["citelight-fetch"])),
    ("reqwest", LinkedOnly(&["citelight-fetch"])),
    ("ureq", LinkedOnly(&["citelight-fetch"])),
    ("curl", LinkedOnly(&["citelight-fetch"])),
    ("isahc", LinkedOnly(&["citelight-fetch"])),
    ("attohttpc", LinkedOnly(&["citelight-fetch"])),
    ("hf-hub", LinkedOnly(&["citelight-fetch"])),
    ("hyper", LinkedOnly(&["citelight-fetch"])),
];

/// Packages that open a native library as they run. All others with native code have a `links` key.
pub(crate) const OPENS_NATIVE: &[&str] = &["pdfium-render"];

/// `links` keys that name no native library; crates use them to forbid a second version.
pub(crate) const NOT_NATIVE: &[&str] = &["rayon-core", "prettyplease02", "wasm_bindgen"];

/// Modules of the standard library that reach out of the process, or start threads in it.
pub(crate) const IO: &[&str] = &["env", "fs", "net", "process", "thread"];

/// Crates whose files must not import each other in a circle, by their folder: the engine, and those
/// that never had one.
pub(crate) const NO_CIRCLES: &[&str] =
    &["api", "core", "engine", "models", "packs", "parts", "reader-child"];

/// Crates in which a type's own methods stand in one file, or in it and the folder below it: a call
/// of such a method is an import that no `use` shows. By their folder, each with the types that are
/// let off.
pub(crate) const METHODS_TOGETHER: &[(&str, &[&str])] = &[("engine", &[])];

/// Every file with `unsafe` in it: what wraps a native library, asks the system for a process's limits,
/// gives memory back to it, or sets the environment before the first thread.
pub(crate) const UNSAFE: &[&str] = &[
    "crates/confine/src/sandbox.rs",
    "crates/generator/src/memory.rs",
    "crates/generator/src/threads.rs",
    "crates/index/src/native.rs",
    "crates/index/src/omp.rs",
    "crates/index/src/stream.rs",
    "crates/models/src/silence.rs",
    "crates/ocr/src/pix.rs",
    "crates/ocr/src/tesseract.rs",
    "crates/pdf/src/annotate.rs",
    "crates/pdf/src/document.rs",
    "crates/pdf/src/glyphs.rs",
    "crates/pdf/src/hidden.rs",
    "crates/pdf/src/images.rs",
    "crates/pdf/src/leaders.rs",
    "crates/pdf/src/links.rs",
    "crates/pdf/src/objects.rs",
    "crates/pdf/src/outline.rs",
    "crates/pdf/src/page.rs",
    "crates/pdf/src/render.rs",
    "crates/pdf/src/rules.rs",
    "crates/pdf/src/sight.rs",
    "crates/pdf/src/survey.rs",
    "crates/pdf/src/widgets.rs",
    "crates/store/tests/faults/shim.rs",
];

/// The members that are pure.
pub(crate) fn pure() -> impl Iterator<Item = &'static str> {
    CRATES.iter().filter(|(_, rule)| *rule == Pure).map(|(name, _)| *name)
}
