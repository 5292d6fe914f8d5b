//! What xtask tells the person: one line when a step begins, one when it ends.
//!
//! Owns: the form of those lines and the time that they state. Everything goes to stderr, so that
//! the last line of `xtask test` stands alone on stdout.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// What a step found to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Done {
    /// Something was done.
    Now,
    /// Everything was there already.
    Before,
}

/// Runs a step and reports it. The error of a failing step names the step.
pub(crate) fn step(name: &str, work: impl FnOnce() -> Result<Done>) -> Result<()> {
    let start = Instant::now();
    match work() {
        Ok(Done::Before) => eprintln!("  ok    {name} (up to date)"),
        Ok(Done::Now) => eprintln!("  done  {name} ({})", elapsed(start.elapsed())),
        Err(error) => {
            eprintln!("  FAIL  {name} ({})", elapsed(start.elapsed()));
            return Err(error).with_context(|| name.to_owned());
        }
    }
    Ok(())
}

/// Announces work that takes a while.
pub(crate) fn begin(what: &str) {
    eprintln!("  ....  {what}");
}

/// A heading.
pub(crate) fn heading(title: &str) {
    eprintln!("{title}");
}

/// A duration as people read it: `0.4 s`, `12 s`, `3 min 05 s`.
pub(crate) fn elapsed(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..10 => format!("{:.1} s", duration.as_secs_f64()),
        10..60 => format!("{seconds} s"),
        _ => format!("{} min {:02} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_well() {
        let table = [(400, "0.4 s"), (9_940, "9.9 s"), (12_700, "12 s"), (185_000, "3 min 05 s")];
        for (ms, expect) in table {
            assert_eq!(elapsed(Duration::from_millis(ms)), expect);
        }
    }
}
