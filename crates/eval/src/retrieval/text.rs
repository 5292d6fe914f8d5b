//! Figures as text for a terminal: one line of means, one of intervals below it.

use std::fmt;

use super::compare::{Change, Comparison};
use super::evaluation::{Evaluation, Row};
use super::judge::Judging;
use super::metrics::Metric;

/// Width of the names of rows.
const NAMES: usize = 15;
/// Width of a figure.
const FIGURE: usize = 9;
/// Width of a difference, whose interval carries signs.
const SIGNED: usize = 11;
/// Questions of a list; all of them are in the report and in the JSON.
const LISTED: usize = 20;

/// A noun with its number.
pub(super) fn many(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A count with its thousands apart.
pub(super) fn thousands(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// An interval, as tables show it; a dash where all questions agree, since there is none then.
pub(super) fn range(low: f64, high: f64) -> String {
    if low == high { "–".to_owned() } else { format!("{low:.2}–{high:.2}") }
}

/// An interval of a difference, in the same way.
pub(super) fn signed_range(low: f64, high: f64) -> String {
    if low == high { "–".to_owned() } else { format!("{}…{}", plus(low, 2), plus(high, 2)) }
}

/// A difference with its sign.
pub(super) fn signed(difference: f64) -> String {
    plus(difference, 3)
}

/// With a sign that nought does not have.
fn plus(value: f64, digits: usize) -> String {
    let text = format!("{value:+.digits$}");
    match text.trim_start_matches(['+', '-']) {
        bare if bare.chars().all(|c| matches!(c, '0' | '.')) => bare.to_owned(),
        bare if value < 0.0 => format!("−{bare}"),
        _ => text,
    }
}

/// A chance, with no more digits than it has.
pub(super) fn chance(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}

/// A rank, or that there is none.
pub(super) fn rank(rank: Option<usize>) -> String {
    rank.map_or_else(|| "not found".to_owned(), |rank| rank.to_string())
}

/// When a result counts as right, in words.
pub(super) fn rule(judging: &Judging) -> String {
    let pages = match judging.page_tolerance {
        0 => "A result is right when it shows the expected page".to_owned(),
        some => format!(
            "A result is right when it shows the expected page or one up to {} from it",
            many(some as usize, "page")
        ),
    };
    let boxes = "; where the place on the page is known, when it touches it";
    format!("{pages}{}.", if judging.by_boxes { boxes } else { "" })
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = &self.counts;
        writeln!(
            f,
            "retrieval: {} judged on {}; {} without truth, {} not asked",
            many(counts.judged, "question"),
            many(counts.documents, "document"),
            counts.without_truth,
            counts.unasked
        )?;
        writeln!(f, "  {} Below each mean its 95 % interval.", rule(&self.options.judging))?;
        heads(f, FIGURE)?;
        let mut kind = None;
        for row in &self.rows {
            if row.kind != kind {
                kind.clone_from(&row.kind);
                writeln!(f, "  {}", short(kind.as_deref().unwrap_or_default(), 70))?;
            }
            write_row(f, row)?;
        }
        for unasked in self.unasked.iter().take(LISTED) {
            writeln!(f, "  line {} not asked: {}", unasked.line, unasked.problem)?;
        }
        more(f, self.unasked.len())?;
        writeln!(
            f,
            "{} of {} missed: nothing right among the first {}",
            counts.misses, counts.judged, self.options.miss_at
        )?;
        for miss in self.misses.iter().take(LISTED) {
            let question = &miss.question;
            let gold: Vec<String> =
                question.gold.iter().map(|g| format!("{} p. {}", g.document, g.page)).collect();
            let found = miss.rank.map_or(String::new(), |rank| format!("; first right at {rank}"));
            let text = short(&question.question, 70);
            writeln!(f, "  line {}: {text} → {}{found}", question.line, gold.join(", "))?;
        }
        more(f, self.misses.len())
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "from “{}” to “{}”: {}, {} only in one of them",
            self.before,
            self.after,
            many(self.questions, "question"),
            self.unpaired
        )?;
        heads(f, SIGNED)?;
        for row in &self.stages {
            let name = row.stage.map_or("last of each", |stage| stage.name());
            write!(f, "  {name:NAMES$} {:>5}", row.questions)?;
            row.differences
                .iter()
                .try_for_each(|d| write!(f, " {:>SIGNED$}", signed(d.difference)))?;
            write!(f, "\n  {:NAMES$} {:>5}", "  95 % interval", "")?;
            row.differences.iter().try_for_each(|d| {
                write!(f, " {:>SIGNED$}", signed_range(d.interval.low, d.interval.high))
            })?;
            write!(f, "\n  {:NAMES$} {:>5}", "  p", "")?;
            row.differences.iter().try_for_each(|d| write!(f, " {:>SIGNED$}", chance(d.p)))?;
            writeln!(f)?;
        }
        for (name, changes) in [("better", &self.better), ("worse", &self.worse)] {
            writeln!(f, "{} {name}", many(changes.len(), "question"))?;
            for change in changes.iter().take(LISTED) {
                let Change { line, before, after, question, .. } = change;
                let (before, after) = (rank(*before), rank(*after));
                writeln!(f, "  line {line}: {before} → {after}: {}", short(question, 70))?;
            }
            more(f, changes.len())?;
        }
        Ok(())
    }
}

fn heads(f: &mut fmt::Formatter<'_>, width: usize) -> fmt::Result {
    write!(f, "  {:NAMES$} {:>5}", "", "n")?;
    Metric::ALL.iter().try_for_each(|metric| write!(f, " {:>width$}", metric.name()))?;
    writeln!(f)
}

fn write_row(f: &mut fmt::Formatter<'_>, row: &Row) -> fmt::Result {
    let indent = if row.kind.is_some() { "  " } else { "" };
    let name = format!("{indent}{}", row.stage.name());
    write!(f, "  {name:NAMES$} {:>5}", row.questions)?;
    row.figures.iter().try_for_each(|figure| write!(f, " {:>FIGURE$.3}", figure.value))?;
    write!(f, "\n  {:NAMES$} {:>5}", "", "")?;
    for figure in &row.figures {
        write!(f, " {:>FIGURE$}", range(figure.interval.low, figure.interval.high))?;
    }
    writeln!(f)
}

fn more(f: &mut fmt::Formatter<'_>, count: usize) -> fmt::Result {
    if count > LISTED { writeln!(f, "  and {} more", count - LISTED) } else { Ok(()) }
}

/// A text on one line, cut to so many characters.
pub(super) fn short(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= most {
        return line;
    }
    let cut: String = line.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use super::super::judge::tests::{found, judged};
    use super::super::{Options, compare, evaluate};
    use super::*;

    #[test]
    fn tables_stand_in_columns() {
        let mut right = judged("a.pdf", &[4], vec![found("a.pdf", &[4])]);
        right.question.kind = Some("a kind that is longer than its column is wide".to_owned());
        let mut miss = judged("b.pdf", &[7], vec![]);
        miss.question.line = 2;
        let (before, after) = ([right.clone(), miss.clone()], [right, miss]);
        let text = evaluate(&before, &Options::default()).to_string();
        let widths: Vec<usize> = text
            .lines()
            .filter(|line| line.contains("Hit@1") || line.contains("  0.") || line.ends_with('–'))
            .map(|line| line.chars().count())
            .collect();
        assert!(widths.len() == 6 && widths.iter().all(|w| *w == widths[0]), "{text}");
        assert!(text.contains("1 of 2 missed") && text.contains("b.pdf p. 7"), "{text}");
        let text = compare(("old", &before), ("new", &after), &Options::default()).to_string();
        assert!(text.contains("from “old” to “new”: 2 questions"), "{text}");
        assert!(text.contains("0 questions worse"), "{text}");
    }

    #[test]
    fn numbers_are_written_with_the_digits_they_have() {
        assert_eq!(
            (signed(-0.0001), signed(0.25), signed(-0.25)),
            ("0.000".into(), "+0.250".into(), "−0.250".into())
        );
        assert_eq!((chance(0.0002), chance(0.0412)), ("< 0.001".into(), "0.041".into()));
        assert_eq!((range(0.0, 1.0), range(1.0, 1.0)), ("0.00–1.00".into(), "–".into()));
        assert_eq!([0, 999, 1_000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(signed_range(-0.001, 0.1), "0.00…+0.10");
        assert_eq!((short("a  b\nc", 9), short("abcdefgh", 4)), ("a b c".into(), "abc…".into()));
    }
}
