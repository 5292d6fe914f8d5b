//! The passphrase of an encrypted library: from the first line of the input or of a file where that was said,
//! else from the terminal, without an echo. Never from an argument or the environment, which others can read.

use std::fs;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};

use citelight_core::{ErrorCode, WireError};
use citelight_engine::{Changed, LibraryKey};
use clap::Args;
use zeroize::Zeroizing;

use crate::print::Out;

/// A passphrase is no novel.
const MOST_BYTES: u64 = 4096;

/// Where the passphrase comes from.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct From {
    /// Read the passphrase of an encrypted library from the first line of standard input.
    #[arg(long, global = true)]
    pub(crate) passphrase_stdin: bool,
    /// Read the passphrase of an encrypted library from the first line of a file or pipe.
    #[arg(long, value_name = "FILE", global = true, conflicts_with = "passphrase_stdin")]
    pub(crate) passphrase_file: Option<PathBuf>,
}

impl From {
    /// The key of the library in `dir`, where it is encrypted.
    pub(crate) fn key(&self, dir: &Path) -> Result<Option<LibraryKey>, WireError> {
        if !citelight_engine::is_encrypted(dir) {
            return Ok(None);
        }
        let passphrase = self.line("Passphrase of the library: ")?;
        Ok(Some(citelight_engine::unlock(dir, &passphrase)?))
    }

    /// The same where standard input belongs to another.
    pub(crate) fn key_without_input(&self, dir: &Path) -> Result<Option<LibraryKey>, WireError> {
        if !citelight_engine::is_encrypted(dir) || self.passphrase_file.is_some() {
            return self.key(dir);
        }
        Err(WireError::new(
            ErrorCode::Locked,
            "The library is encrypted, and standard input belongs to the assistant.".to_owned(),
        )
        .hint("Name a file or pipe with the passphrase in its first line: --passphrase-file FILE."))
    }

    /// The next passphrase.
    fn line(&self, prompt: &str) -> Result<Zeroizing<String>, WireError> {
        let read = match &self.passphrase_file {
            Some(file) => first_line(file),
            None if self.passphrase_stdin => next_line(),
            None if io::stdin().is_terminal() && io::stderr().is_terminal() => {
                rpassword::prompt_password(prompt).map(Zeroizing::new)
            }
            None => Err(io::Error::other("nobody can be asked for it")),
        };
        let fault = match read {
            Ok(line) if !line.is_empty() => return Ok(line),
            Ok(_) => "it is empty".to_owned(),
            Err(error) => error.to_string(),
        };
        let message =
            format!("The passphrase of the library is needed, and none came in: {fault}.");
        Err(WireError::new(ErrorCode::Locked, message).hint(
            "Give it as the first line, for example from a file: --passphrase-stdin < FILE, or \
             --passphrase-file FILE.",
        ))
    }

    /// A passphrase that is new: who types it types it twice.
    fn new_one(&self) -> Result<Zeroizing<String>, WireError> {
        let asked = self.passphrase_file.is_none() && !self.passphrase_stdin;
        let first = self.line("New passphrase: ")?;
        if asked && self.line("Once more: ")? != first {
            let error = WireError::new(ErrorCode::Input, "The two are not the same.".to_owned());
            return Err(error.hint("Nothing was changed; try again."));
        }
        Ok(first)
    }
}

/// Encrypts the library.
pub(crate) fn encrypt(dir: &Path, from: &From, out: &Out) -> Result<(), WireError> {
    out.note("A passphrase that is forgotten cannot be recovered, nor can the library without it.");
    let changed = citelight_engine::encrypt(dir, &from.new_one()?)?;
    out.note(&format!("The library is encrypted, with {}.", pdfs(&changed)));
    out.note(
        "Flash memory, snapshots and backups that you made before may still hold what was there; a new backup \
         is encrypted.",
    );
    for left in &changed.left {
        out.note(&format!("{} lies there as it was: remove it when you like.", left.display()));
    }
    Ok(())
}

/// Makes the library plain again.
pub(crate) fn decrypt(dir: &Path, from: &From, out: &Out) -> Result<(), WireError> {
    let changed = citelight_engine::decrypt(dir, &from.line("Passphrase of the library: ")?)?;
    out.note(&format!("The library is not encrypted any more, with {}.", pdfs(&changed)));
    Ok(())
}

/// Gives the library another passphrase; where they come in as lines, the old one comes first.
pub(crate) fn change(dir: &Path, from: &From, out: &Out) -> Result<(), WireError> {
    if !citelight_engine::is_encrypted(dir) {
        let error = WireError::new(ErrorCode::Input, "The library is not encrypted.".to_owned());
        return Err(error.hint("`citelight encrypt` does that."));
    }
    if from.passphrase_file.is_some() {
        let error = WireError::new(ErrorCode::Input, "Two passphrases are needed.".to_owned());
        return Err(error.hint("Give the old and the new one as two lines: --passphrase-stdin."));
    }
    let old = from.line("Passphrase until now: ")?;
    citelight_engine::change_passphrase(dir, &old, &from.new_one()?)?;
    out.note("The passphrase is another one now. Backups that were made before keep the old one.");
    Ok(())
}

fn pdfs(changed: &Changed) -> String {
    match changed.files {
        1 => "one PDF".to_owned(),
        files => format!("{files} PDFs"),
    }
}

fn next_line() -> io::Result<Zeroizing<String>> {
    line_of(&mut io::stdin().lock())
}

fn first_line(file: &Path) -> io::Result<Zeroizing<String>> {
    line_of(&mut BufReader::new(fs::File::open(file)?))
}

fn line_of(from: &mut impl BufRead) -> io::Result<Zeroizing<String>> {
    let mut line = Zeroizing::new(String::with_capacity(MOST_BYTES as usize));
    from.take(MOST_BYTES).read_line(&mut line)?;
    Ok(Zeroizing::new(line.trim_end_matches(['\n', '\r']).to_owned()))
}
