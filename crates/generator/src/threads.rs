//! How long candle's threads wait for work before they sleep.
#![allow(unsafe_code)]

/// What candle reads it from.
const VARIABLE: &str = "CANDLE_BARRIER_POOL_SPIN_LIMIT";
/// Turns of waiting. With candle's 25,000, more than a millisecond, the threads of the integers' products
/// keep a core from the floats' products in between: a prompt takes 6 % longer. With 1,500 they have to be
/// woken within a token, which takes 7 % longer.
const TURNS: &str = "4000";

/// Lets the threads that multiply integers sleep sooner, unless the user has chosen. To be called first in a
/// program: where a thread of the program's own runs already, it does nothing.
pub fn let_threads_sleep() {
    if std::env::var_os(VARIABLE).is_some() || !is_first() {
        return;
    }
    // SAFETY: nobody reads the environment meanwhile. Of the program's own threads this is the only one; those
    // that libraries start when they are loaded (OpenBLAS does) wait for work, which nobody gives them
    // before this returns. Windows guards its environment itself.
    unsafe { std::env::set_var(VARIABLE, TURNS) };
}

/// Whether no thread has been given a name, as those of a program are, or its system needs none to be alone.
/// A thread is called like its program until then.
fn is_first() -> bool {
    if cfg!(windows) {
        return true;
    }
    let name = |task: &std::path::Path| std::fs::read_to_string(task.join("comm")).ok();
    let Ok(tasks) = std::fs::read_dir("/proc/self/task") else { return false };
    let own = name("/proc/self".as_ref());
    tasks.flatten().all(|task| name(&task.path()) == own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_threads_have_names_it_is_too_late() {
        // This test runs on one that has.
        let _ = std::thread::Builder::new().name("named".to_owned()).spawn(|| {
            std::thread::sleep(std::time::Duration::from_secs(1));
        });
        assert!(cfg!(windows) || !is_first());
        let_threads_sleep();
        assert!(cfg!(windows) || std::env::var_os(VARIABLE).is_none());
    }
}
