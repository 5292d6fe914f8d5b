//! What can go wrong while a sample is set. Each error names the document, and the line of its text where there is one.

/// A failure to generate a sample document.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The text of a document breaks a rule of the markup.
    #[error("{document}, line {line}: {problem}")]
    Markup {
        /// File name of the document that was being made.
        document: String,
        /// 1-based line of the document's text.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A reference names a section, clause or table that does not exist.
    #[error("{document}: nothing is called \"{id}\", but the text refers to it")]
    UnknownReference {
        /// File name of the document that was being made.
        document: String,
        /// The name that was not found.
        id: String,
    },
    /// Two headings, clauses or tables carry the same name.
    #[error("{document}: the name \"{id}\" is given twice")]
    DuplicateName {
        /// File name of the document that was being made.
        document: String,
        /// The name in question.
        id: String,
    },
    /// A character that the embedded fonts cannot show.
    #[error("the character {character:?} in \"{text}\" is not in code page 1252")]
    Unencodable {
        /// The character.
        character: char,
        /// The text around it.
        text: String,
    },
    /// An embedded font file could not be read.
    #[error("font {font}: {problem}")]
    Font {
        /// PostScript name of the font.
        font: &'static str,
        /// What is wrong with it.
        problem: String,
    },
}
