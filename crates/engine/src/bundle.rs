//! What helps to find a fault, in one file that a person can look through and send: versions, parts, counts,
//! settings, the log. No word of a document, a question or a note, and no name of a file.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::error::{EngineError, Result};
use crate::health::Health;
use crate::library::Library;
use crate::log;
use crate::private;

/// Writes such a file, a tar archive, from what a [check](Library::health) of the library found.
pub fn write_bundle(library: &Library, health: &Health, to: &Path) -> Result<()> {
    write(&report(library, health)?, &log::log_folder(), to)
        .map_err(|error| EngineError::file(to, "Writing", &error))
}

fn report(library: &Library, health: &Health) -> Result<Value> {
    let mut statuses: BTreeMap<String, u32> = BTreeMap::new();
    let mut errors: BTreeMap<String, u32> = BTreeMap::new();
    let mut pages_failed = 0;
    for row in library.documents()? {
        *statuses.entry(format!("{:?}", row.status)).or_default() += 1;
        pages_failed += row.pages_failed;
        if let Some(error) = row.error {
            *errors.entry(format!("{:?}", error.code)).or_default() += 1;
        }
    }
    let parts = health.parts.iter().map(|part| {
        json!({ "name": part.name, "there": part.problem.is_none(), "place": without_home(&part.place) })
    });
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "system": { "os": std::env::consts::OS, "arch": std::env::consts::ARCH, "kernel": kernel() },
        "parts": parts.collect::<Vec<_>>(),
        "confinement": health.confinement,
        "documents": health.documents,
        "pages": health.pages,
        "pages_failed": pages_failed,
        "passages": health.passages,
        "indexed": health.indexed,
        // They may name files; how many there are tells enough to ask.
        "faults": health.faults.len(),
        "statuses": statuses,
        "errors": errors,
        "questions": library.history(u32::MAX)?.len(),
        "storage": library.storage()?,
        "chunking": library.chunking()?,
        "search": library.search_state()?,
        "queue": { "waiting": library.queue()?.waiting, "paused": library.queue()?.paused },
        "watched_folders": library.watched_folders()?.len(),
        "can_be_written": !library.cannot_keep(),
    }))
}

fn kernel() -> String {
    fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default().trim().to_owned()
}

/// A path without the person's name, which stands in that of the home folder.
fn without_home(path: &str) -> String {
    match dirs::home_dir().map(|home| home.display().to_string()) {
        Some(home) if home.len() > 1 => path.replace(&home, "~"),
        _ => path.to_owned(),
    }
}

fn write(report: &Value, logs: &Path, to: &Path) -> std::io::Result<()> {
    let mut archive = tar::Builder::new(private::create(to)?);
    let mut add = |name: &str, bytes: &[u8]| {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o600);
        archive.append_data(&mut header, name, bytes)
    };
    add("report.json", &serde_json::to_vec_pretty(report)?)?;
    for path in log::log_files(logs) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        add(&name, &fs::read(path)?)?;
    }
    archive.into_inner()?.sync_all()
}
