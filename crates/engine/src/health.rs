//! Whether the app's parts are there and the library holds together.

use std::path::PathBuf;

use citelight_parts::{MissingPart, Parts};
use citelight_reader::Confinement;
use citelight_store::Store;
use serde::Serialize;

use crate::embedding::{EMBEDDER, LazyEmbedder};
use crate::error::Result;
use crate::models::Models;
use crate::vectors::VectorCache;

/// What a check of the app and its library found.
#[derive(Debug, Clone, Serialize)]
pub struct Health {
    /// The parts that Citelight is made of.
    pub parts: Vec<PartHealth>,
    /// How far the reading processes are kept from the rest of the computer; `None` where that cannot be told.
    pub confinement: Option<Confinement>,
    /// Documents in the library.
    pub documents: u32,
    /// Pages that were read.
    pub pages: u32,
    /// Passages that can be searched.
    pub passages: u32,
    /// Passages in the vector index.
    pub indexed: usize,
    /// Documents that an earlier version of the reader read, by their files' names.
    pub read_before: Vec<String>,
    /// What is wrong with the library, in words; empty when all is well.
    pub faults: Vec<String>,
}

/// One part of the installation.
#[derive(Debug, Clone, Serialize)]
pub struct PartHealth {
    /// What it is.
    pub name: &'static str,
    /// Where it lies; empty when it is missing.
    pub place: String,
    /// Why it cannot be used, when it cannot.
    pub problem: Option<String>,
}

impl Health {
    /// Whether all parts are there and the library holds together.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty() && self.parts.iter().all(|part| part.problem.is_none())
    }
}

/// Checks the parts that the app is made of.
pub(crate) fn parts(parts: &Parts, models: &Models) -> Result<Vec<PartHealth>> {
    let mut checked = vec![
        part("PDF library", parts.pdfium()),
        part("reader", parts.reader()),
        part("model runtime", parts.onnxruntime()),
        part("reranker's program", parts.ranker()),
        part("embedding model", parts.model_pack(EMBEDDER)),
    ];
    checked.extend(models.faults()?.into_iter().map(|fault| PartHealth {
        name: "model pack",
        place: String::new(),
        problem: Some(fault),
    }));
    Ok(checked)
}

/// Checks a whole library; reads everything, so it takes a while. `parts` are those of the app.
pub(crate) fn check(
    parts: Vec<PartHealth>,
    store: &Store,
    embedder: &LazyEmbedder,
    vectors: &VectorCache,
) -> Result<Health> {
    let found = store.check()?;
    let mut faults = found.faults;
    let index = vectors.current()?;
    let (mut lacking, mut vectors_held) = (0, 0);
    store.each_vector(&embedder.get()?.identity(), &mut |chunk, vector| {
        vectors_held += 1;
        lacking += usize::from(!index.agrees(chunk, vector));
    })?;
    if lacking > 0 {
        faults.push(format!("{lacking} passages that the vector index lacks or has wrong"));
    }
    // Passages whose vectors are still to be made are in neither.
    if index.len() != vectors_held {
        faults.push(format!(
            "the vector index holds {} passages, the database {vectors_held}",
            index.len(),
        ));
    }
    Ok(Health {
        parts,
        confinement: None,
        documents: found.documents,
        pages: found.pages,
        passages: found.chunks,
        indexed: index.len(),
        read_before: Vec::new(),
        faults,
    })
}

fn part(name: &'static str, found: Result<PathBuf, MissingPart>) -> PartHealth {
    match found {
        Ok(path) => PartHealth { name, place: path.display().to_string(), problem: None },
        Err(missing) => {
            PartHealth { name, place: String::new(), problem: Some(missing.to_string()) }
        }
    }
}
