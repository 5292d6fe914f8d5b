//! Owns the word lists behind the kinds of questions.

use citelight_text::WordList;

/// Behind "how": a figure is asked for.
pub(crate) const HOW_FIGURES: WordList = WordList::new(
    "many much long old far tall big large high low deep wide heavy fast often frequently small thick",
);

/// Nouns that name a figure, as the head of what is asked.
pub(crate) const FIGURE_HEADS: WordList = WordList::new(
    "percentage percent proportion portion share fraction number amount amounts quantity ratio rate
     rates total sum size average mean median price cost fee value score accuracy age length width
     height weight distance duration population frequency temperature concentration capacity speed
     dose salary balance maximum minimum count margin turnover growth limit deadline",
);

/// What accounts report, as figures.
pub(crate) const MEASURES: WordList = WordList::new(
    "revenue revenues sales income profit loss earnings eps ebitda ebit assets liabilities equity
     debt cash cogs capex expenditure expenditures expense expenses inventory inventories goodwill
     dividends payables receivables roa roe dpo dso deductible premium capital ppne shareholders'
     return",
);

/// What figures are written in, in instructions.
pub(crate) const FIGURES: WordList = WordList::new(
    "million millions billion billions thousand thousands percent percents percentage % usd dollars
     eur integer int number units days years",
);

/// Behind "what" or "which": several things are asked for.
pub(crate) const LISTS: &[&str] = &["types", "kinds", "sorts"];

/// Plurals without an "s" at their end.
pub(crate) const PLURALS: WordList = WordList::new(
    "people children women men bacteria criteria data phenomena media parties employees",
);

/// Words that ask for the gist.
pub(crate) const SUMMARIES: &[&str] =
    &["summary", "overview", "gist", "tldr", "synopsis", "takeaways", "summarize", "summarise"];

/// Phrases that ask for the gist.
pub(crate) const GISTS: &[&str] = &[
    "main points",
    "main point",
    "key points",
    "main ideas",
    "main idea",
    "main findings",
    "key findings",
    "main topics",
    "main conclusions",
    "in a nutshell",
    "main message",
];

/// Last words of questions about a text as a whole.
pub(crate) const ABOUT: &[&str] = &["about", "describe", "discuss", "cover", "covers"];

/// What is counted, or listed, by going through whole documents: how often words stand there, and their
/// parts.
pub(crate) const COUNTED_WHOLE: WordList = WordList::new(
    "times occurrences mentions pages tables figures charts pictures images photos diagrams graphs
     logos signatures words paragraphs footnotes headings documents files pdfs",
);

/// Verbs that say of such things that they stand in a document.
pub(crate) const STANDING: WordList = WordList::new(
    "appear appears appeared occur occurs mentioned mention mentions included include contain
     contains there used referenced cited",
);

/// Words for everything that a library or a document holds.
pub(crate) const WHOLES: &[&str] =
    &["document", "documents", "files", "contracts", "reports", "library", "pages"];

/// Phrases that ask for what only a reading of the whole tells.
pub(crate) const WHOLE_GISTS: &[&str] = &[
    "main theme",
    "main themes",
    "overall theme",
    "overall message",
    "common theme",
    "main topic",
    "main idea",
    "main argument",
    "overall tone",
];
