//! Documents in any number, made of the sentences of a real library: words are as frequent as they are in
//! life, and no two passages are alike, so that none is spared its embedding.

use std::path::{Path, PathBuf};

use citelight_engine::Library;
use citelight_print::{Block, Paper, Style};

use crate::EvalError;
use crate::chance::Chance;

/// Shorter and longer ones are pieces of tables and lists.
const SENTENCE_BYTES: std::ops::RangeInclusive<usize> = 30..=300;
/// What a page of ours holds beside its headings.
const WORDS_A_PAGE: usize = 470;
const PARAGRAPHS_A_SECTION: usize = 4;
const SENTENCES_A_PARAGRAPH: usize = 4;

/// Makes documents.
pub(super) struct Maker {
    sentences: Vec<String>,
    pages: usize,
}

impl Maker {
    /// Of the sentences of `source`, documents of about so many pages.
    pub(super) fn new(source: &Library, pages: usize) -> Result<Maker, EvalError> {
        let mut sentences = Vec::new();
        for row in source.documents()? {
            for chunk in source.chunks(&row.id)? {
                let all = chunk.text.split_inclusive(". ").map(str::trim);
                let kept = all.filter(|s| SENTENCE_BYTES.contains(&s.len()) && s.ends_with('.'));
                sentences.extend(kept.map(str::to_owned));
            }
        }
        match sentences.is_empty() {
            true => Err(EvalError::Empty(source.dir().to_owned())),
            false => Ok(Maker { sentences, pages }),
        }
    }

    /// Writes document `number`, which is the same every time, into a folder.
    pub(super) fn write(&self, number: usize, folder: &Path) -> Result<PathBuf, EvalError> {
        let mut chance = Chance(number as u64);
        let mut paper = Paper::new(format!("Report {number}"), 0);
        let (mut words, mut section) = (0, 0);
        while words < self.pages * WORDS_A_PAGE {
            section += 1;
            let heading = self.sentence(&mut chance).split_whitespace().take(4);
            let heading = format!("{section}. {}", heading.collect::<Vec<_>>().join(" "));
            paper.begin(Some(&heading));
            paper.add(Block::text(Style::Heading, heading));
            for _ in 0..PARAGRAPHS_A_SECTION {
                let sentences: Vec<&str> =
                    (0..SENTENCES_A_PARAGRAPH).map(|_| self.sentence(&mut chance)).collect();
                let text = sentences.join(" ");
                words += text.split_whitespace().count();
                paper.begin(None);
                paper.add(Block::text(Style::Body, text));
            }
        }
        let path = folder.join(format!("report-{number}.pdf"));
        let failed = |source| EvalError::Write { path: path.clone(), source };
        let pdf = paper.set().map_err(|error| failed(std::io::Error::other(error)))?;
        std::fs::write(&path, pdf).map_err(failed)?;
        Ok(path)
    }

    fn sentence(&self, chance: &mut Chance) -> &str {
        &self.sentences[chance.below(self.sentences.len())]
    }

    /// A word that stands in some document.
    pub(super) fn word(&self, chance: &mut Chance) -> &str {
        let words = self.sentence(chance).split_whitespace();
        words.max_by_key(|word| word.len()).unwrap_or("the")
    }
}
