//! Table `chunks_fts`: the words of the chunks, stemmed, in fields.
//!
//! It holds no text of its own: what is searched differs from what is shown (numbers are written
//! without separators, the labels of a table's rows stand once more by themselves).

use std::collections::HashMap;

use citelight_core::{ChunkId, DocumentId};
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

/// Fields of a row.
const FIELD_COUNT: usize = 4;

/// Counts the rows and the words of each field anew, in a transaction after the one in which rows went. SQLite before
/// 3.54 goes on counting the words of rows that a table without content lost, and BM25 weighs by their average; what
/// is counted stands in row 1 of the table's data, a varint each (<https://sqlite.org/fts5.html>, section 9).
pub(crate) fn count_anew(connection: &mut Connection) -> Result<()> {
    let transaction = crate::begin(connection)?;
    let mut counts = [0_u64; FIELD_COUNT + 1];
    {
        let mut statement = transaction.prepare_cached("SELECT sz FROM chunks_fts_docsize")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            counts[0] += 1;
            let mut sizes = row.get_ref(0)?.as_blob().unwrap_or_default();
            for count in &mut counts[1..] {
                *count += varint(&mut sizes);
            }
        }
    }
    let mut record = Vec::new();
    counts.into_iter().for_each(|count| put_varint(&mut record, count));
    transaction.execute("UPDATE chunks_fts_data SET block = ?1 WHERE id = 1", [record])?;
    transaction.commit()?;
    Ok(())
}

/// Takes a number of SQLite's variable length off the front: seven bits a byte, the highest first; 0 at the end.
fn varint(bytes: &mut &[u8]) -> u64 {
    let mut value = 0;
    while let Some((byte, rest)) = bytes.split_first() {
        *bytes = rest;
        value = value << 7 | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            break;
        }
    }
    value
}

/// The opposite, for numbers below 2^56, which take eight bytes at most.
fn put_varint(into: &mut Vec<u8>, value: u64) {
    let groups = (1..8).rev().filter(|group| value >> (7 * group) > 0);
    into.extend(groups.map(|group| (value >> (7 * group)) as u8 | 0x80));
    into.push((value & 0x7f) as u8);
}

/// In scopes of more chunks than this a search keeps to words that few of them hold: scoring a row
/// takes microseconds, and a common word has hundreds of thousands.
const MANY: i64 = 50_000;
/// Rows that such a search scores, about.
const ROWS: u32 = 4_000;
/// Ranges that are searched one by one where much lies between them; to find the beginning of each
/// takes some 20 microseconds a word.
const FEW_RANGES: usize = 128;
/// Ranges that a query names; with more, rows are sorted out after they were scored.
const NAMED_RANGES: usize = 64;
/// Rows with a word that are counted in scopes of [`MANY`]; how many more there are is estimated.
const COUNTED: u32 = 20_000;

/// Half-open ranges of chunk ids, which rise.
type Ranges<'r> = &'r [(ChunkId, ChunkId)];

impl Store {
    /// The best chunks by BM25 for any of `terms` within half-open `ranges` of ids, which rise; best
    /// first: id and score (higher is better). A term is a word; whatever it holds is searched
    /// literally.
    ///
    /// Two shortcuts in large libraries: where the ranges hold very many chunks, common words count
    /// together only; where they hold few of very many, a word counts by its rarity in them, however
    /// often a chunk repeats it.
    pub fn search_words(
        &self,
        terms: &[String],
        ranges: Ranges<'_>,
        limit: usize,
    ) -> Result<Vec<(ChunkId, f32)>> {
        let (Some((first, _)), Some((_, end))) = (ranges.first(), ranges.last()) else {
            return Ok(Vec::new());
        };
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        let chunks = size(ranges);
        if chunks > MANY {
            return self.ranked(&self.economical(terms)?, ranges, limit);
        }
        if end.0 - first.0 > MANY && ranges.len() <= FEW_RANGES {
            return self.search_parts(terms, ranges, limit);
        }
        let any = terms.iter().map(|term| quoted(term)).collect::<Vec<_>>().join(" OR ");
        self.ranked(&any, ranges, limit)
    }

    /// What a query of FTS5 finds, by BM25.
    fn ranked(&self, query: &str, ranges: Ranges<'_>, limit: usize) -> Result<Vec<(ChunkId, f32)>> {
        let (Some((first, _)), Some((_, end))) = (ranges.first(), ranges.last()) else {
            return Ok(Vec::new());
        };
        // A document's chunks stand side by side, so that ids tell documents apart without a
        // look-up for every row that holds a word. The plus keeps SQLite from searching once for
        // each range: how rare words are would be counted again each time.
        let condition = if (2..=NAMED_RANGES).contains(&ranges.len()) {
            let range = |(first, end): &(ChunkId, ChunkId)| {
                format!("+rowid BETWEEN {} AND {}", first.0, end.0 - 1)
            };
            format!("AND ({})", ranges.iter().map(range).collect::<Vec<_>>().join(" OR "))
        } else {
            String::new()
        };
        let sql = format!(
            "SELECT rowid, bm25(chunks_fts, {WEIGHTS}) AS rank FROM chunks_fts
             WHERE chunks_fts MATCH ?1 AND rowid >= ?2 AND rowid < ?3 {condition} ORDER BY rank"
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

    /// The chunks of a few ranges that hold most of the terms, the rare ones before the common ones.
    ///
    /// BM25 would walk through every row of the library that holds one of them, to count it.
    fn search_parts(
        &self,
        terms: &[String],
        ranges: Ranges<'_>,
        limit: usize,
    ) -> Result<Vec<(ChunkId, f32)>> {
        let total = size(ranges) as f32;
        let mut scores: HashMap<ChunkId, f32> = HashMap::new();
        for term in terms {
            let mut rows = Vec::new();
            self.rows_with(term, ranges, &mut |id| rows.push(id))?;
            let with = rows.len() as f32;
            let rarity = (1.0 + (total - with + 0.5) / (with + 0.5)).ln();
            for id in rows {
                *scores.entry(id).or_default() += rarity;
            }
        }
        let mut found: Vec<_> = scores.into_iter().collect();
        found.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        found.truncate(limit);
        Ok(found)
    }

    /// The documents of which a chunk holds all of `words`, the last of which may be only begun. Words are
    /// searched literally; their stems count.
    pub fn documents_with(&self, words: &[String]) -> Result<Vec<DocumentId>> {
        let Some((begun, whole)) = words.split_last() else { return Ok(Vec::new()) };
        let whole: String = whole.iter().map(|word| format!("{} AND ", quoted(word))).collect();
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT DISTINCT c.document FROM chunks_fts JOIN chunks c ON c.id = chunks_fts.rowid
             WHERE chunks_fts MATCH ?1",
        )?;
        let query = format!("{whole}({} OR {}*)", quoted(begun), quoted(begun));
        let rows = statement.query_map([query], |row| row.get::<_, String>(0))?;
        rows.map(|row| crate::document_id(row?)).collect()
    }

    /// The stems in the full-text index that begin so, each with the number of chunks that hold it.
    pub fn vocabulary(&self, begin: &str) -> Result<Vec<(String, u32)>> {
        let reader = self.reader();
        reader.execute_batch(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.chunks_vocabulary
             USING fts5vocab (main, chunks_fts, row)",
        )?;
        let mut statement = reader.prepare_cached(
            "SELECT term, doc FROM temp.chunks_vocabulary WHERE term >= ?1 AND term < ?2",
        )?;
        let end = format!("{begin}{}", char::MAX);
        let rows =
            statement.query_map(params![begin, end], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// In how many chunks within `ranges` a term occurs, by the full-text index's own stemming; about
    /// how many, where the ranges hold very many chunks and many of these the term.
    pub fn chunks_with(&self, term: &str, ranges: Ranges<'_>) -> Result<u32> {
        if size(ranges) > MANY
            && let (Some((first, _)), Some((_, end))) = (ranges.first(), ranges.last())
        {
            return self.about_with(term, first.0, end.0);
        }
        let mut count = 0;
        self.rows_with(term, ranges, &mut |_| count += 1)?;
        Ok(count)
    }

    /// Hands over the chunks within `ranges` in which a term occurs, rising.
    fn rows_with(
        &self,
        term: &str,
        ranges: Ranges<'_>,
        each: &mut dyn FnMut(ChunkId),
    ) -> Result<()> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT rowid FROM chunks_fts
             WHERE chunks_fts MATCH ?1 AND rowid >= ?2 AND rowid < ?3",
        )?;
        // Beyond a number of ranges, passing over rows is cheaper than finding each beginning.
        let whole: Vec<_> =
            ranges.first().zip(ranges.last()).map(|(a, z)| (a.0, z.1)).into_iter().collect();
        let parts = if ranges.len() <= FEW_RANGES { ranges } else { whole.as_slice() };
        let term = quoted(term);
        for (first, end) in parts {
            let mut rows = statement.query(params![term, first.0, end.0])?;
            while let Some(row) = rows.next()? {
                let id = ChunkId(row.get(0)?);
                if within(ranges, id) {
                    each(id);
                }
            }
        }
        Ok(())
    }

    /// About how many chunks from `first` to below `end` hold a term: as many in all as in those at the
    /// beginning.
    fn about_with(&self, term: &str, first: i64, end: i64) -> Result<u32> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT COUNT(*), MAX(rowid) FROM (SELECT rowid FROM chunks_fts
             WHERE chunks_fts MATCH ?1 AND rowid >= ?2 AND rowid < ?3 LIMIT ?4)",
        )?;
        let asked = params![quoted(term), first, end, COUNTED];
        let (rows, last): (u32, Option<i64>) =
            statement.query_row(asked, |row| Ok((row.get(0)?, row.get(1)?)))?;
        let looked_at = last.filter(|_| rows == COUNTED).map_or(end, |last| last + 1) - first;
        let in_all = i64::from(rows) * (end - first) / looked_at.max(1);
        Ok(u32::try_from(in_all).unwrap_or(u32::MAX))
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

/// How many ids half-open ranges hold.
fn size(ranges: Ranges<'_>) -> i64 {
    ranges.iter().map(|(first, end)| end.0 - first.0).sum()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_variable_length_come_back() {
        for value in [0, 1, 127, 128, 300, 16_383, 16_384, 5_000_000_000] {
            let mut bytes = Vec::new();
            put_varint(&mut bytes, value);
            assert_eq!(varint(&mut bytes.as_slice()), value);
        }
        assert_eq!(varint(&mut &[0x82_u8, 0x2c][..]), 300);
    }
}
