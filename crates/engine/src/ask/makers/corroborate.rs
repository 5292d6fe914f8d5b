//! The sentence that says the same as a figure from a table.

use citelight_text::{Figure, mentions};
use rust_decimal::Decimal;

use crate::ask::asker::Asker;
use crate::ask::compose::{Composed, Findings};
use crate::ask::quoting::{Said, quote};
use crate::ask::read::RankedSentence;
use crate::ask::statements::ends_like_prose;
use crate::error::Result;

/// Sentences among which one is looked for that says what a table says.
const CORROBORATING: usize = 8;

/// An answer that is a figure, with the sentence that says the same, where a good one does.
pub(super) fn corroborated(
    asker: &Asker,
    findings: &Findings<'_>,
    mut composed: Composed,
) -> Result<Composed> {
    let Some(figure) = composed.figure else { return Ok(composed) };
    let says = |sentence: &&RankedSentence| {
        ends_like_prose(sentence.text())
            && mentions(sentence.text()).iter().any(|mention| is_rounded(&mention.figure, figure))
    };
    let reading = findings.reading(asker)?;
    let sentences = reading.sentences.iter().filter(|one| one.statement.value.is_none());
    let sentence = sentences.take(CORROBORATING).find(says);
    let quoted = quote(asker, sentence.map(|one| Said::of(one, reading, None)))?;
    let quoted = quoted.behind(composed.cited.citations.len());
    if !quoted.sentences.is_empty() {
        composed.text = format!("{} {}", composed.text, quoted.text());
    }
    composed.cited.citations.extend(quoted.citations);
    Ok(composed)
}

/// Whether a written figure is `exact`, rounded to the digits that it shows.
fn is_rounded(written: &Figure, exact: Decimal) -> bool {
    let places = i64::from(written.decimals) - i64::from(written.power);
    let step = if places >= 0 {
        Decimal::new(1, u32::try_from(places).unwrap_or(0).min(28))
    } else {
        Decimal::from(10_u64.checked_pow(u32::try_from(-places).unwrap_or(0)).unwrap_or(u64::MAX))
    };
    !written.absent && (written.value - exact).abs() * Decimal::TWO <= step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounded_figure_says_the_same() {
        let says = |text: &str, exact: i64| is_rounded(&mentions(text)[0].figure, exact.into());
        assert!(says("It was £14.6 million.", 14_600_000));
        assert!(says("It was £14.6 million.", 14_637_000));
        assert!(!says("It was £14.6 million.", 14_660_000));
        assert!(says("There were 48 of them.", 48));
        assert!(!says("There were 48 of them.", 47));
    }
}
