//! Where the time of one question goes: each stage is a span of `tracing`, and what the span took is what
//! the answer's timings say. Spans bear names and milliseconds, never words of a question or a document.

use std::time::Instant;

use tracing::field::Empty;

/// The stages of one question, one after the other.
pub(crate) struct Stages {
    began: Instant,
    whole: tracing::span::EnteredSpan,
}

impl Stages {
    /// Begins a question; `what` is done with it ("ask", "search").
    pub(crate) fn begin(what: &'static str) -> Stages {
        let whole = tracing::info_span!("question", what, ms = Empty).entered();
        Stages { began: Instant::now(), whole }
    }

    /// Runs a stage and writes down how long it took, in milliseconds.
    pub(crate) fn run<T>(&self, name: &'static str, ms: &mut f32, stage: impl FnOnce() -> T) -> T {
        timed(name, ms, stage)
    }

    /// Ends the question. Gives milliseconds since its beginning.
    pub(crate) fn end(self) -> f32 {
        let ms = self.began.elapsed().as_secs_f32() * 1000.0;
        self.whole.record("ms", ms);
        ms
    }
}

/// Runs a stage of the question at hand, which may stand within another one.
pub(crate) fn timed<T>(name: &'static str, ms: &mut f32, stage: impl FnOnce() -> T) -> T {
    let span = tracing::info_span!("stage", name, ms = Empty).entered();
    let began = Instant::now();
    let done = stage();
    *ms = began.elapsed().as_secs_f32() * 1000.0;
    span.record("ms", *ms);
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_timed_within_the_whole() {
        let stages = Stages::begin("test");
        let (mut first, mut second) = (0.0, 0.0);
        let done = stages.run("first", &mut first, || {
            std::thread::sleep(std::time::Duration::from_millis(5));
            7
        });
        stages.run("second", &mut second, || {});
        assert_eq!(done, 7);
        assert!(first >= 5.0 && first + second <= stages.end());
    }
}
