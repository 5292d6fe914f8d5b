//! FAISS's own format through a stream instead of a file, for what must not lie on the disk as it is.
//!
//! FAISS calls back with bytes alone, so that a thread notes which stream it works on meanwhile.

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::io::{Read, Write};
use std::{ptr, slice};

use faiss::index::io_flags::IoFlags;
use faiss::index::{FromInnerPtr, IndexImpl};
use faiss_sys::{
    faiss_CustomIOReader_free, faiss_CustomIOReader_new, faiss_CustomIOWriter_free,
    faiss_CustomIOWriter_new, faiss_read_index_custom, faiss_write_index_custom,
};

use crate::Result;
use crate::native::check;

thread_local! {
    /// A `&mut dyn Write` or a `&mut dyn Read` of a function below, while that waits for FAISS; else null.
    static STREAM: Cell<*mut c_void> = const { Cell::new(ptr::null_mut()) };
}

/// Writes an index; FAISS is done with the stream when this returns.
pub(crate) fn write(index: &IndexImpl, mut out: &mut dyn Write) -> Result<()> {
    let mut writer = ptr::null_mut();
    // SAFETY: fills the pointer, or gives a code.
    check(unsafe { faiss_CustomIOWriter_new(&mut writer, Some(put)) })?;
    STREAM.set((&raw mut out).cast());
    // SAFETY: index and writer are alive; `out` is where `STREAM` points until this returns, and FAISS writes
    // on the thread that calls it.
    let written = check(unsafe { faiss_write_index_custom(index.inner_ptr(), writer.cast(), 0) });
    STREAM.set(ptr::null_mut());
    // SAFETY: made above, freed once.
    unsafe { faiss_CustomIOWriter_free(writer) };
    written
}

/// Reads an index that [`write`] wrote: FAISS crashes on some that are damaged, so that the stream has to refuse what
/// was changed.
pub(crate) fn read(mut from: &mut dyn Read) -> Result<IndexImpl> {
    let (mut reader, mut index) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: fills the pointer, or gives a code.
    check(unsafe { faiss_CustomIOReader_new(&mut reader, Some(take)) })?;
    STREAM.set((&raw mut from).cast());
    let flags: c_int = IoFlags::MEM_RESIDENT.into();
    // SAFETY: as above; the index is filled where the code is 0.
    let read = check(unsafe { faiss_read_index_custom(reader.cast(), flags, &mut index) });
    STREAM.set(ptr::null_mut());
    // SAFETY: made above, freed once.
    unsafe { faiss_CustomIOReader_free(reader) };
    read?;
    // SAFETY: a new index, which nobody else has.
    Ok(unsafe { IndexImpl::from_inner_ptr(index) })
}

/// Gives how many items went out; fewer than asked are an error to FAISS.
unsafe extern "C" fn put(bytes: *const c_void, size: usize, count: usize) -> usize {
    if size * count == 0 {
        return count;
    }
    // SAFETY: called by FAISS alone, within `write` above, of the same thread.
    let Some(out) = (unsafe { STREAM.get().cast::<&mut dyn Write>().as_mut() }) else { return 0 };
    // SAFETY: FAISS has so many bytes there.
    let bytes = unsafe { slice::from_raw_parts(bytes.cast::<u8>(), size * count) };
    if out.write_all(bytes).is_ok() { count } else { 0 }
}

/// Gives how many items came in.
unsafe extern "C" fn take(bytes: *mut c_void, size: usize, count: usize) -> usize {
    if size * count == 0 {
        return count;
    }
    // SAFETY: called by FAISS alone, within `read` above, of the same thread.
    let Some(from) = (unsafe { STREAM.get().cast::<&mut dyn Read>().as_mut() }) else { return 0 };
    // SAFETY: FAISS has room for so many bytes there, and has set them to some value.
    let bytes = unsafe { slice::from_raw_parts_mut(bytes.cast::<u8>(), size * count) };
    if from.read_exact(bytes).is_ok() { count } else { 0 }
}
