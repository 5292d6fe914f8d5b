//! Whether a file still holds the content that it was taken in with.

use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::encryption::seal::Seal;

/// What is wrong with a copy, in words that go on its name; `None` when it is whole. `hash`: that of the
/// content, as lower-case hexadecimal digits of SHA-256.
pub(crate) fn check(seal: &Seal, file: &Path, size_bytes: u64, hash: &str) -> Option<String> {
    let lies = match file.metadata() {
        Ok(meta) => meta.len(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Some("is lost".to_owned()),
        Err(error) => return Some(format!("cannot be read: {error}")),
    };
    let other = |found: u64| Some(format!("has {found} bytes instead of {size_bytes}"));
    if seal.is_plain() && lies != size_bytes {
        return other(lies); // without a look at what it holds
    }
    match hash_of(seal, file) {
        Ok((found, _)) if found != size_bytes => other(found),
        Ok((_, found)) if found == hash => None,
        Ok(_) => Some("holds another content than it was added with".to_owned()),
        Err(error) => Some(format!("cannot be read: {error}")),
    }
}

/// Length of a file's content, and its SHA-256 as lower-case hexadecimal digits.
pub(crate) fn hash_of(seal: &Seal, file: &Path) -> io::Result<(u64, String)> {
    let (mut file, mut hasher, mut size_bytes) = (seal.open(file)?, Sha256::new(), 0);
    let mut buffer = vec![0; 1 << 20];
    loop {
        let length = file.read(&mut buffer)?;
        if length == 0 {
            return Ok((size_bytes, hex(&hasher.finalize())));
        }
        hasher.update(&buffer[..length]);
        size_bytes += length as u64;
    }
}

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
