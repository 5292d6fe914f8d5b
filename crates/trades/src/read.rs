//! Owns the form of a trade's file: which sections and keys there are, and what is wrong with a value,
//! with its line.

use std::collections::HashMap;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::{Concept, Located, Measure, Place, Statement, TradeError, Trades, name_key};

/// Sections, and the keys of their entries.
const SECTIONS: [(&str, &[&str]); 4] = [
    ("statement", &["name", "asked", "titles", "rows", "changes"]),
    (
        "measure",
        &[
            "asked",
            "rows",
            "never",
            "statement",
            "formulas",
            "percent",
            "magnitude",
            "verbs",
            "rule",
            "judged",
        ],
    ),
    ("concept", &["asked", "named", "titles"]),
    ("synonym", &["words"]),
];
/// The one key that stands in no section.
const OTHER_TABLES: &str = "other_tables";

/// Reads a file. What is wrong is left out and said.
pub(crate) fn read(name: &str, text: &str) -> (Trades, Vec<TradeError>) {
    let ends = text.match_indices('\n').map(|(at, _)| at).collect();
    let mut reader = Reader { file: name.into(), ends, names: HashMap::new(), errors: Vec::new() };
    let (document, faults) = DeTable::parse_recoverable(text);
    for fault in &faults {
        let at = fault.span().map_or(0, |span| span.start);
        let message = format!("This cannot be read as TOML: {}.", fault.message());
        reader.wrong(at, message, "Until it is mended, nothing of this file is used.");
    }
    let trades =
        if faults.is_empty() { reader.trades(document.get_ref()) } else { Trades::default() };
    reader.errors.sort_by_key(|error| error.line);
    (trades, reader.errors)
}

struct Reader {
    file: Arc<str>,
    /// Where its lines end, in bytes.
    ends: Vec<usize>,
    /// The names that each section has given so far.
    names: HashMap<(&'static str, String), Place>,
    errors: Vec<TradeError>,
}

/// An entry of a section.
#[derive(Clone, Copy)]
struct Entry<'d> {
    section: &'static str,
    table: &'d DeTable<'d>,
    /// Where it begins, in bytes of the file.
    start: usize,
}

impl Reader {
    fn trades(&mut self, document: &DeTable<'_>) -> Trades {
        for key in document.keys() {
            let known = |(section, _): &(&str, _)| section == key.get_ref();
            if key.get_ref() != OTHER_TABLES && !SECTIONS.iter().any(known) {
                let sections = SECTIONS.map(|(section, _)| format!("[[{section}]]")).join(", ");
                let message = format!("There is no section “{}”.", key.get_ref());
                let hint = format!("There are {sections}, and {OTHER_TABLES} above them.");
                self.wrong(key.span().start, message, hint);
            }
        }
        Trades {
            other_tables: texts(self.list(document, OTHER_TABLES)),
            statements: self.each(document, 0, Self::statement),
            measures: self.each(document, 1, Self::measure),
            concepts: self.each(document, 2, Self::concept),
            synonyms: self.each(document, 3, Self::synonym),
        }
    }

    /// The entries of a section in which nothing is wrong.
    fn each<T>(
        &mut self,
        document: &DeTable<'_>,
        section: usize,
        read: impl Fn(&mut Self, Entry<'_>) -> T,
    ) -> Vec<T> {
        let (section, keys) = SECTIONS[section];
        let Some(value) = document.get(section) else { return Vec::new() };
        let mut sound = Vec::new();
        for entry in value.get_ref().as_array().map_or([].as_slice(), |all| all) {
            let Some(table) = entry.get_ref().as_table() else { continue };
            let before = self.errors.len();
            for key in table.keys().filter(|key| !keys.contains(&key.get_ref().as_ref())) {
                let message = format!("A {section} has no “{}”.", key.get_ref());
                self.wrong(key.span().start, message, format!("It has {}.", keys.join(", ")));
            }
            let read = read(self, Entry { section, table, start: entry.span().start });
            if self.errors.len() == before {
                sound.push(read);
            }
        }
        let entries = value.get_ref().as_array().filter(|all| !all.is_empty());
        if !entries.is_some_and(|all| all.iter().all(|entry| entry.get_ref().is_table())) {
            let hint = format!("Begin each entry with a line [[{section}]], in two brackets.");
            self.wrong(value.span().start, format!("“{section}” is no list of entries."), hint);
        }
        sound
    }

    fn statement(&mut self, entry: Entry<'_>) -> Statement {
        self.needs(entry, &["name"]);
        let name = self.text(entry.table, "name");
        self.once(entry, name.as_slice());
        Statement {
            name: name.map_or_else(String::new, |name| name.text),
            asked: texts(self.needed(entry, "asked")),
            titles: texts(self.needed(entry, "titles")),
            rows: texts(self.needed(entry, "rows")),
            changes: self.flag(entry.table, "changes"),
        }
    }

    fn measure(&mut self, entry: Entry<'_>) -> Measure {
        let asked = self.needed(entry, "asked");
        self.once(entry, &asked);
        self.needs(entry, &["rows", "formulas"]);
        Measure {
            asked: texts(asked),
            rows: texts(self.list(entry.table, "rows")),
            never: texts(self.list(entry.table, "never")),
            statement: self.text(entry.table, "statement"),
            formulas: self.list(entry.table, "formulas"),
            percent: self.flag(entry.table, "percent"),
            magnitude: self.flag(entry.table, "magnitude"),
            verbs: texts(self.list(entry.table, "verbs")),
            rule: self.text(entry.table, "rule").map(|rule| rule.text),
            judged: texts(self.list(entry.table, "judged")),
        }
    }

    fn concept(&mut self, entry: Entry<'_>) -> Concept {
        let asked = self.needed(entry, "asked");
        self.once(entry, asked.get(..1).unwrap_or_default());
        self.needs(entry, &["named", "titles"]);
        Concept {
            asked: texts(asked),
            named: texts(self.list(entry.table, "named")),
            titles: texts(self.list(entry.table, "titles")),
        }
    }

    fn synonym(&mut self, entry: Entry<'_>) -> Vec<String> {
        let words = texts(self.needed(entry, "words"));
        if words.len() == 1 {
            self.wrong(entry.start, "The synonym has one word only.", "Write two or more.");
        }
        words
    }

    /// Says so where an entry has none of `keys`.
    fn needs(&mut self, entry: Entry<'_>, keys: &[&str]) {
        if !keys.iter().any(|key| entry.table.contains_key(*key)) {
            let keys = keys.join(" or ");
            let message = format!("The {} has no {keys}.", entry.section);
            self.wrong(entry.start, message, format!("Write {keys} below this line."));
        }
    }

    fn needed(&mut self, entry: Entry<'_>, key: &str) -> Vec<Located> {
        self.needs(entry, &[key]);
        self.list(entry.table, key)
    }

    /// Says so where the section of an entry gives a name for the second time.
    fn once(&mut self, entry: Entry<'_>, names: &[Located]) {
        for name in names {
            let key = (entry.section, name_key(&name.text));
            if let Some(first) = self.names.insert(key, name.place.clone()) {
                let (section, line) = (entry.section, first.line);
                let message = format!("“{}” is a {section}'s name in line {line} too.", name.text);
                let hint = "Take it out here or there.";
                self.errors.push(TradeError::new(&name.place, message, hint));
            }
        }
    }

    /// A list of phrases; empty without one.
    fn list(&mut self, table: &DeTable<'_>, key: &str) -> Vec<Located> {
        let Some(value) = table.get(key) else { return Vec::new() };
        let Some(all) = value.get_ref().as_array() else {
            let hint = format!("Write it with brackets: {key} = [\"one\", \"another\"].");
            self.wrong(value.span().start, format!("“{key}” is no list."), hint);
            return Vec::new();
        };
        if all.is_empty() {
            let hint = format!("Write a phrase into it, or leave {key} out where it may be.");
            self.wrong(value.span().start, format!("“{key}” is empty."), hint);
        }
        all.iter().filter_map(|value| self.phrase(key, value)).collect()
    }

    fn text(&mut self, table: &DeTable<'_>, key: &str) -> Option<Located> {
        self.phrase(key, table.get(key)?)
    }

    fn phrase(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<Located> {
        let start = value.span().start;
        let text = value.get_ref().as_str().filter(|text| text.contains(char::is_alphanumeric));
        if text.is_none() {
            let message = format!("“{key}” holds something without words.");
            self.wrong(start, message, "Write words in quotes: \"one\".");
        }
        text.map(|text| Located { text: text.to_owned(), place: self.place(start) })
    }

    fn flag(&mut self, table: &DeTable<'_>, key: &str) -> bool {
        let Some(value) = table.get(key) else { return false };
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            let message = format!("“{key}” is neither true nor false.");
            self.wrong(value.span().start, message, format!("Write {key} = true."));
        }
        flag.unwrap_or_default()
    }

    fn place(&self, at: usize) -> Place {
        let line = self.ends.partition_point(|end| *end < at) + 1;
        Place { file: Arc::clone(&self.file), line: u32::try_from(line).unwrap_or(u32::MAX) }
    }

    fn wrong(&mut self, at: usize, message: impl Into<String>, hint: impl Into<String>) {
        self.errors.push(TradeError::new(&self.place(at), message, hint));
    }
}

fn texts(all: Vec<Located>) -> Vec<String> {
    all.into_iter().map(|one| one.text).collect()
}
