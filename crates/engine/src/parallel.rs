//! Pieces of one question's work, done at the same time.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

/// A thread is given at least so many things.
const FEWEST: usize = 16;

/// Threads that the processor runs at once.
pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

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
            Ok(beside) => beside.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => other(),
        };
        (other, own)
    })
}

/// What `of` makes of each thing, in their order; each thread of the processor makes a part.
pub(crate) fn each_of<A: Send, B: Send>(mut things: Vec<A>, of: fn(A) -> B) -> Vec<B> {
    let share = things.len().div_ceil(processors()).max(FEWEST);
    let mut parts = Vec::new();
    while things.len() > share {
        parts.push(things.split_off(things.len() - share));
    }
    let made = move |part: Vec<A>| part.into_iter().map(of).collect::<Vec<B>>();
    thread::scope(|scope| {
        let others: Vec<_> =
            parts.into_iter().rev().map(|part| scope.spawn(move || made(part))).collect();
        let mut all = made(things);
        for other in others {
            all.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        all
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

    #[test]
    fn many_are_made_in_their_order() {
        for count in [0, 1, 16, 17, 100] {
            let made = each_of((0..count).collect(), |n: u32| n + 1);
            assert_eq!(made, (1..=count).collect::<Vec<_>>());
        }
    }
}
