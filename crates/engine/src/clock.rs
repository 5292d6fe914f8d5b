//! The time of day.

use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970-01-01 UTC.
pub(crate) fn now_s() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_secs()).unwrap_or(i64::MAX)
}
