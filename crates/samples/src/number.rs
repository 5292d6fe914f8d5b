//! Numbers for headings, clauses and tables, and the references that point at them.
//!
//! Numbering reads the blocks once in order; references are filled in afterwards, so that they may point forward.

use std::collections::HashMap;

use crate::error::Error;
use crate::markup::{Block, Text};

/// Numbers every block and fills in every reference. `document` names the document in errors.
pub(crate) fn number(document: &str, blocks: &mut [Block]) -> Result<(), Error> {
    let names = assign(document, blocks)?;
    for block in blocks {
        for text in texts(block) {
            for span in text {
                let Some(name) = &span.target else { continue };
                span.text = names.get(name).cloned().ok_or_else(|| Error::UnknownReference {
                    document: document.to_owned(),
                    id: name.clone(),
                })?;
            }
        }
    }
    Ok(())
}

fn assign(document: &str, blocks: &mut [Block]) -> Result<HashMap<String, String>, Error> {
    let mut names = HashMap::new();
    let mut call = |name: &str, shown: String| match names.insert(name.to_owned(), shown) {
        None => Ok(()),
        Some(_) => Err(Error::DuplicateName { document: document.to_owned(), id: name.to_owned() }),
    };
    let mut sections = [0_usize; 3];
    let mut clauses = [0_usize; 3];
    let mut tables = 0;
    let mut prefix = String::new();
    let mut section = String::new();
    for block in blocks {
        match block {
            Block::Prefix(text) => {
                prefix.clone_from(text);
                sections = [0; 3];
            }
            Block::Heading { level, title, name, numbered, number } => {
                clauses = [0; 3];
                let shown = if *numbered {
                    sections[*level - 1] += 1;
                    sections[*level..].fill(0);
                    // Below a prefix, level 1 is the part that the prefix stands for.
                    let from = usize::from(!prefix.is_empty());
                    let parts: Vec<String> = sections[from.min(*level - 1)..*level]
                        .iter()
                        .map(usize::to_string)
                        .collect();
                    *number = format!("{prefix}{}", parts.join("."));
                    section.clone_from(number);
                    number.clone()
                } else {
                    section.clear();
                    title.split('.').next().unwrap_or_default().to_owned()
                };
                if let Some(name) = name {
                    call(name, shown)?;
                }
            }
            Block::Clause { level, name, number, .. } => {
                clauses[*level - 1] += 1;
                clauses[*level..].fill(0);
                let outer = if section.is_empty() {
                    clauses[0].to_string()
                } else {
                    format!("{section}.{}", clauses[0])
                };
                let letter = format!("({})", lower_letter(clauses[1]));
                let roman = format!("({})", lower_roman(clauses[2]));
                let shown;
                (*number, shown) = match *level {
                    1 => (outer.clone(), outer),
                    2 => (letter.clone(), outer + &letter),
                    _ => (roman.clone(), outer + &letter + &roman),
                };
                if let Some(name) = name {
                    call(name, shown)?;
                }
            }
            Block::Table { name, number, .. } => {
                tables += 1;
                *number = tables;
                call(name, tables.to_string())?;
            }
            _ => {}
        }
    }
    Ok(names)
}

/// Every running text of a block.
fn texts(block: &mut Block) -> Vec<&mut Text> {
    match block {
        Block::Paragraph(text) | Block::Note(text) => vec![text],
        Block::Clause { text, .. } | Block::Term { meaning: text, .. } => vec![text],
        Block::List { items, .. } => items.iter_mut().collect(),
        Block::Table { rows, .. } => rows.iter_mut().flatten().collect(),
        _ => Vec::new(),
    }
}

/// 1 → a, 26 → z. Clauses never have more.
pub(crate) fn lower_letter(number: usize) -> char {
    let offset = u8::try_from(number.saturating_sub(1).min(25)).unwrap_or(25);
    char::from(b'a' + offset)
}

/// Lower-case roman numerals, as front matter and third-level clauses carry them.
pub(crate) fn lower_roman(mut number: usize) -> String {
    const DIGITS: [(usize, &str); 9] = [
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    let mut roman = String::new();
    for (value, digit) in DIGITS {
        while number >= value {
            roman.push_str(digit);
            number -= value;
        }
    }
    roman
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markup::parse;

    fn numbers(source: &str) -> Vec<String> {
        let mut blocks = parse("test", source).unwrap();
        number("test", &mut blocks).unwrap();
        blocks
            .iter()
            .filter_map(|block| match block {
                Block::Heading { number, .. } | Block::Clause { number, .. } => {
                    Some(number.clone())
                }
                _ => None,
            })
            .collect()
    }

    #[test]
    fn sections_clauses_and_prefixes_count() {
        let source = "# A\n## B\n### C\n## D\n# E\n. one\n. two\n.. a\n.. b\n... i\n. three\n#* Rider\n:prefix R\n## F\n. x\n## G";
        assert_eq!(
            numbers(source),
            [
                "1", "1.1", "1.1.1", "1.2", "2", "2.1", "2.2", "(a)", "(b)", "(i)", "2.3", "",
                "R1", "R1.1", "R2"
            ]
        );
    }

    #[test]
    fn references_show_the_full_number() {
        let source = "# A {#a}\n. one\n.. two\n.. three {#b}\n\n#* Annex B. Form {#c}\n\nsee [[a]], [[b]], [[c]]";
        let mut blocks = parse("test", source).unwrap();
        number("test", &mut blocks).unwrap();
        let Some(Block::Paragraph(text)) = blocks.last() else { panic!("no paragraph") };
        let shown: String = text.iter().map(|span| span.text.as_str()).collect();
        assert_eq!(shown, "see 1, 1.1(b), Annex B");
    }

    #[test]
    fn broken_names_are_errors() {
        for source in ["see [[nowhere]]", "# A {#a}\n# B {#a}"] {
            let mut blocks = parse("test", source).unwrap();
            assert!(number("test", &mut blocks).is_err(), "{source}");
        }
    }

    #[test]
    fn roman_numerals() {
        for (value, roman) in
            [(1, "i"), (4, "iv"), (9, "ix"), (14, "xiv"), (40, "xl"), (99, "xcix")]
        {
            assert_eq!(lower_roman(value), roman);
        }
    }
}
