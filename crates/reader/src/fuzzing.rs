//! What the host does with a reply, for fuzzing.

use citelight_core::PageNumber;

use crate::protocol::Reply;
use crate::{checks, picture};

/// Decodes and checks a reply, and draws its picture.
pub fn reply(bytes: &[u8]) {
    match postcard::from_bytes(bytes) {
        Ok(Reply::Opened(mut opened)) => {
            let _ = checks::opened(&mut opened);
        }
        Ok(Reply::Page(mut content)) => {
            let _ = checks::page(&mut content, PageNumber::FIRST);
        }
        Ok(Reply::Links(mut links)) => checks::links(&mut links),
        Ok(Reply::Picture(pixels)) if checks::picture(&pixels).is_ok() => {
            drop(picture::png(&pixels));
        }
        _ => {}
    }
}
