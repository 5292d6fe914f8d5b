//! The child that runs a model of others: ONNX Runtime with a cross-encoder behind a pipe.
//!
//! `citelight-ranker RUNTIME PACK MEMORY_BYTES`, started by the crate models, speaks frames on its
//! input and output. It can read the pack's folder and compute, and nothing else, before it opens the
//! model: a graph is a program of sorts, and the runtime is not proof against all of them.
//!
//! Refuses: the embedder and the trained reader, which are made here and run within the app.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use citelight_models::{Pack, Scorer, load_runtime, serve};

fn main() -> anyhow::Result<()> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [runtime, pack, memory_bytes] = arguments.as_slice() else {
        bail!("usage: citelight-ranker RUNTIME PACK MEMORY_BYTES; Citelight starts it");
    };
    let memory_bytes = memory_bytes.to_string_lossy().parse().context("MEMORY_BYTES")?;
    let mut output = citelight_confine::take_stdout().context("the output cannot be set aside")?;
    let loaded = load_runtime(runtime);
    citelight_confine::cap_resources(memory_bytes).context("the limits cannot be set")?;
    citelight_confine::close_files(&[pack]).context("the file system cannot be closed")?;
    citelight_confine::leave_with_host().context("the host cannot be watched")?;
    citelight_confine::filter_calls().context("the system calls cannot be filtered")?;
    let scorer = loaded.and_then(|()| load(runtime, pack));
    serve(scorer, &mut io::stdin().lock(), &mut output)?;
    Ok(())
}

fn load(runtime: &Path, pack: &Path) -> Result<Scorer, citelight_models::ModelError> {
    Scorer::load(runtime, Pack::open(pack)?)
}
