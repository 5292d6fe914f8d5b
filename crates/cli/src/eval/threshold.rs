//! `citelight eval answer threshold`: what each threshold of confidence keeps and withholds.

use std::path::{Path, PathBuf};

use citelight_core::WireError;
use citelight_engine::Library;
use citelight_eval::answers::Thresholds;
use citelight_eval::quoting::confidences;
use citelight_parts::Parts;
use citelight_quote::training::Confidence;

use super::train_answers::{gather, write};
use crate::Outcome;
use crate::print::Out;

/// What is measured, and how.
pub(super) struct Wanted {
    pub(super) files: Vec<PathBuf>,
    pub(super) unanswerable: Vec<String>,
    pub(super) elsewhere: Vec<String>,
    pub(super) to: Option<PathBuf>,
}

pub(super) fn measure(wanted: &Wanted, library: &Path, out: &Out) -> Result<Outcome, WireError> {
    let library =
        Library::open(library, Parts::locate(), |_| {}).map_err(|error| error.to_wire())?;
    let all = gather(&library, &wanted.files, &wanted.unanswerable, &wanted.elsewhere)?;
    let model = Confidence::builtin();
    let thresholds = Thresholds::of(&confidences(&all, &model), model.least());
    if let Some(folder) = &wanted.to {
        write(folder, "threshold.csv", &thresholds.csv())?;
        write(folder, "threshold.svg", &thresholds.svg())?;
    }
    out.report(&thresholds);
    Ok(Outcome::Done)
}
