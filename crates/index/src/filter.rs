//! Restricting a search to some chunks.
//!
//! The safe wrapper of search parameters leaks its selector at every search, so the native calls
//! are made here, with owners that free them.

use std::ffi::{CStr, c_int};
use std::ptr;

use citelight_core::ChunkId;
use faiss_sys::{
    FaissIDSelector, FaissIDSelectorBitmap, FaissIndex, FaissSearchParameters,
    faiss_IDSelector_free, faiss_IDSelectorBitmap_new, faiss_Index_search,
    faiss_Index_search_with_params, faiss_SearchParameters_free, faiss_SearchParameters_new,
    faiss_get_last_error,
};

use crate::{IndexError, Result};

/// Which chunks a search may find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// Bit `id` tells whether the chunk may be found; `None` lets all through.
    bits: Option<Vec<u8>>,
}

impl Filter {
    /// Every chunk.
    pub fn all() -> Filter {
        Filter { bits: None }
    }

    /// The chunks within half-open ranges of ids.
    pub fn ranges(ranges: &[(ChunkId, ChunkId)]) -> Filter {
        let bound = |id: ChunkId| usize::try_from(id.0).unwrap_or(0);
        let end = ranges.iter().map(|(_, end)| bound(*end)).max().unwrap_or(0);
        let mut bits = vec![0_u8; end.div_ceil(8).max(1)];
        for (first, end) in ranges {
            for id in bound(*first)..bound(*end) {
                bits[id / 8] |= 1 << (id % 8);
            }
        }
        Filter { bits: Some(bits) }
    }
}

struct Selector(*mut FaissIDSelectorBitmap);

impl Drop for Selector {
    fn drop(&mut self) {
        // SAFETY: made by `faiss_IDSelectorBitmap_new`, freed once, here.
        unsafe { faiss_IDSelector_free(self.0.cast::<FaissIDSelector>()) };
    }
}

struct Parameters(*mut FaissSearchParameters);

impl Drop for Parameters {
    fn drop(&mut self) {
        // SAFETY: made by `faiss_SearchParameters_new`, freed once, here. It does not own its
        // selector.
        unsafe { faiss_SearchParameters_free(self.0) };
    }
}

/// Searches one query; `scores` and `ids` are of one length, the number of results wanted.
pub(crate) fn search(
    index: *mut FaissIndex,
    query: &[f32],
    filter: &Filter,
    scores: &mut [f32],
    ids: &mut [i64],
) -> Result<()> {
    debug_assert_eq!(scores.len(), ids.len());
    let k = i64::try_from(ids.len()).unwrap_or(i64::MAX);
    let Some(bits) = &filter.bits else {
        // SAFETY: the index is alive (the caller holds its lock), `query` has its dimension, and
        // both outputs have room for `k` results of one query.
        let code = unsafe {
            faiss_Index_search(index, 1, query.as_ptr(), k, scores.as_mut_ptr(), ids.as_mut_ptr())
        };
        return check(code);
    };
    let mut selector = ptr::null_mut();
    // SAFETY: FAISS keeps the pointer to the bits; they outlive the selector, which is dropped at
    // the end of this function.
    let code = unsafe { faiss_IDSelectorBitmap_new(&mut selector, bits.len(), bits.as_ptr()) };
    check(code)?;
    let selector = Selector(selector);
    let mut parameters = ptr::null_mut();
    // SAFETY: the selector outlives the parameters: locals drop in reverse order.
    let code = unsafe {
        faiss_SearchParameters_new(&mut parameters, selector.0.cast::<FaissIDSelector>())
    };
    check(code)?;
    let parameters = Parameters(parameters);
    // SAFETY: as above, and the parameters are alive.
    let code = unsafe {
        faiss_Index_search_with_params(
            index,
            1,
            query.as_ptr(),
            k,
            parameters.0,
            scores.as_mut_ptr(),
            ids.as_mut_ptr(),
        )
    };
    check(code)
}

/// Turns a native return code into a result.
fn check(code: c_int) -> Result<()> {
    if code == 0 {
        return Ok(());
    }
    // SAFETY: after a failed call the pointer is null or leads to a message of this thread that
    // stays until the next failed call.
    let message = unsafe {
        let text = faiss_get_last_error();
        if text.is_null() {
            None
        } else {
            Some(CStr::from_ptr(text).to_string_lossy().into_owned())
        }
    };
    Err(IndexError::Native(message.unwrap_or_else(|| format!("code {code}"))))
}
