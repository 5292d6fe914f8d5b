//! Owns comparisons with the year or quarter before: "sales in Q2 2023, and a year earlier?"

use std::ops::Range;

use super::extent::alone;
use super::{AnchorKind, Sentence, Split};

/// Words that stand between a time and "a year before" and only set them against each other.
const LINKING: [&str; 26] = [
    "compared",
    "comparison",
    "with",
    "to",
    "than",
    "versus",
    "vs",
    "against",
    "relative",
    "from",
    "and",
    "or",
    "in",
    "for",
    "what",
    "was",
    "were",
    "is",
    "are",
    "it",
    "they",
    "how",
    "much",
    "many",
    "that",
    ",",
];
/// Words with which questions begin that ask no figure of two times.
const OTHERS: [&str; 3] = ["which", "where", "who"];

impl Sentence<'_> {
    /// A time, and the year before it.
    pub(super) fn year_before(&self) -> Option<Split> {
        let why = (0..self.tokens.len()).any(|at| self.word(at) == "why");
        if why || OTHERS.contains(&self.word(self.run.start)) {
            return None;
        }
        let earlier = (self.run.start..self.run.end).find_map(|at| self.earlier_year(at))?;
        let linking = |at: usize| LINKING.contains(&self.word(at)) && !self.anchored(at);
        let link = (self.run.start..earlier.start).rev().find(|at| !linking(*at))? + 1;
        let times = self.anchors.iter().filter(|anchor| anchor.kind == AnchorKind::Time);
        let mut before = times.filter(|time| time.tokens.end <= link);
        let time = before.next().filter(|_| before.next().is_none())?;
        // The year stands in it, so that the one before can be said.
        let year = |at: usize| self.word(at).len() == 4 && self.word(at).parse::<u16>().is_ok();
        if !time.tokens.clone().any(year) {
            return None;
        }
        Some(Split {
            sides: vec![time.tokens.clone(), earlier.clone()],
            dropped: alone(link..earlier.start),
            ..Split::default()
        })
    }

    /// "a year before", "the previous year", "the same quarter of the year before" that begins at a token.
    fn earlier_year(&self, at: usize) -> Option<Range<usize>> {
        let article = |at: usize| matches!(self.word(at), "a" | "one" | "the" | "its");
        if !article(at) || self.anchored(at) {
            return None;
        }
        let mut end = at + 1;
        if self.word(end) == "same" && matches!(self.word(end + 1), "quarter" | "period" | "months")
        {
            end += 2;
            end += usize::from(matches!(self.word(end), "of" | "in"));
            end += usize::from(article(end));
        }
        let told = matches!(
            (self.word(end), self.word(end + 1)),
            ("year" | "quarter", "before" | "earlier" | "ago")
                | ("previous" | "prior" | "preceding", "year" | "quarter")
        );
        (told && end + 2 <= self.run.end).then(|| at..end + 2)
    }
}

#[cfg(test)]
mod tests {
    use citelight_text::Tokens;

    use super::super::{Anchor, AnchorKind, split};

    fn sides(text: &str, time: &str) -> Option<Vec<String>> {
        let tokens = Tokens::of(text);
        let start = text.find(time).unwrap();
        let run = tokens.within(&(start..start + time.len()));
        let anchors = [Anchor { tokens: run, kind: AnchorKind::Time, key: "time".to_owned() }];
        let found = split(&tokens, 0..tokens.len(), &anchors)?;
        let words = |side: std::ops::Range<usize>| text[tokens.bytes(side)].to_owned();
        Some(found.sides.into_iter().map(words).collect())
    }

    #[test]
    fn a_time_is_set_against_the_year_before_it() {
        for (question, time, earlier) in [
            ("What were sales in Q2 2023, and a year earlier?", "Q2 2023", "a year earlier"),
            ("Rents in May 2021 versus the year before?", "May 2021", "the year before"),
            (
                "Were rents in Q3 2021 higher than the quarter before?",
                "Q3 2021",
                "the quarter before",
            ),
            ("What was the fee in 2020 and what was it one year ago?", "2020", "one year ago"),
            (
                "Costs in Q1 2022 against the same quarter of the previous year",
                "Q1 2022",
                "the same quarter of the previous year",
            ),
        ] {
            let [now, then] = &sides(question, time).unwrap()[..] else { panic!("{question}") };
            assert!(now.ends_with(time), "{now}");
            assert!(then.split(' ').count() > 1 && earlier.ends_with(then), "{then}");
        }
        let why = "Sales fell in Q2 2023 after growth the year before. Why?";
        assert_eq!(sides(why, "Q2 2023"), None);
    }
}
