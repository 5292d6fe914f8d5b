//! A model from a folder as a hub has it, for people without a network: copied, never moved.
//!
//! Its kind is read from `config.json`. Where the list of models states the hash of its weights, it
//! becomes that pack; all else is taken in under the name of its folder as of unknown source: its
//! headers are checked, but nobody says what it should contain.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use citelight_core::{ModelOrigin, ModelRole};

use crate::contents::{self, Kind};
use crate::files::{Progress, copy, sha256_of};
use crate::{Known, KnownPack, Manifest, Pack, PackError, PackFile, Result, Staging};

/// Files that are taken along where they are there.
const BESIDE: [&str; 3] = ["generation_config.json", "LICENSE", "LICENSE.txt"];

/// Where the weights of a role may lie, the preferred first.
fn weights_of(role: ModelRole) -> &'static [&'static str] {
    match role {
        ModelRole::Embedder | ModelRole::Reranker => &["model.onnx", "onnx/model.onnx"],
        ModelRole::Generator | ModelRole::Verifier => {
            &["model-q8_0.gguf", "model.safetensors", "model.gguf"]
        }
    }
}

/// What a folder holds.
struct Found {
    kind: Kind,
    role: ModelRole,
    model: String,
    /// Name in the pack, and the file.
    files: Vec<(String, PathBuf)>,
}

/// Copies the model in `folder` into `models` and opens it. `role` is needed where the
/// configuration does not tell it (a verifier is a T5 as a generator is).
pub(crate) fn import(
    known: &Known,
    models: &Path,
    folder: &Path,
    role: Option<ModelRole>,
    progress: &mut Progress<'_>,
) -> Result<Pack> {
    let found = look(folder, role)?;
    let bytes: u64 =
        found.files.iter().filter_map(|(_, path)| fs::metadata(path).ok()).map(|m| m.len()).sum();
    // Hashing comes before the name, which is needed to begin: a hash costs as much as a copy, so
    // the weights are hashed only where the list states a hash that they could have.
    let could_be = |pack: &&KnownPack| pack.role == found.role && stated(pack).is_some();
    let candidates: Vec<&KnownPack> = known.packs.iter().filter(could_be).collect();
    let whole = bytes * if candidates.is_empty() { 1 } else { 2 };
    let mut done = 0;
    let mut each = |read: u64| {
        done += read;
        progress(done.min(whole), whole)
    };
    let is = match candidates.is_empty() {
        true => None,
        false => recognise(&candidates, &found, &mut each)?,
    };
    let name = match is {
        Some(pack) => pack.name.clone(),
        None => free_name(known, folder),
    };
    let staging = Staging::import(models, &name)?;
    let manifest = fill(&staging, &found, is, known, &name, &mut each);
    let made = manifest.and_then(|manifest| {
        contents::check(staging.folder(), found.role, &found.model).map_err(|why| {
            PackError::Unsuitable {
                path: folder.to_path_buf(),
                why,
                hint: "Get the folder anew from where it came from, and import it again.",
            }
        })?;
        Ok(manifest)
    });
    match made {
        Ok(manifest) => staging.finish(&manifest),
        Err(error) => {
            let _ = staging.discard();
            Err(error)
        }
    }
}

/// Finds out what the folder holds.
fn look(folder: &Path, wanted: Option<ModelRole>) -> Result<Found> {
    let refuse =
        |why: String, hint| PackError::Unsuitable { path: folder.to_path_buf(), why, hint };
    const WHOLE: &str =
        "Choose the folder that holds config.json and the weights, as a model hub has it.";
    let config = folder.join("config.json");
    if !config.is_file() {
        return Err(refuse("it holds no config.json".to_owned(), WHOLE));
    }
    let kind = Kind::read(&config).map_err(|why| refuse(format!("config.json: {why}"), WHOLE))?;
    let role = match (wanted, kind.role()) {
        (Some(ModelRole::Embedder), _) => {
            return Err(refuse(
                "another embedding model would need every document to be read anew".to_owned(),
                "Generators, rerankers and verifiers can be imported.",
            ));
        }
        (Some(ModelRole::Verifier), Some(ModelRole::Generator)) => ModelRole::Verifier,
        (Some(wanted), found) if Some(wanted) != found => {
            return Err(refuse(
                format!("{} is no {}", kind.words(), wanted.name()),
                "Leave the role out to have it read from config.json.",
            ));
        }
        (_, Some(role)) => role,
        (_, None) => {
            return Err(refuse(
                format!("{} is no kind of model that Citelight runs", kind.words()),
                "It runs T5 models that write, and classifiers with one score that rank.",
            ));
        }
    };
    let Some(weights) = weights_of(role).iter().find(|name| folder.join(name).is_file()) else {
        let (why, hint) = if folder.join("model.safetensors.index.json").is_file() {
            ("its weights are in several files", "Only weights in one file can be read.")
        } else if folder.join("pytorch_model.bin").is_file() {
            (
                "its weights are a pickled file, which could run programs",
                "Get its model.safetensors instead.",
            )
        } else if role == ModelRole::Reranker {
            ("it holds no model.onnx", "Get the model as ONNX, from its folder onnx.")
        } else {
            ("it holds no weights", "Get its model.safetensors too.")
        };
        return Err(refuse(why.to_owned(), hint));
    };
    let model = weights.rsplit('/').next().unwrap_or(weights).to_owned();
    let mut files = vec![(model.clone(), folder.join(weights))];
    for name in contents::needed(role) {
        let path = folder.join(name);
        if !path.is_file() {
            return Err(refuse(format!("it holds no {name}"), WHOLE));
        }
        files.push(((*name).to_owned(), path));
    }
    let beside = BESIDE.iter().map(|name| ((*name).to_owned(), folder.join(name)));
    files.extend(beside.filter(|(_, path)| path.is_file()));
    Ok(Found { kind, role, model, files })
}

/// The hash that the list states for a pack's weights.
fn stated(pack: &KnownPack) -> Option<(&str, &str)> {
    let weights = |name: &str| name.ends_with(".safetensors") || name.ends_with(".onnx");
    let file = pack.files().iter().find(|file| weights(&file.name))?;
    Some((file.name.as_str(), file.sha256.as_deref()?))
}

/// The known pack whose stated hashes these files have.
fn recognise<'a>(
    candidates: &[&'a KnownPack],
    found: &Found,
    each: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Option<&'a KnownPack>> {
    let Some((_, path)) = found.files.first() else { return Ok(None) };
    let hash = sha256_of(path, each)?;
    let is = |pack: &&&KnownPack| stated(pack) == Some((found.model.as_str(), hash.as_str()));
    Ok(candidates.iter().find(is).copied())
}

/// Copies the files and writes what is known of them.
fn fill(
    staging: &Staging,
    found: &Found,
    is: Option<&KnownPack>,
    known: &Known,
    name: &str,
    each: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Manifest> {
    let mut files = Vec::new();
    for (name, path) in &found.files {
        let to = staging.folder().join(name);
        let sha256 = copy(path, &to, each)?;
        let bytes =
            fs::metadata(&to).map_err(|error| PackError::file("Reading", &to, error))?.len();
        files.push(PackFile { name: name.clone(), sha256, bytes });
    }
    let others_differ = is.is_some_and(|pack| {
        let stated = |file: &PackFile| {
            pack.files().iter().find(|known| known.name == file.name)?.sha256.as_deref()
        };
        files.iter().any(|file| stated(file).is_some_and(|hash| hash != file.sha256))
    });
    let weights = files.first().map_or("", |file| file.sha256.as_str());
    let max_tokens = match found.role {
        ModelRole::Reranker => Some(found.kind.max_position_embeddings.unwrap_or(512).min(512)),
        _ => None,
    };
    Ok(Manifest {
        name: name.to_owned(),
        title: Some(is.map_or_else(|| name.to_owned(), |pack| pack.title.clone())),
        role: found.role,
        licence: is.map(|pack| pack.licence.clone()),
        revision: match is.and_then(|pack| pack.revision.clone()) {
            Some(revision) => revision,
            None => weights.chars().take(12).collect(),
        },
        source: is.map(|pack| known.source_of(pack)),
        origin: if is.is_some() && !others_differ {
            ModelOrigin::Known
        } else {
            ModelOrigin::Unknown
        },
        model: found.model.clone(),
        dimension: None,
        max_tokens: is.and_then(|pack| pack.max_tokens).or(max_tokens),
        files,
        others: serde_json::Map::new(),
    })
}

/// A name from the folder's, never that of a known pack: what cannot be proved to be one must not
/// look like it. A folder of a hub's own cache is named by its commit; its model stands above.
fn free_name(known: &Known, folder: &Path) -> String {
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    let named = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let own = named(&whole).unwrap_or_default();
    let commit = own.len() == 40 && own.bytes().all(|byte| byte.is_ascii_hexdigit());
    let above = || named(whole.parent()?.parent()?)?.rsplit("--").next().map(str::to_owned);
    let raw = if commit { above().unwrap_or(own) } else { own };
    let kept = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
    let name: String = raw.to_lowercase().chars().map(kept).take(60).collect();
    let name = name.trim_matches(['.', '-', '_']);
    let name = if name.is_empty() { "imported" } else { name };
    if known.pack(name).is_some() { format!("{name}-imported") } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contents::tests::{TINY, tiny_folder};
    use crate::files::unhurried;
    use crate::shelf::tests::{LIST, Place, place};

    fn source(place: &Place, name: &str) -> PathBuf {
        let folder = place.dir.path().join("downloads").join(name);
        tiny_folder(&folder);
        folder
    }

    fn fault(place: &Place, folder: &Path) -> PackError {
        place.shelf.import(folder, None, &mut unhurried()).unwrap_err()
    }

    #[test]
    fn a_folder_of_nobody_knows_whom_is_taken_in_and_says_so() {
        let place = place(LIST);
        let folder = source(&place, "My Model (v2)");
        let (mut last, mut steps) = ((0, 0), 0);
        let pack = place
            .shelf
            .import(&folder, None, &mut |done, total| {
                assert!(done >= last.0);
                (last, steps) = ((done, total), steps + 1);
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!((pack.name(), pack.manifest().origin), ("my-model--v2", ModelOrigin::Unknown));
        assert!(steps >= 3 && last.0 == last.1 && last.1 == pack.bytes());
        pack.verify().unwrap();
        assert!(folder.join("model.safetensors").exists(), "copied, not moved");
        assert_eq!(place.shelf.in_use(ModelRole::Generator), Some(pack));
    }

    #[test]
    fn weights_of_the_stated_hash_are_the_known_pack() {
        let unstated = place(LIST);
        let folder = source(&unstated, "first");
        let pack = unstated.shelf.import(&folder, None, &mut unhurried()).unwrap();
        assert_eq!((pack.name(), pack.manifest().origin), ("first-imported", ModelOrigin::Unknown));

        let hash = &pack.manifest().files[0].sha256;
        let stated = format!("about_bytes = 9, sha256 = \"{hash}\"");
        let place = place(&LIST.replace("about_bytes = 9", &stated));
        let folder = source(&place, "whatever");
        let pack = place.shelf.import(&folder, None, &mut unhurried()).unwrap();
        assert_eq!((pack.name(), pack.manifest().origin), ("first", ModelOrigin::Known));
        assert_eq!(pack.manifest().licence.as_deref(), Some("MIT"));
    }

    #[test]
    fn a_hubs_own_cache_names_the_model() {
        let place = place(LIST);
        let folder = source(&place, &format!("models--who--tiny-t5/snapshots/{}", "a1".repeat(20)));
        let pack = place.shelf.import(&folder, None, &mut unhurried()).unwrap();
        assert_eq!(pack.name(), "tiny-t5");
    }

    #[test]
    fn what_cannot_be_used_is_refused_with_its_way_out_and_leaves_nothing() {
        let place = place(LIST);
        let folder = source(&place, "a");
        let expect = |why: &str| {
            let error = fault(&place, &folder);
            assert!(error.to_string().contains(why), "{error}");
            assert!(error.to_wire().hint.is_some());
        };
        let weights = folder.join("model.safetensors");
        let whole = fs::read(&weights).unwrap();
        fs::write(&weights, &whole[..whole.len() - 1]).unwrap();
        expect("bytes of weights instead of");
        fs::remove_file(&weights).unwrap();
        expect("no weights");
        fs::write(folder.join("pytorch_model.bin"), "").unwrap();
        expect("could run programs");
        fs::write(
            folder.join("config.json"),
            TINY.replace("T5For", "GPTFor").replace("\"t5\"", "\"gpt\""),
        )
        .unwrap();
        expect("no kind of model");
        fs::remove_file(folder.join("config.json")).unwrap();
        expect("no config.json");
        let left: Vec<_> =
            fs::read_dir(place.shelf.own()).unwrap().flatten().map(|e| e.file_name()).collect();
        assert_eq!(left, [".locks"]);
    }

    #[test]
    fn a_verifier_is_imported_when_it_is_called_one() {
        let place = place(LIST);
        let folder = source(&place, "judge");
        let role = Some(ModelRole::Verifier);
        let pack = place.shelf.import(&folder, role, &mut unhurried()).unwrap();
        assert_eq!(pack.role(), ModelRole::Verifier);
        assert!(place.shelf.in_use(ModelRole::Generator).is_none());
        let role = Some(ModelRole::Reranker);
        assert!(place.shelf.import(&folder, role, &mut unhurried()).is_err());
    }

    #[test]
    fn an_import_can_be_stopped() {
        let place = place(LIST);
        let folder = source(&place, "a");
        let stopped = place.shelf.import(&folder, None, &mut |_, _| ControlFlow::Break(()));
        assert!(matches!(stopped, Err(PackError::Stopped)));
        assert!(place.shelf.open("a").is_err());
        assert!(!place.shelf.own().join(".import-a").exists());
    }
}
