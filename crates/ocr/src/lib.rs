//! Recognises the words on a picture of a page, through tesseract, and the rules round them.
//!
//! Owns the tesseract handle, the preparation of the picture by leptonica, and the reading of the
//! results. Works in pixels of the picture that it is given; who drew the picture knows how they
//! lie on the page.
//!
//! Refuses: drawing pages, choosing which pages need recognition.
//!
//! Tesseract reads `OMP_THREAD_LIMIT` when its library is loaded: a process that recognises has to
//! be *started* with `OMP_THREAD_LIMIT=1`, which nearly halves the time a page takes; parallel work
//! is for several processes.

mod doubt;
mod error;
mod glance;
mod lay;
mod lone;
mod merge;
mod pix;
mod recognizer;
mod rules;
mod tesseract;
mod tight;
mod word;

pub use error::OcrError;
pub use glance::Traces;
pub use recognizer::{Effort, GrayImage, Reading, Recognizer, glimpse};
pub use word::{OcrWord, PixelBox};
