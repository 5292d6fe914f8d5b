//! How a library is searched, as the person chose it.

use citelight_core::{IndexChoice, SearchSettings, SearchState};
use citelight_index::{IndexKind, IndexSettings};

use crate::{Library, Result};

/// Setting that holds how the library is searched.
const SEARCH: &str = "search";

impl Library {
    /// How the library is searched, and what would suit its size.
    pub fn search_state(&self) -> Result<SearchState> {
        let passages = self.store.searchable_chunks()?;
        Ok(SearchState {
            settings: self.search_settings()?,
            defaults: SearchSettings::default(),
            passages,
            proposed: choice(IndexKind::recommended(passages as usize)),
        })
    }

    /// Chooses how the library is searched, held to what is sensible. Gives what holds now.
    pub fn choose_search_settings(&self, settings: SearchSettings) -> Result<SearchState> {
        let settings = settings.held_to_range();
        let text = serde_json::to_string(&settings).unwrap_or_default();
        self.store.set_setting(SEARCH, &text)?;
        self.search_state()
    }

    /// Brings the index in line with the settings. Takes as long as building it does; questions are
    /// answered by the old one meanwhile.
    pub fn rebuild_index(&self) -> Result<()> {
        self.index.rebuild(self)
    }

    pub(crate) fn index_settings(&self) -> Result<IndexSettings> {
        let settings = self.search_settings()?;
        Ok(IndexSettings {
            kind: kind(settings.index),
            ef_search: settings.ef_search,
            nprobe: settings.nprobe,
        })
    }

    pub(crate) fn search_settings(&self) -> Result<SearchSettings> {
        let stored = self.store.setting(SEARCH)?;
        // What an earlier or later version wrote and cannot be read gives the defaults.
        Ok(stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }
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
