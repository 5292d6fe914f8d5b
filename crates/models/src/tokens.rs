//! Tokenizers: read once for all models that come with the same one, since reading one takes as long as loading
//! a session.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tokenizers::Tokenizer;

/// A tokenizer in use somewhere, by the hash of its file.
type Known = (u64, Weak<Tokenizer>);

static IN_USE: Mutex<Vec<Known>> = Mutex::new(Vec::new());

/// The tokenizer of a file with this content. It cuts nothing off and fills nothing up, whatever the file says.
pub(crate) fn tokenizer(content: &[u8]) -> Result<Arc<Tokenizer>, tokenizers::Error> {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    let hash = hasher.finish();
    // Held while it is read: who asks meanwhile waits for it instead of reading it, too.
    let mut in_use = IN_USE.lock();
    in_use.retain(|(_, one)| one.strong_count() > 0);
    let known = in_use.iter().find(|(own, _)| *own == hash).and_then(|(_, one)| one.upgrade());
    if let Some(known) = known {
        return Ok(known);
    }
    let mut tokenizer = Tokenizer::from_bytes(content)?;
    tokenizer.with_padding(None).with_truncation(None)?;
    let tokenizer = Arc::new(tokenizer);
    in_use.push((hash, Arc::downgrade(&tokenizer)));
    Ok(tokenizer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_is_read_once_and_given_back() {
        let file = |word: &str| {
            format!(
                r#"{{"version": "1.0", "model": {{"type": "WordLevel", "vocab": {{"{word}": 0}}, "unk_token": "{word}"}}}}"#
            )
        };
        let (one, other) = (file("one"), file("other"));
        let first = tokenizer(one.as_bytes()).unwrap();
        assert!(Arc::ptr_eq(&first, &tokenizer(one.as_bytes()).unwrap()));
        assert!(!Arc::ptr_eq(&first, &tokenizer(other.as_bytes()).unwrap()));
        let weak = Arc::downgrade(&first);
        drop(first);
        assert!(weak.upgrade().is_none());
        assert_eq!(tokenizer(one.as_bytes()).unwrap().get_vocab_size(false), 1);
        assert!(tokenizer(b"{").is_err());
    }
}
