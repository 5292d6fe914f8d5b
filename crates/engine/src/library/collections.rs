//! Collections: named groups of documents, which can be asked as one.

use citelight_core::{Collection, CollectionId, DocumentId, MOST_COLLECTION_NAME_CHARS};

use super::Library;
use crate::error::{EngineError, Result};
use crate::events::Event;

impl Library {
    /// Every collection, by name.
    pub fn collections(&self) -> Result<Vec<Collection>> {
        Ok(self.shared.store.collections()?)
    }

    /// The collection of this name, whatever the case of its letters.
    pub fn find_collection(&self, name: &str) -> Result<Collection> {
        let wanted = name.trim().to_lowercase();
        let found = self.collections()?.into_iter().find(|one| one.name.to_lowercase() == wanted);
        found.ok_or_else(|| EngineError::not_found(format!("There is no collection “{name}”.")))
    }

    /// Puts documents into the collection of this name, which is made where there is none.
    pub fn put_in_collection(&self, name: &str, documents: &[DocumentId]) -> Result<CollectionId> {
        let id = self.shared.store.make_collection(&sensible(name)?)?;
        self.set_in_collection(id, documents, true)?;
        Ok(id)
    }

    /// Puts documents into a collection, or takes them out of it.
    pub fn set_in_collection(
        &self,
        id: CollectionId,
        documents: &[DocumentId],
        inside: bool,
    ) -> Result<()> {
        there(self.shared.store.set_in_collection(id, documents, inside)?)?;
        self.tell_collections()
    }

    /// Renames a collection; it is an error where another one has the name.
    pub fn rename_collection(&self, id: CollectionId, name: &str) -> Result<()> {
        let name = sensible(name)?;
        there(self.collections()?.iter().any(|one| one.id == id))?;
        if !self.shared.store.rename_collection(id, &name)? {
            return Err(EngineError::input(
                format!("There is a collection “{name}” already."),
                "Choose another name.",
            ));
        }
        self.tell_collections()
    }

    /// Deletes a collection; its documents stay in the library.
    pub fn delete_collection(&self, id: CollectionId) -> Result<()> {
        there(self.shared.store.delete_collection(id)?)?;
        self.tell_collections()
    }

    fn tell_collections(&self) -> Result<()> {
        self.tell(Event::Collections { collections: self.collections()? });
        Ok(())
    }
}

fn sensible(name: &str) -> Result<String> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(EngineError::input("A collection needs a name.", "Type one."));
    }
    if name.chars().count() > MOST_COLLECTION_NAME_CHARS {
        return Err(EngineError::input(
            "The name of the collection is too long.",
            format!("Use at most {MOST_COLLECTION_NAME_CHARS} characters."),
        ));
    }
    Ok(name)
}

fn there(found: bool) -> Result<()> {
    EngineError::unless(found, "This collection is not there any more.")
}
