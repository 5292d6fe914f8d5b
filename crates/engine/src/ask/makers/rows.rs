//! A row of a table that a question means by its words, where they are no known line of a statement: a
//! segment's sales, the users of a service.

use citelight_answer::{DocumentTables, Line, Place, Role, Row, SheetCell};
use citelight_core::Interpretation;
use citelight_text::{Stem, is_topicless, squashed};

use crate::ask::asker::Asker;

/// What counts a word that stands beside the table and not in its row.
const BESIDE: f32 = 0.5;
/// What a word of the row costs that the question does not say.
const UNASKED: f32 = 0.3;
/// Shorter words of a name stand in many files' names by chance.
const SHORTEST_NAME: usize = 3;
/// Words that say nothing of which row is meant.
const GENERAL: [&str; 12] = [
    "total",
    "reported",
    "consolidated",
    "quarter",
    "quarters",
    "quarterly",
    "year",
    "years",
    "period",
    "periods",
    "annual",
    "company",
];

/// A figure that is asked for by a line, and by words that tell which of several rows of that name.
#[derive(Debug, Clone)]
pub(super) struct Sought {
    pub(super) line: Line,
    /// Companies, people, segments and documents that the question names.
    names: Vec<String>,
    /// Further words that a row has to hold.
    further: String,
}

impl Sought {
    pub(super) fn new(line: Line, names: Vec<String>, further: String) -> Sought {
        Sought { line, names, further }
    }

    /// Companies, people, segments and documents that the question names.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The words that a row of a file has to hold beside its line's name: of names those that are not
    /// whose the file is.
    fn telling<'a>(&'a self, file: &str) -> Vec<&'a str> {
        let file: String = squashed(file).collect();
        let in_file = |word: &str| {
            let word: String = squashed(word).collect();
            word.len() >= SHORTEST_NAME && file.contains(&word)
        };
        let names = self.names.iter().filter(|name| !parts(name).any(in_file));
        let further = parts(&self.further).filter(|word| !in_file(word));
        names.flat_map(|name| parts(name)).chain(further).filter(|word| tells(word)).collect()
    }

    /// Whether a row has to be found by its words in a file: its line is none that statements have, or
    /// rows are told apart by what the question names.
    pub(super) fn by_words(&self, asker: &Asker, tables: &DocumentTables, file: &str) -> bool {
        let told: Vec<Stem> =
            self.telling(file).iter().flat_map(|word| asker.vocabulary.stems(word)).collect();
        let holds = |row: &Row| {
            let own = asker.vocabulary.stems(&format!("{} {}", row.path.join(" "), row.label));
            told.iter().all(|stem| own.contains(stem))
        };
        self.line.measure.is_none()
            || !told.is_empty() && tables.sheets.iter().flat_map(|sheet| &sheet.rows).any(holds)
    }

    /// The row that fits best, by table and row.
    pub(super) fn row(
        &self,
        asker: &Asker,
        tables: &DocumentTables,
        file: &str,
    ) -> Option<(usize, usize)> {
        self.rows(asker, tables, file).first().copied()
    }

    /// The rows that hold all words that are asked for, in their labels, in the labels of their groups, or in
    /// what stands above their tables; those with the fewest others first.
    pub(super) fn rows(
        &self,
        asker: &Asker,
        tables: &DocumentTables,
        file: &str,
    ) -> Vec<(usize, usize)> {
        let general: Vec<Stem> =
            GENERAL.iter().flat_map(|word| asker.vocabulary.stems(word)).collect();
        let whose: String = squashed(file).collect();
        let own = |word: &&str| {
            let word: String = squashed(word).collect();
            tells(&word) && !(word.len() >= SHORTEST_NAME && whose.contains(&word))
        };
        let words = parts(&self.line.phrase).filter(own).chain(self.telling(file));
        let mut wanted: Vec<Stem> = words.flat_map(|word| asker.vocabulary.stems(word)).collect();
        wanted.retain(|stem| !general.contains(stem));
        wanted.sort_unstable();
        wanted.dedup();
        if wanted.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<(f32, (usize, usize))> = Vec::new();
        for (sheet_at, sheet) in tables.sheets.iter().enumerate() {
            let above = asker.vocabulary.stems(&format!("{} {}", sheet.caption, sheet.heading));
            for (row_at, row) in sheet.rows.iter().enumerate() {
                let timed = row.cells.iter().any(|cell| {
                    let column = &sheet.columns[cell.column];
                    column.role == Role::Value && column.time.is_some()
                });
                let own = asker.vocabulary.stems(&format!("{} {}", row.path.join(" "), row.label));
                let held = wanted.iter().filter(|stem| own.contains(stem)).count();
                let all = wanted.iter().all(|stem| own.contains(stem) || above.contains(stem));
                let label = asker.vocabulary.stems(&row.label);
                if !timed || !all || !wanted.iter().any(|stem| label.contains(stem)) {
                    continue;
                }
                let beside = (wanted.len() - held) as f32 * BESIDE;
                let others =
                    label.iter().filter(|stem| !wanted.contains(stem) && !general.contains(stem));
                let score = held as f32 + beside - others.count() as f32 * UNASKED;
                found.push((score, (sheet_at, row_at)));
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.into_iter().map(|(_, at)| at).collect()
    }
}

/// Of the names in a question those that name none of its documents: a segment, a product.
pub(super) fn of_no_document(
    names: Vec<String>,
    question: &str,
    asked: &Interpretation,
) -> Vec<String> {
    let spans = asked.documents.iter().flat_map(|named| &named.found.spans);
    let said: Vec<String> = spans
        .filter_map(|span| question.get(span.range()))
        .map(|said| squashed(said).collect())
        .collect();
    let kept = names.into_iter().filter(|name| {
        let is_said = |word: &str| said.contains(&squashed(word).collect::<String>());
        !is_said(name) && !parts(name).all(is_said)
    });
    kept.collect()
}

/// The first cell of a row that is no share in percent, where it has one.
pub(super) fn plain_cell(tables: &DocumentTables, (sheet_at, row_at): (usize, usize)) -> Place {
    let sheet = &tables.sheets[sheet_at];
    let row = &sheet.rows[row_at];
    let valued = |cell: &&SheetCell| sheet.columns[cell.column].role == Role::Value;
    let plain = row.cells.iter().position(|cell| valued(&cell) && !sheet.is_percent(row, cell));
    Place { sheet: sheet_at, row: row_at, cell: plain.unwrap_or(0) }
}

fn parts(words: &str) -> impl Iterator<Item = &str> {
    words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Whether a word may tell a row from others.
fn tells(word: &str) -> bool {
    let lower = word.to_lowercase();
    word.chars().count() > 1 && !is_topicless(&lower) && !GENERAL.contains(&lower.as_str())
}
