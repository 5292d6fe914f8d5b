//! What can be asked of the generator, and what comes back.

use std::time::Duration;

/// What to write and how much of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Most tokens of an answer, and of what each window contributes to it.
    pub new_tokens: usize,
    /// Most time for everything.
    pub time: Duration,
    /// Most windows of evidence; what lies beyond is not read.
    pub windows: usize,
    /// Numbers and proper names come only from the evidence or the question.
    pub grounded: bool,
    /// Ends an answer that repeats itself.
    pub stop_repetition: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            new_tokens: 128,
            time: Duration::from_secs(60),
            windows: 4,
            grounded: true,
            stop_repetition: true,
        }
    }
}

/// An answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Generation {
    /// The text. When it was broken off, no unfinished number or name is at its end.
    pub text: String,
    /// Tokens written for it, those of all windows.
    pub tokens: usize,
    /// Windows of evidence that were read.
    pub windows: usize,
    /// Windows that were left out.
    pub windows_left: usize,
    /// Why it ends.
    pub ended: Ended,
    /// What took how long.
    pub timings: Timings,
}

/// Why an answer ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ended {
    /// The model ended it.
    Itself,
    /// It has as many tokens as it may have.
    Length,
    /// The time was up.
    Time,
    /// It was told to stop.
    Stopped,
    /// It began to repeat itself.
    Repetition,
    /// Nothing that the evidence allows could follow.
    NothingAllowed,
}

/// Where the time went, in milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Timings {
    /// Reading the prompts.
    pub encode_ms: f64,
    /// Writing tokens.
    pub tokens_ms: f64,
    /// From the call to the first piece of text.
    pub first_ms: Option<f64>,
}
