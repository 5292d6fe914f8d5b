//! Links that a page holds, as its file states them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{PageNumber, Rect};

/// The longest address that a link may have, in bytes.
pub const MOST_ADDRESS_BYTES: usize = 2_048;

/// A place on a page that leads elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PageLink {
    /// Where it is pressed, in page space; one rectangle for each line of a longer text.
    pub rects: Vec<Rect>,
    /// Where it leads.
    pub target: LinkTarget,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LinkTarget {
    /// To a place in the same document.
    Page {
        /// Its page.
        page: PageNumber,
        /// The height on it in points from its top, where the file states one.
        y: Option<f32>,
    },
    /// Out of the document: see [`LinkTarget::is_address`].
    Address(String),
}

impl LinkTarget {
    /// Whether an address is one that a person may be offered to follow: a page of the web or a mailbox,
    /// in plain characters. Files, programs and scripts are none.
    pub fn is_address(address: &str) -> bool {
        let known = ["https://", "http://", "mailto:"].iter().any(|scheme| {
            address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
                && address.len() > scheme.len()
        });
        known
            && address.len() <= MOST_ADDRESS_BYTES
            && address
                .chars()
                .all(|c| c.is_ascii_graphic() || (!c.is_ascii() && c.is_alphanumeric()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_web_and_mailboxes_are_addresses() {
        for good in ["https://example.org/a?b=c#d", "HTTP://example.org", "mailto:ada@example.org"]
        {
            assert!(LinkTarget::is_address(good), "{good}");
        }
        let long = format!("https://{}", "a".repeat(MOST_ADDRESS_BYTES));
        for bad in [
            "",
            "https://",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "example.org",
            &long,
            "https://a b",
            "https://a\nb",
            "https://\u{202e}gro",
            "data:text/html,x",
            "é",
        ] {
            assert!(!LinkTarget::is_address(bad), "{bad}");
        }
    }
}
