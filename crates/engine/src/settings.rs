//! How a library is searched and its documents are cut into passages, as the person chose it.

use citelight_core::{Chunking, IndexChoice, SearchSettings, SearchState};
use citelight_index::{IndexKind, IndexSettings};
use citelight_store::Store;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::Result;

/// The names under which they are stored.
const SEARCH: &str = "search";
const CHUNKING: &str = "chunking";

/// How the library is searched, and what would suit its size.
pub(crate) fn search_state(store: &Store) -> Result<SearchState> {
    let passages = store.searchable_chunks()?;
    Ok(SearchState {
        settings: search(store)?,
        defaults: SearchSettings::default(),
        passages,
        proposed: choice(IndexKind::recommended(passages as usize)),
    })
}

/// Chooses how the library is searched, held to what is sensible. Gives what holds now.
pub(crate) fn choose_search(store: &Store, settings: SearchSettings) -> Result<SearchState> {
    write(store, SEARCH, &settings.held_to_range())?;
    search_state(store)
}

pub(crate) fn search(store: &Store) -> Result<SearchSettings> {
    read(store, SEARCH)
}

pub(crate) fn index(store: &Store) -> Result<IndexSettings> {
    let settings = search(store)?;
    Ok(IndexSettings {
        kind: kind(settings.index),
        ef_search: settings.ef_search,
        nprobe: settings.nprobe,
    })
}

/// How documents are cut into passages.
pub(crate) fn chunking(store: &Store) -> Result<Chunking> {
    read(store, CHUNKING)
}

/// Chooses how documents are cut, held to what is sensible; `most_tokens` is what the embedder reads.
/// Gives what holds now.
pub(crate) fn choose_chunking(
    store: &Store,
    chunking: Chunking,
    most_tokens: usize,
) -> Result<Chunking> {
    let chunking = chunking.held_to(u32::try_from(most_tokens).unwrap_or(u32::MAX));
    write(store, CHUNKING, &chunking)?;
    Ok(chunking)
}

/// What is stored under a name; what an earlier or later version wrote and cannot be read gives the
/// defaults.
pub(crate) fn read<T: DeserializeOwned + Default>(store: &Store, name: &str) -> Result<T> {
    let stored = store.setting(name)?;
    Ok(stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}

/// Stores a value under a name.
pub(crate) fn write<T: Serialize>(store: &Store, name: &str, value: &T) -> Result<()> {
    let text = serde_json::to_string(value).unwrap_or_default();
    Ok(store.set_setting(name, &text)?)
}

fn choice(kind: IndexKind) -> IndexChoice {
    match kind {
        IndexKind::Flat => IndexChoice::Flat,
        IndexKind::Hnsw => IndexChoice::Hnsw,
        IndexKind::IvfPq => IndexChoice::IvfPq,
    }
}

fn kind(choice: IndexChoice) -> IndexKind {
    match choice {
        IndexChoice::Flat => IndexKind::Flat,
        IndexChoice::Hnsw => IndexKind::Hnsw,
        IndexChoice::IvfPq => IndexKind::IvfPq,
    }
}
