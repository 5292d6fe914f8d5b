//! What the sides of a comparison say of one thing is alike: of several sentences that may answer for each, those
//! are taken that say the same, and where they do, they are the likelier to answer.

use citelight_core::{Side, cosine};

use super::said::{Said, own_stems, stands_apart};
use crate::ask::asker::Asker;
use crate::ask::cite::Statement;
use crate::error::Result;

/// Statements of a side that are compared with those of the others.
const COMPARED: usize = 6;
/// Statements among which those are looked for that name a side. Set by hand, as the others here.
const LOOKED_AT: usize = 24;
/// What likeness counts beside how well a statement answers, in log-odds for a cosine of 1. Set by hand.
const LIKENESS: f32 = 1.5;
/// Statements at least so alike speak for each other, and how much, in log-odds for a cosine of 1. Set by hand.
const ALIKE: f32 = 0.5;
const SPEAKS_FOR: f32 = 3.0;
/// Where one side is answered, the others likely are, in log-odds: who compares expects it. Set by hand.
const ANSWERED_TOO: f32 = 0.5;

/// Chooses for each side the statement that answers and says the same as those of the other sides; sides whose
/// figures stand in tables, and sides that are times, are left as they are.
pub(super) fn agree(asker: &Asker, sides: &[Side], said: &mut [Said]) -> Result<()> {
    if said.iter().any(|one| one.figure.is_some()) || sides.iter().any(|s| !s.periods.is_empty()) {
        return Ok(());
    }
    let places: Vec<Vec<usize>> =
        (0..said.len()).map(|n| candidates(asker, sides, n, &said[n])).collect();
    if places.iter().any(Vec::is_empty) {
        return Ok(());
    }
    let mut vectors = Vec::with_capacity(places.len());
    for (said, places) in said.iter().zip(&places) {
        let texts: Vec<&str> = places.iter().map(|at| said.reading.sentences[*at].text()).collect();
        vectors.push(asker.text_vectors.of_all(&texts)?);
    }
    let statement =
        |side: usize, at: usize| &said[side].reading.sentences[places[side][at]].statement;
    let behind = |side: usize, at: usize| {
        let all = &said[side].reading.sentences;
        all[places[side][at]].score - all[0].score
    };
    // Around each statement of each side those of the others that fit it best.
    let mut best: Option<(f32, Vec<(usize, f32)>)> = None;
    for side in 0..said.len() {
        for at in 0..vectors[side].len() {
            let nearest = |other: usize| {
                let like = |n: usize| {
                    in_one_table(statement(side, at), statement(other, n))
                        .unwrap_or_else(|| cosine(&vectors[side][at], &vectors[other][n]))
                };
                let worth = |n: usize| behind(other, n) + LIKENESS * like(n);
                let all = 0..vectors[other].len();
                let n = all.max_by(|a, b| worth(*a).total_cmp(&worth(*b))).unwrap_or(0);
                (n, like(n))
            };
            let mut chosen: Vec<(usize, f32)> = (0..said.len())
                .map(|other| if other == side { (at, 1.0) } else { nearest(other) })
                .collect();
            // What fits the others worst tells how alike they are.
            chosen[side].1 = chosen.iter().map(|(_, like)| *like).fold(1.0, f32::min);
            let worth: f32 =
                (0..said.len()).map(|n| behind(n, chosen[n].0) + LIKENESS * chosen[n].1).sum();
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, chosen));
            }
        }
    }
    let Some((_, chosen)) = best else { return Ok(()) };
    let least = asker.reader.least_confidence();
    let sure: Vec<bool> = said.iter().map(|one| one.reading.confidence >= least).collect();
    for (n, (said, (at, like))) in said.iter_mut().zip(chosen).enumerate() {
        let own = said.reading.confidence.clamp(0.001, 0.999);
        let partner = sure.iter().enumerate().any(|(m, sure)| m != n && *sure);
        let further =
            SPEAKS_FOR * (like - ALIKE).max(0.0) + if partner { ANSWERED_TOO } else { 0.0 };
        let odds = own / (1.0 - own) * further.exp();
        let confidence = odds / (1.0 + odds);
        if confidence >= least {
            said.reading.confidence = confidence;
            said.at = Some(places[n][at]);
        }
    }
    Ok(())
}

/// How alike two cells of one table are: those of one row or of one column wholly, others not at all. `None` for
/// what does not stand in one table under headings.
fn in_one_table(one: &Statement, other: &Statement) -> Option<f32> {
    let (first, second) = (&one.value.as_ref()?.meaning, &other.value.as_ref()?.meaning);
    let same_table = one.document == other.document && one.section == other.section;
    let headed = !first.column.is_empty() && !second.column.is_empty();
    let (row, column) = (first.row == second.row, first.column == second.column);
    (same_table && headed && !(row && column)).then_some(if row || column { 1.0 } else { 0.0 })
}

/// The statements of a side that may be its answer: the best ones, and where other sides may stand in the same
/// documents those of them that name it most.
fn candidates(asker: &Asker, sides: &[Side], n: usize, said: &Said) -> Vec<usize> {
    let side = &sides[n];
    let all = &said.reading.sentences;
    if stands_apart(sides, side) {
        return (0..all.len().min(COMPARED)).collect();
    }
    let own = own_stems(asker, sides, side);
    let held = |at: usize| own.iter().filter(|stem| all[at].stems.contains(stem)).count();
    let near = all.len().min(LOOKED_AT);
    let most = (0..near).map(held).max().unwrap_or(0);
    (0..near).filter(|at| most > 0 && held(*at) == most).take(COMPARED).collect()
}
