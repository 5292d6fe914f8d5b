//! How well a family, and a figure of each of it, fit what is asked for.

use citelight_text::{Stem, Vocabulary};

use super::asked::Ranking;
use super::families::{Family, Kind};
use super::order::{Basis, Ranked, is_sum};
use crate::choose::DocumentTables;
use crate::label::Key;
use crate::measures::Measures;

/// Names that are compared of a family, for telling its kind.
const NAMES: usize = 6;
/// What each measurement counts: fitted on 28 questions over tables, documents left out in turn, and rounded.
const GROUP: f32 = 0.43;
const MEASURE: f32 = 0.61;
const TIMELY: f32 = 0.34;
const NAMED: f32 = 0.6;
const MANY: f32 = 0.28;
const NEAR: f32 = 0.52;
const THINGS: f32 = 0.86;
const AROUND: f32 = 1.44;
const FIGURE: f32 = 0.85;
/// What counts against a family: names that are lines of statements; figures of another kind than is asked for; rows
/// of several groups, things that do not stand in rows; a document that is not the likeliest; each figure before
/// this one of the same thing; each month that it covers.
const LINES: f32 = 0.5;
const OTHER_KIND: f32 = 0.24;
const MIXED: f32 = 0.16;
const NO_ROWS: f32 = 0.18;
const NOT_FIRST: f32 = 0.22;
const LATER: f32 = 0.02;
const MONTH: f32 = 0.003;
/// What is taken for the likeness of what the question does not say.
const UNSAID_LIKENESS: f32 = 0.3;
/// What a page that was found counts less for each better one.
const RANK: f32 = 0.2;
/// What is compared where the question does not say it.
const UNSAID: &str = "revenue";
const SUPPOSED: f32 = 0.8;
/// Words that say nothing of what things are.
const ANYTHING: [&str; 8] = ["part", "parts", "unit", "kind", "type", "thing", "place", "one"];
/// Words of questions that ask for shares.
const SHARES: [&str; 8] =
    ["share", "rate", "margin", "percentage", "ratio", "proportion", "return", "yield"];

/// What is measured of a family and a figure.
#[derive(Debug, Clone)]
pub struct Fit {
    /// The first names of the things; what stands around them; what the figure is: its groups, label and heading.
    /// Their meanings are compared with the question's.
    pub texts: [String; 3],
    /// Shares of the words of what is asked for that stand there, 0 to 1 each; 0.5 where nothing is said.
    group: f32,
    measure: f32,
    /// Share of the names that are known lines of statements, where no lines are asked for: "Gross profit" is no
    /// segment.
    lines: f32,
    /// Whether the figures are shares where none are asked for, or the other way round.
    other_kind: bool,
    /// Whether the things that the question names are among them.
    named: bool,
    timely: bool,
    /// The place of the figure among those of one thing.
    place: usize,
    /// How many things are compared.
    many: usize,
    kind: Kind,
    /// How many months the figure covers; 0 where that is not said.
    months: u8,
}

impl Fit {
    /// How well it fits by its words and by where it stands: on the page of the `page`th passage that was found, in the
    /// `document`th likeliest document, both from 0.
    pub fn by_words(&self, page: Option<usize>, document: usize) -> f32 {
        let one = |holds: bool| f32::from(u8::from(holds));
        GROUP * self.group
            + MEASURE * self.measure
            + TIMELY * one(self.timely)
            + NAMED * one(self.named)
            + MANY * (self.many as f32).ln()
            + page.map_or(0.0, |page| NEAR / (1.0 + RANK * page as f32))
            - LINES * self.lines
            - OTHER_KIND * one(self.other_kind)
            - LATER * self.place as f32
            - MONTH * f32::from(self.months)
            - NOT_FIRST * document as f32
            - match self.kind {
                Kind::Rows => 0.0,
                Kind::Mixed => MIXED,
                _ => NO_ROWS,
            }
    }

    /// What the likeness of its texts adds: `likeness` of a text of the question, `None` where it is empty, and one of
    /// these.
    pub fn by_meaning(asked: &Ranking, likeness: impl Fn(&str, usize) -> Option<f32>) -> f32 {
        let of = |asked: &str, at| likeness(asked, at).unwrap_or(UNSAID_LIKENESS);
        THINGS * of(&asked.group, 0) + AROUND * of(&asked.group, 1) + FIGURE * of(&asked.measure, 2)
    }
}

/// Measures an order of a family.
pub fn fit(
    family: &Family,
    ranked: &Ranked,
    asked: &Ranking,
    (tables, measures): (&DocumentTables, &Measures),
    vocabulary: &Vocabulary,
) -> Fit {
    let slot = &family.slots[ranked.now];
    let names: Vec<&str> = family.members.iter().map(|member| member.name.as_str()).collect();
    let held = |asked: &str, text: &str| {
        let stems: Vec<Stem> = vocabulary.stems(asked);
        let own = vocabulary.stems(text);
        let held = stems.iter().filter(|stem| own.contains(stem)).count();
        if stems.is_empty() { 0.5 } else { held as f32 / stems.len() as f32 }
    };
    // The label of a total says what is summed.
    let (sums, names): (Vec<&str>, Vec<&str>) = names.into_iter().partition(|name| is_sum(name));
    let own = format!("{} {} {} {}", family.within, family.measure, slot.heading, sums.join(" "));
    let what = format!("{own} {}", family.around);
    // What statements call by several names is found by each.
    let line = Key::of(if asked.measure.is_empty() { UNSAID } else { &asked.measure });
    let same = measures
        .measures
        .iter()
        .find(|measure| measure.asked.contains(&line) || measure.rows.contains(&line));
    let said = |text: &str| {
        // "Cost of revenue" is none: the longest name that stands there counts.
        let text = Key::of(text);
        let names =
            measures.measures.iter().flat_map(|one| one.rows.iter().map(move |row| (one, row)));
        let found = names.filter(|(_, row)| text.find(row).is_some());
        let longest = found.max_by_key(|(_, row)| row.words().len());
        longest.zip(same).is_some_and(|((one, _), same)| one.name == same.name)
    };
    let measure = match asked.measure.as_str() {
        "" => {
            if said(&what) {
                SUPPOSED
            } else {
                0.0
            }
        }
        _ if said(&own) => 1.0,
        // What stands around a table says less of a figure than its own label and heading.
        asked => (held(asked, &own) + held(asked, &what)) / 2.0,
    };
    let lines = names.iter().filter(|name| is_line(name, measures)).count();
    let asks_line = is_line(&asked.group, measures);
    let (sheet, row, cell) = ranked.standings[0].now.of(tables);
    let asks_share =
        SHARES.iter().any(|word| asked.measure.contains(word) || asked.group.contains(word));
    let joined = |parts: &[&str]| {
        let parts = parts.iter().filter(|part| !part.is_empty());
        parts.copied().collect::<Vec<_>>().join(". ")
    };
    let first = names.iter().take(NAMES).copied().collect::<Vec<_>>().join(", ");
    let stands =
        [family.around.as_str(), &family.within, &slot.heading, &names.join(" ")].join(" ");
    let group = held(&plain(&asked.group), &stands);
    Fit {
        texts: [
            first,
            joined(&[&family.around, &family.within]),
            joined(&[&family.within, &family.measure, &slot.heading, &family.around]),
        ],
        group,
        measure,
        lines: if asks_line { 0.0 } else { lines as f32 / names.len().max(1) as f32 },
        other_kind: match ranked.basis {
            Basis::Figure if asked.change.is_some() => false,
            Basis::Figure => sheet.is_percent(row, cell) != asks_share,
            Basis::Points => !asks_share,
            Basis::Percent | Basis::Amount => asks_share,
        },
        named: !asked.only.is_empty(),
        timely: ranked.timely,
        place: ranked.now,
        many: ranked.standings.len(),
        kind: family.kind,
        months: ranked.months.unwrap_or(0),
    }
}

/// The words of a group that say what it is.
fn plain(group: &str) -> String {
    let words = group.split(' ').filter(|word| !ANYTHING.contains(word));
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a label is one that statements give to a line.
fn is_line(name: &str, measures: &Measures) -> bool {
    let key = Key::of(name);
    measures.measures.iter().any(|measure| measure.rows.contains(&key))
}
