//! A figure from a table told with the sentence that says the same.

use citelight_text::{Figure, mentions};
use rust_decimal::Decimal;

use super::Question;
use super::answer::{Answered, text_of};
use super::rank::{Ranked, Ranking, ends_like_prose};
use crate::{Library, Result};

/// Sentences among which one is looked for that says what a table says.
const CORROBORATING: usize = 8;

impl Library {
    /// An answer that is a figure, with the sentence that says the same, where a good one does.
    pub(crate) fn corroborated(
        &self,
        question: &Question,
        mut answered: Answered,
        ranking: &Ranking,
    ) -> Result<Answered> {
        let Some(figure) = answered.figure else { return Ok(answered) };
        let says = |sentence: &&Ranked| {
            ends_like_prose(&sentence.text)
                && mentions(&sentence.text)
                    .iter()
                    .any(|mention| is_rounded(&mention.figure, figure))
        };
        let sentence = ranking.sentences.iter().take(CORROBORATING).find(says);
        let before = u32::try_from(answered.citations.len()).unwrap_or(u32::MAX);
        let quoted = self.quote(question, ranking, &Vec::from_iter(sentence))?.behind(before);
        if !quoted.sentences.is_empty() {
            answered.text = format!("{} {}", answered.text, text_of(&quoted.sentences));
        }
        answered.citations.extend(quoted.citations);
        Ok(answered)
    }
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
