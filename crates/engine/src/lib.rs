//! The engine: a library of documents that takes PDFs in, answers questions from them, and shows
//! where the answer stands. The window and the command line are thin over it.
//!
//! * [`Library`]: one open library; asking, showing, removing, feedback.
//! * [`Library::register`] and [`Library::import_next`]: a file's way in, over a durable queue.
//! * [`Models`]: the model packs of this computer; needs no library.
//! * [`Desk`]: a library with a background import thread, as the window needs it.
//!
//! Everything here is synchronous; long work reports through [`Event`](citelight_api::Event)s and
//! polls a stop flag.

mod ask;
mod concepts;
mod desk;
mod error;
mod health;
mod import;
mod index;
mod intake;
mod languages;
mod library;
mod models;
mod owner;
mod queue;
mod refresh;
mod secrets;
mod settings;
mod shape;
pub mod trades;
mod view;
mod writer;

pub use ask::{Ask, MAX_QUESTION_CHARS, Measured, MeasuredSentences, Stages, WrittenCheck};
pub use citelight_generator::let_threads_sleep;
pub use citelight_store::ChunkRow;
pub use desk::Desk;
pub use error::{EngineError, Result};
pub use health::{Health, PartHealth};
pub use import::Imported;
pub use intake::{Found, Registered, find_pdfs};
pub use library::{Library, default_library_dir};
pub use models::{InstallProgress, Models};
pub use view::highlighted;
