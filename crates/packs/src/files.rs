//! Reading and writing files in blocks: hashing, copying, replacing at once.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::{PackError, Result};

/// Told the bytes done so far and all that are to be done; breaks off to stop the work.
pub type Progress<'a> = dyn FnMut(u64, u64) -> ControlFlow<()> + 'a;

/// A progress that nobody follows.
pub(crate) fn unhurried() -> impl FnMut(u64, u64) -> ControlFlow<()> {
    |_, _| ControlFlow::Continue(())
}

const BLOCK: usize = 1 << 20;

/// SHA-256 of a file, lower-case hexadecimal. `each` hears of the bytes of every block.
pub fn sha256_of(path: &Path, each: &mut dyn FnMut(u64) -> ControlFlow<()>) -> Result<String> {
    let reading = |error| PackError::file("Reading", path, error);
    let mut file = File::open(path).map_err(reading)?;
    let mut hash = Sha256::new();
    blocks(&mut file, path, |block| {
        hash.update(block);
        Ok(each(block.len() as u64))
    })?;
    Ok(hexadecimal(&hash.finalize()))
}

/// Copies a file and waits until it is on the disk; returns its SHA-256.
pub(crate) fn copy(
    from: &Path,
    to: &Path,
    each: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<String> {
    let mut source = File::open(from).map_err(|error| PackError::file("Reading", from, error))?;
    let writing = |error| PackError::file("Writing", to, error);
    let mut target = File::create(to).map_err(writing)?;
    let mut hash = Sha256::new();
    blocks(&mut source, from, |block| {
        hash.update(block);
        target.write_all(block).map_err(writing)?;
        Ok(each(block.len() as u64))
    })?;
    target.sync_all().map_err(writing)?;
    Ok(hexadecimal(&hash.finalize()))
}

/// Writes a file under another name first, so that half a file is never taken for a whole one.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<()> {
    let part = path.with_extension("new");
    let writing = |error| PackError::file("Writing", path, error);
    let mut file = File::create(&part).map_err(writing)?;
    file.write_all(content).and_then(|()| file.sync_all()).map_err(writing)?;
    fs::rename(&part, path).map_err(writing)
}

/// Removes a folder that may not be there.
pub(crate) fn remove_folder(path: &Path) -> Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(PackError::file("Removing", path, error))
        }
        _ => Ok(()),
    }
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn blocks(
    file: &mut File,
    path: &Path,
    mut each: impl FnMut(&[u8]) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let mut block = vec![0; BLOCK];
    loop {
        let read =
            file.read(&mut block).map_err(|error| PackError::file("Reading", path, error))?;
        if read == 0 {
            return Ok(());
        }
        if each(&block[..read])?.is_break() {
            return Err(PackError::Stopped);
        }
    }
}
