//! The changes of a contract as a table that others can read: old and new words side by side.

use std::fmt::Write as _;

use citelight_core::{AmendmentKind, ContractChange, PlacedWords};
use serde::Serialize;

use super::{HTML_HEAD, TableFormat, csv_value, escaped, html, json, link, place};

/// A list of changes in a form that others can read; `of` is the name of the file whose they are.
pub fn changes_as(of: &str, changes: &[ContractChange], format: TableFormat) -> String {
    match format {
        TableFormat::Markdown => as_markdown(of, changes),
        TableFormat::Html => as_html(of, changes),
        TableFormat::Csv => as_csv(changes),
        TableFormat::Json => as_json(changes),
    }
}

fn kind(change: &ContractChange) -> &'static str {
    match change.kind {
        AmendmentKind::Replaced => "replaced",
        AmendmentKind::Deleted => "deleted",
        AmendmentKind::Added => "added",
    }
}

/// "lease.pdf, p. 3 (iii)".
fn source(words: &PlacedWords) -> String {
    format!("{}, {}", words.file, place(words.page, words.label.as_deref()))
}

fn link_of(words: &PlacedWords) -> String {
    link(&words.document, words.page, words.span)
}

/// When: what the change says, else the date of its document.
fn when(change: &ContractChange) -> String {
    match (change.dates.is_empty(), &change.dated) {
        (false, _) => change.dates.join(", "),
        (true, Some(dated)) => format!("(document of {dated})"),
        (true, None) => String::new(),
    }
}

fn title(of: &str) -> String {
    format!("Changes of {of}")
}

const NONE: &str = "No changes were found.";

fn as_markdown(of: &str, changes: &[ContractChange]) -> String {
    let mut out = format!("# {}\n\n", escaped(&title(of)));
    if changes.is_empty() {
        let _ = writeln!(out, "{NONE}");
        return out;
    }
    out.push_str("| Part | Change | Before | From then on | Dates | Said in |\n");
    out.push_str("| --- | --- | --- | --- | --- | --- |\n");
    let words = |words: &Option<PlacedWords>| match words {
        Some(words) => {
            format!("{} ([{}]({}))", escaped(&words.text), escaped(&source(words)), link_of(words))
        }
        None => String::new(),
    };
    for change in changes {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | [{}]({}) |",
            escaped(&change.part),
            kind(change),
            words(&change.old),
            words(&change.new),
            escaped(&when(change)),
            escaped(&source(&change.said)),
            link_of(&change.said),
        );
    }
    out
}

fn as_html(of: &str, changes: &[ContractChange]) -> String {
    let title = html(&title(of));
    let mut out = format!(
        "{HTML_HEAD}<style>body {{ max-width: 80em; }} table {{ border-collapse: collapse; }} \
         td, th {{ border: 1px solid #999; padding: .4em .6em; text-align: left; vertical-align: top; }}\
         </style>\n<title>{title}</title>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    if changes.is_empty() {
        let _ = writeln!(out, "<p>{NONE}</p>");
    } else {
        out.push_str(
            "<table>\n<tr><th>Part</th><th>Change</th><th>Before</th><th>From then on</th>\
             <th>Dates</th><th>Said in</th></tr>\n",
        );
    }
    let words = |words: &Option<PlacedWords>| match words {
        Some(words) => format!(
            "{}<br><a href=\"{}\">{}</a>",
            html(&words.text),
            html(&link_of(words)),
            html(&source(words))
        ),
        None => String::new(),
    };
    for change in changes {
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td><a href=\"{}\">{}</a></td></tr>",
            html(&change.part),
            kind(change),
            words(&change.old),
            words(&change.new),
            html(&when(change)),
            html(&link_of(&change.said)),
            html(&source(&change.said)),
        );
    }
    if !changes.is_empty() {
        out.push_str("</table>\n");
    }
    out.push_str("</body>\n</html>\n");
    out
}

const COLUMNS: &str = "part,change,before,before_file,before_page,before_link,from_then_on,\
    from_then_on_link,dates,document_date,said,said_file,said_page,said_link";

fn as_csv(changes: &[ContractChange]) -> String {
    let mut out = format!("{COLUMNS}\r\n");
    for change in changes {
        let of = |words: &Option<PlacedWords>| match words {
            Some(words) => {
                [words.text.clone(), words.file.clone(), words.page.to_string(), link_of(words)]
            }
            None => Default::default(),
        };
        let [new, _, _, new_link] = of(&change.new);
        let [said, said_file, said_page, said_link] = of(&Some(change.said.clone()));
        let mut values = vec![change.part.clone(), kind(change).to_owned()];
        values.extend(of(&change.old));
        values.extend([new, new_link, change.dates.join(", ")]);
        values.push(change.dated.clone().unwrap_or_default());
        values.extend([said, said_file, said_page, said_link]);
        let values: Vec<String> = values.iter().map(|value| csv_value(value)).collect();
        let _ = write!(out, "{}\r\n", values.join(","));
    }
    out
}

#[derive(Serialize)]
struct JsonChange<'a> {
    #[serde(flatten)]
    change: &'a ContractChange,
    said_link: String,
    old_link: Option<String>,
    new_link: Option<String>,
}

impl<'a> JsonChange<'a> {
    fn of(change: &'a ContractChange) -> JsonChange<'a> {
        JsonChange {
            change,
            said_link: link_of(&change.said),
            old_link: change.old.as_ref().map(link_of),
            new_link: change.new.as_ref().map(link_of),
        }
    }
}

fn as_json(changes: &[ContractChange]) -> String {
    json(&changes.iter().map(JsonChange::of).collect::<Vec<_>>())
}
