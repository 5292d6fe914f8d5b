//! How long candle's threads wait for work before they sleep.
#![allow(unsafe_code)]

/// What candle reads it from.
const VARIABLE: &str = "CANDLE_BARRIER_POOL_SPIN_LIMIT";
/// Turns of waiting. With candle's 25,000, more than a millisecond, the threads of the integers' products
/// keep a core from the floats' products in between: a prompt takes 6 % longer. With 1,500 they have to be
/// woken within a token, which takes 7 % longer.
const TURNS: &str = "4000";

/// Lets the threads that multiply integers sleep sooner, unless the user has chosen. To be called first
/// in a program: where the process has several threads already, it does nothing.
pub fn let_threads_sleep() {
    if std::env::var_os(VARIABLE).is_some() || !is_alone() {
        return;
    }
    // SAFETY: this is the only thread of the process, so that nobody reads the environment meanwhile;
    // Windows guards its environment itself.
    unsafe { std::env::set_var(VARIABLE, TURNS) };
}

/// Whether the process has one thread, or its system needs none to be alone.
fn is_alone() -> bool {
    cfg!(windows) || std::fs::read_dir("/proc/self/task").is_ok_and(|tasks| tasks.count() == 1)
}
