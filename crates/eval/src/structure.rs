//! The section tree against outlines (hidden and shown) and against headings labelled by eye.
//!
//! *Recall*: of the outline's entries whose title stands on its page, the share that a section with
//! this title on this page answers to; folded to letters and digits, with or without the number.
//! *Precision*: of the sections that start on labelled pages, the share that is a labelled heading;
//! labels marked optional count neither for nor against. *Levels*: of the pairs of neighbours among
//! the answered entries, the share whose levels differ in the same direction as the outline's.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use citelight_core::{OutlineItem, PageNumber, SectionRow};
use citelight_reader::PageContent;
use citelight_structure::{Flow, compose, sections};
use serde::{Deserialize, Serialize};

use crate::pages::{page_words, read_all};
use crate::{EvalError, Settings, files, share};

/// A document with an outline, as `index.jsonl` lists it.
#[derive(Debug, Clone, Deserialize)]
struct Indexed {
    /// The PDF, beside the folder of the index.
    file: PathBuf,
    /// Where the truth comes from; tags are hidden where they are the truth.
    truth: String,
    /// Level, title, page, height, whether the title stands on the page.
    toc: Vec<(u32, String, u32, Option<f32>, bool)>,
}

/// A heading labelled by eye, or the note that a page was labelled.
#[derive(Debug, Clone, Deserialize)]
struct Label {
    file: PathBuf,
    page: u32,
    #[serde(default)]
    title: String,
    #[serde(default)]
    level: u32,
    #[serde(default)]
    run_in: bool,
    #[serde(default)]
    optional: bool,
    #[serde(default)]
    labelled: bool,
}

/// Of one document.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct DocumentFigures {
    /// Its file name.
    pub file: String,
    /// Pages read.
    pub pages: usize,
    /// Entries, or labels, that are asked for.
    pub asked: usize,
    /// Those answered with the outline hidden.
    pub found: usize,
    /// Those answered with it.
    pub found_with_outline: usize,
    /// Sections found with the outline hidden.
    pub sections: usize,
    /// Sections on labelled pages that are wrong.
    pub wrong: Vec<String>,
    /// What was not found.
    pub missed: Vec<String>,
    /// Neighbours whose levels agree, and all.
    pub levels: (usize, usize),
    /// Milliseconds for the flow and the sections.
    pub ms: f64,
}

/// Over all documents.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StructureReport {
    /// One a document.
    pub documents: Vec<DocumentFigures>,
    /// Whether the truth are labels.
    pub labelled: bool,
}

/// Compares with outlines: `index` is an `index.jsonl`.
pub fn outlines(index: &Path, settings: &Settings) -> Result<StructureReport, EvalError> {
    let rows: Vec<Indexed> = files::lines(index)?;
    let root = index.parent().and_then(Path::parent).unwrap_or(Path::new("."));
    let mut documents = Vec::new();
    for row in rows {
        let Some((_, mut pages)) = read_all(&root.join(&row.file), settings) else { continue };
        // The files of the index have had their outlines taken away. Heights are left out: some
        // count them from the page's top, some from its bottom.
        let outline: Vec<OutlineItem> = row
            .toc
            .iter()
            .map(|(level, title, page, ..)| OutlineItem {
                title: title.clone(),
                level: *level,
                page: PageNumber::new(*page),
                y: None,
            })
            .collect();
        if row.truth.starts_with("tags") {
            pages.iter_mut().for_each(|page| page.marks.tags.clear());
        }
        let (flow, hidden, ms) = build(&pages, &[]);
        let shown = sections(&outline, &flow);
        let asked: Vec<&(u32, String, u32, Option<f32>, bool)> =
            row.toc.iter().filter(|entry| entry.4).collect();
        let wanted: Vec<(u32, &str, u32)> =
            asked.iter().map(|entry| (entry.0, entry.1.as_str(), entry.2)).collect();
        let answers = answers(&wanted, &hidden);
        documents.push(DocumentFigures {
            file: name(&row.file),
            pages: pages.len(),
            asked: asked.len(),
            found: answers.iter().flatten().count(),
            found_with_outline: self::answers(&wanted, &shown).iter().flatten().count(),
            sections: hidden.len(),
            levels: levels(&wanted, &answers, &hidden),
            missed: missed(&wanted, &answers),
            wrong: Vec::new(),
            ms,
        });
    }
    Ok(StructureReport { documents, labelled: false })
}

/// Compares with labels; their files lie below `data`.
pub fn labels(file: &Path, data: &Path, settings: &Settings) -> Result<StructureReport, EvalError> {
    let rows: Vec<Label> = files::lines(file)?;
    let mut files: Vec<&Path> = Vec::new();
    for row in &rows {
        if !files.contains(&row.file.as_path()) {
            files.push(&row.file);
        }
    }
    let mut documents = Vec::new();
    for file in files {
        let of_file: Vec<&Label> = rows.iter().filter(|row| row.file == file).collect();
        let labelled: Vec<u32> =
            of_file.iter().filter(|row| row.labelled).map(|row| row.page).collect();
        let Some((_, pages)) = read_all(&data.join(file), settings) else { continue };
        let (_, found, ms) = build(&pages, &[]);
        let all: Vec<&&Label> = of_file.iter().filter(|row| !row.labelled).collect();
        let firm: Vec<&Label> =
            all.iter().filter(|row| !row.optional && !row.run_in).map(|row| **row).collect();
        let wanted: Vec<(u32, &str, u32)> =
            firm.iter().map(|row| (row.level, row.title.as_str(), row.page)).collect();
        let on_pages: Vec<&SectionRow> =
            found.iter().filter(|row| labelled.contains(&row.page.get())).collect();
        let wrong: Vec<String> = on_pages
            .iter()
            .filter(|row| {
                !all.iter().any(|l| l.page == row.page.get() && same_or_part(&l.title, row))
            })
            .map(|row| format!("{}: {}", row.page, shown(row)))
            .collect();
        let optional = on_pages.iter().filter(|row| {
            all.iter()
                .any(|l| l.optional && l.page == row.page.get() && same_or_part(&l.title, row))
        });
        let optional = optional.count();
        let answers: Vec<Option<usize>> = wanted
            .iter()
            .map(|(_, title, page)| {
                found.iter().position(|r| r.page.get() == *page && same_or_part(title, r))
            })
            .collect();
        documents.push(DocumentFigures {
            file: name(file),
            pages: labelled.len(),
            asked: firm.len(),
            found: answers.iter().flatten().count(),
            found_with_outline: 0,
            sections: on_pages.len() - optional,
            levels: levels(&wanted, &answers, &found),
            missed: missed(&wanted, &answers),
            wrong,
            ms,
        });
    }
    Ok(StructureReport { documents, labelled: true })
}

fn build(pages: &[PageContent], outline: &[OutlineItem]) -> (Flow, Vec<SectionRow>, f64) {
    let views: Vec<_> = pages.iter().map(page_words).collect();
    let start = Instant::now();
    let flow = compose(&views);
    let found = sections(outline, &flow);
    let ms = start.elapsed().as_secs_f64() * 1_000.0;
    (flow, found, ms)
}

/// The section that answers to each entry; none twice.
fn answers(wanted: &[(u32, &str, u32)], found: &[SectionRow]) -> Vec<Option<usize>> {
    let mut by_page: HashMap<u32, Vec<usize>> = HashMap::new();
    for (at, row) in found.iter().enumerate() {
        by_page.entry(row.page.get()).or_default().push(at);
    }
    let mut taken = vec![false; found.len()];
    wanted
        .iter()
        .map(|(_, title, page)| {
            let on_page = by_page.get(page).into_iter().flatten();
            let at = on_page.copied().find(|&at| !taken[at] && same(title, &found[at]))?;
            taken[at] = true;
            Some(at)
        })
        .collect()
}

fn missed(wanted: &[(u32, &str, u32)], answers: &[Option<usize>]) -> Vec<String> {
    let pairs = wanted.iter().zip(answers);
    pairs.filter(|(_, a)| a.is_none()).map(|((l, t, p), _)| format!("{p}: [{l}] {t}")).collect()
}

/// Neighbours among the answered: how many keep the direction of their levels, and all.
fn levels(
    wanted: &[(u32, &str, u32)],
    answers: &[Option<usize>],
    found: &[SectionRow],
) -> (usize, usize) {
    let both: Vec<(u32, u32)> = wanted
        .iter()
        .zip(answers)
        .filter_map(|((level, ..), at)| Some((*level, found[(*at)?].level)))
        .collect();
    let pairs = both.windows(2).map(|w| (w[0].0.cmp(&w[1].0), w[0].1.cmp(&w[1].1)));
    (pairs.clone().filter(|(a, b)| a == b).count(), pairs.count())
}

fn shown(row: &SectionRow) -> String {
    match &row.number {
        Some(number) if *number != row.title => format!("{number} {}", row.title),
        _ => row.title.clone(),
    }
}

fn folded(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The same title, the number left out where the outline does so, or the number alone where its
/// title stands on a line of its own.
fn same(title: &str, row: &SectionRow) -> bool {
    let title = folded(title);
    let number = row.number.as_deref().map(folded).unwrap_or_default();
    title == folded(&shown(row)) || title == folded(&row.title) || title == number
}

/// The same title, or one of two that were taken for one: a statement's name with its company's.
fn same_or_part(title: &str, row: &SectionRow) -> bool {
    let (label, found) = (folded(title), folded(&shown(row)));
    let (short, long) = if label.len() < found.len() { (&label, &found) } else { (&found, &label) };
    same(title, row) || (3 * short.len() >= long.len() && short.len() >= 6 && long.contains(short))
}

fn name(file: &Path) -> String {
    file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

impl StructureReport {
    fn mean(&self, of: impl Fn(&DocumentFigures) -> f64) -> f64 {
        self.documents.iter().map(of).sum::<f64>() / self.documents.len().max(1) as f64
    }
}

impl fmt::Display for StructureReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for d in &self.documents {
            let precision = share(d.sections - d.wrong.len(), d.sections);
            write!(
                f,
                "{:44} {:4} pages  recall {:5.1} %",
                d.file,
                d.pages,
                share(d.found, d.asked)
            )?;
            if self.labelled {
                write!(f, "  precision {precision:5.1} %")?;
            } else {
                write!(f, "  with outline {:5.1} %", share(d.found_with_outline, d.asked))?;
            }
            let (kept, pairs) = d.levels;
            writeln!(
                f,
                "  levels {:5.1} %  {} sections  {:.0} ms",
                share(kept, pairs),
                d.sections,
                d.ms
            )?;
            for wrong in &d.wrong {
                writeln!(f, "      wrong  {wrong}")?;
            }
            for missed in &d.missed {
                writeln!(f, "      missed {missed}")?;
            }
        }
        write!(f, "mean: recall {:.1} %", self.mean(|d| share(d.found, d.asked)))?;
        if self.labelled {
            let all: usize = self.documents.iter().map(|d| d.sections).sum();
            let wrong: usize = self.documents.iter().map(|d| d.wrong.len()).sum();
            write!(
                f,
                ", precision {:.1} % ({} of {all})",
                self.mean(|d| share(d.sections - d.wrong.len(), d.sections)),
                all - wrong
            )?;
        } else {
            let with = self.mean(|d| share(d.found_with_outline, d.asked));
            write!(f, ", with the outline {with:.1} %")?;
        }
        writeln!(f, ", levels {:.1} %", self.mean(|d| share(d.levels.0, d.levels.1)))
    }
}
