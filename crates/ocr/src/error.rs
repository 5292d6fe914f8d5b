//! Why recognition did not work, and what to do about it.

use std::path::PathBuf;

use citelight_core::language_name;

/// A failure of this crate.
#[derive(Debug, thiserror::Error)]
pub enum OcrError {
    /// The data of a language is not there.
    #[error(
        "Language data for {} is not installed; get {code}.traineddata \
         (github.com/tesseract-ocr/tessdata_fast) and put it into {}",
        called(code), folder.display()
    )]
    MissingLanguage {
        /// Tesseract's name for it: three letters and sometimes a script ("deu", "chi_sim").
        code: String,
        /// Where it was looked for.
        folder: PathBuf,
    },
    /// Tesseract does not accept the language data.
    #[error("tesseract cannot use the language data for \"{languages}\" in {}", folder.display())]
    Init {
        /// Where the data was looked for.
        folder: PathBuf,
        /// What was asked for.
        languages: String,
    },
    /// The picture's sizes do not fit together or exceed what tesseract takes.
    #[error("a picture of {width_px} x {height_px} pixels cannot be recognised")]
    Picture {
        /// Width in pixels.
        width_px: u32,
        /// Height in pixels.
        height_px: u32,
    },
    /// Tesseract gave up.
    #[error("tesseract failed on the picture")]
    Failed,
}

/// "German (deu)", or the code alone.
fn called(code: &str) -> String {
    match language_name(code) {
        Some(name) => format!("{name} ({code})"),
        None => format!("\"{code}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_language_says_how_to_get_it() {
        let missing = |code: &str| OcrError::MissingLanguage {
            code: code.into(),
            folder: "languages".into(),
        };
        let text = missing("deu").to_string();
        assert!(text.starts_with("Language data for German (deu) is not installed; "), "{text}");
        assert!(text.contains("deu.traineddata") && text.ends_with("languages"), "{text}");
        assert!(missing("tlh").to_string().contains("for \"tlh\" is"));
    }
}
