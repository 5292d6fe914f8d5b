//! The languages in which scanned pages are recognised: which data are there, and which of them a
//! library uses.
//!
//! Data come with the app (English), from the system's own tesseract, or from the person, who puts
//! a `.traineddata` file into the library. Tesseract reads from one folder only, so that the
//! library's folder gets copies of what is chosen but lies elsewhere.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use citelight_core::{ErrorCode, WireError, language_name};
use citelight_parts::Parts;
use citelight_store::Store;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::error::{EngineError, Result};
use crate::events::{Events, NoticeLevel};

/// A language in which scanned pages can be recognised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Language {
    /// As tesseract names it ("eng", "deu", "chi_sim").
    pub code: String,
    /// Its name in English; the code where it is not known.
    pub name: String,
    /// Whether its data are there.
    pub installed: bool,
    /// Whether this library uses it.
    pub chosen: bool,
}

/// Setting that holds the chosen codes, joined with "+".
const CHOSEN: &str = "languages";

/// What is used until something else is chosen.
const DEFAULT: &str = "eng";

/// Not a language: finds a page's orientation.
const ORIENTATION: &str = "osd";

const ENDING: &str = "traineddata";

/// The languages of one library.
#[derive(Clone)]
pub(crate) struct Languages {
    store: Arc<Store>,
    parts: Parts,
    /// The library's own folder of language data.
    own: PathBuf,
    events: Events,
}

impl Languages {
    pub(crate) fn new(store: Arc<Store>, parts: Parts, own: PathBuf, events: Events) -> Languages {
        Languages { store, parts, own, events }
    }

    /// The languages whose data are there, and those that are chosen but missing, by name.
    pub(crate) fn all(&self) -> Result<Vec<Language>> {
        let chosen = self.chosen_languages()?;
        let installed: Vec<String> =
            self.language_folders().iter().flat_map(|folder| codes_in(folder)).collect();
        let mut codes: Vec<&String> = installed.iter().chain(&chosen).collect();
        codes.sort();
        codes.dedup();
        let mut languages: Vec<Language> = codes
            .into_iter()
            .map(|code| Language {
                name: language_name(code).unwrap_or(code).to_owned(),
                installed: installed.contains(code),
                chosen: chosen.contains(code),
                code: code.clone(),
            })
            .collect();
        languages.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(languages)
    }

    /// Chooses the languages in which pages are recognised from now on.
    pub(crate) fn choose(&self, codes: &[String]) -> Result<Vec<Language>> {
        if codes.is_empty() {
            return Err(EngineError::input(
                "No language is chosen.",
                "Scanned pages can only be read in a language: choose at least one.",
            ));
        }
        if let Some(code) = codes.iter().find(|code| self.language_file(code).is_none()) {
            return Err(EngineError::Message(missing(code)));
        }
        self.store.set_setting(CHOSEN, &codes.join("+"))?;
        self.all()
    }

    /// Takes language data into the library, from a file named like `deu.traineddata`.
    pub(crate) fn add(&self, path: &Path) -> Result<Vec<Language>> {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let not_data = |why: &str| {
            EngineError::input(
                format!("“{name}” is no language data: {why}."),
                "Choose a file of tesseract's, such as deu.traineddata for German.",
            )
        };
        let code = name.strip_suffix(".traineddata").filter(|code| is_code(code));
        let code = code.ok_or_else(|| not_data("it is not named like deu.traineddata"))?;
        let data = fs::read(path).map_err(|error| EngineError::file(path, "Reading", &error))?;
        if !is_data(&data) {
            return Err(not_data("its content is something else"));
        }
        let to = self.own.join(format!("{code}.{ENDING}"));
        write_whole(&to, &data)?;
        self.all()
    }

    /// The folder of language data and the languages to recognise, as the reader wants them. What
    /// is chosen but missing is told and left out.
    pub(crate) fn recognition(&self) -> Result<(Option<PathBuf>, String)> {
        let mut codes = self.chosen_languages()?;
        codes.retain(|code| {
            let there = self.language_file(code).is_some();
            if !there {
                self.events.notice(NoticeLevel::Warning, missing(code));
            }
            there
        });
        if codes.is_empty() {
            codes.push(DEFAULT.to_owned());
        }
        let holds_all =
            |folder: &PathBuf| codes.iter().all(|code| data_file(folder, code).is_file());
        let folders = self.language_folders();
        if let Some(folder) = folders.iter().find(|folder| holds_all(folder)) {
            return Ok((Some(folder.clone()), codes.join("+")));
        }
        let own = self.own.clone();
        for code in codes.iter().map(String::as_str).chain([ORIENTATION]) {
            let (to, from) = (data_file(&own, code), self.language_file(code));
            if let Some(from) = from.filter(|from| *from != to) {
                let data =
                    fs::read(&from).map_err(|error| EngineError::file(&from, "Reading", &error))?;
                write_whole(&to, &data)?;
            }
        }
        let folder = codes.iter().all(|code| data_file(&own, code).is_file()).then_some(own);
        Ok((folder, codes.join("+")))
    }

    fn chosen_languages(&self) -> Result<Vec<String>> {
        let chosen = self.store.setting(CHOSEN)?.unwrap_or_else(|| DEFAULT.to_owned());
        Ok(chosen.split('+').filter(|code| is_code(code)).map(str::to_owned).collect())
    }

    /// Where data may lie: the app's own first, so that the usual case needs no copies.
    fn language_folders(&self) -> Vec<PathBuf> {
        let mut folders: Vec<PathBuf> = self.parts.tessdata().into_iter().collect();
        folders.push(self.own.clone());
        folders.extend(SYSTEM.iter().map(PathBuf::from));
        folders
    }

    fn language_file(&self, code: &str) -> Option<PathBuf> {
        if !is_code(code) {
            return None;
        }
        let files = self.language_folders().into_iter().map(|folder| data_file(&folder, code));
        files.into_iter().find(|file| file.is_file())
    }
}

/// Where packages of tesseract put their data.
const SYSTEM: &[&str] = &[
    "/usr/share/tesseract-ocr/5/tessdata",
    "/usr/share/tesseract/tessdata", // Fedora's
    "/usr/share/tessdata",
    "/opt/homebrew/share/tessdata",
    "/usr/local/share/tessdata",
    "C:\\Program Files\\Tesseract-OCR\\tessdata",
];

fn data_file(folder: &Path, code: &str) -> PathBuf {
    folder.join(format!("{code}.{ENDING}"))
}

fn codes_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let code = |path: PathBuf| {
        let ends = path.extension().is_some_and(|ending| ending == ENDING);
        let code = path.file_stem()?.to_str()?.to_owned();
        (ends && is_code(&code) && code != ORIENTATION).then_some(code)
    };
    entries.flatten().filter_map(|entry| code(entry.path())).collect()
}

/// Codes become file names and a list joined with "+"; nothing else may be in them.
fn is_code(code: &str) -> bool {
    !code.is_empty()
        && code.len() <= 32
        && code.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Whether bytes begin as tesseract's data files do: a count of entries (at most 24 kinds exist;
/// newer versions may add some), then as many positions of 64 bits, each -1 or within the file.
fn is_data(data: &[u8]) -> bool {
    const MOST_ENTRIES: usize = 64;
    let Some((count, rest)) = data.split_first_chunk::<4>() else { return false };
    let count = u32::from_le_bytes(*count) as usize;
    let size = data.len() as i64;
    (1..=MOST_ENTRIES).contains(&count)
        && rest.len() >= count * 8
        && rest[..count * 8].chunks_exact(8).all(|place| {
            let place = place.try_into().map_or(-2, i64::from_le_bytes);
            place == -1 || (0..=size).contains(&place)
        })
}

fn missing(code: &str) -> WireError {
    let name = language_name(code).unwrap_or(code);
    WireError::new(
        ErrorCode::MissingPart,
        format!("The data to recognise {name} are not installed."),
    )
    .hint(format!(
        "Get {code}.{ENDING} from the tesseract project or your system's packages, and add it \
             under languages."
    ))
}

/// Writes a file under another name first, so that half a file is never taken for a whole one.
fn write_whole(to: &Path, data: &[u8]) -> Result<()> {
    let failed = |error| EngineError::file(to, "Writing", &error);
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let part = to.with_extension("part");
    fs::write(&part, data).map_err(failed)?;
    fs::rename(&part, to).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tesseracts_own_data_pass() {
        let made = |count: u32, places: &[i64]| {
            let mut data = count.to_le_bytes().to_vec();
            places.iter().for_each(|place| data.extend(place.to_le_bytes()));
            data
        };
        assert!(is_data(&made(3, &[-1, 28, 28])));
        for (what, data) in [
            ("empty", Vec::new()),
            ("cut", made(3, &[-1, 28])),
            ("far place", made(1, &[900])),
            ("text", b"just some words, no data".to_vec()),
            ("no entries", made(0, &[])),
        ] {
            assert!(!is_data(&data), "{what}");
        }
    }

    #[test]
    fn codes_are_names_and_nothing_else() {
        for good in ["eng", "chi_sim", "script_Latn"] {
            assert!(is_code(good), "{good}");
        }
        for bad in ["", "../eng", "eng+deu", "a b", "é", &"x".repeat(33)] {
            assert!(!is_code(bad), "{bad}");
        }
    }
}
