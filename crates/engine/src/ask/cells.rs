//! Cells of tables near what was found, as statements: "Fees > Adult, One day: £12".

use super::asker::Asker;
use super::cite::Statement;
use super::question::{Hit, Question};
use crate::error::Result;

/// The cells on the pages of the hits that the question may mean, each with the place of its hit among
/// them.
pub(crate) fn near(
    _asker: &Asker,
    _question: &Question,
    _hits: &[Hit],
) -> Result<Vec<(usize, Statement)>> {
    Ok(Vec::new())
}
