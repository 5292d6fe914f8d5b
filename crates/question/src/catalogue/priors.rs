//! Owns how well each document fits the names, times and forms of a question.

use std::collections::HashMap;

use citelight_core::{DocumentId, DocumentPrior, Period, PeriodValue, When, YearPart};
use citelight_text::Tokens;

use super::{Catalogue, Document, Naming, form_at, order};

/// Says neither for nor against a document.
const NEUTRAL: f32 = 0.5;
/// How far a document that is not named falls below neutral when another surely is.
const UNNAMED: f32 = 0.9;
/// Documents in a chip's list at most.
pub(crate) const LISTED: usize = 50;
/// Documents with a prior of their own at most.
const RANKED: usize = 2_000;

/// Tokens between a form and its time at most.
const NEAR: usize = 5;

/// Words about what is yet to come: it stands in reports of the year before.
const FORWARD: &[&str] =
    &["expect", "expected", "expects", "forecast", "forecasts", "guidance", "outlook", "projected"];

/// The time that a question is about, as far as reports go.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Wanted {
    at: Option<When>,
    forward: bool,
    form: Option<&'static str>,
    /// Whether one time alone is named, and beside the form: "the 2021 10-K".
    exact: bool,
}

impl Wanted {
    /// The latest time named, since later reports repeat earlier figures and not the reverse; the
    /// one behind "as of" where there is one.
    pub(crate) fn of(tokens: &Tokens, periods: &[Period], namings: &[Naming]) -> Self {
        let points = periods.iter().flat_map(|period| match period.value {
            PeriodValue::One(when) => vec![(when, period)],
            PeriodValue::Range(from, to) => vec![(from, period), (to, period)],
            PeriodValue::Latest { .. } => Vec::new(),
        });
        let points: Vec<_> = points.filter(|(when, _)| when.year.is_some()).collect();
        let as_of = |period: &Period| {
            period.found.spans.iter().any(|span| {
                let first = tokens.within(&span.range()).start;
                first >= 2 && tokens.reads(first - 2, &["as", "of"])
            })
        };
        let anchor = points.iter().find(|(_, period)| as_of(period));
        let latest = points.iter().max_by_key(|(when, _)| order(*when));
        let forward = tokens.iter().any(|(_, token)| FORWARD.contains(&token.lower.as_str()));
        let form = namings.iter().find(|naming| naming.by_form);
        let beside = form.is_some_and(|naming| {
            let near = naming.tokens.start.saturating_sub(NEAR)..naming.tokens.end + NEAR;
            let spans = periods.iter().flat_map(|period| &period.found.spans);
            spans.map(|span| tokens.within(&span.range())).any(|run| near.contains(&run.start))
        });
        Self {
            exact: points.len() == 1 && beside,
            at: anchor.or(latest).map(|(when, _)| *when),
            forward: forward && anchor.is_none(),
            form: form
                .and_then(|naming| form_at(tokens, naming.tokens.start))
                .map(|(form, _)| form.name),
        }
    }
}

impl Catalogue {
    /// The priors of the documents that names or times single out, best first, and that of all
    /// others.
    pub(crate) fn priors(&self, namings: &[Naming], wanted: Wanted) -> (Vec<DocumentPrior>, f32) {
        let mut named: HashMap<u32, f32> = HashMap::new();
        let by_name = namings.iter().any(|naming| !naming.by_form);
        for naming in namings {
            // A form beside a name sets the name's documents apart, and no others.
            if naming.by_form && by_name && naming.bearers.len() > 1 {
                continue;
            }
            for &(document, weight) in &naming.bearers {
                let score = named.entry(document).or_default();
                *score = 1.0 - (1.0 - *score) * (1.0 - weight);
            }
        }
        let surest = named.values().copied().fold(0.0, f32::max);
        let mut scored: Vec<(u32, f32)> = if named.is_empty() {
            self.by_time(wanted)
        } else {
            named
                .iter()
                .map(|(&d, &name)| (d, NEUTRAL + NEUTRAL * name * self.fit(d, wanted)))
                .collect()
        };
        scored.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        scored.truncate(RANKED);
        let prior = |(document, score): (u32, f32)| DocumentPrior {
            document: self.id(document),
            score: score.clamp(0.0, 1.0),
        };
        let elsewhere = NEUTRAL * (1.0 - UNNAMED * surest);
        (scored.into_iter().map(prior).collect(), elsewhere)
    }

    /// Without a name, a time alone is a hint: the documents that report on it.
    fn by_time(&self, wanted: Wanted) -> Vec<(u32, f32)> {
        let Some(year) = wanted.at.and_then(|when| when.year) else { return Vec::new() };
        let documents = (year..=year + 2).flat_map(|y| self.years.get(&y).into_iter().flatten());
        let mut scored: Vec<(u32, f32)> = documents
            .map(|&document| {
                (document, NEUTRAL + 0.4 * (self.fit(document, wanted) - 0.5).max(0.0))
            })
            .collect();
        scored.sort_unstable_by_key(|(document, _)| *document);
        scored.dedup_by_key(|(document, _)| *document);
        scored
    }

    /// 0.5 to 1: how well a document's time and form are those wanted.
    fn fit(&self, document: u32, wanted: Wanted) -> f32 {
        let document = &self.documents[document as usize];
        let time = match wanted.at {
            Some(at) => time_fit(document, at, wanted.forward),
            // A year's report covers more than a quarter's.
            None => {
                0.85 * document.recency + if document.form == Some("10-K") { 0.15 } else { 0.0 }
            }
        };
        let form = match wanted.form {
            Some(form) if document.form != Some(form) => 0.6,
            _ => 1.0,
        };
        0.5 + 0.46 * time * form + 0.04 * document.recency
    }

    /// The document that has this form and reports on this very time, when one alone does.
    pub(crate) fn exact(&self, naming: &Naming, wanted: Wanted) -> Option<u32> {
        let (at, form) = (wanted.at.filter(|_| wanted.exact)?, wanted.form?);
        let mut fits = naming.bearers.iter().map(|(document, _)| *document).filter(|document| {
            let document = &self.documents[*document as usize];
            document.form == Some(form) && time_fit(document, at, false) >= 0.99
        });
        fits.next().filter(|_| fits.next().is_none())
    }

    /// The documents of a naming, those that fit the time best first.
    pub(crate) fn listed(&self, naming: &Naming, wanted: Wanted) -> Vec<DocumentId> {
        let mut scored: Vec<(u32, f32)> = naming
            .bearers
            .iter()
            .map(|&(document, weight)| (document, weight * self.fit(document, wanted)))
            .collect();
        scored.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        scored.into_iter().take(LISTED).map(|(document, _)| self.id(document)).collect()
    }

    /// Documents that are named, in the library's order, and those of which nothing is known; none where
    /// none is named.
    pub(crate) fn kept(&self, documents: &[u32]) -> Vec<DocumentId> {
        if documents.is_empty() {
            return Vec::new();
        }
        let mut all: Vec<u32> = documents.iter().chain(&self.unknown).copied().collect();
        all.sort_unstable();
        all.dedup();
        all.into_iter().map(|document| self.id(document)).collect()
    }

    /// A document's file name.
    pub(crate) fn file_name(&self, document: u32) -> &str {
        &self.documents[document as usize].file_name
    }

    /// The file name of a document; empty where the catalogue does not hold it.
    pub(crate) fn name_of(&self, id: &DocumentId) -> &str {
        self.documents.iter().find(|known| known.id == *id).map_or("", |known| &known.file_name)
    }

    pub(crate) fn id(&self, document: u32) -> DocumentId {
        self.documents[document as usize].id.clone()
    }
}

/// 0 to 1: how likely a document reports on a time. A yearly report also holds the figures of the
/// two years before.
fn time_fit(document: &Document, at: When, forward: bool) -> f32 {
    let one = |(when, likelihood): &(When, f32)| {
        let (Some(own), Some(year)) = (when.year, at.year) else { return 0.0 };
        let whole = when.part == YearPart::Whole;
        let release = document.form == Some("earnings release");
        likelihood
            * match i32::from(own) - i32::from(year) {
                0 => same_year(when.part, at.part) * if forward { 0.9 } else { 1.0 },
                -1 if forward => {
                    if release {
                        1.0
                    } else if whole {
                        0.95
                    } else {
                        0.6
                    }
                }
                1 => {
                    if whole {
                        0.55
                    } else {
                        0.35
                    }
                }
                2 => {
                    if whole {
                        0.45
                    } else {
                        0.25
                    }
                }
                3..=5 => 0.2,
                -1 => 0.15,
                _ => 0.05,
            }
    };
    document.times.iter().map(one).fold(0.0, f32::max)
}

/// The same within one year, by its parts.
pub(super) fn same_year(own: YearPart, wanted: YearPart) -> f32 {
    use YearPart::{Day, Half, Month, Quarter, Whole};
    let quarter = |part| match part {
        Whole => None,
        Half(n) => Some(n * 2),
        Quarter(n) => Some(n),
        Month(month) | Day(month, _) => Some((month - 1) / 3 + 1),
    };
    match (own, wanted) {
        (a, b) if a == b => 1.0,
        (Day(own, _), Month(month)) if own == month => 0.97,
        (Month(own), Day(month, _)) if own == month => 0.9,
        (Whole, _) => 0.75,
        (Quarter(4), Whole) => 0.85,
        (Quarter(_), Whole) => 0.7,
        (_, Whole) => 0.6,
        (a, b) => match (quarter(a), quarter(b)) {
            (Some(a), Some(b)) if a == b => 0.7,
            (Some(a), Some(b)) if a > b => 0.5,
            _ => 0.2,
        },
    }
}
