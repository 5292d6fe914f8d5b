//! A library that is encrypted under a passphrase: database, copies of PDFs, vector index and backups. Formats
//! are established ones, which other programs open, too: SQLCipher and age. See docs/encryption.md.

pub(crate) mod change;
pub(crate) mod key;
pub(crate) mod seal;
