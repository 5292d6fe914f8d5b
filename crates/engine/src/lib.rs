//! The engine: a library of documents that takes PDFs in, answers questions from them, and shows
//! where the answer stands. The window and the command line are thin over it.
//!
//! * [`Library`]: one open library; importing, asking, showing, removing, feedback.
//! * [`ImportWorker`]: the threads that import while the window is used; [`Watch`]: the one that looks
//!   at what other processes do; [`FolderWatch`]: the one that takes in what is put into watched folders;
//!   [`Seat`]: the right to show a library.
//! * [`Models`]: the model packs of this computer; needs no library.
//! * [`ports`]: what stands between the engine and the programs and models around it.
//! * [`inspect`]: the stages of asking, for measurements and training.
//!
//! Everything here is synchronous; long work reports through [`Event`]s and polls a stop flag.
//!
//! A program of its own opens a library, adds, asks and shows (`examples/ask.rs` can be run):
//!
//! ```no_run
//! use std::path::Path;
//!
//! use citelight_engine::{Ask, Library};
//! use citelight_parts::Parts;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let library = Library::open(Path::new("library"), Parts::locate(), |_| {})?;
//! library.register(Path::new("report.pdf"))?;
//! while library.import_next()?.is_some() {}
//!
//! let answer = library.ask(&Ask { question: "What is the notice period?", ..Ask::default() })?;
//! println!("{}", answer.answer);
//! for quote in &answer.citations {
//!     println!("[{}] {}, page {}: “{}”", quote.n, quote.file, quote.page, quote.quote);
//!     let png = library.show_page(&quote.document, quote.page, &quote.quads, 2.0)?;
//!     std::fs::write(format!("{}.png", quote.n), png)?;
//! }
//! # Ok(()) }
//! ```

mod amending;
mod amendments;
mod ask;
mod backup;
mod bundle;
mod cache;
mod clock;
mod content;
mod document_text;
mod documents;
mod embedding;
mod encryption;
mod error;
mod events;
mod export;
mod finding;
mod folder_watch;
mod folders;
mod health;
mod import;
pub mod inspect;
mod known;
mod language_models;
mod languages;
mod library;
mod link;
mod log;
mod log_table;
mod matrices;
mod models;
mod page_text;
mod parallel;
mod passwords;
mod place;
pub mod ports;
mod precedence;
mod private;
mod reading;
mod seat;
mod settings;
mod shared;
mod storage;
mod trades;
mod vectors;
mod view;
mod watch;
mod worker;

pub use ask::MAX_QUESTION_CHARS;
pub use ask::history::HistoryRow;
pub use ask::question::Ask;
pub use ask::suggest::Suggestion;
pub use backup::OwnBackup;
pub use backup::complete::BackedUp;
pub use backup::recover::{Recovered, rebuild, restore};
pub use backup::request::restore_if_asked;
pub use bundle::write_bundle;
pub use citelight_generator::let_threads_sleep;
pub use citelight_models::silence;
pub use citelight_reader::Confinement;
pub use citelight_store::ChunkRow;
pub use citelight_text::FindOptions;
pub use document_text::{MarkdownPart, PlacedCell, PlacedRow, PlacedTable, TableEntry};
pub use embedding::EMBEDDER;
pub use encryption::change::{
    Changed, decrypt, encrypt, give_up_encrypting, is_encrypted, needs_passphrase, unlock_or_change,
};
pub use encryption::key::{LibraryKey, change_passphrase, unlock};
pub use encryption::seal::CAN_HOLD as CAN_ENCRYPT;
pub use error::{EngineError, Result};
pub use events::{Event, NoticeLevel, QueueState, WatchedFolder};
pub use export::{AnswerFormat, TableFormat, answer_as, changes_as, matrix_as, notebook_as};
pub use finding::{FoundFiles, find_pdfs};
pub use folder_watch::FolderWatch;
pub use health::{Health, PartHealth};
pub use import::Imported;
pub use import::intake::Registered;
pub use known::forget_library;
pub use languages::Language;
pub use library::{Library, Ports};
pub use link::DeepLink;
pub use log::start_logging;
pub use models::{InstallProgress, ModelShelf, Models};
pub use page_text::{TextMatch, TextMatches, TextWord};
pub use place::default_library_dir;
pub use seat::{Seat, Seating};
pub use storage::Storage;
pub use view::highlighted;
pub use watch::Watch;
pub use worker::ImportWorker;
