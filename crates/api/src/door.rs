//! An encrypted library that is shut: the window that stands before it can do nothing but open it.

use std::path::{Path, PathBuf};

use citelight_core::{ErrorCode, WireError};
use citelight_engine::{LibraryKey, give_up_encrypting, is_encrypted, unlock_or_change};
use parking_lot::Mutex;
use serde::Deserialize;
use serde_json::Value;
use zeroize::Zeroizing;

use crate::{LibraryLock, read_args, write_result};

type Open = dyn Fn(Option<LibraryKey>) -> Result<(), WireError> + Send + Sync;

/// A library that opens with its passphrase.
pub struct Door {
    dir: PathBuf,
    /// Opens the app with the key, from when on there is no door.
    open: Box<Open>,
    /// Who knocks twice waits.
    one: Mutex<bool>,
}

impl Door {
    /// A door before the library in `dir`; `open` opens the app behind it.
    pub fn new(
        dir: &Path,
        open: impl Fn(Option<LibraryKey>) -> Result<(), WireError> + Send + Sync + 'static,
    ) -> Door {
        Door { dir: dir.to_path_buf(), open: Box::new(open), one: Mutex::new(false) }
    }

    /// Carries out what can be carried out before the library is open; the rest is an error of the code `locked`.
    /// Blocks, for a second or as long as a library takes to be encrypted.
    pub fn dispatch(&self, name: &str, args: Value) -> Result<Value, WireError> {
        match name {
            "library_lock" => write_result(name, self.lock()),
            "unlock_library" => {
                #[derive(Deserialize)]
                struct Args {
                    passphrase: String,
                }
                let Args { passphrase } = read_args(name, args)?;
                let passphrase = Zeroizing::new(passphrase);
                self.enter(&|| Ok(unlock_or_change(&self.dir, &passphrase)?))
            }
            "leave_unencrypted" => self.enter(&|| {
                give_up_encrypting(&self.dir);
                Ok(None)
            }),
            _ => Err(WireError::new(ErrorCode::Locked, "The library is locked.")),
        }
    }

    fn lock(&self) -> LibraryLock {
        let encrypted = is_encrypted(&self.dir);
        LibraryLock { locked: true, encrypted, supported: true }
    }

    fn enter(
        &self,
        key: &dyn Fn() -> Result<Option<LibraryKey>, WireError>,
    ) -> Result<Value, WireError> {
        let mut entered = self.one.lock();
        if !*entered {
            (self.open)(key()?)?;
            *entered = true;
        }
        Ok(Value::Null)
    }
}
