//! Links that lead back to the very words of a document: `citelight://DOCUMENT/PAGE?from=BYTE&to=BYTE`.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use citelight_core::{DocumentId, PageNumber, Span};

use crate::error::EngineError;

const SCHEME: &str = "citelight://";

/// A place in a document of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeepLink {
    /// The document.
    pub document: DocumentId,
    /// Page on which the words start.
    pub page: PageNumber,
    /// Where the words stand in the document's flow text; none for the page as a whole.
    pub span: Option<Span>,
}

impl DeepLink {
    /// Whether what the app was asked to open is meant as a link, not as a file.
    pub(crate) fn is_one(path: &Path) -> bool {
        path.to_str().is_some_and(|text| text.starts_with(SCHEME))
    }
}

impl fmt::Display for DeepLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME}{}/{}", self.document, self.page)?;
        match self.span {
            Some(span) => write!(f, "?from={}&to={}", span.start, span.end),
            None => Ok(()),
        }
    }
}

impl FromStr for DeepLink {
    type Err = EngineError;

    fn from_str(text: &str) -> Result<DeepLink, EngineError> {
        parse(text).ok_or_else(|| {
            EngineError::input(
                format!("“{text}” is not a link into a document."),
                "Copy the whole link, from “citelight://” to its end.",
            )
        })
    }
}

fn parse(text: &str) -> Option<DeepLink> {
    let rest = text.trim().strip_prefix(SCHEME)?;
    let (place, query) = rest.split_once('?').map_or((rest, None), |(a, b)| (a, Some(b)));
    // Desktops add a slash to what they take for a host's address.
    let (document, page) = place.trim_end_matches('/').split_once('/')?;
    let page = page.parse().ok().and_then(PageNumber::new)?;
    let span = match query {
        None | Some("") => None,
        Some(query) => {
            let value = |name: &str| {
                let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
                pairs.find(|(key, _)| *key == name)?.1.parse::<u32>().ok()
            };
            let (from, to) = (value("from")?, value("to")?);
            if from >= to {
                return None;
            }
            Some(Span::new(from, to))
        }
    };
    Some(DeepLink { document: DocumentId::parse(document)?, page, span })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_back_to_what_it_was_made_of() {
        let document = DocumentId::parse("00ff00ff00ff00ff").unwrap();
        for span in [None, Some(Span::new(3, 90))] {
            let link = DeepLink { document: document.clone(), page: PageNumber::FIRST, span };
            assert_eq!(link.to_string().parse::<DeepLink>().unwrap(), link);
        }
        let slashed = format!("citelight://{document}/1/?from=3&to=90");
        assert_eq!(slashed.parse::<DeepLink>().unwrap().span, Some(Span::new(3, 90)));
    }

    #[test]
    fn other_addresses_are_refused() {
        for text in [
            "https://example.org/1",
            "citelight://",
            "citelight://../etc/1",
            "citelight://00ff00ff00ff00ff/0",
            "citelight://00ff00ff00ff00ff/1?from=9&to=3",
            "citelight://00ff00ff00ff00ff/1?from=x",
        ] {
            assert!(text.parse::<DeepLink>().is_err(), "{text}");
        }
    }
}
