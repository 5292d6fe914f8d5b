//! Questions before imports: while a person waits for an answer, the import under way holds still.

use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

/// An import waits no longer than this at a time: it goes on, slowly, under a stream of questions.
const LONGEST: Duration = Duration::from_secs(2);

/// How many questions are being answered.
#[derive(Debug, Default)]
pub(crate) struct Precedence {
    questions: Mutex<usize>,
    answered: Condvar,
}

/// A question that is being answered, until it is dropped.
#[derive(Debug)]
pub(crate) struct Answering<'a>(&'a Precedence);

impl Precedence {
    /// A question begins.
    pub(crate) fn begin(&self) -> Answering<'_> {
        *self.questions.lock() += 1;
        Answering(self)
    }

    /// Waits until no question is being answered, or for two seconds.
    pub(crate) fn let_pass(&self) {
        let until = Instant::now() + LONGEST;
        let mut questions = self.questions.lock();
        while *questions > 0 && !self.answered.wait_until(&mut questions, until).timed_out() {}
    }
}

impl Drop for Answering<'_> {
    fn drop(&mut self) {
        *self.0.questions.lock() -= 1;
        self.0.answered.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn an_import_goes_on_once_the_last_question_is_answered() {
        let precedence = Precedence::default();
        precedence.let_pass();
        let (first, second) = (precedence.begin(), precedence.begin());
        let passed = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                precedence.let_pass();
                passed.store(true, Ordering::Relaxed);
            });
            drop(first);
            assert!(!passed.load(Ordering::Relaxed), "one is left");
            drop(second);
        });
        assert!(passed.load(Ordering::Relaxed));
    }
}
