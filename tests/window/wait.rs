//! Waiting for what the window will show: asks again and again, and says what it saw last when
//! nothing comes of it.

use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything takes on a slow machine; a wait that fails has failed for good.
pub(crate) const LIMIT: Duration = Duration::from_secs(60);

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(50);

/// Looks until something is there. `Err` says what was seen instead.
#[track_caller]
pub(crate) fn wait<T>(what: &str, look: impl FnMut() -> Result<T, String>) -> T {
    wait_within(LIMIT, what, look)
}

/// The same for work that may take longer.
#[track_caller]
pub(crate) fn wait_within<T>(
    limit: Duration,
    what: &str,
    mut look: impl FnMut() -> Result<T, String>,
) -> T {
    let began = Instant::now();
    loop {
        let last = match look() {
            Ok(seen) => return seen,
            Err(last) => last,
        };
        assert!(
            began.elapsed() < limit,
            "waited {} s for {what}; the last that was seen: {last}",
            limit.as_secs()
        );
        thread::sleep(PAUSE);
    }
}
