//! Model packs on disk: what is known, what is installed, whether it is whole.
//!
//! * [`Known`]: the packs of `models/manifest.toml`, read at run time, each with its pinned source.
//! * [`Pack`]: one installed pack, a folder with a `manifest.json`. It opens only when every file is
//!   there in full and the headers of its weights fit its configuration; weights are not read.
//! * [`Shelf`]: the two folders that hold packs: the app's own, read only, and the person's.
//!   Listing, choosing, importing, verifying, removing.
//! * [`Staging`]: a pack in the making, which appears on the shelf whole or not at all.
//!
//! Owns: files. Refuses: running models (the models crate) and fetching anything (the program
//! `citelight-fetch`, whose words are [`FetchEvent`]).

mod contents;
mod error;
mod fetch;
mod files;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod header;
mod import;
mod known;
mod manifest;
mod pack;
mod shelf;
mod staging;

pub use error::{PackError, Result};
pub use fetch::{FetchEvent, FetchFault};
pub use files::{Progress, sha256_of};
pub use known::{Known, KnownFile, KnownPack, Source};
pub use manifest::{Manifest, PackFile};
pub use pack::Pack;
pub use shelf::{Listed, Shelf};
pub use staging::Staging;
