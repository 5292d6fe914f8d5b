//! Reads a question: each part finds its own, and all of it becomes one interpretation.

use std::ops::Range;

use citelight_core::{
    Chip, ChipKind, Corrections, DocumentId, DocumentPrior, Found, Interpretation, NamedDocuments,
    NamingStrength, Period, PeriodValue, QuestionKind, Side, When, YearPart,
};
use citelight_text::Tokens;

use crate::catalogue::{Catalogue, Naming, Wanted, form_at, points};
use crate::claims::claim;
use crate::figures::{asks_for_figure, decimals};
use crate::parts::opening;
use crate::periods::Time;
use crate::scope::{self, Scoping};
use crate::sides::{Anchor, AnchorKind, Split, set_other_time, write_out_ones};
use crate::versions::versions;
use crate::{
    kind, language, listed, names, of_a_kind, parts, periods, reach, references, sides, sort,
    sought, term, units,
};

/// Questions are read up to this many bytes; what follows is text that somebody pasted.
const LONGEST: usize = 8_000;
/// The priors of documents that are likely meant, and of all others. Set by hand.
const HINTED: f32 = 0.8;
const NOT_HINTED: f32 = 0.25;

/// Understands a question. `corrections` name findings that do not count, by their keys, and the
/// kind where a person chose one.
pub fn understand(
    question: &str,
    catalogue: &Catalogue,
    corrections: &Corrections,
) -> Interpretation {
    let mut end = question.len().min(LONGEST);
    while !question.is_char_boundary(end) {
        end -= 1;
    }
    let tokens = Tokens::of(&question[..end]);
    let english = language::is_english(&tokens);
    let mut findings = Findings { corrections, chips: Vec::new() };

    let times = periods::times(&tokens);
    let periods = findings.keep(ChipKind::Period, named_periods(&tokens, &times), |p| &p.found);
    let found = references::references(&tokens);
    let references = findings.keep(ChipKind::Reference, found, |r| &r.found);
    let units = findings.keep(ChipKind::Unit, units::units(&tokens), |unit| &unit.found);
    let parts = if english { parts::parts(&tokens) } else { parts::Parts::default() };
    let found = parts.instructions.iter().map(|run| instruction(&tokens, run)).collect();
    let instructions: Vec<Found> = findings.keep(ChipKind::Instruction, found, |found| found);

    let namings = catalogue.namings(&tokens, &times);
    let wanted = Wanted::of(&tokens, &periods, &namings);
    let named: Vec<(Naming, NamedDocuments)> = namings
        .into_iter()
        .map(|naming| {
            let named = named_documents(&tokens, catalogue, &naming, wanted);
            (naming, named)
        })
        .collect();
    let named = findings.keep(ChipKind::Documents, named, |(_, named)| &named.found);
    let (namings, documents): (Vec<Naming>, Vec<NamedDocuments>) = named.into_iter().unzip();
    let wanted = Wanted::of(&tokens, &periods, &namings);
    let (mut priors, mut elsewhere) = catalogue.priors(&namings, wanted);
    let certain = scope::certain(catalogue, &namings, &documents, wanted);
    let taken = scope::taken(&tokens, &times, &references, &findings.chips);
    let scoping = Scoping::of(catalogue, &tokens, taken, certain.clone());
    let values: Vec<PeriodValue> = periods.iter().map(|period| period.value).collect();
    let meant = scoping.whole(&certain, &namings, &values).into_iter().collect();
    let meant = findings.keep(ChipKind::Documents, meant, |(named, _)| &named.found).pop();
    let mut only = catalogue.kept(&certain);
    if let Some((named, numbers)) = &meant {
        if named.strength == NamingStrength::Only {
            only = numbers.iter().map(|one| catalogue.id(*one)).collect();
        } else if only.is_empty() {
            (priors, elsewhere) = hinted(named);
        }
    }

    let mut interpretation = Interpretation {
        documents,
        only,
        priors,
        elsewhere,
        periods,
        units,
        references,
        claim: claim(&tokens),
        instructions,
        corrections: corrections.clone(),
        ..Interpretation::default()
    };
    let asking = if parts.asking.is_empty() { whole(&tokens) } else { parts.asking.clone() };
    let split = english.then(|| {
        let anchors = anchors(&tokens, &times, &namings, &scoping, &interpretation);
        asking.iter().find_map(|run| sides::split(&tokens, run.clone(), &anchors))
    });
    let split = split.flatten();
    let mut sides = split
        .map(|split| all_sides(&tokens, &asking, &split, &times, &interpretation))
        .unwrap_or_default();
    scope::set_sides(&scoping, catalogue, &mut sides);
    scope::narrow_sides(catalogue, &mut sides);
    if sides.iter().any(|side| side.documents.is_empty() && side.periods.is_empty()) {
        let besides = named_besides(&tokens, &scoping, &interpretation, &sides);
        let within: &[DocumentId] = match (besides, interpretation.only.is_empty()) {
            (false, _) => &[],
            (true, false) => &interpretation.only,
            (true, true) => interpretation.documents.first().map_or(&[], |named| &named.documents),
        };
        scope::set_sides_by_file(&tokens, catalogue, within, &mut sides);
        // Documents that one side names are not those of another that names none.
        if !besides && sides.iter().any(|side| side.documents.is_empty()) {
            interpretation.only.clear();
        }
    }
    interpretation.documents.extend(meant.map(|(named, _)| named));
    set_years(catalogue, &mut interpretation);
    if english {
        let versions = versions(tokens.text, catalogue, &interpretation);
        if !versions.is_empty() {
            sides = versions;
        } else if sides.is_empty() {
            sides = of_a_kind::of_a_kind(&tokens, catalogue, &interpretation.only);
        }
    }
    set_only(&mut interpretation.only, &sides);
    let plain = if english { kind::kind(&tokens, &parts) } else { QuestionKind::Fact };
    findings.set_kind(&tokens, &mut interpretation, plain, sides);
    interpretation.chips = findings.chips;
    set_sought(&tokens, &asking, &mut interpretation);
    interpretation
}

/// Gives quarters without a year that of the newest report on such a quarter among the documents that are
/// meant.
fn set_years(catalogue: &Catalogue, interpretation: &mut Interpretation) {
    let named = || interpretation.documents.iter().flat_map(|named| &named.documents);
    let meant: Vec<&DocumentId> = match interpretation.only.as_slice() {
        [] => named().collect(),
        only => only.iter().collect(),
    };
    for period in &mut interpretation.periods {
        if let PeriodValue::One(When { year: year @ None, part: part @ YearPart::Quarter(_) }) =
            &mut period.value
        {
            *year = catalogue.newest_year(&meant, *part);
        }
    }
}

/// What is sought, and all that follows from the kind of the question and from its words.
fn set_sought(tokens: &Tokens, asking: &[Range<usize>], asked: &mut Interpretation) {
    let (text, kind) = (tokens.text, asked.kind);
    let opening = opening(tokens, asking);
    asked.sought = sought::sought(opening, kind);
    asked.sort = sort::sort(opening, text, asked.sought.as_ref());
    asked.figure = asks_for_figure(text);
    asked.decimals = decimals(text);
    asked.names = names::names(text, &asked.instructions);
    asked.reach = reach::reach(tokens, asked);
    if kind == QuestionKind::List {
        asked.listed = listed::listed(text);
    }
    if kind == QuestionKind::Definition {
        asked.term = term::defined_term(text);
    }
}

/// Sorts findings into those that count and those that are switched off; all become chips.
struct Findings<'a> {
    corrections: &'a Corrections,
    chips: Vec<Chip>,
}

impl Findings<'_> {
    fn is_on(&self, key: &str) -> bool {
        !self.corrections.off.iter().any(|off| off == key)
    }

    fn keep<T>(&mut self, kind: ChipKind, all: Vec<T>, found: impl Fn(&T) -> &Found) -> Vec<T> {
        let mut kept = Vec::with_capacity(all.len());
        for one in all {
            let found = found(&one).clone();
            // Two ways to name one thing are one finding to people, and are switched off as one.
            let same = |chip: &&mut Chip| chip.kind == kind && chip.found.label == found.label;
            let on = if let Some(chip) = self.chips.iter_mut().find(same) {
                chip.found.spans.extend(&found.spans);
                chip.on
            } else {
                let on = self.is_on(&found.key);
                self.chips.push(Chip { kind, found, on });
                on
            };
            if on {
                kept.push(one);
            }
        }
        kept
    }

    /// Decides on the kind: the one that was chosen, else a comparison where there are sides.
    fn set_kind(
        &mut self,
        tokens: &Tokens,
        interpretation: &mut Interpretation,
        plain: QuestionKind,
        sides: Vec<Side>,
    ) {
        let read = if sides.is_empty() { plain } else { QuestionKind::Comparison };
        let whole = tokens.span(0..tokens.len());
        let (key, label, spans) = if sides.is_empty() {
            (format!("kind:{}", kind_key(read)), kind_label(read).to_owned(), vec![whole])
        } else {
            let labels: Vec<&str> = sides.iter().map(|side| side.label.as_str()).collect();
            let spans = sides.iter().map(|side| side.span).collect();
            ("kind:comparison".to_owned(), format!("Comparison: {}", labels.join(" | ")), spans)
        };
        let on = self.is_on(&key);
        let chosen = self.corrections.kind;
        interpretation.kind = match chosen {
            Some(kind) => kind,
            None if on => read,
            // What is no comparison may still be a yes or no.
            None if !sides.is_empty() && plain != QuestionKind::Comparison => plain,
            None => QuestionKind::Fact,
        };
        if interpretation.kind == QuestionKind::Comparison {
            interpretation.sides = sides;
        }
        if let Some(kind) = chosen.filter(|kind| *kind != read) {
            let key = format!("kind:{}", kind_key(kind));
            let found = Found { key, label: kind_label(kind).to_owned(), spans: vec![whole] };
            self.chips.insert(0, Chip { kind: ChipKind::Kind, found, on: true });
        } else if read != QuestionKind::Fact {
            let found = Found { key, label, spans };
            self.chips.insert(0, Chip { kind: ChipKind::Kind, found, on: on || chosen.is_some() });
        }
    }
}

fn kind_key(kind: QuestionKind) -> &'static str {
    match kind {
        QuestionKind::Fact => "fact",
        QuestionKind::Number => "number",
        QuestionKind::Definition => "definition",
        QuestionKind::YesNo => "yes_no",
        QuestionKind::List => "list",
        QuestionKind::Comparison => "comparison",
        QuestionKind::Summary => "summary",
    }
}

fn kind_label(kind: QuestionKind) -> &'static str {
    match kind {
        QuestionKind::Fact => "Fact",
        QuestionKind::Number => "Number",
        QuestionKind::Definition => "Definition",
        QuestionKind::YesNo => "Yes or no",
        QuestionKind::List => "List",
        QuestionKind::Comparison => "Comparison",
        QuestionKind::Summary => "Summary",
    }
}

fn named_periods(tokens: &Tokens, times: &[Time]) -> Vec<Period> {
    let mut named: Vec<Period> = Vec::new();
    for time in times {
        let key = format!("period:{}", periods::key(time.value));
        let span = tokens.span(time.tokens.clone());
        if let Some(known) = named.iter_mut().find(|known| known.found.key == key) {
            known.found.spans.push(span);
            known.fiscal |= time.fiscal;
        } else {
            let found = Found::new(key, String::new(), span);
            named.push(Period { found, value: time.value, fiscal: time.fiscal });
        }
    }
    for period in &mut named {
        period.found.label = periods::label(period.value, period.fiscal);
    }
    named
}

fn instruction(tokens: &Tokens, run: &Range<usize>) -> Found {
    let words = &tokens.text[tokens.bytes(run.clone())];
    let key = format!("instruction:{}", words.to_lowercase());
    Found::new(key, words.to_owned(), tokens.span(run.clone()))
}

fn named_documents(
    tokens: &Tokens,
    catalogue: &Catalogue,
    naming: &Naming,
    wanted: Wanted,
) -> NamedDocuments {
    let exact = catalogue.exact(naming, wanted).filter(|_| naming.certain);
    let documents = match exact {
        Some(document) => vec![catalogue.id(document)],
        None => catalogue.listed(naming, wanted),
    };
    let single = exact.or(match naming.bearers[..] {
        [(document, _)] => Some(document),
        _ => None,
    });
    let words = &tokens.text[tokens.bytes(naming.tokens.clone())];
    let label = match single {
        Some(document) => catalogue.file_name(document).to_owned(),
        None => format!("{words} ({})", naming.bearers.len()),
    };
    let runs = std::iter::once(&naming.tokens).chain(&naming.again);
    let spans = runs.map(|run| tokens.span(run.clone())).collect();
    let strength = if naming.certain { NamingStrength::Only } else { NamingStrength::Prefer };
    let key = format!("document:{}", naming.key);
    NamedDocuments { found: Found { key, label, spans }, strength, documents }
}

/// Whether a question names documents beside those of its sides.
fn named_besides(
    tokens: &Tokens,
    scoping: &Scoping<'_>,
    asked: &Interpretation,
    sides: &[Side],
) -> bool {
    let named = asked.documents.iter().flat_map(|named| named.found.spans.iter().copied());
    let by_words = scoping.named().map(|run| tokens.span(run));
    named.chain(by_words).any(|span| sides.iter().all(|side| !side.span.overlaps(&span)))
}

/// Has the question keep to the documents of all sides, where each has its own; one that a time left out
/// of the whole may be that of a side.
fn set_only(only: &mut Vec<DocumentId>, sides: &[Side]) {
    if sides.is_empty() || only.is_empty() && sides.iter().any(|side| side.documents.is_empty()) {
        return;
    }
    for document in sides.iter().flat_map(|side| &side.documents) {
        if !only.contains(document) {
            only.push(document.clone());
        }
    }
}

/// Priors of documents that are likelier than others, and of these.
fn hinted(named: &NamedDocuments) -> (Vec<DocumentPrior>, f32) {
    let prior = |id: &DocumentId| DocumentPrior { document: id.clone(), score: HINTED };
    (named.documents.iter().map(prior).collect(), NOT_HINTED)
}

fn whole(tokens: &Tokens) -> Vec<Range<usize>> {
    let all = 0..tokens.len();
    if all.is_empty() { Vec::new() } else { std::iter::once(all).collect() }
}

/// Everything by which sides can be told apart, in the order of the question.
fn anchors(
    tokens: &Tokens,
    times: &[Time],
    namings: &[Naming],
    scoping: &Scoping<'_>,
    interpretation: &Interpretation,
) -> Vec<Anchor> {
    let mut anchors = Vec::new();
    let on = |key: &str| interpretation.periods.iter().any(|period| period.found.key == key);
    for time in times {
        if !on(&format!("period:{}", periods::key(time.value))) {
            continue;
        }
        let ends = match time.value {
            PeriodValue::Range(from, to) => vec![(from, &time.ends.0), (to, &time.ends.1)],
            PeriodValue::One(when) => vec![(when, &time.tokens)],
            PeriodValue::Latest { .. } => Vec::new(),
        };
        anchors.extend(ends.into_iter().map(|(when, run)| Anchor {
            tokens: run.clone(),
            kind: AnchorKind::Time,
            key: periods::key(PeriodValue::One(when)),
        }));
    }
    for naming in namings.iter().filter(|naming| naming.strong) {
        // "the health plan and the 5000 plan" holds the words of "health-plan-5000" across two sides.
        let across = |run: &&Range<usize>| {
            (*run).clone().any(|at| {
                matches!(tokens.lower(at), "and" | "or" | "versus" | "vs")
                    && run.contains(&(at + 1))
                    && matches!(tokens.lower(at + 1), "the" | "a" | "an" | "of" | "in")
            })
        };
        let runs = std::iter::once(&naming.tokens).chain(&naming.again).filter(|run| !across(run));
        anchors.extend(runs.map(|run| Anchor {
            tokens: run.clone(),
            kind: AnchorKind::Document,
            key: naming.key.clone(),
        }));
    }
    for anchor in scoping.anchors() {
        let free = |known: &Anchor| {
            known.tokens.end <= anchor.tokens.start || anchor.tokens.end <= known.tokens.start
        };
        if anchors.iter().all(free) {
            anchors.push(anchor);
        }
    }
    // A form sets documents apart even when the library does not know which they are.
    for at in 0..tokens.len() {
        let Some((form, length)) = form_at(tokens, at) else { continue };
        // "the collective agreement": the word before belongs to it.
        let modified = at >= 2
            && tokens.content(at - 1..at) == 1
            && matches!(tokens.lower(at - 2), "the" | "our" | "this" | "your" | "my");
        let run = at - usize::from(modified)..at + length;
        if (modified || points(tokens, at, form))
            && !anchors
                .iter()
                .any(|anchor| anchor.tokens.start < run.end && run.start < anchor.tokens.end)
        {
            let key = format!("form-{}", form.name.to_lowercase());
            anchors.push(Anchor { tokens: run, kind: AnchorKind::Document, key });
        }
    }
    for part in &interpretation.references {
        anchors.extend(part.found.spans.iter().map(|span| Anchor {
            tokens: tokens.within(&span.range()),
            kind: AnchorKind::Part,
            key: part.found.key.clone(),
        }));
    }
    anchors.sort_by_key(|anchor| (anchor.tokens.start, anchor.tokens.end));
    anchors
}

fn all_sides(
    tokens: &Tokens,
    asking: &[Range<usize>],
    split: &Split,
    times: &[Time],
    interpretation: &Interpretation,
) -> Vec<Side> {
    let mut sides: Vec<Side> = (0..split.sides.len())
        .map(|n| {
            let run = split.sides[n].clone();
            let span = tokens.span(run.clone());
            // What lies across two sides is of none of them.
            let across = |other: &citelight_core::Span| {
                let sides = split.sides.iter().map(|side| tokens.span(side.clone()));
                sides.filter(|side| side.overlaps(other)).count() > 1
            };
            let holds = |found: &Found| {
                found.spans.iter().any(|other| span.overlaps(other) && !across(other))
            };
            let mut documents: Vec<_> = interpretation
                .documents
                .iter()
                .filter(|named| holds(&named.found))
                .flat_map(|named| named.documents.iter().cloned())
                .collect();
            documents.dedup();
            Side {
                label: tokens.text[span.range()].to_owned(),
                span,
                query: match split.queries.get(n) {
                    Some(query) => query.clone(),
                    None => sides::query(tokens, asking, split, n),
                },
                documents,
                periods: own_times(times, &run),
                references: interpretation
                    .references
                    .iter()
                    .filter(|part| holds(&part.found))
                    .map(|part| part.found.key.clone())
                    .collect(),
            }
        })
        .collect();
    set_other_time(&mut sides);
    write_out_ones(&mut sides);
    sides
}

/// The times that lie in a run; an end of a range that lies there alone counts by itself.
fn own_times(times: &[Time], run: &Range<usize>) -> Vec<PeriodValue> {
    let inside = |other: &Range<usize>| run.start <= other.start && other.end <= run.end;
    let mut own = Vec::new();
    for time in times {
        match time.value {
            _ if inside(&time.tokens) => own.push(time.value),
            PeriodValue::Range(from, _) if inside(&time.ends.0) => own.push(PeriodValue::One(from)),
            PeriodValue::Range(_, to) if inside(&time.ends.1) => own.push(PeriodValue::One(to)),
            _ => {}
        }
    }
    own
}
