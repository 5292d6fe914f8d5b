//! Owns the weighing of evidence: how likely a candidate is a heading, as log-odds.
//!
//! The weights are set by hand from what typography manuals say of headings and checked on
//! documents of many genres (`citelight-eval structure`); none was fitted to a single file.

use std::collections::HashMap;

use citelight_core::TagRole;

use crate::flow::Flow;
use crate::headings::Heading;
use crate::headings::candidates::Candidate;
use crate::headings::contents::Contents;
use crate::headings::style::{Body, Style};
use crate::numbering::Scheme;
use crate::shape;

/// Candidates that are headings.
pub(crate) fn accept(
    flow: &Flow,
    body: &Body,
    contents: &Contents,
    candidates: Vec<Candidate>,
) -> Vec<Heading> {
    let scores: Vec<f32> =
        candidates.iter().map(|candidate| score(flow, body, contents, candidate)).collect();
    let votes = votes(flow, &candidates, &scores);
    candidates
        .into_iter()
        .zip(scores)
        .filter_map(|(candidate, score)| {
            let score = score + votes.get(&candidate.style).copied().unwrap_or(0.0);
            let (first, end) = candidate.lines;
            (score > 0.0).then(|| Heading {
                span: flow.lines_span(first, end),
                page: flow.lines[first].page,
                lines: candidate.lines,
                number: candidate.number,
                style: candidate.style,
                level: 1,
                document: false,
                over_contents: false,
            })
        })
        .collect()
}

/// Log-odds of a candidate of which nothing is known: most open a paragraph.
const BASE: f32 = -2.7;

fn score(flow: &Flow, body: &Body, contents: &Contents, candidate: &Candidate) -> f32 {
    let (first, end) = candidate.lines;
    let title = flow.title(first, end);
    let line = &flow.lines[first];
    let next = flow.lines.get(end);
    let mut odds = BASE;
    odds += look(body, &candidate.style, contrast(flow, candidate));
    odds += words(&title, candidate);
    odds += space(body, candidate);
    odds += tags(flow, body, candidate);
    // Words that stand apart are cells, names in a row, a title and its date.
    let gap = flow.lines[first..end].iter().map(|line| line.gap).fold(0.0, f32::max);
    odds -= if gap > 1.8 { 2.0 } else { 0.0 };
    // The two finders see the same gaps; neither is always right.
    odds -= if candidate.in_table { 3.0 } else { 0.0 };
    odds += 3.6 * contents.promises(&title, line.page.get());
    odds += match next {
        // Nothing below it on the page: an entry of a list, a label, a signature.
        Some(next) if next.page != line.page => -0.8,
        None => -1.5,
        Some(next) => {
            let text = flow.line_text(end);
            let same = (next.size / line.size - 1.0).abs() < 0.04 && next.bold == line.bold;
            if shape::begins_lower(text) && same && !next.opens { -2.5 } else { 0.0 }
        }
    };
    odds
}

/// How the line below a candidate differs from it in each kind of emphasis: bold, italic, colour,
/// capitals. Nothing below counts as different.
fn contrast(flow: &Flow, candidate: &Candidate) -> [bool; 4] {
    let Some(next) = flow.lines.get(candidate.lines.1) else { return [true; 4] };
    let style = Style::of(next, flow.line_text(candidate.lines.1));
    [!style.bold, !style.italic, !style.coloured, !style.caps]
}

/// What the type says. Emphasis that the body wears too says little, unless the line below goes
/// without it.
fn look(body: &Body, style: &Style, contrast: [bool; 4]) -> f32 {
    let ratio = style.size as f32 / 4.0 / body.size;
    let size = match ratio {
        r if r >= 1.06 => (1.2 + 6.0 * r.ln()).min(4.0),
        r if r < 0.93 => -1.5,
        _ => 0.0,
    };
    let emphasis = |on: bool, weight: f32, share: f32, contrast: bool| {
        let rare = (1.0 - share / 0.35).clamp(0.0, 1.0);
        if on { weight * rare.max(if contrast { 0.85 } else { 0.0 }) } else { 0.0 }
    };
    size + emphasis(style.bold, 2.4, body.bold, contrast[0])
        + emphasis(style.italic, 1.6, body.italic, contrast[1])
        + emphasis(style.coloured, 1.2, body.coloured, contrast[2])
        + emphasis(style.caps, 1.4, body.caps, contrast[3])
}

/// What the words say.
fn words(title: &str, candidate: &Candidate) -> f32 {
    let count = title.split_whitespace().count();
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    let digits = title.chars().filter(|c| c.is_ascii_digit()).count();
    let rest = candidate.number.as_ref().map_or(title, |number| title[number.length..].trim());
    let mut odds = 0.0;
    odds += match &candidate.number {
        None => 0.0,
        Some(number) if number.has_keyword() => 2.0,
        Some(number) if number.scheme == Scheme::Decimal && number.depth() >= 2 => 2.0,
        Some(number) if number.scheme <= Scheme::Decimal => 0.9,
        Some(_) => -0.3,
    };
    let stops = rest.ends_with(['.', ';', ',', '!']);
    match count {
        0..=8 if !stops => odds += 0.4,
        13.. => odds -= 0.2 * (count - 12) as f32,
        _ => {}
    }
    if letters < 3 || digits > letters {
        odds -= 2.0;
    }
    // "iPhone" and "pH" are names.
    let first = rest.split_whitespace().next().unwrap_or_default();
    if shape::begins_lower(rest) && !first.chars().any(char::is_uppercase) {
        odds -= 2.5;
    }
    odds += match rest.chars().last() {
        Some('.' | ';' | ',') => -2.2,
        Some(':') => -0.4,
        _ => 0.0,
    };
    odds += if is_title_case(rest) { 0.6 } else { 0.0 };
    // Amounts, dates, addresses: what stands in tables and letterheads.
    let odd = rest.contains(['$', '€', '£', '@', '_', '='])
        || rest.contains("..")
        || rest.contains("://");
    if odd {
        odds -= 1.8;
    }
    odds
}

fn is_title_case(text: &str) -> bool {
    let (mut long, mut upper) = (0, 0);
    for word in text.split_whitespace() {
        let Some(first) = word.chars().find(|c| c.is_alphabetic()) else { continue };
        if word.chars().count() >= 4 {
            long += 1;
            upper += usize::from(first.is_uppercase());
        }
    }
    long > 0 && upper == long
}

/// What the white space around says.
fn space(body: &Body, candidate: &Candidate) -> f32 {
    let usual = body.leading - 1.0;
    let lines = candidate.lines.1 - candidate.lines.0;
    let mut odds = if lines >= 3 { -0.7 } else { 0.0 };
    odds += match candidate.above {
        None => 0.4,
        Some(above) if above > usual + 0.45 => 0.8,
        Some(above) if above > usual + 0.2 => 0.3,
        Some(_) => -0.2,
    };
    if let (Some(above), Some(below)) = (candidate.above, candidate.below) {
        odds += if above > below + 0.2 {
            0.5
        } else if below > above + 0.6 {
            -0.2
        } else {
            0.0
        };
    }
    odds
}

/// What the file's own tags say.
fn tags(flow: &Flow, body: &Body, candidate: &Candidate) -> f32 {
    match flow.lines[candidate.lines.0].tag.map(|(role, _)| role) {
        Some(TagRole::Heading(_) | TagRole::Title) => 4.0,
        Some(TagRole::Cell | TagRole::HeaderCell) => -2.5,
        Some(TagRole::ContentsEntry | TagRole::Caption | TagRole::Note) => -3.0,
        // Word processors tag numbered headings as items of a list.
        Some(TagRole::ListItem) if candidate.number.is_some() => -0.3,
        Some(TagRole::ListItem | TagRole::Code | TagRole::Formula) => -1.5,
        Some(TagRole::Paragraph) if body.tagged => -1.5,
        _ => 0.0,
    }
}

/// What the other candidates of a style say of it: a style that heads text elsewhere is believed,
/// one that is mostly used for other things is not.
fn votes(flow: &Flow, candidates: &[Candidate], scores: &[f32]) -> HashMap<Style, f32> {
    let mut used: HashMap<Style, usize> = HashMap::new();
    for (at, line) in flow.lines.iter().enumerate() {
        // Rows of tables have their own typography.
        if !line.tabular {
            *used.entry(Style::of(line, flow.line_text(at))).or_default() += 1;
        }
    }
    let mut sums: HashMap<Style, (f32, usize, usize)> = HashMap::new();
    for (candidate, score) in candidates.iter().zip(scores) {
        let (sum, count, lines) = sums.entry(candidate.style).or_default();
        *sum += score.clamp(-3.0, 3.0);
        *count += 1;
        *lines += candidate.lines.1 - candidate.lines.0;
    }
    sums.into_iter()
        .map(|(style, (sum, count, lines))| {
            let mean = sum / count as f32;
            let all = used.get(&style).copied().unwrap_or(0).max(lines);
            // Lines of the style that could not open a title: inside paragraphs and tables.
            let other = (all - lines) as f32 / all.max(1) as f32;
            let weight = (count as f32 / 4.0).min(1.0);
            (style, weight * (0.4 * mean.clamp(-2.5, 2.5) - 1.0 * other))
        })
        .collect()
}
