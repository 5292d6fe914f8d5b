//! Writes JSON schemas (draft 2020-12) of what `citelight --json` prints, from the same declarations as the
//! TypeScript side: one truth for the window, the command line and other programs.

use std::collections::BTreeSet;
use std::iter::Peekable;
use std::vec::IntoIter;

use serde_json::{Map, Value, json};
use ts_rs::Config;

use crate::bindings::{Declarations, declarations};

/// What is printed, a line each: the file of its schema, the command, and its type.
const PRINTED: [(&str, &str, &str); 11] = [
    ("answer", "`ask`", "Answer"),
    ("search", "`search`", "SearchResult"),
    ("evidence", "`search --tree`, under `evidence`", "EvidenceNode"),
    ("document", "`list`", "DocumentRow"),
    ("collection", "`collection`", "Collection"),
    ("history", "`history`", "HistoryRow"),
    ("suggestion", "`suggest`", "Suggestion"),
    ("section", "`outline`, under `sections`", "SectionRow"),
    ("change", "`amendments`", "ContractChange"),
    ("cell", "`matrix`", "MatrixCell"),
    ("error", "any, under `error`, where it fails", "WireError"),
];

/// The schemas by the names of their files.
///
/// # Errors
///
/// Where a declaration is written as nobody here can read; it names the type.
pub fn schemas() -> Result<Vec<(String, String)>, String> {
    let mut types = declarations(&Config::default());
    crate::bindings::declare_printed(&Config::default(), &mut types);
    PRINTED.iter().map(|(file, command, name)| schema(&types, file, command, name)).collect()
}

fn schema(
    types: &Declarations,
    file: &str,
    command: &str,
    name: &str,
) -> Result<(String, String), String> {
    let (mut left, mut defs) = (vec![name.to_owned()], Map::new());
    while let Some(name) = left.pop() {
        if defs.contains_key(&name) {
            continue;
        }
        let Some((docs, declaration)) = types.get(&name) else {
            return Err(format!("the type {name} is not declared"));
        };
        let (value, names) = read(declaration).map_err(|why| format!("{name}: {why}"))?;
        defs.insert(name, described(value, docs.as_deref().map(plain)));
        left.extend(names);
    }
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": name,
        "description": format!("A line of `citelight --json` of {command}."),
        "$ref": format!("#/$defs/{name}"),
        "$defs": defs,
    });
    let mut text = serde_json::to_string_pretty(&schema).map_err(|error| error.to_string())?;
    text.push('\n');
    Ok((format!("{file}.json"), text))
}

fn described(mut schema: Value, docs: Option<String>) -> Value {
    if let (Some(docs), Some(fields)) =
        (docs.filter(|docs| !docs.is_empty()), schema.as_object_mut())
    {
        fields.insert("description".to_owned(), Value::from(docs));
    }
    schema
}

/// The words of a comment, on one line.
fn plain(comment: &str) -> String {
    let lines = comment.trim_start_matches("/**").trim_end_matches("*/").lines();
    let words = lines.flat_map(|line| line.trim().trim_start_matches('*').split_whitespace());
    words.collect::<Vec<_>>().join(" ")
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Mark(char),
    Word(String),
    Text(String),
    Comment(String),
}

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("/*") {
            let end = rest.find("*/").ok_or("a comment does not end")? + 2;
            found.push(Token::Comment(plain(rest[..end].trim_end_matches("*/"))));
            end
        } else if first == '"' {
            let end = rest[1..].find('"').ok_or("a text does not end")? + 2;
            found.push(Token::Text(rest[1..end - 1].to_owned()));
            end
        } else if first.is_alphanumeric() || first == '_' || first == '$' {
            let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            found.push(Token::Word(rest[..end].to_owned()));
            end
        } else {
            found.push(Token::Mark(first));
            first.len_utf8()
        };
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

/// A declaration as a schema, and the types that it names.
fn read(declaration: &str) -> Result<(Value, BTreeSet<String>), String> {
    let body = declaration.split_once('=').ok_or("it declares nothing")?.1;
    let body = body.trim().trim_end_matches(';');
    let mut parser =
        Parser { tokens: tokens(body)?.into_iter().peekable(), names: BTreeSet::new() };
    let schema = parser.union()?;
    match parser.tokens.next() {
        None => Ok((schema, parser.names)),
        Some(token) => Err(format!("{token:?} is left over")),
    }
}

struct Parser {
    tokens: Peekable<IntoIter<Token>>,
    names: BTreeSet<String>,
}

impl Parser {
    fn takes(&mut self, mark: char) -> bool {
        self.tokens.next_if_eq(&Token::Mark(mark)).is_some()
    }

    fn needs(&mut self, mark: char) -> Result<(), String> {
        if self.takes(mark) { Ok(()) } else { Err(format!("{mark} is missing")) }
    }

    fn comment(&mut self) -> Option<String> {
        let mut last = None;
        while let Some(Token::Comment(text)) =
            self.tokens.next_if(|token| matches!(token, Token::Comment(_)))
        {
            last = Some(text);
        }
        last
    }

    /// Types of which one holds.
    fn union(&mut self) -> Result<Value, String> {
        let _ = self.comment();
        self.takes('|');
        let mut all = vec![self.intersection()?];
        let _ = self.comment();
        while self.takes('|') {
            let _ = self.comment();
            all.push(self.intersection()?);
            let _ = self.comment();
        }
        if all.len() == 1 {
            return Ok(all.remove(0));
        }
        let texts: Vec<&Value> = all.iter().filter_map(|one| one.get("const")).collect();
        if texts.len() == all.len() {
            return Ok(json!({ "enum": texts }));
        }
        Ok(json!({ "anyOf": all }))
    }

    /// Types of which all hold: fields of one object.
    fn intersection(&mut self) -> Result<Value, String> {
        let mut all = vec![self.array()?];
        while self.takes('&') {
            all.push(self.array()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { json!({ "allOf": all }) })
    }

    fn array(&mut self) -> Result<Value, String> {
        let mut one = self.one()?;
        while self.takes('[') {
            self.needs(']')?;
            one = json!({ "type": "array", "items": one });
        }
        Ok(one)
    }

    fn one(&mut self) -> Result<Value, String> {
        match self.tokens.next() {
            Some(Token::Text(text)) => Ok(json!({ "const": text })),
            Some(Token::Mark('(')) => {
                let inner = self.union()?;
                self.needs(')').map(|()| inner)
            }
            Some(Token::Mark('[')) => {
                let mut items = Vec::new();
                while !self.takes(']') {
                    items.push(self.union()?);
                    self.takes(',');
                }
                let many = items.len();
                Ok(json!({
                    "type": "array", "prefixItems": items, "minItems": many, "maxItems": many,
                }))
            }
            Some(Token::Mark('{')) => self.fields(),
            Some(Token::Word(word)) => self.named(&word),
            other => Err(format!("{other:?} is no type")),
        }
    }

    fn named(&mut self, word: &str) -> Result<Value, String> {
        Ok(match word {
            "string" | "number" | "boolean" | "null" => json!({ "type": word }),
            "Array" => {
                self.needs('<')?;
                let items = self.union()?;
                self.needs('>')?;
                json!({ "type": "array", "items": items })
            }
            _ => {
                self.names.insert(word.to_owned());
                json!({ "$ref": format!("#/$defs/{word}") })
            }
        })
    }

    fn fields(&mut self) -> Result<Value, String> {
        let (mut properties, mut required) = (Map::new(), Vec::new());
        loop {
            let docs = self.comment();
            let name = match self.tokens.next() {
                Some(Token::Mark('}')) => break,
                Some(Token::Word(name) | Token::Text(name)) => name,
                other => return Err(format!("{other:?} is no field")),
            };
            if !self.takes('?') {
                required.push(name.clone());
            }
            self.needs(':')?;
            let schema = self.union()?;
            properties.insert(name, described(schema, docs));
            if !self.takes(',') {
                self.takes(';');
            }
        }
        Ok(json!({ "type": "object", "properties": properties, "required": required }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read() {
        for (declaration, schema, named) in [
            ("type A = \"x\" | \"y\";", json!({ "enum": ["x", "y"] }), ""),
            ("type A = number;", json!({ "type": "number" }), ""),
            (
                "type A = Array<B> | null;",
                json!({ "anyOf": [
                    { "type": "array", "items": { "$ref": "#/$defs/B" } }, { "type": "null" },
                ] }),
                "B",
            ),
            (
                "type A = { /** Its name. */ name: string, at?: [number, number], };",
                json!({
                    "type": "object",
                    "properties": {
                        "name": { "type": "string", "description": "Its name." },
                        "at": {
                            "type": "array", "minItems": 2, "maxItems": 2,
                            "prefixItems": [{ "type": "number" }, { "type": "number" }],
                        },
                    },
                    "required": ["name"],
                }),
                "",
            ),
        ] {
            let (found, names) = read(declaration).unwrap();
            assert_eq!(found, schema, "{declaration}");
            assert_eq!(names.into_iter().collect::<Vec<_>>().join(" "), named);
        }
        assert!(read("type A = <").is_err() && read("type A = string string").is_err());
    }
}
