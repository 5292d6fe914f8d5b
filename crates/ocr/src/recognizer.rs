//! The tesseract handle.

use std::ffi::{CStr, c_int};
use std::path::{Path, PathBuf};

use leptess::tesseract::TessApi;

use crate::tsv::{self, OcrWord};

/// Why recognition did not work.
#[derive(Debug, thiserror::Error)]
pub enum OcrError {
    /// The language data is not there.
    #[error("language data {} is missing", .0.display())]
    MissingData(PathBuf),
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

/// A picture to recognise: one byte a pixel, 0 is black, rows from the top without padding.
#[derive(Debug, Clone, Copy)]
pub struct GrayImage<'a> {
    /// Width in pixels.
    pub width_px: u32,
    /// Height in pixels.
    pub height_px: u32,
    /// `width_px * height_px` bytes.
    pub pixels: &'a [u8],
}

/// Tesseract with its language data loaded; one per process, used for page after page.
pub struct Recognizer {
    api: TessApi,
}

impl Recognizer {
    /// Loads the data of the given languages ("eng", "eng+deu") from a folder of `.traineddata`
    /// files.
    pub fn new(tessdata: &Path, languages: &str) -> Result<Self, OcrError> {
        for language in languages.split('+') {
            let data = tessdata.join(format!("{language}.traineddata"));
            if !data.is_file() {
                return Err(OcrError::MissingData(data));
            }
        }
        let failed =
            || OcrError::Init { folder: tessdata.to_owned(), languages: languages.to_owned() };
        // The wrapper turns both texts into C strings and panics on a zero inside.
        let folder = tessdata.to_str().filter(|f| !f.contains('\0')).ok_or_else(failed)?;
        let mut api = TessApi::new(Some(folder), languages).map_err(|_| failed())?;
        // The library's default takes the picture for one block of text; the command's default,
        // full layout analysis, is what pages want.
        set(&mut api, c"tessedit_pageseg_mode", c"3").ok_or_else(failed)?;
        Ok(Self { api })
    }

    /// The words on a picture, in tesseract's reading order. `dpi` is the scale at which the page
    /// was drawn or scanned; tesseract judges sizes by it.
    pub fn recognize(&mut self, image: GrayImage<'_>, dpi: u32) -> Result<Vec<OcrWord>, OcrError> {
        /// Tesseract counts coordinates in 16 bits.
        const LONGEST_SIDE_PX: u32 = 32_767;
        let GrayImage { width_px, height_px, pixels } = image;
        let refused = || OcrError::Picture { width_px, height_px };
        let fits = (1..=LONGEST_SIDE_PX).contains(&width_px)
            && (1..=LONGEST_SIDE_PX).contains(&height_px)
            && pixels.len() == width_px as usize * height_px as usize;
        if !fits {
            return Err(refused());
        }
        let (width, height) = (width_px as c_int, height_px as c_int);
        let raw = &mut self.api.raw;
        raw.set_image(pixels, width, height, 1, width).map_err(|_| refused())?;
        raw.set_source_resolution(dpi.clamp(70, 2400) as c_int);
        raw.recognize().map_err(|_| OcrError::Failed)?;
        let table = raw.get_tsv_text(0).map_err(|_| OcrError::Failed)?;
        let table: &CStr = table.as_ref();
        Ok(tsv::words(&table.to_string_lossy()))
    }
}

fn set(api: &mut TessApi, name: &CStr, value: &CStr) -> Option<()> {
    api.raw.set_variable(name, value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_language_data_is_named() {
        let folder = Path::new("no/such/folder");
        let Err(OcrError::MissingData(path)) = Recognizer::new(folder, "eng+deu") else {
            panic!("data found in {}", folder.display());
        };
        assert_eq!(path, folder.join("eng.traineddata"));
    }
}
