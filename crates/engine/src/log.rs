//! What the engine does, written to standard error for developers.

use std::io::stderr;

use tracing::Level;
use tracing_subscriber::fmt;
use tracing_subscriber::fmt::format::FmtSpan;

/// The variable that switches it on: `error`, `warn`, `info`, `debug` or `trace`.
const LEVEL: &str = "CITELIGHT_LOG";

/// Writes every stage with its time, where the environment asks for it. Call it once, at the start of a
/// program.
pub fn log_to_stderr() {
    let level = std::env::var(LEVEL).ok().and_then(|level| level.parse::<Level>().ok());
    if let Some(level) = level {
        fmt().with_max_level(level).with_span_events(FmtSpan::CLOSE).with_writer(stderr).init();
    }
}
