//! Where the app finds what it does not link: native libraries, the reader program, model packs,
//! sample documents.
//!
//! All of them lie below one *root* of one shape, in the checkout as in the installed package:
//!
//! ```text
//! <root>/native/libpdfium.so, libonnxruntime.so
//! <root>/models/manifest.toml, minilm-l6-v2/…
//! <root>/assets/samples/*.pdf
//! <root>/citelight-reader          (or beside the running program)
//! <root>/citelight-ranker          (likewise)
//! <root>/citelight-fetch           (likewise)
//! ```
//!
//! Model packs that the person installs lie elsewhere, since the root may not be written to: in
//! `CITELIGHT_MODELS`, or beside the library in the person's data folder.
//!
//! The root is, in this order: `CITELIGHT_ROOT`; the program's own folder; `../lib/Citelight` from
//! there (an installed package); the checkout that the program was built in. Nothing is looked up on the
//! system's library path: a library of another version must not be picked up by chance.

use std::env;
use std::path::{Path, PathBuf};

use citelight_core::{ErrorCode, WireError};
use thiserror::Error;

/// A part that is not where it should be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{what} is missing: {path} was not found.", path = path.display())]
pub struct MissingPart {
    /// What it is, for the person.
    pub what: &'static str,
    /// Where it was looked for.
    pub path: PathBuf,
}

impl MissingPart {
    /// The error with its way out.
    pub fn to_wire(&self) -> WireError {
        WireError::new(ErrorCode::MissingPart, self.to_string())
            .hint("Install Citelight again: a part of it is missing.")
    }
}

/// The folder that holds the parts.
#[derive(Debug, Clone)]
pub struct Parts {
    root: PathBuf,
    exe_dirs: Vec<PathBuf>,
    installed_models: PathBuf,
}

impl Parts {
    /// Finds the root for the running program.
    pub fn locate() -> Parts {
        let exe = env::current_exe().ok().and_then(|exe| exe.canonicalize().ok().or(Some(exe)));
        let exe_dir = exe.as_deref().and_then(Path::parent).map(Path::to_path_buf);
        Self::locate_from(env::var_os("CITELIGHT_ROOT").map(PathBuf::from), exe_dir)
    }

    fn locate_from(chosen: Option<PathBuf>, exe_dir: Option<PathBuf>) -> Parts {
        let mut exe_dirs = Vec::new();
        if let Some(dir) = &exe_dir {
            exe_dirs.push(dir.clone());
            // Test programs lie one folder below the programs they start.
            exe_dirs.extend(dir.parent().filter(|_| dir.ends_with("deps")).map(Path::to_path_buf));
        }
        let mut roots: Vec<PathBuf> = chosen.into_iter().collect();
        if roots.is_empty() {
            if let Some(dir) = &exe_dir {
                roots.push(dir.clone());
                roots.push(dir.join("../lib/Citelight"));
                // A macOS bundle keeps its resources beside the folder of the program.
                roots.push(dir.join("../Resources"));
                // Built in a checkout, in its `target/release`, say.
                let above = dir.ancestors().skip(1).take(4);
                roots.extend(above.filter(|above| is_checkout(above)).map(Path::to_path_buf));
            }
            if cfg!(debug_assertions) {
                roots.push(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")));
            }
        }
        let root = roots
            .iter()
            .find(|root| root.join("native").is_dir())
            .or(roots.first())
            .cloned()
            .unwrap_or_default();
        let installed_models = env::var_os("CITELIGHT_MODELS").map(PathBuf::from);
        Parts {
            root: root.canonicalize().unwrap_or(root),
            exe_dirs,
            installed_models: installed_models.unwrap_or_else(own_models),
        }
    }

    /// The same with the person's model packs in another folder.
    pub fn with_installed_models(self, folder: PathBuf) -> Parts {
        Parts { installed_models: folder, ..self }
    }

    /// The root itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The PDFium library.
    pub fn pdfium(&self) -> Result<PathBuf, MissingPart> {
        self.native("The PDF library", "pdfium")
    }

    /// The ONNX Runtime library.
    pub fn onnxruntime(&self) -> Result<PathBuf, MissingPart> {
        self.native("The model runtime", "onnxruntime")
    }

    /// The folder of the model pack `name`.
    pub fn model_pack(&self, name: &str) -> Result<PathBuf, MissingPart> {
        let path = self.root.join("models").join(name);
        let what = "The language model";
        if path.join("manifest.json").is_file() {
            Ok(path)
        } else {
            Err(MissingPart { what, path })
        }
    }

    /// The folder of the trained reader; `None` where it is not there.
    pub fn extractor(&self) -> Option<PathBuf> {
        Some(self.root.join("models/extractor"))
            .filter(|folder| folder.join("passages.onnx").is_file())
    }

    /// The folder of the model packs that come with the app, and of the list of known ones.
    pub fn models(&self) -> PathBuf {
        self.root.join("models")
    }

    /// The folder of the model packs that the person installs; it may not be there yet.
    pub fn installed_models(&self) -> &Path {
        &self.installed_models
    }

    /// The reader program.
    pub fn reader(&self) -> Result<PathBuf, MissingPart> {
        self.program("The PDF reader program", "citelight-reader")
    }

    /// The program that runs models of others.
    pub fn ranker(&self) -> Result<PathBuf, MissingPart> {
        self.program("The program that runs rerankers", "citelight-ranker")
    }

    /// The program that downloads model packs.
    pub fn fetch(&self) -> Result<PathBuf, MissingPart> {
        self.program("The program that downloads models", "citelight-fetch")
    }

    fn program(&self, what: &'static str, stem: &str) -> Result<PathBuf, MissingPart> {
        let name = format!("{stem}{}", env::consts::EXE_SUFFIX);
        let mut places: Vec<PathBuf> = self.exe_dirs.iter().map(|dir| dir.join(&name)).collect();
        places.push(self.root.join(&name));
        match places.iter().find(|path| path.is_file()) {
            Some(path) => Ok(path.clone()),
            None => Err(MissingPart { what, path: places.swap_remove(0) }),
        }
    }

    /// The folder of Tesseract's language data, where one is bundled or set by `TESSDATA_PREFIX`;
    /// `None` leaves the choice to Tesseract.
    pub fn tessdata(&self) -> Option<PathBuf> {
        let bundled = self.root.join("native/tessdata");
        if bundled.is_dir() {
            return Some(bundled);
        }
        env::var_os("TESSDATA_PREFIX")
            .map(PathBuf::from)
            .into_iter()
            .chain(
                [
                    "/usr/share/tesseract-ocr/5/tessdata",
                    "/usr/share/tesseract/tessdata",
                    "/usr/share/tessdata",
                ]
                .map(PathBuf::from),
            )
            .find(|dir| dir.is_dir())
    }

    /// The sample documents that come with the app, by name.
    pub fn samples(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = std::fs::read_dir(self.root.join("assets/samples"))
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|e| e.eq_ignore_ascii_case("pdf")))
            .collect();
        files.sort();
        files
    }

    fn native(&self, what: &'static str, stem: &str) -> Result<PathBuf, MissingPart> {
        let name = format!("{}{stem}{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
        let path = self.root.join("native").join(name);
        if path.is_file() { Ok(path) } else { Err(MissingPart { what, path }) }
    }
}

/// Whether a folder is the root of our source, with its parts.
fn is_checkout(folder: &Path) -> bool {
    folder.join("tauri.conf.json").is_file() && folder.join("native").is_dir()
}

/// Beside the library, in the person's data folder.
fn own_models() -> PathBuf {
    dirs::data_dir().unwrap_or_else(|| PathBuf::from(".")).join("citelight").join("models")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_chosen_root_wins_and_a_missing_part_names_its_place() {
        let dir = tempfile::tempdir().unwrap();
        let parts = Parts::locate_from(Some(dir.path().to_path_buf()), Some("/nowhere".into()));
        let missing = parts.pdfium().unwrap_err();
        assert!(missing.path.starts_with(dir.path().canonicalize().unwrap()));
        assert!(missing.to_wire().hint.is_some());
    }

    #[test]
    fn a_program_built_in_a_checkout_finds_its_parts() {
        let dir = tempfile::tempdir().unwrap();
        let release = dir.path().join("target/release");
        fs::create_dir_all(&release).unwrap();
        fs::create_dir_all(dir.path().join("native")).unwrap();
        let root = dir.path().canonicalize().unwrap();
        let found = |parts: Parts| parts.root().to_path_buf() == root;
        assert!(!found(Parts::locate_from(None, Some(release.clone()))), "not just any folder");
        fs::write(dir.path().join("tauri.conf.json"), "{}").unwrap();
        assert!(found(Parts::locate_from(None, Some(release))));
    }

    #[test]
    fn an_installed_program_finds_its_package_folder() {
        let dir = tempfile::tempdir().unwrap();
        let (bin, lib) = (dir.path().join("bin"), dir.path().join("lib/Citelight"));
        fs::create_dir_all(&bin).unwrap();
        fs::create_dir_all(lib.join("native")).unwrap();
        fs::create_dir_all(lib.join("assets/samples")).unwrap();
        for file in [
            "citelight-reader",
            "assets/samples/b.pdf",
            "assets/samples/a.PDF",
            "assets/samples/x.txt",
        ] {
            fs::write(lib.join(file), "").unwrap();
        }
        let name = format!("{}pdfium{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
        fs::write(lib.join("native").join(name), "").unwrap();

        let parts = Parts::locate_from(None, Some(bin));
        assert!(parts.pdfium().is_ok());
        assert!(parts.reader().unwrap().starts_with(lib.canonicalize().unwrap()));
        let names: Vec<_> =
            parts.samples().iter().map(|p| p.file_name().unwrap().to_owned()).collect();
        assert_eq!(names, ["a.PDF", "b.pdf"]);
    }
}
