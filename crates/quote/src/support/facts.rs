//! Owns what a claim says, taken apart, and where a text says the same.

use std::ops::Range;

use citelight_text::{
    Mark, Mention, Stem, Token, Vocabulary, is_negation, mentions, scale, ten_to,
    without_possessive,
};

use crate::classes::{Class, Classified};

/// What a figure and a name count beside another word.
const FIGURE_WEIGHT: f32 = 3.0;
const NAME_WEIGHT: f32 = 2.0;
/// It turns a noun alone round ("without cause"): a claim that has it must find it again.
const WITHOUT: &str = "without";

/// Something that must be found again.
pub(super) enum Atom {
    Figure(Mention),
    /// A year, the number of a note, a part of a word ("10-K"): in small letters.
    Literal(String),
    Name(String, Stem),
    Word(Stem),
}

impl Atom {
    pub(super) fn weight(&self) -> f32 {
        match self {
            Atom::Figure(_) | Atom::Literal(_) => FIGURE_WEIGHT,
            Atom::Name(..) => NAME_WEIGHT,
            Atom::Word(_) => 1.0,
        }
    }

    /// Whether a claim is wrong without it.
    pub(super) fn is_hard(&self) -> bool {
        !matches!(self, Atom::Word(_))
    }
}

/// A text, taken apart.
pub(super) struct Words<'t> {
    pub(super) words: Classified<'t>,
    /// Without the endings of possession.
    pub(super) lower: Vec<String>,
    pub(super) stems: Vec<Stem>,
    figures: Vec<Mention>,
}

impl<'t> Words<'t> {
    pub(super) fn of(text: &'t str, vocabulary: &Vocabulary) -> Words<'t> {
        let words = Classified::of(text);
        let plain = |at| without_possessive(&words.tokens.raw(at).to_lowercase()).to_owned();
        let lower: Vec<String> = (0..words.tokens.len()).map(plain).collect();
        let stems = lower.iter().map(|word| vocabulary.stem(word)).collect();
        Words { words, lower, stems, figures: mentions(text) }
    }

    /// Places of an atom: the first and the last token of each; and whether each is just so.
    pub(super) fn find(&self, atom: &Atom, context: &Words<'_>) -> Vec<(Range<usize>, bool)> {
        let at = |fits: &dyn Fn(usize) -> bool| -> Vec<(Range<usize>, bool)> {
            (0..self.lower.len()).filter(|n| fits(*n)).map(|n| (n..n + 1, true)).collect()
        };
        match atom {
            Atom::Word(stem) => at(&|n| self.stems[n] == *stem),
            Atom::Name(name, stem) => at(&|n| self.lower[n] == *name || self.stems[n] == *stem),
            Atom::Literal(word) => at(&|n| self.lower[n] == *word),
            Atom::Figure(claimed) => self
                .figures
                .iter()
                .filter_map(|found| {
                    let just = same_figure(claimed, found, context)?;
                    Some((self.covering(&found.range)?, just))
                })
                .collect(),
        }
    }

    /// The tokens that a range of bytes touches.
    pub(super) fn covering(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let touches = |token: &Token| token.start < range.end && range.start < token.end;
        let tokens = self.words.tokens.list();
        let first = tokens.iter().position(touches)?;
        let last = tokens.iter().rposition(touches)?;
        Some(first..last + 1)
    }

    pub(super) fn holds(&self, atom: &Atom) -> bool {
        match atom {
            Atom::Word(stem) => self.stems.contains(stem),
            Atom::Name(name, stem) => self.lower.contains(name) || self.stems.contains(stem),
            Atom::Literal(word) => self.lower.contains(word),
            Atom::Figure(_) => false, // a figure must be shown
        }
    }

    pub(super) fn is_negative(&self, range: Range<usize>) -> bool {
        let negates = |word: &String| {
            is_negation(word) || word == "nor" || word.ends_with("n't") || word.ends_with("n’t")
        };
        self.lower[range].iter().filter(|word| negates(word)).count() % 2 == 1
    }
}

/// Whether two figures say the same: `Some(true)` just so, `Some(false)` but for the sign.
pub(super) fn same_figure(claimed: &Mention, found: &Mention, context: &Words<'_>) -> Option<bool> {
    let (a, b) = (&claimed.figure, &found.figure);
    if a.absent || b.absent || (a.mark != Mark::Bare && b.mark != Mark::Bare && a.mark != b.mark) {
        return None;
    }
    // "3" is not "3%".
    if (a.mark == Mark::Percent) != (b.mark == Mark::Percent) && !says_percent(a.mark, context) {
        return None;
    }
    let same = |a: rust_decimal::Decimal, b: rust_decimal::Decimal| match () {
        () if a == b => Some(true),
        () if a.abs() == b.abs() => Some(false),
        () => None,
    };
    same(a.value, b.value).or_else(|| {
        // A table's figures are in the units that its headings name.
        let says = |word: &String| scale(word.trim_end_matches('s')) == Some(a.power);
        let said = !b.scaled && context.lower.iter().any(says);
        said.then(|| same(a.value / ten_to(a.power), b.value)).flatten()
    })
}

/// Whether the text around says that bare figures are percentages.
pub(super) fn says_percent(claimed: Mark, context: &Words<'_>) -> bool {
    claimed == Mark::Percent
        && (context.words.tokens.text.contains('%')
            || context.lower.iter().any(|word| word == "percent" || word == "percentage"))
}

/// What must be found again of a claim.
pub(super) fn atoms(claim: &Words<'_>) -> Vec<Atom> {
    let mut atoms = Vec::new();
    let mut figures: Vec<&Mention> = claim.figures.iter().collect();
    for (n, token) in claim.words.tokens.iter() {
        if let Some(at) =
            figures.iter().position(|f| f.range.start < token.end && token.start < f.range.end)
        {
            // Once, at its first token.
            atoms.push(Atom::Figure(figures.remove(at).clone()));
            continue;
        }
        let within = |f: &Mention| f.range.start < token.end && token.start < f.range.end;
        if claim.lower[n] == WITHOUT {
            atoms.push(Atom::Literal(WITHOUT.to_owned()));
            continue;
        }
        let class = claim.words.classes[n];
        if !class.is_content() || claim.figures.iter().any(within) {
            continue;
        }
        let (word, stem) = (&claim.lower[n], claim.stems[n]);
        let atom = match class {
            Class::Number => Atom::Literal(word.clone()),
            Class::Capital if n > 0 => Atom::Name(word.clone(), stem),
            _ => Atom::Word(stem),
        };
        let known = atoms.iter().any(|other| match (&atom, other) {
            (Atom::Literal(a), Atom::Literal(b)) => a == b,
            (Atom::Name(_, a) | Atom::Word(a), Atom::Name(_, b) | Atom::Word(b)) => a == b,
            _ => false,
        });
        if !known {
            atoms.push(atom);
        }
    }
    atoms
}
