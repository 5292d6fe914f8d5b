//! Keeps the model runtime from sending anything.
//!
//! Since version 1.29 ONNX Runtime's official builds for Linux and macOS link an HTTP client and report each
//! process, session and model that they load to their makers; they keep a number of the computer and what could not
//! be sent in the person's cache folder. Switching telemetry off through its interface comes too late: the process
//! has been reported by then. What is asked before the runtime begins is the environment.
#![allow(unsafe_code)]

/// What the runtime reads when it begins.
pub(crate) const VARIABLE: &str = "ORT_DISABLE_TELEMETRY";
pub(crate) const OFF: &str = "1";

/// Has the runtime send and keep nothing. To be called first in a program that uses models: where the process
/// has several threads already it does nothing, and no model is loaded.
pub fn silence() {
    if is_silent() || !is_alone() {
        return;
    }
    // SAFETY: this is the only thread of the process, so that nobody reads the environment meanwhile;
    // Windows guards its environment itself, and on macOS programs call this before all else.
    unsafe { std::env::set_var(VARIABLE, OFF) };
}

pub(crate) fn is_silent() -> bool {
    std::env::var_os(VARIABLE).is_some_and(|value| value == OFF)
}

/// Whether the process has one thread, as far as its system tells.
fn is_alone() -> bool {
    cfg!(not(target_os = "linux"))
        || std::fs::read_dir("/proc/self/task").is_ok_and(|tasks| tasks.count() == 1)
}
