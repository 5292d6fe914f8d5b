//! Things that stand beside one another in tables, with the same figures of each.

use std::collections::BTreeMap;
use std::ops::Range;

use rust_decimal::Decimal;

use crate::choose::{DocumentTables, Place};
use crate::columns::{Column, Role};
use crate::fiscal::Fiscal;
use crate::label::Key;
use crate::sheet::{Row, Sheet};
use crate::time::{Time, read};

/// Bytes of the text above a table that say what it is about.
const ABOVE: usize = 120;
/// Tables of a document that are looked at, and rows of one.
const MOST_SHEETS: usize = 400;
const MOST_ROWS: usize = 120;
/// Words behind which a title says its time and no name.
const TIMED: [&str; 8] = [
    " three months",
    " six months",
    " nine months",
    " twelve months",
    " quarter ended",
    " year ended",
    " for the ",
    " fiscal ",
];

/// Words of titles of tables about all of them.
const OF_ALL: [&str; 6] =
    ["consolidated", "total", "summary", "statements", "unaudited", "reconciliation"];

/// Things of one kind, each with its figures.
#[derive(Debug, Clone)]
pub struct Family {
    /// What stands around all of them: title, section.
    pub around: String,
    /// The groups that hold all of them.
    pub within: String,
    /// What is said of each, where a row's label says it; empty where a heading does.
    pub measure: String,
    /// What their figures are, in the order of each one's cells.
    pub slots: Vec<Slot>,
    /// The things, at least two.
    pub members: Vec<Member>,
    /// How they stand beside one another.
    pub kind: Kind,
    /// The table, or the first of several, in [`DocumentTables::sheets`].
    pub sheet: usize,
}

/// How the things of a family stand beside one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Rows of one group.
    Rows,
    /// Rows of several groups.
    Mixed,
    /// Groups that hold the same row.
    Groups,
    /// Columns of a row.
    Columns,
    /// Tables that hold the same row.
    Tables,
}

/// What one figure of each is.
#[derive(Debug, Clone)]
pub struct Slot {
    /// Headings, joined.
    pub heading: String,
    /// The time that they name.
    pub time: Option<Time>,
    /// Whether it is a value or a change.
    pub role: Role,
}

/// One of several things.
#[derive(Debug, Clone)]
pub struct Member {
    /// Its name as it stands there.
    pub name: String,
    /// Where its figure stands, for each slot.
    pub cells: Vec<Option<Place>>,
}

/// All families of a document's tables.
pub fn families(tables: &DocumentTables) -> Vec<Family> {
    let sheets = &tables.sheets[..tables.sheets.len().min(MOST_SHEETS)];
    let mut all = Vec::new();
    for (at, sheet) in sheets.iter().enumerate() {
        if sheet.rows.len() > MOST_ROWS {
            continue;
        }
        all.extend(rows_of_groups(at, sheet));
        all.extend(rows_of_sums(at, sheet));
        all.extend(groups_of_rows(at, sheet));
        all.extend(columns_of_rows(at, sheet, tables.fiscal));
    }
    all.extend(tables_alike(sheets));
    all.retain(|family| family.members.len() >= 2);
    all
}

/// The rows of each group, and those of no group.
fn rows_of_groups(at: usize, sheet: &Sheet) -> Vec<Family> {
    let mut groups: BTreeMap<&[String], Vec<usize>> = BTreeMap::new();
    for (row_at, row) in sheet.rows.iter().enumerate() {
        // A row belongs to its own group and to those around it.
        for depth in 0..=row.path.len() {
            groups.entry(&row.path[..depth]).or_default().push(row_at);
        }
    }
    let family = |(path, rows): (&[String], Vec<usize>)| {
        // A group around all of the rows is no other family than theirs.
        let inner = rows.iter().all(|row| sheet.rows[*row].path.len() > path.len());
        let same = rows.windows(2).all(|pair| sheet.rows[pair[0]].path == sheet.rows[pair[1]].path);
        let named = |row: &usize| !sheet.rows[*row].label.is_empty();
        let members = rows.iter().filter(|row| named(row) && once(sheet, &rows, **row));
        let members = members.map(|row| Member {
            name: sheet.rows[*row].label.clone(),
            cells: cells(at, *row, sheet),
        });
        (!(inner && same)).then(|| Family {
            around: around(sheet),
            within: path.join(" "),
            measure: String::new(),
            slots: slots(sheet),
            members: members.collect(),
            kind: if same { Kind::Rows } else { Kind::Mixed },
            sheet: at,
        })
    };
    groups.into_iter().filter_map(family).collect()
}

/// The rows that stand right before their sum, which says what they are: "Revenue" below a firm's lines of business.
fn rows_of_sums(at: usize, sheet: &Sheet) -> Vec<Family> {
    let figure = |row: &Row, column: usize| {
        let cell = row.cells.iter().find(|cell| cell.column == column)?;
        (!cell.figure.absent && !sheet.is_percent(row, cell)).then_some(cell.figure.value)
    };
    let values = (0..sheet.columns.len()).filter(|at| sheet.columns[*at].role == Role::Value);
    let full =
        |column: &usize| sheet.rows.iter().filter(|row| figure(row, *column).is_some()).count();
    let Some(column) = values.max_by_key(|at| (full(at), std::cmp::Reverse(*at))) else {
        return Vec::new();
    };
    let figures: Vec<_> = sheet.rows.iter().map(|row| figure(row, column)).collect();
    let family = |sum_at: usize| {
        let rows = summands(&figures, sum_at)?;
        let members = rows.map(|row| Member {
            name: sheet.rows[row].label.clone(),
            cells: cells(at, row, sheet),
        });
        Some(Family {
            around: around(sheet),
            within: sheet.rows[sum_at].label.clone(),
            measure: String::new(),
            slots: slots(sheet),
            members: members.filter(|member| !member.name.is_empty()).collect(),
            kind: Kind::Rows,
            sheet: at,
        })
    };
    (0..sheet.rows.len()).filter_map(family).collect()
}

/// The places of at least two figures right before one that are its sum.
pub(super) fn summands(figures: &[Option<Decimal>], at: usize) -> Option<Range<usize>> {
    let whole = figures[at].filter(|whole| *whole != Decimal::ZERO)?;
    let mut sum = Decimal::ZERO;
    for from in (0..at).rev() {
        sum += figures[from]?;
        // Rounding of each may add up to one of the last digit.
        let off = (sum - whole).abs();
        if at - from >= 2 && off.checked_mul(Decimal::from(1_000))? <= whole.abs() {
            return Some(from..at);
        }
    }
    None
}

/// Whether no other of some rows bears a row's label: "Share of all" below each name is none of the names.
fn once(sheet: &Sheet, rows: &[usize], row: usize) -> bool {
    rows.iter().filter(|other| sheet.rows[**other].label == sheet.rows[row].label).count() == 1
}

/// A row that each of several groups holds.
fn groups_of_rows(at: usize, sheet: &Sheet) -> Vec<Family> {
    // By the outer groups and the row's label: the groups' names, each with the place of its row.
    let mut labels = BTreeMap::<(&[String], &str), Vec<(&str, usize)>>::new();
    for (row_at, row) in sheet.rows.iter().enumerate() {
        if let Some((name, outer)) = row.path.split_last() {
            let rows = labels.entry((outer, &row.label)).or_default();
            if rows.iter().all(|(known, _)| known != name) {
                rows.push((name, row_at));
            }
        }
    }
    let mut families = Vec::new();
    for ((outer, label), rows) in labels {
        let member = |(name, row): (&str, usize)| Member {
            name: name.to_owned(),
            cells: cells(at, row, sheet),
        };
        families.push(Family {
            around: around(sheet),
            within: outer.join(" "),
            measure: label.to_owned(),
            slots: slots(sheet),
            members: rows.into_iter().map(member).collect(),
            kind: Kind::Groups,
            sheet: at,
        });
    }
    families
}

/// The columns of a row that are told apart by names, for each of their times.
fn columns_of_rows(at: usize, sheet: &Sheet, fiscal: Fiscal) -> Vec<Family> {
    let names: Vec<String> =
        sheet.columns.iter().map(|column| untimed(&column.headers, fiscal)).collect();
    let named =
        |column: usize| !names[column].is_empty() && sheet.columns[column].role == Role::Value;
    let mut times: Vec<Option<Time>> = Vec::new();
    for column in (0..names.len()).filter(|column| named(*column)) {
        if !times.contains(&sheet.columns[column].time) {
            times.push(sheet.columns[column].time);
        }
    }
    let mut distinct: Vec<&String> =
        (0..names.len()).filter(|at| named(*at)).map(|at| &names[at]).collect();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() < 2 {
        return Vec::new();
    }
    let slots: Vec<Slot> = times
        .iter()
        .map(|time| Slot { heading: String::new(), time: *time, role: Role::Value })
        .collect();
    let family = |(row_at, row): (usize, &Row)| Family {
        around: around(sheet),
        within: row.path.join(" "),
        measure: row.label.clone(),
        slots: slots.clone(),
        members: distinct
            .iter()
            .map(|name| Member {
                name: (*name).clone(),
                cells: times
                    .iter()
                    .map(|time| {
                        let cell = row.cells.iter().position(|cell| {
                            let own = &sheet.columns[cell.column];
                            named(cell.column) && names[cell.column] == **name && own.time == *time
                        });
                        cell.map(|cell| Place { sheet: at, row: row_at, cell })
                    })
                    .collect(),
            })
            .collect(),
        kind: Kind::Columns,
        sheet: at,
    };
    sheet.rows.iter().enumerate().map(family).collect()
}

/// A row that each of several tables of one build holds, told apart by their titles.
fn tables_alike(sheets: &[Sheet]) -> Vec<Family> {
    let mut builds: Vec<(String, Vec<Titled>)> = Vec::new();
    for (at, sheet) in sheets.iter().enumerate() {
        let name = title(sheet);
        if name.is_empty() {
            continue;
        }
        let rows = sheet.rows.iter().enumerate();
        let rows = rows.map(|(at, row)| (Key::of(&row.label).words().join(" "), at)).collect();
        let (build, own) = (headings(sheet), Titled { name, at, rows });
        match builds.iter_mut().find(|(known, all)| *known == build && all[0].is_like(&own)) {
            Some((_, all)) if all.iter().all(|one| one.name != own.name) => all.push(own),
            Some(_) => {}
            None => builds.push((build, vec![own])),
        }
    }
    let several = builds.iter().filter(|(_, all)| all.len() >= 2);
    let of_rows = several.flat_map(|(_, all)| all[0].rows.iter().map(move |row| (row, all)));
    of_rows
        .map(|((label, first), all)| {
            let sheet = &sheets[all[0].at];
            let member = |one: &Titled| {
                let row = *one.rows.get(label)?;
                Some(Member { name: one.name.clone(), cells: cells(one.at, row, &sheets[one.at]) })
            };
            Family {
                around: String::new(),
                within: String::new(),
                measure: sheet.rows[*first].label.clone(),
                slots: slots(sheet),
                members: all.iter().filter_map(member).collect(),
                kind: Kind::Tables,
                sheet: all[0].at,
            }
        })
        .collect()
}

/// A table with its name, and its rows by their labels.
struct Titled {
    name: String,
    at: usize,
    rows: BTreeMap<String, usize>,
}

impl Titled {
    /// Whether it holds half of the rows of another, and the other half of its.
    fn is_like(&self, other: &Titled) -> bool {
        let both = self.rows.keys().filter(|label| other.rows.contains_key(*label)).count();
        2 * both >= self.rows.len().max(other.rows.len())
    }
}

fn headings(sheet: &Sheet) -> String {
    let texts = sheet.columns.iter().map(|column| column.headers.join(" "));
    texts.collect::<Vec<_>>().join(" | ")
}

/// What a table's title, or that of its section, names besides its time.
fn title(sheet: &Sheet) -> String {
    let section = sheet.heading.lines().next().unwrap_or_default();
    let title = if sheet.caption.is_empty() { section } else { &sheet.caption };
    let lower = title.to_lowercase();
    let end = TIMED.iter().filter_map(|words| lower.find(words)).min();
    let name = title.get(..end.unwrap_or(title.len())).unwrap_or(title);
    if lower == "results of operations"
        || lower.split(|c: char| !c.is_alphabetic()).any(|word| OF_ALL.contains(&word))
    {
        return String::new();
    }
    name.trim_matches(|c: char| !c.is_alphanumeric() && c != ')').to_owned()
}

fn around(sheet: &Sheet) -> String {
    let (section, above) = sheet.heading.split_once('\n').unwrap_or_default();
    let sentence = above.rfind(". ").map_or(above, |at| &above[at + 2..]);
    let mut from = sentence.len().saturating_sub(ABOVE);
    while !sentence.is_char_boundary(from) {
        from += 1;
    }
    let mut parts = vec![sheet.caption.as_str(), section, sentence.get(from..).unwrap_or_default()];
    parts.dedup();
    parts.retain(|part| !part.is_empty());
    parts.join(". ")
}

fn slots(sheet: &Sheet) -> Vec<Slot> {
    let slot = |column: &Column| Slot {
        heading: column.headers.join(" "),
        time: column.time,
        role: column.role,
    };
    sheet.columns.iter().map(slot).collect()
}

fn cells(sheet_at: usize, row_at: usize, sheet: &Sheet) -> Vec<Option<Place>> {
    let row = &sheet.rows[row_at];
    let place = |column: usize| {
        let cell = row.cells.iter().position(|cell| cell.column == column)?;
        (!row.cells[cell].figure.absent).then_some(Place { sheet: sheet_at, row: row_at, cell })
    };
    (0..sheet.columns.len()).map(place).collect()
}

/// What headings say that names no time.
fn untimed(headers: &[String], fiscal: Fiscal) -> String {
    let plain = |header: &&String| read(std::slice::from_ref(*header), fiscal).0.is_none();
    headers.iter().filter(plain).map(String::as_str).collect::<Vec<_>>().join(" ")
}
