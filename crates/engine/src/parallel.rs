//! Two pieces of one question's work, done at the same time.

use std::thread;

/// Runs `other` on a thread of its own while `own` runs on this one. Where no thread can be had, one
/// after the other.
pub(crate) fn side_by_side<A: Send, B>(
    other: impl Fn() -> A + Send + Sync,
    own: impl FnOnce() -> B,
) -> (A, B) {
    thread::scope(|scope| {
        let beside = thread::Builder::new().name("beside".to_owned()).spawn_scoped(scope, &other);
        let own = own();
        let other = match beside {
            Ok(beside) => beside.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(_) => other(),
        };
        (other, own)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_are_done() {
        let texts = ["one".to_owned(), "three".to_owned()];
        assert_eq!(side_by_side(|| texts[0].len(), || &texts[1]), (3, &texts[1]));
    }
}
