//! What a tool takes: one table says it, from which the schema is made and to which every call is held, so
//! that what a client reads and what it is told of a mistake are the same.

use citelight_core::{ErrorCode, Quad, WireError};
use serde_json::{Map, Value, json};

type Result<T> = std::result::Result<T, WireError>;

/// What an argument is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A text of at most so many characters, which says something.
    Text(usize),
    /// Texts, at most so many.
    Texts(usize),
    /// A whole number of this range.
    Number(u32, u32),
    /// Rectangles as they come with quotes.
    Quads,
}

/// An argument of a tool.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Argument {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) needed: bool,
    /// What it says, in a sentence.
    pub(crate) about: &'static str,
}

/// An argument that a call must have.
pub(crate) const fn needed(name: &'static str, kind: Kind, about: &'static str) -> Argument {
    Argument { name, kind, needed: true, about }
}

/// An argument that a call may have.
pub(crate) const fn optional(name: &'static str, kind: Kind, about: &'static str) -> Argument {
    Argument { name, kind, needed: false, about }
}

impl Kind {
    fn schema(self) -> Value {
        match self {
            Kind::Text(most) => json!({ "type": "string", "minLength": 1, "maxLength": most }),
            Kind::Texts(most) => json!({
                "type": "array", "items": { "type": "string" }, "maxItems": most,
            }),
            Kind::Number(least, most) => {
                json!({ "type": "integer", "minimum": least, "maximum": most })
            }
            Kind::Quads => json!({
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "page": { "type": "integer", "minimum": 1 },
                        "x0": { "type": "number" }, "y0": { "type": "number" },
                        "x1": { "type": "number" }, "y1": { "type": "number" },
                    },
                    "required": ["page", "x0", "y0", "x1", "y1"],
                },
            }),
        }
    }

    /// What a value of it is, to go behind "must be".
    fn wanted(self) -> String {
        match self {
            Kind::Text(most) => format!("a text of 1 to {most} characters"),
            Kind::Texts(most) => format!("an array of at most {most} texts"),
            Kind::Number(least, most) => format!("a whole number from {least} to {most}"),
            Kind::Quads => "an array of rectangles with page, x0, y0, x1, y1".to_owned(),
        }
    }

    fn fits(self, value: &Value) -> bool {
        let text = |value: &Value, most| {
            value
                .as_str()
                .is_some_and(|text| !text.trim().is_empty() && text.chars().count() <= most)
        };
        match self {
            Kind::Text(most) => text(value, most),
            Kind::Texts(most) => value.as_array().is_some_and(|all| {
                all.len() <= most && all.iter().all(|one| text(one, usize::MAX))
            }),
            Kind::Number(least, most) => {
                number(value).is_some_and(|number| (least..=most).contains(&number))
            }
            Kind::Quads => serde_json::from_value::<Vec<Quad>>(value.clone()).is_ok(),
        }
    }
}

/// A whole number, also where a client writes it as 3.0.
fn number(value: &Value) -> Option<u32> {
    let whole = value.as_f64().filter(|number| number.fract() == 0.0 && *number >= 0.0);
    let whole = value.as_u64().or_else(|| whole.map(|number| number as u64));
    whole.and_then(|number| u32::try_from(number).ok())
}

/// The JSON schema of a tool's arguments.
pub(crate) fn schema(arguments: &[Argument]) -> Map<String, Value> {
    let property = |argument: &Argument| {
        let mut schema = argument.kind.schema();
        schema["description"] = Value::from(argument.about);
        (argument.name.to_owned(), schema)
    };
    let properties: Map<String, Value> = arguments.iter().map(property).collect();
    let needed: Vec<&str> = arguments.iter().filter(|one| one.needed).map(|one| one.name).collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), Value::from("object"));
    schema.insert("properties".to_owned(), Value::from(properties));
    schema.insert("required".to_owned(), Value::from(needed));
    schema.insert("additionalProperties".to_owned(), Value::from(false));
    schema
}

/// The arguments of a call, as the tool's table has them.
#[derive(Debug, Default)]
pub(crate) struct Arguments(Map<String, Value>);

impl Arguments {
    /// Holds a call to the table: what is unknown, missing or no value of its kind is an error that names
    /// it and says what would do. Null counts as absent.
    pub(crate) fn check(
        tool: &str,
        table: &[Argument],
        mut given: Map<String, Value>,
    ) -> Result<Arguments> {
        given.retain(|_, value| !value.is_null());
        let wrong = |what: String| {
            let error = WireError::new(ErrorCode::Input, format!("The call of “{tool}”: {what}."));
            Err(error.hint(takes(tool, table)))
        };
        let known = |name: &String| table.iter().any(|argument| argument.name == name);
        if let Some(name) = given.keys().find(|name| !known(name)) {
            return wrong(format!("there is no argument “{name}”"));
        }
        for argument in table {
            match given.get(argument.name) {
                None if argument.needed => {
                    return wrong(format!("the argument “{}” is missing", argument.name));
                }
                Some(value) if !argument.kind.fits(value) => {
                    let wanted = argument.kind.wanted();
                    return wrong(format!("“{}” must be {wanted}", argument.name));
                }
                _ => {}
            }
        }
        Ok(Arguments(given))
    }

    /// A text; empty where it was left out.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// A text, where it was given.
    pub(crate) fn optional_text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    /// Texts; none where they were left out.
    pub(crate) fn texts(&self, name: &str) -> Vec<&str> {
        let all = self.0.get(name).and_then(Value::as_array);
        all.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// A number, where it was given.
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        self.0.get(name).and_then(number)
    }

    /// Rectangles; none where they were left out.
    pub(crate) fn quads(&self, name: &str) -> Vec<Quad> {
        let quads = self.0.get(name).cloned();
        quads.and_then(|quads| serde_json::from_value(quads).ok()).unwrap_or_default()
    }
}

/// What a tool takes, in a line.
fn takes(tool: &str, table: &[Argument]) -> String {
    if table.is_empty() {
        return format!("“{tool}” takes no arguments.");
    }
    let one = |argument: &Argument| {
        let needed = if argument.needed { ", needed" } else { "" };
        format!("{} ({}{needed})", argument.name, argument.kind.wanted())
    };
    format!("“{tool}” takes {}.", table.iter().map(one).collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[Argument] = &[
        needed("question", Kind::Text(20), "What is asked."),
        optional("documents", Kind::Texts(2), "Which are asked."),
        optional("limit", Kind::Number(1, 50), "How many."),
        optional("quads", Kind::Quads, "What is marked."),
    ];

    fn check(given: Value) -> Result<Arguments> {
        let Value::Object(given) = given else { panic!("an object is needed") };
        Arguments::check("ask", TABLE, given)
    }

    #[test]
    fn what_fits_is_read() {
        let quad = json!({ "page": 1, "x0": 0.0, "y0": 0.0, "x1": 1.0, "y1": 1.0 });
        let read = check(json!({
            "question": "Who?", "documents": ["a.pdf"], "limit": 3.0, "quads": [quad],
        }));
        let read = read.unwrap();
        assert_eq!((read.text("question"), read.number("limit")), ("Who?", Some(3)));
        assert_eq!((read.texts("documents"), read.quads("quads").len()), (vec!["a.pdf"], 1));
        let bare = check(json!({ "question": "Who?", "limit": null })).unwrap();
        assert_eq!((bare.number("limit"), bare.optional_text("documents")), (None, None));
    }

    #[test]
    fn what_does_not_fit_is_named_with_what_would() {
        for (given, expected) in [
            (json!({}), "the argument “question” is missing"),
            (json!({ "question": " " }), "“question” must be a text of 1 to 20 characters"),
            (json!({ "question": 7 }), "“question” must be a text"),
            (json!({ "question": "x".repeat(21) }), "“question” must be a text"),
            (json!({ "question": "Who?", "limit": 0 }), "whole number from 1 to 50"),
            (json!({ "question": "Who?", "limit": 1.5 }), "whole number from 1 to 50"),
            (json!({ "question": "Who?", "limit": "9" }), "whole number from 1 to 50"),
            (json!({ "question": "Who?", "documents": "a.pdf" }), "an array of at most 2 texts"),
            (json!({ "question": "Who?", "documents": ["a", "b", "c"] }), "at most 2 texts"),
            (json!({ "question": "Who?", "quads": [{ "page": 0 }] }), "an array of rectangles"),
            (json!({ "question": "Who?", "colour": "red" }), "there is no argument “colour”"),
        ] {
            let error = check(given.clone()).unwrap_err();
            assert!(error.message.contains(expected), "{given}: {error}");
            assert!(
                error.hint.unwrap().contains("question (a text of 1 to 20 characters, needed)")
            );
        }
    }

    #[test]
    fn the_schema_says_what_is_held_to() {
        let schema = schema(TABLE);
        assert_eq!(schema["required"], json!(["question"]));
        assert_eq!(schema["properties"]["limit"]["maximum"], 50);
        assert_eq!(schema["properties"]["question"]["description"], "What is asked.");
    }
}
