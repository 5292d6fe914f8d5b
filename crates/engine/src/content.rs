//! Whether a file still holds the content that it was taken in with.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

/// What is wrong with a copy, in words that go on its name; `None` when it is whole. `hash`: that of the
/// content, as lower-case hexadecimal digits of SHA-256.
pub(crate) fn check(file: &Path, size_bytes: u64, hash: &str) -> Option<String> {
    let found = match file.metadata() {
        Ok(meta) => meta.len(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Some("is lost".to_owned()),
        Err(error) => return Some(format!("cannot be read: {error}")),
    };
    if found != size_bytes {
        return Some(format!("has {found} bytes instead of {size_bytes}"));
    }
    match hash_of(file) {
        Ok(found) if found == hash => None,
        Ok(_) => Some("holds another content than it was added with".to_owned()),
        Err(error) => Some(format!("cannot be read: {error}")),
    }
}

/// SHA-256 of a file's content, as lower-case hexadecimal digits.
pub(crate) fn hash_of(file: &Path) -> io::Result<String> {
    let (mut file, mut hasher) = (File::open(file)?, Sha256::new());
    let mut buffer = vec![0; 1 << 20];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex(&hasher.finalize())),
            length => hasher.update(&buffer[..length]),
        }
    }
}

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
