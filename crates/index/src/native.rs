//! A FAISS index behind a safe interface.
//!
//! Vectors are known by their position: the first one added has 0. The crate `faiss` makes, fills,
//! changes, reads and writes an index. Searches call FAISS itself: the crate's search parameters take
//! over a selector and never free it, and its search in an index of any kind asks for an exclusive
//! borrow, where FAISS only reads. Nor does it show the vectors of an index that may be a flat one, or
//! compare with single vectors.

use std::ffi::{CStr, c_char, c_int};
use std::io::{Read, Write};
use std::path::Path;
use std::ptr;

use faiss::error::Error;
use faiss::index::IndexImpl;
use faiss::index::autotune::ParameterSpace;
use faiss::selector::IdSelector;
use faiss::{Idx, Index, MetricType};
use faiss_sys::{
    FaissSearchParameters, FaissSearchParametersIVF, faiss_Index_search_with_params,
    faiss_IndexFlat_cast, faiss_IndexFlat_xb, faiss_SearchParameters_free,
    faiss_SearchParameters_new, faiss_SearchParametersIVF_new_with, faiss_fvec_inner_products_ny,
    faiss_get_last_error,
};

use crate::{IndexError, Result, omp, stream};

/// An owned FAISS index that compares by inner product.
#[derive(Debug)]
pub(crate) struct Native(IndexImpl);

impl Native {
    /// An empty index from FAISS's own description of its kind.
    pub(crate) fn new(dimension: usize, description: &str) -> Result<Native> {
        let dimension = c_int::try_from(dimension)
            .map_err(|_| IndexError::Native(format!("dimension {dimension} is too large")))?;
        let dimension = dimension.unsigned_abs();
        faiss::index_factory(dimension, description, MetricType::InnerProduct)
            .map(Native)
            .map_err(failed)
    }

    /// Reads a file that was checked before: FAISS crashes on some damaged ones.
    pub(crate) fn read(path: &Path) -> Result<Native> {
        faiss::read_index(name(path)?).map(Native).map_err(failed)
    }

    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        faiss::write_index(&self.0, name(path)?).map_err(failed)
    }

    /// Reads what [`write_to`](Self::write_to) wrote, from a stream that refuses what was changed.
    pub(crate) fn read_from(from: &mut dyn Read) -> Result<Native> {
        stream::read(from).map(Native)
    }

    pub(crate) fn write_to(&self, out: &mut dyn Write) -> Result<()> {
        stream::write(&self.0, out)
    }

    /// How many vectors it holds.
    pub(crate) fn len(&self) -> usize {
        self.0.ntotal() as usize
    }

    /// Length of each vector.
    pub(crate) fn dimension(&self) -> usize {
        self.0.d() as usize
    }

    /// Learns from whole vectors, one after another.
    pub(crate) fn train(&mut self, vectors: &[f32]) -> Result<()> {
        self.check_whole(vectors)?;
        self.0.train(vectors).map_err(failed)
    }

    /// Adds whole vectors, one after another, at the positions after the last one.
    pub(crate) fn add(&mut self, vectors: &[f32]) -> Result<()> {
        self.check_whole(vectors)?;
        self.0.add(vectors).map_err(failed)
    }

    /// Removes the positions whose bit is set; what follows moves up.
    pub(crate) fn remove(&mut self, bits: &[u8]) -> Result<()> {
        let selector = IdSelector::bitmap(bits).map_err(failed)?;
        self.0.remove_ids(&selector).map(drop).map_err(failed)
    }

    /// Sets a search parameter by FAISS's name for it.
    pub(crate) fn set(&mut self, name: &str, value: u32) -> Result<()> {
        let space = ParameterSpace::new().map_err(failed)?;
        space.set_index_parameter(&self.0, name, value).map_err(failed)
    }

    /// Writes the vector at a position into `vector`, of the index's dimension.
    pub(crate) fn vector(&self, position: usize, vector: &mut [f32]) -> Result<()> {
        if position >= self.len() || vector.len() != self.dimension() {
            return Err(IndexError::Native(format!("there is no vector {position}")));
        }
        self.0.reconstruct(Idx::new(position as u64), vector).map_err(failed)
    }

    /// All vectors, one after another, where it is a flat index.
    pub(crate) fn vectors(&self) -> Option<&[f32]> {
        // SAFETY: the index is alive; null where it is of another kind.
        let flat = unsafe { faiss_IndexFlat_cast(self.0.inner_ptr()) };
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
        let selector = bits.map(IdSelector::bitmap).transpose().map_err(failed)?;
        let parameters = Parameters::new(selector.as_ref(), probes)?;
        let (mut scores, mut positions) = (vec![0.0_f32; limit], vec![-1_i64; limit]);
        omp::use_one_thread();
        // SAFETY: the index is alive, `query` has its dimension, both outputs have room for `limit`
        // results of one query, and the parameters, their selector and its bits live until the end of
        // this function. A search is a `const` method of FAISS, which may run in parallel on a CPU
        // index of each kind used here (FAISS's notes on threads; it keeps its candidates, heaps and
        // tables on its own). All that it writes and shares are statistics, which nobody reads.
        check(unsafe {
            faiss_Index_search_with_params(
                self.0.inner_ptr(),
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

    /// The crate passes over what is left of a vector, and divides by the dimension.
    fn check_whole(&self, vectors: &[f32]) -> Result<()> {
        match vectors.len().checked_rem(self.dimension()) {
            Some(0) => Ok(()),
            rest => {
                let found = rest.unwrap_or(vectors.len());
                Err(IndexError::Dimension { expected: self.dimension(), found })
            }
        }
    }
}

/// Search parameters; null when there are none. They do not own their selector.
struct Parameters<'a> {
    raw: *mut FaissSearchParameters,
    _selector: Option<&'a IdSelector>,
}

impl<'a> Parameters<'a> {
    fn new(selector: Option<&'a IdSelector>, probes: Option<usize>) -> Result<Parameters<'a>> {
        let set = selector.map_or(ptr::null_mut(), IdSelector::inner_ptr);
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

fn name(path: &Path) -> Result<&str> {
    path.to_str().ok_or_else(|| {
        IndexError::Native(format!("{}: the name is not valid Unicode", path.display()))
    })
}

fn failed(error: Error) -> IndexError {
    IndexError::Native(match error {
        Error::Native(error) => error.msg().to_owned(),
        other => other.to_string(),
    })
}

/// Turns a native return code into a result.
pub(crate) fn check(code: c_int) -> Result<()> {
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
