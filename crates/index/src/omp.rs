//! Keeps OpenMP from spinning.
//!
//! FAISS spreads a search over OpenMP's threads, which then spin while they wait. On a busy laptop
//! that costs ten to a hundred times what it gains for one query, so every call uses one thread,
//! but for the building of a graph or of lists, which takes minutes and gains almost a factor per
//! core.

use std::ffi::c_int;
use std::thread::available_parallelism;

unsafe extern "C" {
    /// OpenMP runtime, linked by FAISS. Sets the number of threads for parallel regions that the
    /// calling thread starts.
    fn omp_set_num_threads(threads: c_int);
}

/// Makes FAISS calls of this thread run on this thread alone.
pub(crate) fn use_one_thread() {
    set(1);
}

/// While it lives, FAISS calls of this thread run on every core.
pub(crate) struct AllCores;

impl AllCores {
    pub(crate) fn begin() -> AllCores {
        let cores = available_parallelism().map_or(1, usize::from);
        set(c_int::try_from(cores).unwrap_or(1));
        AllCores
    }
}

impl Drop for AllCores {
    fn drop(&mut self) {
        use_one_thread();
    }
}

fn set(threads: c_int) {
    // SAFETY: part of the OpenMP API, callable at any time; it writes a variable of the calling
    // thread inside the runtime.
    unsafe { omp_set_num_threads(threads) };
}
