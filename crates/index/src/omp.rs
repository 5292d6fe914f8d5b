//! Keeps OpenMP from spinning.
//!
//! FAISS spreads a search over OpenMP's threads, which then spin while they wait. On a busy laptop
//! that costs ten to a hundred times what it gains for one query, so every call uses one thread.

use std::cell::Cell;
use std::ffi::c_int;

unsafe extern "C" {
    /// OpenMP runtime, linked by FAISS. Sets the number of threads for parallel regions that the
    /// calling thread starts.
    fn omp_set_num_threads(threads: c_int);
}

thread_local! {
    static SET: Cell<bool> = const { Cell::new(false) };
}

/// Makes FAISS calls of this thread run on this thread alone.
pub(crate) fn use_one_thread() {
    if !SET.replace(true) {
        // SAFETY: part of the OpenMP API, callable at any time; it writes a variable of the calling
        // thread inside the runtime.
        unsafe { omp_set_num_threads(1) };
    }
}
