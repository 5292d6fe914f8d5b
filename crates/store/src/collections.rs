//! Tables `collections` and `collection_documents`: named groups of documents. A document that is removed
//! leaves its collections; a new version of a file is in those of the version that it replaces.

use citelight_core::{Collection, CollectionId, DocumentId};
use rusqlite::{Connection, OptionalExtension, params};

use crate::{Result, Store, begin, document_id};

pub(crate) const CREATE: &str = "
    CREATE TABLE collections (
        id   INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE COLLATE NOCASE
    );
    CREATE TABLE collection_documents (
        collection INTEGER NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
        document   TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        PRIMARY KEY (collection, document)
    ) WITHOUT ROWID;
    CREATE INDEX collection_documents_document ON collection_documents (document);
";

impl Store {
    /// Every collection, by name. Documents that were set aside or replaced are left out.
    pub fn collections(&self) -> Result<Vec<Collection>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("SELECT id, name FROM collections")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let mut all = Vec::new();
        for row in rows {
            let (id, name) = row?;
            all.push(Collection { id: CollectionId(id), name, documents: Vec::new() });
        }
        let mut statement = reader.prepare_cached(
            "SELECT c.collection, c.document
             FROM collection_documents c JOIN documents d ON d.id = c.document
             WHERE d.removed_at_s IS NULL AND d.superseded_by IS NULL
             ORDER BY d.added_at_s DESC, d.rowid DESC",
        )?;
        let rows =
            statement.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))?;
        for row in rows {
            let (id, document) = row?;
            if let Some(collection) = all.iter_mut().find(|one| one.id.0 == id) {
                collection.documents.push(document_id(document)?);
            }
        }
        all.sort_by_key(|one| one.name.to_lowercase());
        Ok(all)
    }

    /// The collection of this name, made where there is none.
    pub fn make_collection(&self, name: &str) -> Result<CollectionId> {
        let writer = self.writer();
        writer.execute("INSERT OR IGNORE INTO collections (name) VALUES (?1)", [name])?;
        let id = writer
            .query_row("SELECT id FROM collections WHERE name = ?1", [name], |row| row.get(0))?;
        Ok(CollectionId(id))
    }

    /// Renames a collection. Gives whether that could be done: another one may have the name.
    pub fn rename_collection(&self, id: CollectionId, name: &str) -> Result<bool> {
        let changed = self.writer().execute(
            "UPDATE OR IGNORE collections SET name = ?2 WHERE id = ?1",
            params![id.0, name],
        )?;
        Ok(changed > 0)
    }

    /// Deletes a collection; its documents stay. Gives whether it was there.
    pub fn delete_collection(&self, id: CollectionId) -> Result<bool> {
        Ok(self.writer().execute("DELETE FROM collections WHERE id = ?1", [id.0])? > 0)
    }

    /// Puts documents into a collection, or takes them out of it. Those that are not in the library are
    /// passed over. Gives whether the collection is there.
    pub fn set_in_collection(
        &self,
        id: CollectionId,
        documents: &[DocumentId],
        inside: bool,
    ) -> Result<bool> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        let there: Option<i64> = transaction
            .query_row("SELECT id FROM collections WHERE id = ?1", [id.0], |row| row.get(0))
            .optional()?;
        if there.is_none() {
            return Ok(false);
        }
        let sql = if inside {
            "INSERT OR IGNORE INTO collection_documents
             SELECT ?1, id FROM documents WHERE id = ?2"
        } else {
            "DELETE FROM collection_documents WHERE collection = ?1 AND document = ?2"
        };
        for document in documents {
            transaction.prepare_cached(sql)?.execute(params![id.0, document.as_str()])?;
        }
        transaction.commit()?;
        Ok(true)
    }
}

/// Puts a new version into the collections of the versions that it replaces.
pub(crate) fn inherit(connection: &Connection, id: &DocumentId) -> Result<()> {
    connection.execute(
        "INSERT OR IGNORE INTO collection_documents
         SELECT c.collection, ?1 FROM collection_documents c JOIN documents d ON d.id = c.document
         WHERE d.superseded_by = ?1",
        [id.as_str()],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NewDocument;
    use citelight_core::DocumentStatus;

    fn add(store: &Store, digit: char, path: &str) -> DocumentId {
        let hash: String = std::iter::repeat_n(digit, 64).collect();
        let id = DocumentId::from_content_hash(&hash);
        let new = NewDocument {
            id: id.clone(),
            content_hash: hash,
            file_name: "a.pdf".to_owned(),
            path: path.to_owned(),
            size_bytes: 1,
            added_at_s: 1,
        };
        store.add_document(&new).unwrap();
        store.set_status(&id, DocumentStatus::Ready, None).unwrap();
        id
    }

    #[test]
    fn documents_are_in_several_and_leave_them_when_they_go() {
        let store = Store::in_memory().unwrap();
        let (a, b) = (add(&store, '1', "/a.pdf"), add(&store, '2', "/b.pdf"));
        let trials = store.make_collection("Trials").unwrap();
        assert_eq!(store.make_collection("trials").unwrap(), trials);
        let leases = store.make_collection("Leases").unwrap();
        assert!(store.set_in_collection(trials, &[a.clone(), b.clone()], true).unwrap());
        assert!(store.set_in_collection(leases, std::slice::from_ref(&a), true).unwrap());
        let inside = || -> Vec<(String, usize)> {
            let all = store.collections().unwrap();
            all.into_iter().map(|one| (one.name, one.documents.len())).collect()
        };
        assert_eq!(inside(), [("Leases".to_owned(), 1), ("Trials".to_owned(), 2)]);
        assert!(!store.rename_collection(leases, "TRIALS").unwrap());
        assert!(store.rename_collection(leases, "Contracts").unwrap());
        // Set aside it is not shown, brought back it is where it was; removed it is gone.
        store.set_aside(&a, 5).unwrap();
        assert_eq!(inside(), [("Contracts".to_owned(), 0), ("Trials".to_owned(), 1)]);
        store.bring_back(&a, 6).unwrap();
        assert_eq!(inside(), [("Contracts".to_owned(), 1), ("Trials".to_owned(), 2)]);
        store.remove_document(&a).unwrap();
        assert_eq!(inside(), [("Contracts".to_owned(), 0), ("Trials".to_owned(), 1)]);
        store.set_in_collection(trials, &[b], false).unwrap();
        assert!(store.delete_collection(leases).unwrap());
        assert_eq!(inside(), [("Trials".to_owned(), 0)]);
        assert!(!store.set_in_collection(leases, &[], true).unwrap());
    }

    #[test]
    fn a_new_version_takes_the_place_of_the_one_it_replaces() {
        let store = Store::in_memory().unwrap();
        let old = add(&store, '1', "/a.pdf");
        let trials = store.make_collection("Trials").unwrap();
        store.set_in_collection(trials, &[old], true).unwrap();
        let new = add(&store, '2', "/a.pdf");
        store.make_current(&new).unwrap();
        assert_eq!(store.collections().unwrap()[0].documents, [new]);
    }
}
