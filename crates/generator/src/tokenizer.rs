//! Texts to token ids and back.
//!
//! Owns: counting, and turning ids into text one at a time, so that text can be shown while it is
//! written. Refuses: how a prompt is put together.

use std::path::Path;

use crate::GeneratorError;

/// What SentencePiece writes for a space.
const SPACE: char = '▁';

/// A pack's tokenizer.
#[derive(Debug)]
pub(crate) struct Tokenizer {
    inner: tokenizers::Tokenizer,
    /// By id.
    pieces: Vec<Piece>,
}

/// What one token writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Characters; a word begins with a space.
    Text(String),
    /// One byte of a character that the vocabulary lacks.
    Byte(u8),
    /// Nothing: the end, padding, what is unknown, and ids without a meaning.
    Nothing,
}

impl Tokenizer {
    /// Reads a `tokenizer.json`; `vocabulary` is the number of ids that the model knows, which may be
    /// more than the file names.
    pub(crate) fn load(path: &Path, vocabulary: usize) -> Result<Tokenizer, GeneratorError> {
        let broken = |why: String| GeneratorError::Pack { path: path.to_path_buf(), why };
        if !path.exists() {
            let source = std::io::ErrorKind::NotFound.into();
            return Err(GeneratorError::File { path: path.to_path_buf(), source });
        }
        let mut inner =
            tokenizers::Tokenizer::from_file(path).map_err(|error| broken(error.to_string()))?;
        // Some files bring these along; prompts are measured and cut here.
        inner.with_padding(None);
        inner.with_truncation(None).map_err(|error| broken(error.to_string()))?;
        let known = inner.get_vocab_size(true);
        if known > vocabulary {
            return Err(broken(format!("it has {known} tokens, the model {vocabulary}")));
        }
        let special = inner.get_added_tokens_decoder();
        let pieces = (0..vocabulary as u32)
            .map(|id| match inner.id_to_token(id) {
                Some(token) if !special.contains_key(&id) => Piece::of(&token),
                _ => Piece::Nothing,
            })
            .collect();
        Ok(Tokenizer { inner, pieces })
    }

    /// Ids of a text, the end among them.
    pub(crate) fn encode(&self, text: &str) -> Result<Vec<u32>, GeneratorError> {
        match self.inner.encode_fast(text, true) {
            Ok(encoding) => Ok(encoding.get_ids().to_vec()),
            Err(error) => Err(GeneratorError::Input(error.to_string())),
        }
    }

    /// Number of ids of a text, without the end.
    pub(crate) fn count(&self, text: &str) -> usize {
        // Nothing that has an id for what is unknown refuses a text; bytes err on the safe side.
        self.inner.encode_fast(text, false).map_or(text.len(), |encoding| encoding.len())
    }

    /// What a token writes.
    pub(crate) fn piece(&self, id: u32) -> &Piece {
        self.pieces.get(id as usize).unwrap_or(&Piece::Nothing)
    }

    /// Words that the vocabulary holds whole and in small letters, sorted: what is written often in
    /// the model's languages, so no rare name.
    pub(crate) fn common_words(&self) -> Vec<String> {
        let mut words: Vec<String> = self
            .pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Text(text) => text.strip_prefix(' '),
                _ => None,
            })
            .filter(|word| !word.is_empty() && word.chars().all(char::is_lowercase))
            .map(str::to_owned)
            .collect();
        words.sort();
        words
    }
}

impl Piece {
    fn of(token: &str) -> Piece {
        let byte = token.strip_prefix("<0x").and_then(|rest| rest.strip_suffix('>'));
        match byte.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => Piece::Byte(byte),
            None => Piece::Text(token.replace(SPACE, " ")),
        }
    }
}

/// Text in the making. A character whose bytes come in several tokens appears when it is whole.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spelling {
    bytes: Vec<u8>,
    begun: bool,
}

impl Spelling {
    /// What the next token adds to the text.
    pub(crate) fn push(&mut self, piece: &Piece) -> String {
        let added = match piece {
            Piece::Nothing => return String::new(),
            Piece::Byte(byte) => {
                self.bytes.push(*byte);
                match std::str::from_utf8(&self.bytes) {
                    Ok(text) => {
                        let text = text.to_owned();
                        self.bytes.clear();
                        text
                    }
                    // The start of a character; no character has more than four bytes.
                    Err(error) if error.error_len().is_none() => return String::new(),
                    Err(_) => self.give_up(),
                }
            }
            Piece::Text(text) => self.give_up() + text,
        };
        if self.begun || added.is_empty() {
            return added;
        }
        self.begun = true;
        // The first word's own space.
        added.strip_prefix(' ').map_or(added.clone(), str::to_owned)
    }

    /// Bytes that became no character.
    fn give_up(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.bytes)).into_owned()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::path::PathBuf;

    use super::*;

    pub(crate) fn fixture() -> Tokenizer {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../../tests/fixtures/generator/tokenizer.json");
        Tokenizer::load(&path, 220).unwrap()
    }

    #[test]
    fn pieces_spell_what_the_library_decodes() {
        let tokenizer = fixture();
        for text in ["The chair of the board is Maria Alvarez.", "$1,577 million  (2018)", "Größe"]
        {
            let ids = tokenizer.encode(text).unwrap();
            let mut spelling = Spelling::default();
            let spelled: String =
                ids.iter().map(|id| spelling.push(tokenizer.piece(*id))).collect();
            assert_eq!(spelled, tokenizer.inner.decode(&ids, true).unwrap());
        }
    }

    #[test]
    fn a_character_of_several_tokens_appears_whole() {
        let mut spelling = Spelling::default();
        let mut push = |piece: Piece| spelling.push(&piece);
        assert_eq!(push(Piece::of("▁5")), "5");
        assert_eq!(push(Piece::of("<0xE2>")), "");
        assert_eq!(push(Piece::of("<0x82>")), "");
        assert_eq!(push(Piece::of("<0xAC>")), "€");
        assert_eq!(push(Piece::of("<0xE2>")), "");
        assert_eq!(push(Piece::of("▁a")), "\u{fffd} a");
        assert_eq!(push(Piece::Nothing), "");
    }

    #[test]
    fn a_tokenizer_of_another_model_is_refused() {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../../tests/fixtures/generator/tokenizer.json");
        let refusal = Tokenizer::load(&path, 100).unwrap_err().to_string();
        assert!(refusal.contains("the model 100"), "{refusal}");
    }
}
