//! Giving memory back to the system.
//!
//! The C library keeps what is freed, for the next that asks. After a model of hundreds of megabytes
//! nobody does: `tests/worker.rs` measures what the system counts before and after.
#![allow(unsafe_code)]

/// Returns freed memory to the system, where the C library keeps it (glibc).
pub fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: malloc_trim takes no pointer, may be called at any time from any thread, and touches
    // only memory that is free.
    unsafe {
        libc::malloc_trim(0);
    }
}
