//! `citelight-fetch`: downloads one model pack. The only program of Citelight that uses a network,
//! started by an explicit click or command and never by itself.
//!
//! ```text
//! citelight-fetch --list models/manifest.toml --into FOLDER NAME [--wait-ms N]
//! ```
//!
//! Takes the pack's files at its pinned commit from the hub that the list names, goes on where an
//! earlier run stopped, checks sizes, hashes and headers, and puts the pack into the folder when it
//! is whole. Nothing is sent but requests for these files. Says what it does as JSON lines on
//! standard output ([`FetchEvent`]). Closing its standard input stops it, as does any signal; what
//! came so far is kept. `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` are used.
//!
//! Exit codes: 0 done, 2 the call or the surroundings are at fault, 3 ours, 4 stopped.

mod hub;
mod pack;

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::thread;
use std::time::Duration;

use citelight_core::WireError;
use citelight_packs::{FetchEvent, FetchFault, Known, PackError};

use hub::Hub;
use pack::Fetcher;

/// Why a pack could not be fetched, and whether trying again may help.
#[derive(Debug)]
struct Failure {
    fault: FetchFault,
    error: WireError,
    passes: bool,
}

impl Failure {
    fn new(fault: FetchFault, message: String, hint: &str) -> Failure {
        let error = WireError::new(fault.error_code(), message).hint(hint);
        Failure { fault, error, passes: false }
    }

    /// The same, as one that may go by.
    fn passing(self) -> Failure {
        Failure { passes: true, ..self }
    }

    /// A file that cannot be written.
    fn writing(path: &Path, error: &io::Error) -> Failure {
        let message = format!("Writing {} failed: {error}.", path.display());
        if error.kind() == io::ErrorKind::StorageFull {
            let hint = "Free some space on the disk and try again; what came so far is kept.";
            return Failure::new(FetchFault::DiskFull, message, hint);
        }
        Failure::new(FetchFault::Other, message, "Check that the folder may be written to.")
    }
}

impl From<PackError> for Failure {
    fn from(error: PackError) -> Failure {
        let fault = match &error {
            PackError::File { source, .. } if source.kind() == io::ErrorKind::StorageFull => {
                FetchFault::DiskFull
            }
            PackError::Busy(_) | PackError::Unknown(_) => FetchFault::Call,
            _ => FetchFault::Other,
        };
        Failure { fault, error: error.to_wire(), passes: false }
    }
}

fn main() -> ExitCode {
    thread::spawn(stop_with_input);
    match run() {
        Ok(folder) => {
            say(&FetchEvent::Done { folder });
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("citelight-fetch: {}", failure.error);
            let code = failure.fault.exit_code();
            say(&FetchEvent::Failed { fault: failure.fault, error: failure.error });
            ExitCode::from(code)
        }
    }
}

fn run() -> Result<String, Failure> {
    let call = Call::read(std::env::args_os().skip(1))?;
    let known = Known::read(&call.list)?;
    let pack = known.pack(&call.name).ok_or_else(|| PackError::Unknown(call.name.clone()))?;
    let fetcher = Fetcher { known: &known, hub: Hub::new(&known.hub), wait: call.wait };
    fetcher.fetch(pack, &call.into)
}

/// Prints one line. A reader that has gone away wants nothing more.
fn say(event: &FetchEvent) {
    let mut out = io::stdout().lock();
    let line = serde_json::to_string(event).unwrap_or_default();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        process::exit(i32::from(FetchFault::Stopped.exit_code()));
    }
}

/// Ends the program when its standard input is closed. Nothing has to be put in order: parts may
/// be cut anywhere, and a pack gets its place by one renaming.
fn stop_with_input() {
    let mut input = io::stdin().lock();
    let mut block = [0; 256];
    while input.read(&mut block).is_ok_and(|read| read > 0) {}
    let fault = FetchFault::Stopped;
    let error = WireError::new(fault.error_code(), "Stopped.");
    say(&FetchEvent::Failed { fault, error });
    process::exit(i32::from(fault.exit_code()));
}

/// What the program was called with.
struct Call {
    list: PathBuf,
    into: PathBuf,
    name: String,
    wait: Duration,
}

impl Call {
    fn read(mut words: impl Iterator<Item = OsString>) -> Result<Call, Failure> {
        let refuse = |why: &str| {
            let hint = "citelight-fetch --list MANIFEST --into FOLDER NAME [--wait-ms N]";
            Failure::new(FetchFault::Call, format!("The call does not fit: {why}."), hint)
        };
        let (mut list, mut into, mut name) = (None, None, None);
        let mut wait = Duration::from_secs(1);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| refuse("a value is missing"));
            match word.to_str() {
                Some("--list") => list = Some(PathBuf::from(value()?)),
                Some("--into") => into = Some(PathBuf::from(value()?)),
                Some("--wait-ms") => {
                    let number = value()?.to_str().and_then(|text| text.parse().ok());
                    wait = Duration::from_millis(number.ok_or_else(|| refuse("--wait-ms"))?);
                }
                Some(text) if !text.starts_with('-') && name.is_none() => {
                    name = Some(text.to_owned());
                }
                _ => return Err(refuse(&format!("{} is unknown", word.to_string_lossy()))),
            }
        }
        Ok(Call {
            list: list.ok_or_else(|| refuse("--list is missing"))?,
            into: into.ok_or_else(|| refuse("--into is missing"))?,
            name: name.ok_or_else(|| refuse("no pack is named"))?,
            wait,
        })
    }
}
