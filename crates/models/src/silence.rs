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

/// Has the runtime send and keep nothing. To be called first in the `main` of a program that uses models, before
/// it starts a thread. Where nobody has called it, no model is loaded.
pub fn silence() {
    if is_silent() {
        return;
    }
    // SAFETY: called before the program starts a thread. Those that libraries start as they are loaded (OpenBLAS)
    // wait for work and read no environment.
    unsafe { std::env::set_var(VARIABLE, OFF) };
}

pub(crate) fn is_silent() -> bool {
    std::env::var_os(VARIABLE).is_some_and(|value| value == OFF)
}
