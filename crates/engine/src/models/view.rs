//! A pack as a surface shows it.

use citelight_core::{ModelOrigin, ModelPack, ModelRole, ModelState, WireError};
use citelight_packs::{Known, Listed, Source};

use super::installs::Work;

/// A pack of the shelf. `problem` is why the last try to install it failed; `fetches` whether the
/// program that fetches is there.
pub(super) fn pack(
    known: &Known,
    listed: &Listed,
    work: Option<&Work>,
    problem: Option<&WireError>,
    fetches: bool,
) -> ModelPack {
    let installed = listed.pack.as_ref().and_then(|pack| pack.as_ref().ok());
    let broken = listed.pack.as_ref().and_then(|pack| pack.as_ref().err());
    let manifest = installed.map(|pack| pack.manifest());
    let entry = listed.known.as_ref();
    let stated = |value: Option<&String>| value.cloned();
    let state = match (work, installed, broken) {
        (Some(work), ..) => installing(work),
        (None, Some(_), _) => ModelState::Installed,
        (None, None, Some(_)) => ModelState::Broken,
        // Some other process is at it.
        (None, None, None) if listed.busy => ModelState::Installing {
            done_bytes: listed.partial.unwrap_or(0),
            total_bytes: entry.and_then(|entry| entry.bytes()),
            checking: false,
        },
        (None, None, None) => match listed.partial {
            Some(done_bytes) => ModelState::Partial { done_bytes },
            None => ModelState::Absent,
        },
    };
    let from_hub = entry.is_some_and(|entry| matches!(entry.source, Source::Hub { .. }));
    let waits = work.and_then(|work| work.waits.as_ref());
    ModelPack {
        name: listed.name.clone(),
        title: installed
            .map(|pack| pack.title())
            .or(entry.map(|entry| entry.title.as_str()))
            .unwrap_or(&listed.name)
            .to_owned(),
        role: installed
            .map(|pack| pack.role())
            .or(entry.map(|entry| entry.role))
            .unwrap_or(ModelRole::Generator),
        licence: stated(manifest.and_then(|manifest| manifest.licence.as_ref()))
            .or_else(|| entry.map(|entry| entry.licence.clone())),
        revision: stated(manifest.map(|manifest| &manifest.revision))
            .or_else(|| entry.and_then(|entry| entry.revision.clone())),
        source: match manifest {
            Some(manifest) if manifest.origin == ModelOrigin::Unknown => None,
            Some(manifest) if manifest.source.is_some() => manifest.source.clone(),
            _ => entry.map(|entry| known.source_of(entry)),
        },
        origin: manifest.map(|manifest| manifest.origin),
        bytes: installed.map(|pack| pack.bytes()).or(entry.and_then(|entry| entry.bytes())),
        memory_bytes: installed
            .map(|pack| pack.memory_bytes())
            .or(entry.and_then(|entry| entry.memory_bytes)),
        state,
        bundled: listed.bundled,
        in_use: false,
        pinned: entry.is_none_or(|entry| entry.is_pinned()),
        can_install: from_hub && fetches && installed.is_none() && !listed.bundled,
        problem: broken.map(|error| error.to_wire()).or(waits.or(problem).cloned()),
    }
}

/// A pack that is being imported and has no name of its own yet.
pub(super) fn begun(name: &str, work: &Work) -> ModelPack {
    ModelPack {
        name: name.to_owned(),
        title: name.to_owned(),
        role: ModelRole::Generator,
        licence: None,
        revision: None,
        source: None,
        origin: None,
        bytes: work.bytes.1,
        memory_bytes: None,
        state: installing(work),
        bundled: false,
        in_use: false,
        can_install: false,
        pinned: true,
        problem: None,
    }
}

fn installing(work: &Work) -> ModelState {
    let (done_bytes, total_bytes) = work.bytes;
    ModelState::Installing { done_bytes, total_bytes, checking: work.checking }
}
