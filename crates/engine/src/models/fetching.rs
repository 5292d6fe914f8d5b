//! The program that fetches, from this side: started, listened to, stopped.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use citelight_core::{ErrorCode, WireError};
use citelight_packs::{FetchEvent, FetchFault, PackError, Shelf};

use super::installs::{InstallProgress, Installs};
use crate::error::{EngineError, Result};

/// Runs `program` for the pack `name` until it ends.
pub(super) fn fetch(
    installs: &Installs,
    shelf: &Shelf,
    program: &Path,
    name: &str,
    changed: &mut InstallProgress<'_>,
) -> Result<()> {
    let mut child = Command::new(program)
        .arg("--list")
        .arg(shelf.list_file())
        .arg("--into")
        .arg(shelf.own())
        .arg(name)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| EngineError::file(program, "Starting", &error))?;
    let input = child.stdin.take();
    // Stopped already: the input is closed at once.
    installs.note(name, |work| work.input = input.filter(|_| !work.stopped));
    changed((0, None));
    let mut outcome = None;
    for line in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()) {
        // What is no event of ours is passed over; the last line decides.
        let Ok(line) = line else { break };
        let Ok(event) = serde_json::from_str::<FetchEvent>(&line) else { continue };
        match event {
            FetchEvent::Begin { bytes, .. } => {
                installs.note(name, |work| work.bytes.1 = Some(bytes));
            }
            FetchEvent::Progress { done, total, .. } => installs.note(name, |work| {
                work.bytes = (done, Some(total));
                (work.checking, work.waits) = (false, None);
            }),
            FetchEvent::Checking { .. } => installs.note(name, |work| work.checking = true),
            FetchEvent::Retry { why, .. } => {
                let waits = WireError::new(ErrorCode::Input, why).hint("Trying again…");
                installs.note(name, |work| work.waits = Some(waits));
            }
            FetchEvent::Done { .. } => outcome = Some(Ok(())),
            FetchEvent::Failed { fault: FetchFault::Stopped, .. } => {
                outcome = Some(Err(PackError::Stopped.into()));
            }
            FetchEvent::Failed { error, .. } => outcome = Some(Err(EngineError::Message(error))),
        }
        changed(installs.bytes(name));
    }
    let ended = child.wait();
    outcome.unwrap_or_else(|| {
        let how = ended.map_or_else(|error| error.to_string(), |status| status.to_string());
        Err(EngineError::Message(
            WireError::new(ErrorCode::Internal, format!("The download of “{name}” ended: {how}."))
                .hint("Try again; what came so far is kept."),
        ))
    })
}
