//! The key of an encrypted database (SQLCipher: every page and the log under AES-256, each page with an
//! HMAC-SHA512).

use std::fmt;

use rusqlite::{Connection, OpenFlags};
use zeroize::Zeroizing;

use crate::Result;

/// 256 bits under which a database is encrypted. They are taken as they are: what derives them from a
/// passphrase is outside of here.
#[derive(Clone)]
pub struct DatabaseKey(Zeroizing<String>);

impl DatabaseKey {
    /// The key of these bytes.
    pub fn new(bytes: &[u8; 32]) -> DatabaseKey {
        // SQLCipher's spelling of a key that is not derived once more
        // (https://www.zetetic.net/sqlcipher/sqlcipher-api/#key).
        let mut text = Zeroizing::new(String::with_capacity(67));
        text.push_str("x'");
        for byte in bytes {
            for digit in [byte >> 4, byte & 15] {
                text.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
            }
        }
        text.push('\'');
        DatabaseKey(text)
    }

    /// As SQLCipher takes it; empty stands for a plain database.
    pub(crate) fn text(key: Option<&DatabaseKey>) -> &str {
        key.map_or("", |key| key.0.as_str())
    }
}

impl fmt::Debug for DatabaseKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DatabaseKey(…)")
    }
}

/// Opens a connection and gives it its key before anything is read.
pub(crate) fn connect(
    path: impl AsRef<std::path::Path>,
    flags: OpenFlags,
    key: Option<&DatabaseKey>,
) -> Result<Connection> {
    let connection = Connection::open_with_flags(path, flags)?;
    if key.is_some() {
        // What is wrong is an error of ours; SQLCipher would print it, too.
        connection.pragma_update(None, "cipher_log_level", "NONE")?;
        connection.pragma_update(None, "key", DatabaseKey::text(key))?;
    } else {
        // SQLCipher keeps what is temporary in memory, where large sorts need not be; of a plain database
        // it may lie on the disk.
        connection.pragma_update(None, "temp_store", "FILE")?;
    }
    Ok(connection)
}
