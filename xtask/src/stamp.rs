//! Knows whether a step's result is still good: a stamp is the hash of everything that went in.
//!
//! Owns: hashing and the stamp files. Refuses: judging by file times, which a checkout or a cache
//! restores in any order.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// Collects the inputs of a step.
#[derive(Default)]
pub(crate) struct Stamp(Sha256);

impl Stamp {
    /// Adds a text.
    pub(crate) fn text(mut self, text: &str) -> Self {
        // The length keeps ("ab", "c") apart from ("a", "bc").
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text);
        self
    }

    /// Adds a file, or all files below a folder, by name and content. What is missing counts as
    /// missing.
    pub(crate) fn path(mut self, path: &Path) -> Result<Self> {
        for file in files_below(path)? {
            self = self.text(&file.strip_prefix(path).unwrap_or(&file).to_string_lossy());
            self = self.text(&sha256_of(&file)?);
        }
        Ok(self)
    }

    /// The finished stamp.
    pub(crate) fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

/// Whether `file` holds this stamp.
pub(crate) fn holds(file: &Path, stamp: &str) -> bool {
    fs::read_to_string(file).is_ok_and(|held| held.trim() == stamp)
}

/// Writes the stamp, as the last act of a step.
pub(crate) fn keep(file: &Path, stamp: &str) -> Result<()> {
    fs::write(file, format!("{stamp}\n"))
        .with_context(|| format!("{} could not be written", file.display()))
}

/// The SHA-256 of a file, in lower-case hexadecimal.
pub(crate) fn sha256_of(path: &Path) -> Result<String> {
    let read = || -> io::Result<String> {
        let mut file = File::open(path)?;
        let mut hash = Sha256::new();
        let mut buffer = vec![0; 1 << 20];
        loop {
            match file.read(&mut buffer)? {
                0 => return Ok(hex(&hash.finalize())),
                length => hash.update(&buffer[..length]),
            }
        }
    };
    read().with_context(|| format!("{} could not be read", path.display()))
}

/// All files below a folder in the order of their paths; the path itself when it is a file;
/// nothing when it does not exist. Links to folders are not followed.
pub(crate) fn files_below(path: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut open = vec![path.to_owned()];
    while let Some(path) = open.pop() {
        match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(|| path.display().to_string()),
            Ok(data) if data.is_dir() => {
                let listed = fs::read_dir(&path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
                let listed = listed.with_context(|| path.display().to_string())?;
                open.extend(listed.into_iter().map(|entry| entry.path()));
            }
            Ok(_) => files.push(path),
        }
    }
    files.sort();
    Ok(files)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("citelight-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        folder
    }

    #[test]
    fn a_file_has_the_published_hash() {
        let folder = folder("hash");
        let file = folder.join("abc");
        fs::write(&file, "abc").expect("writes");
        // FIPS 180-2, appendix B.1.
        let expect = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256_of(&file).expect("reads"), expect);
        fs::remove_dir_all(folder).expect("cleans up");
    }

    #[test]
    fn a_stamp_changes_with_every_input() {
        let folder = folder("stamp");
        let of = |path: &Path| Stamp::default().path(path).expect("hashes").finish();
        let missing = of(&folder.join("none"));
        fs::write(folder.join("a"), "1").expect("writes");
        let first = of(&folder);
        assert_ne!(first, missing);
        fs::write(folder.join("a"), "2").expect("writes");
        let changed = of(&folder);
        fs::rename(folder.join("a"), folder.join("b")).expect("renames");
        assert_ne!(first, changed);
        assert_ne!(changed, of(&folder));
        fs::remove_dir_all(folder).expect("cleans up");

        let split = |parts: [&str; 2]| Stamp::default().text(parts[0]).text(parts[1]).finish();
        assert_ne!(split(["ab", "c"]), split(["a", "bc"]));
    }

    #[test]
    fn a_kept_stamp_holds_and_another_does_not() {
        let folder = folder("keep");
        let file = folder.join(".stamp");
        assert!(!holds(&file, "x"));
        keep(&file, "x").expect("writes");
        assert!(holds(&file, "x"));
        assert!(!holds(&file, "y"));
        fs::remove_dir_all(folder).expect("cleans up");
    }
}
