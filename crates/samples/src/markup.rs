//! The plain-text markup in which the documents are written, and its parser.
//!
//! One construct a line start; a paragraph runs to the next blank line:
//!
//! ```text
//! # Title {#name}      heading, levels # to ###; "#* Title" stays unnumbered
//! - item               bullet; "+ item" numbered; a longer item goes on in lines indented by two spaces
//! . text {#name}       clause 4.1; ".. text" is (a), "... text" is (i)
//! :table name; caption; 3l 1r      column shares and alignments, then rows "| cell | cell", the first is the header
//! :term Word = what it means       glossary entry
//! > text               a note in a tinted box
//! :fields A; B         a line of form fields; ":checks A; B" tick boxes; ":grid rows; A 1; B 2" an empty table
//! :page                page break; ":prefix A" numbers what follows A1, A1.1; ":label A-" restarts the page labels
//! **bold**  _italic_  [[name]]     in running text; the last becomes the number of what is called so;
//!                                  straight quotes become curly
//! ```

use crate::error::Error;

/// A stretch of text in one style.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Span {
    /// The words; empty in a reference until its number is known.
    pub(crate) text: String,
    pub(crate) bold: bool,
    pub(crate) italic: bool,
    /// Name of the heading, clause or table that the text refers to.
    pub(crate) target: Option<String>,
}

/// Running text.
pub(crate) type Text = Vec<Span>;

/// How the cells of a column are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
    Centre,
}

/// A column of a table: its share of the width and its alignment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Column {
    pub(crate) share: f32,
    pub(crate) align: Align,
}

/// One piece of a document, in reading order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Block {
    Heading {
        /// 1 to 3.
        level: usize,
        title: String,
        name: Option<String>,
        numbered: bool,
        /// Filled in by the numbering: "4.2", or empty.
        number: String,
    },
    Paragraph(Text),
    Note(Text),
    List {
        ordered: bool,
        items: Vec<Text>,
    },
    Clause {
        /// 1 for "4.1", 2 for "(a)", 3 for "(i)".
        level: usize,
        text: Text,
        name: Option<String>,
        /// Filled in by the numbering: what stands in the margin.
        number: String,
    },
    Table {
        name: String,
        caption: String,
        columns: Vec<Column>,
        /// The first row is the header.
        rows: Vec<Vec<Text>>,
        /// Filled in by the numbering, from 1.
        number: usize,
    },
    Term {
        word: String,
        meaning: Text,
    },
    Fields(Vec<String>),
    Checks(Vec<String>),
    Grid {
        rows: usize,
        columns: Vec<(String, f32)>,
    },
    PageBreak,
    Prefix(String),
    Label(String),
}

/// Parses the text of a document. `document` names it in errors.
pub(crate) fn parse(document: &str, source: &str) -> Result<Vec<Block>, Error> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut lines = source.lines().enumerate().peekable();
    while let Some((index, line)) = lines.next() {
        let broken = |problem: String| Error::Markup {
            document: document.to_owned(),
            line: index + 1,
            problem,
        };
        if line.trim().is_empty() {
            continue;
        }
        if let Some(rest) = line.strip_prefix(':') {
            blocks.push(directive(rest).map_err(broken)?);
            continue;
        }
        if let Some(cells) = line.strip_prefix('|') {
            let Some(Block::Table { rows, columns, .. }) = blocks.last_mut() else {
                return Err(broken("a row without a :table above it".to_owned()));
            };
            let row: Vec<Text> = cells
                .split('|')
                .map(|cell| inline(cell.trim()))
                .collect::<Result<_, _>>()
                .map_err(broken)?;
            if row.len() != columns.len() {
                return Err(broken(format!("{} cells for {} columns", row.len(), columns.len())));
            }
            rows.push(row);
            continue;
        }
        // Everything else may run over several lines.
        let mut whole = line.trim_end().to_owned();
        let item = line.starts_with("- ") || line.starts_with("+ ");
        while let Some((_, next)) = lines.peek() {
            let goes_on = if item { next.starts_with("  ") } else { starts_plain(next) };
            if !goes_on {
                break;
            }
            whole.push(' ');
            whole.push_str(next.trim());
            lines.next();
        }
        prose(&whole, &mut blocks).map_err(broken)?;
    }
    Ok(blocks)
}

/// Whether a line carries on the paragraph above it.
fn starts_plain(line: &str) -> bool {
    !line.trim().is_empty()
        && !line.starts_with([':', '|', '#', '>'])
        && !["- ", "+ ", ". ", ".. ", "... "].iter().any(|mark| line.starts_with(mark))
}

fn prose(line: &str, blocks: &mut Vec<Block>) -> Result<(), String> {
    if line.starts_with('#') {
        let level = line.chars().take_while(|&c| c == '#').count();
        let rest = &line[level..];
        let numbered = !rest.starts_with('*');
        let (title, name) = split_name(rest.trim_start_matches('*').trim());
        if level > 3 || title.is_empty() {
            return Err("a heading has one to three # and a title".to_owned());
        }
        let title = curly(title);
        blocks.push(Block::Heading { level, title, name, numbered, number: String::new() });
        return Ok(());
    }
    for (mark, level) in [("... ", 3), (".. ", 2), (". ", 1)] {
        if let Some(rest) = line.strip_prefix(mark) {
            let (text, name) = split_name(rest);
            let text = inline(text)?;
            blocks.push(Block::Clause { level, text, name, number: String::new() });
            return Ok(());
        }
    }
    for (mark, ordered) in [("- ", false), ("+ ", true)] {
        if let Some(rest) = line.strip_prefix(mark) {
            let text = inline(rest)?;
            match blocks.last_mut() {
                Some(Block::List { ordered: kind, items }) if *kind == ordered => items.push(text),
                _ => blocks.push(Block::List { ordered, items: vec![text] }),
            }
            return Ok(());
        }
    }
    match line.strip_prefix("> ") {
        Some(rest) => blocks.push(Block::Note(inline(rest)?)),
        None => blocks.push(Block::Paragraph(inline(line)?)),
    }
    Ok(())
}

fn directive(line: &str) -> Result<Block, String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let parts = || rest.split(';').map(str::trim);
    let words = || parts().map(str::to_owned).collect::<Vec<_>>();
    match word.trim() {
        "page" => Ok(Block::PageBreak),
        "prefix" => Ok(Block::Prefix(rest.trim().to_owned())),
        "label" => Ok(Block::Label(rest.trim().to_owned())),
        "fields" => Ok(Block::Fields(words())),
        "checks" => Ok(Block::Checks(words())),
        "grid" => {
            let count = parts().next().unwrap_or_default();
            let rows = count.parse().map_err(|_| format!("\"{count}\" is no number of rows"))?;
            let columns = parts()
                .skip(1)
                .map(|column| {
                    let (title, share) = column.rsplit_once(' ').ok_or("a column needs a share")?;
                    Ok((title.to_owned(), share.parse::<f32>().map_err(|_| "a share is a number")?))
                })
                .collect::<Result<_, &str>>()?;
            Ok(Block::Grid { rows, columns })
        }
        "term" => {
            let (word, meaning) = rest.split_once(" = ").ok_or("a term needs \" = \"")?;
            Ok(Block::Term { word: word.trim().to_owned(), meaning: inline(meaning.trim())? })
        }
        "table" => {
            let [name, caption, columns] = <[&str; 3]>::try_from(parts().collect::<Vec<_>>())
                .map_err(|_| "a table has a name, a caption and columns")?;
            let columns = columns.split_whitespace().map(column).collect::<Result<_, _>>()?;
            Ok(Block::Table {
                name: name.to_owned(),
                caption: caption.to_owned(),
                columns,
                rows: Vec::new(),
                number: 0,
            })
        }
        other => Err(format!("there is no directive \":{other}\"")),
    }
}

fn column(text: &str) -> Result<Column, String> {
    let (share, align) = match text.strip_suffix(['l', 'r', 'c']) {
        Some(share) if text.ends_with('r') => (share, Align::Right),
        Some(share) if text.ends_with('c') => (share, Align::Centre),
        Some(share) => (share, Align::Left),
        None => (text, Align::Left),
    };
    let share = share.parse().map_err(|_| format!("\"{text}\" is no column"))?;
    Ok(Column { share, align })
}

/// Splits "Title {#name}" into the title and the name.
fn split_name(text: &str) -> (&str, Option<String>) {
    match text.strip_suffix('}').and_then(|rest| rest.rsplit_once("{#")) {
        Some((title, name)) => (title.trim_end(), Some(name.to_owned())),
        None => (text, None),
    }
}

/// Straight quotes made curly.
fn curly(text: &str) -> String {
    let mut before = ' ';
    text.chars()
        .map(|character| {
            let opens = matches!(before, ' ' | '(');
            before = character;
            match character {
                '\'' => '’',
                '"' if opens => '“',
                '"' => '”',
                other => other,
            }
        })
        .collect()
}

/// Parses running text: `**bold**`, `_italic_`, `[[name]]`.
pub(crate) fn inline(text: &str) -> Result<Text, String> {
    let text = curly(text);
    let mut spans = Vec::new();
    let mut current = Span::default();
    let mut rest = text.as_str();
    let flush = |current: &mut Span, spans: &mut Text| {
        if !current.text.is_empty() {
            spans.push(current.clone());
            current.text.clear();
        }
    };
    while let Some(character) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("**") {
            flush(&mut current, &mut spans);
            current.bold = !current.bold;
            rest = after;
        } else if let Some(after) = rest.strip_prefix('_') {
            flush(&mut current, &mut spans);
            current.italic = !current.italic;
            rest = after;
        } else if let Some(after) = rest.strip_prefix("[[") {
            let (name, after) = after.split_once("]]").ok_or("a [[ without its ]]")?;
            flush(&mut current, &mut spans);
            let target = Some(name.to_owned());
            spans.push(Span { text: String::new(), target, ..current.clone() });
            rest = after;
        } else {
            current.text.push(character);
            rest = &rest[character.len_utf8()..];
        }
    }
    flush(&mut current, &mut spans);
    if current.bold || current.italic {
        return Err("** or _ is opened and never closed".to_owned());
    }
    Ok(spans)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(source: &str) -> Block {
        let blocks = parse("test", source).unwrap();
        assert_eq!(blocks.len(), 1, "{blocks:?}");
        blocks.into_iter().next().unwrap()
    }

    #[test]
    fn headings_carry_level_name_and_number() {
        let Block::Heading { level, title, name, numbered, .. } = one("## Sick pay {#sick}") else {
            panic!("no heading")
        };
        assert_eq!(
            (level, title.as_str(), name.as_deref(), numbered),
            (2, "Sick pay", Some("sick"), true)
        );
        assert!(matches!(one("#* Glossary"), Block::Heading { numbered: false, .. }));
    }

    #[test]
    fn paragraphs_join_lines_and_lists_join_items() {
        let Block::Paragraph(text) = one("One line\nand the next.") else { panic!("no paragraph") };
        assert_eq!(text[0].text, "One line and the next.");
        let Block::List { items, ordered } = one("- one\n  goes on\n- two") else {
            panic!("no list")
        };
        assert!(!ordered);
        assert_eq!(items.len(), 2);
        assert_eq!(items[0][0].text, "one goes on");
    }

    #[test]
    fn inline_styles_and_references() {
        let spans = inline("see **section [[pay]]** or _ask_").unwrap();
        let seen: Vec<_> = spans
            .iter()
            .map(|s| (s.text.as_str(), s.bold, s.italic, s.target.as_deref()))
            .collect();
        assert_eq!(
            seen,
            [
                ("see ", false, false, None),
                ("section ", true, false, None),
                ("", true, false, Some("pay")),
                (" or ", false, false, None),
                ("ask", false, true, None),
            ]
        );
    }

    #[test]
    fn quotes_become_curly() {
        let spans = inline("the \"Authority\" (\"it\") and its parties' names").unwrap();
        assert_eq!(spans[0].text, "the “Authority” (“it”) and its parties’ names");
    }

    #[test]
    fn faults_are_named_with_their_line() {
        for (source, expected) in [
            ("fine\n\n| a | b", "line 3: a row without"),
            (":table t; c; 1l 1r\n| a", "line 2: 1 cells for 2 columns"),
            ("**open", "line 1: ** or _"),
            (":nothing", "no directive"),
            ("see [[pay", "[[ without"),
            (":grid x; A 1", "no number of rows"),
        ] {
            let message = parse("test", source).unwrap_err().to_string();
            assert!(message.contains(expected), "{source:?}: {message}");
        }
    }
}
