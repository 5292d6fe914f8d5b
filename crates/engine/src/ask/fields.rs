//! Fields of forms near what was found, as statements: "Rated power: 165 hp".

use super::asker::Asker;
use super::cite::Statement;
use super::question::{Hit, Question};
use crate::error::Result;

/// The fields on the pages of the hits, each with the place of its hit among them.
pub(crate) fn near(
    _asker: &Asker,
    _question: &Question,
    _hits: &[Hit],
) -> Result<Vec<(usize, Statement)>> {
    Ok(Vec::new())
}
