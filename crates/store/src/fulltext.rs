//! Table `chunks_fts`: the words of the chunks, stemmed, in fields.
//!
//! It holds no text of its own: what is searched differs from what is shown (numbers are written
//! without separators, the labels of a table's rows stand once more by themselves).

use citelight_core::ChunkId;
use rusqlite::{Connection, params};

use crate::{Result, Store};

/// Replaces the full-text table of earlier versions. Old rows are searched by their text until their
/// documents are made anew.
pub(crate) const FIELDS: &str = "
    DROP TRIGGER chunks_inserted;
    DROP TRIGGER chunks_deleted;
    DROP TABLE chunks_fts;
    CREATE VIRTUAL TABLE chunks_fts USING fts5 (
        title, breadcrumb, labels, text, content = '', contentless_delete = 1,
        tokenize = 'porter unicode61 remove_diacritics 2'
    );
    INSERT INTO chunks_fts (rowid, title, breadcrumb, labels, text)
        SELECT id, '', breadcrumb, '', text FROM chunks;
    CREATE TRIGGER chunks_deleted AFTER DELETE ON chunks BEGIN
        DELETE FROM chunks_fts WHERE rowid = old.id;
    END;
";

/// What a chunk is found by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchText {
    /// Title of its section.
    pub title: String,
    /// Labels of the rows, where it is a table's.
    pub labels: String,
    /// Its text, with numbers as they are searched.
    pub text: String,
}

/// Weights of the fields in BM25: a word in the title tells most; one in the breadcrumb belongs to
/// all that lies below; labels say what a row is about, and stand in the text a second time.
const WEIGHTS: &str = "2.0, 0.5, 0.5, 1.0";

pub(crate) fn insert(
    connection: &Connection,
    id: i64,
    breadcrumb: &str,
    searched: &SearchText,
) -> Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO chunks_fts (rowid, title, breadcrumb, labels, text)
             VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![id, searched.title, breadcrumb, searched.labels, searched.text])?;
    Ok(())
}

/// In scopes of more chunks than this a search keeps to words that few of them hold: scoring a row
/// takes microseconds, and a common word has hundreds of thousands.
const MANY: i64 = 50_000;
/// Rows that such a search scores, about.
const ROWS: u32 = 4_000;

impl Store {
    /// The best chunks by BM25 for any of `terms` within half-open `ranges` of ids, which rise; best
    /// first: id and score (higher is better). A term is a word; whatever it holds is searched
    /// literally. Where the ranges hold very many chunks, common words count together only.
    pub fn search_words(
        &self,
        terms: &[String],
        ranges: &[(ChunkId, ChunkId)],
        limit: usize,
    ) -> Result<Vec<(ChunkId, f32)>> {
        let (Some((first, _)), Some((_, end))) = (ranges.first(), ranges.last()) else {
            return Ok(Vec::new());
        };
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        let chunks: i64 = ranges.iter().map(|(first, end)| end.0 - first.0).sum();
        let query = match chunks > MANY {
            true => self.economical(terms)?,
            false => terms.iter().map(|term| quoted(term)).collect::<Vec<_>>().join(" OR "),
        };
        // A document's chunks stand side by side, so that ids tell documents apart without a
        // look-up for every row that holds a word.
        let sql = format!(
            "SELECT rowid, bm25(chunks_fts, {WEIGHTS}) AS rank FROM chunks_fts
             WHERE chunks_fts MATCH ?1 AND rowid >= ?2 AND rowid < ?3 ORDER BY rank"
        );
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&sql)?;
        let mut rows = statement.query(params![query, first.0, end.0])?;
        let mut found = Vec::new();
        while found.len() < limit
            && let Some(row) = rows.next()?
        {
            let id = ChunkId(row.get(0)?);
            if within(ranges, id) {
                found.push((id, -row.get::<_, f32>(1)?));
            }
        }
        Ok(found)
    }

    /// In how many chunks within `ranges` a term occurs, by the full-text index's own stemming.
    pub fn chunks_with(&self, term: &str, ranges: &[(ChunkId, ChunkId)]) -> Result<u32> {
        let (Some((first, _)), Some((_, end))) = (ranges.first(), ranges.last()) else {
            return Ok(0);
        };
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT rowid FROM chunks_fts
             WHERE chunks_fts MATCH ?1 AND rowid >= ?2 AND rowid < ?3",
        )?;
        let mut rows = statement.query(params![quoted(term), first.0, end.0])?;
        let mut count = 0;
        while let Some(row) = rows.next()? {
            count += u32::from(within(ranges, ChunkId(row.get(0)?)));
        }
        Ok(count)
    }

    /// A query that scores a bounded number of rows: any of the rare words, or all of the common
    /// ones together.
    fn economical(&self, terms: &[String]) -> Result<String> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT COUNT(*) FROM (SELECT 1 FROM chunks_fts WHERE chunks_fts MATCH ?1 LIMIT ?2)",
        )?;
        let mut counted = Vec::with_capacity(terms.len());
        for term in terms {
            let rows: u32 =
                statement.query_row(params![quoted(term), ROWS + 1], |row| row.get(0))?;
            counted.push((rows, quoted(term)));
        }
        counted.sort();
        let mut scored = 0;
        let rare = counted.partition_point(|(rows, _)| {
            scored += rows;
            scored <= ROWS
        });
        let join = |part: &[(u32, String)], with: &str| {
            part.iter().map(|(_, term)| term.as_str()).collect::<Vec<_>>().join(with)
        };
        let (rare, common) = counted.split_at(rare);
        Ok(match (rare.is_empty(), common.is_empty()) {
            (false, false) => format!("{} OR ({})", join(rare, " OR "), join(common, " AND ")),
            (false, true) => join(rare, " OR "),
            (true, _) => join(common, " AND "),
        })
    }
}

/// Whether an id lies in one of the half-open ranges, which rise.
pub fn within(ranges: &[(ChunkId, ChunkId)], id: ChunkId) -> bool {
    let after = ranges.partition_point(|(first, _)| *first <= id);
    after > 0 && id < ranges[after - 1].1
}

/// A word as FTS5 takes it literally.
fn quoted(term: &str) -> String {
    format!("\"{}\"", term.replace('"', "\"\""))
}
