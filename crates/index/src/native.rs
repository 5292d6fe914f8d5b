//! A FAISS index behind a safe interface.
//!
//! Vectors are known by their position: the first one added has 0. The `faiss` crate is not used: its
//! search parameters leak their selector at every search, and it asks for an exclusive borrow where
//! FAISS only reads.

use std::ffi::{CStr, CString, c_char, c_int};
use std::path::Path;
use std::ptr;

use faiss_sys::{
    FaissIDSelector, FaissIDSelectorBitmap, FaissIndex, FaissMetricType_METRIC_INNER_PRODUCT,
    FaissParameterSpace, FaissSearchParameters, FaissSearchParametersIVF, faiss_IDSelector_free,
    faiss_IDSelectorBitmap_new, faiss_Index_add, faiss_Index_d, faiss_Index_free,
    faiss_Index_ntotal, faiss_Index_reconstruct, faiss_Index_remove_ids,
    faiss_Index_search_with_params, faiss_Index_train, faiss_IndexFlat_cast, faiss_IndexFlat_xb,
    faiss_ParameterSpace_free, faiss_ParameterSpace_new, faiss_ParameterSpace_set_index_parameter,
    faiss_SearchParameters_free, faiss_SearchParameters_new, faiss_SearchParametersIVF_new_with,
    faiss_fvec_inner_products_ny, faiss_get_last_error, faiss_index_factory,
    faiss_read_index_fname, faiss_write_index_fname,
};

use crate::{IndexError, Result, omp};

/// An owned FAISS index that compares by inner product.
#[derive(Debug)]
pub(crate) struct Native(*mut FaissIndex);

// SAFETY: the index is a plain C++ object without ties to a thread.
unsafe impl Send for Native {}
// SAFETY: `&self` methods call only `const` methods of FAISS, which may run in parallel on a CPU index
// of each kind used here (FAISS's notes on threads; a search keeps its candidates, heaps and tables
// on its own). They write nothing that they share but counters for statistics, which nobody reads.
unsafe impl Sync for Native {}

impl Drop for Native {
    fn drop(&mut self) {
        // SAFETY: made by FAISS, freed once, here; it owns its parts.
        unsafe { faiss_Index_free(self.0) };
    }
}

impl Native {
    /// An empty index from FAISS's own description of its kind.
    pub(crate) fn new(dimension: usize, description: &str) -> Result<Native> {
        let mut index = ptr::null_mut();
        let description = text(description)?;
        let dimension = c_int::try_from(dimension)
            .map_err(|_| IndexError::Native(format!("dimension {dimension} is too large")))?;
        // SAFETY: the description is a C string that outlives the call; the result is owned.
        check(unsafe {
            faiss_index_factory(
                &mut index,
                dimension,
                description.as_ptr(),
                FaissMetricType_METRIC_INNER_PRODUCT,
            )
        })?;
        Ok(Native(index))
    }

    /// Reads a file that was checked before: FAISS crashes on some damaged ones.
    pub(crate) fn read(path: &Path) -> Result<Native> {
        let (path, mut index) = (path_text(path)?, ptr::null_mut());
        // SAFETY: the name is a C string that outlives the call; the result is owned.
        check(unsafe { faiss_read_index_fname(path.as_ptr(), 0, &mut index) })?;
        Ok(Native(index))
    }

    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        let path = path_text(path)?;
        // SAFETY: the index is alive, the name is a C string that outlives the call.
        check(unsafe { faiss_write_index_fname(self.0, path.as_ptr()) })
    }

    /// How many vectors it holds.
    pub(crate) fn len(&self) -> usize {
        // SAFETY: the index is alive.
        usize::try_from(unsafe { faiss_Index_ntotal(self.0) }).unwrap_or(0)
    }

    /// Length of each vector.
    pub(crate) fn dimension(&self) -> usize {
        // SAFETY: the index is alive.
        usize::try_from(unsafe { faiss_Index_d(self.0) }).unwrap_or(0)
    }

    /// Learns from whole vectors, one after another.
    pub(crate) fn train(&mut self, vectors: &[f32]) -> Result<()> {
        let count = self.count(vectors)?;
        // SAFETY: `vectors` holds `count` vectors of the index's dimension.
        check(unsafe { faiss_Index_train(self.0, count, vectors.as_ptr()) })
    }

    /// Adds whole vectors, one after another, at the positions after the last one.
    pub(crate) fn add(&mut self, vectors: &[f32]) -> Result<()> {
        let count = self.count(vectors)?;
        // SAFETY: `vectors` holds `count` vectors of the index's dimension; nobody else has the
        // index.
        check(unsafe { faiss_Index_add(self.0, count, vectors.as_ptr()) })
    }

    /// Removes the positions whose bit is set; what follows moves up.
    pub(crate) fn remove(&mut self, bits: &[u8]) -> Result<()> {
        let selector = Selector::new(bits)?;
        let mut removed = 0;
        // SAFETY: index and selector are alive; nobody else has the index.
        check(unsafe { faiss_Index_remove_ids(self.0, selector.raw, &mut removed) })
    }

    /// Sets a search parameter by FAISS's name for it.
    pub(crate) fn set(&mut self, name: &str, value: u32) -> Result<()> {
        struct Space(*mut FaissParameterSpace);
        impl Drop for Space {
            fn drop(&mut self) {
                // SAFETY: made by `faiss_ParameterSpace_new`, freed once, here.
                unsafe { faiss_ParameterSpace_free(self.0) };
            }
        }
        let (name, mut space) = (text(name)?, ptr::null_mut());
        // SAFETY: the result is owned.
        check(unsafe { faiss_ParameterSpace_new(&mut space) })?;
        let space = Space(space);
        // SAFETY: all three are alive; nobody else has the index.
        check(unsafe {
            faiss_ParameterSpace_set_index_parameter(
                space.0,
                self.0,
                name.as_ptr(),
                f64::from(value),
            )
        })
    }

    /// Writes the vector at a position into `vector`, of the index's dimension.
    pub(crate) fn vector(&self, position: usize, vector: &mut [f32]) -> Result<()> {
        if position >= self.len() || vector.len() != self.dimension() {
            return Err(IndexError::Native(format!("there is no vector {position}")));
        }
        // SAFETY: the position is in the index and `vector` has its dimension.
        check(unsafe { faiss_Index_reconstruct(self.0, position as i64, vector.as_mut_ptr()) })
    }

    /// All vectors, one after another, where it is a flat index.
    pub(crate) fn vectors(&self) -> Option<&[f32]> {
        // SAFETY: the index is alive; null where it is of another kind.
        let flat = unsafe { faiss_IndexFlat_cast(self.0) };
        if flat.is_null() {
            return None;
        }
        // The size that comes with it counts bytes in some versions of FAISS, floats in others.
        let (mut start, mut size, numbers) = (ptr::null_mut(), 0, self.len() * self.dimension());
        // SAFETY: the index is alive and flat.
        unsafe { faiss_IndexFlat_xb(flat, &mut start, &mut size) };
        if numbers == 0 {
            return Some(&[]);
        }
        // SAFETY: a flat index keeps its vectors as floats one after another, aligned by their
        // allocation; they stay where they are until `&mut self` adds or removes some.
        (!start.is_null()).then(|| unsafe { std::slice::from_raw_parts(start, numbers) })
    }

    /// Hands the inner product of `query` with the vector at each position to `each`.
    pub(crate) fn compare(
        &self,
        query: &[f32],
        positions: impl Iterator<Item = usize>,
        mut each: impl FnMut(usize, f32),
    ) -> Result<()> {
        /// As many vectors of usual length as fit the first cache.
        const BLOCK: usize = 16;
        let dimension = self.dimension();
        if query.len() != dimension {
            return Err(IndexError::Dimension { expected: dimension, found: query.len() });
        }
        let mut positions = positions.peekable();
        let (mut at, mut vectors) = ([0; BLOCK], vec![0.0; BLOCK * dimension]);
        let mut products = [0.0; BLOCK];
        while positions.peek().is_some() {
            let mut count = 0;
            for position in positions.by_ref().take(BLOCK) {
                self.vector(position, &mut vectors[count * dimension..(count + 1) * dimension])?;
                at[count] = position;
                count += 1;
            }
            // SAFETY: `vectors` holds at least `count` vectors of the query's dimension, `products`
            // has room for as many numbers.
            unsafe {
                faiss_fvec_inner_products_ny(
                    products.as_mut_ptr(),
                    query.as_ptr(),
                    vectors.as_ptr(),
                    dimension,
                    count,
                );
            }
            at[..count].iter().zip(products).for_each(|(&at, product)| each(at, product));
        }
        Ok(())
    }

    /// The `limit` positions nearest to `query`, best first, with their inner products: among those
    /// whose bit is set, when there are bits. `probes` is for inverted lists alone: how many of them
    /// are searched.
    pub(crate) fn search(
        &self,
        query: &[f32],
        limit: usize,
        bits: Option<&[u8]>,
        probes: Option<usize>,
    ) -> Result<Vec<(usize, f32)>> {
        if query.len() != self.dimension() {
            return Err(IndexError::Dimension { expected: self.dimension(), found: query.len() });
        }
        let limit = limit.min(self.len());
        if limit == 0 {
            return Ok(Vec::new());
        }
        let selector = bits.map(Selector::new).transpose()?;
        let parameters = Parameters::new(selector.as_ref(), probes)?;
        let (mut scores, mut positions) = (vec![0.0_f32; limit], vec![-1_i64; limit]);
        omp::use_one_thread();
        // SAFETY: the index is alive, `query` has its dimension, both outputs have room for `limit`
        // results of one query, and the parameters with their selector live until the end of this
        // function.
        check(unsafe {
            faiss_Index_search_with_params(
                self.0,
                1,
                query.as_ptr(),
                limit as i64,
                parameters.raw,
                scores.as_mut_ptr(),
                positions.as_mut_ptr(),
            )
        })?;
        let hits = positions.into_iter().zip(scores);
        // FAISS fills up with −1.
        Ok(hits.filter_map(|(at, score)| Some((usize::try_from(at).ok()?, score))).collect())
    }

    /// How many vectors a slice holds; an error when it does not hold whole ones.
    fn count(&self, vectors: &[f32]) -> Result<i64> {
        let dimension = self.dimension().max(1);
        if !vectors.len().is_multiple_of(dimension) {
            let found = vectors.len() % dimension;
            return Err(IndexError::Dimension { expected: dimension, found });
        }
        Ok((vectors.len() / dimension) as i64)
    }
}

/// A set of positions. FAISS keeps the pointer to the bits.
struct Selector<'a> {
    raw: *mut FaissIDSelector,
    _bits: &'a [u8],
}

impl<'a> Selector<'a> {
    fn new(bits: &'a [u8]) -> Result<Selector<'a>> {
        let mut raw: *mut FaissIDSelectorBitmap = ptr::null_mut();
        // SAFETY: the bits are borrowed for as long as the selector lives.
        check(unsafe { faiss_IDSelectorBitmap_new(&mut raw, bits.len(), bits.as_ptr()) })?;
        Ok(Selector { raw: raw.cast(), _bits: bits })
    }
}

impl Drop for Selector<'_> {
    fn drop(&mut self) {
        // SAFETY: made by `faiss_IDSelectorBitmap_new`, freed once, here.
        unsafe { faiss_IDSelector_free(self.raw) };
    }
}

/// Search parameters; null when there are none. They do not own their selector.
struct Parameters<'a> {
    raw: *mut FaissSearchParameters,
    _selector: Option<&'a Selector<'a>>,
}

impl<'a> Parameters<'a> {
    fn new(selector: Option<&'a Selector<'a>>, probes: Option<usize>) -> Result<Parameters<'a>> {
        let set = selector.map_or(ptr::null_mut(), |selector| selector.raw);
        let mut raw = ptr::null_mut();
        if let Some(probes) = probes {
            let mut lists: *mut FaissSearchParametersIVF = ptr::null_mut();
            // SAFETY: the selector is null or outlives the parameters. No limit of codes.
            check(unsafe { faiss_SearchParametersIVF_new_with(&mut lists, set, probes, 0) })?;
            raw = lists.cast();
        } else if !set.is_null() {
            // SAFETY: the selector outlives the parameters.
            check(unsafe { faiss_SearchParameters_new(&mut raw, set) })?;
        }
        Ok(Parameters { raw, _selector: selector })
    }
}

impl Drop for Parameters<'_> {
    fn drop(&mut self) {
        // SAFETY: null, or made by a constructor of the same class hierarchy, whose destructor is
        // virtual; freed once, here.
        unsafe { faiss_SearchParameters_free(self.raw) };
    }
}

fn text(value: &str) -> Result<CString> {
    CString::new(value).map_err(|error| IndexError::Native(error.to_string()))
}

fn path_text(path: &Path) -> Result<CString> {
    let name = path.to_str().ok_or_else(|| {
        IndexError::Native(format!("{}: the name is not valid Unicode", path.display()))
    })?;
    text(name)
}

/// Turns a native return code into a result.
fn check(code: c_int) -> Result<()> {
    if code == 0 {
        return Ok(());
    }
    let message: *const c_char;
    // SAFETY: after a failed call the pointer is null or leads to a message of this thread that
    // stays until the next failed call.
    let message = unsafe {
        message = faiss_get_last_error();
        (!message.is_null()).then(|| CStr::from_ptr(message).to_string_lossy().into_owned())
    };
    Err(IndexError::Native(message.unwrap_or_else(|| format!("code {code}"))))
}
