//! A library that stands between a program and the system's calls on files, and makes one of them fail.
//! Built by the tests as it is (`mod.rs` beside it) and loaded ahead of the C library; Linux only.
//!
//! Counted are the calls that change what lies below `CITELIGHT_FAULTS_DIR`: files opened to be made,
//! written, cut, synced, renamed, removed, and folders made. Call `CITELIGHT_FAULTS_AT` (from 1) fares as
//! `CITELIGHT_FAULTS_KIND` says:
//!
//! * `full`: it fails with ENOSPC, and so does every later one that needs room
//! * `broken`: it fails with EIO, once
//! * `short`: half of what it was to write is written
//! * `cut`: the power goes: what no sync has put on the disk is undone, all of it at odd calls, a part that
//!   depends on the call at even ones, so that files fall apart in many ways; the program ends at once.
//!   Names that were given to files are taken back unless their folder was synced; removals stay.
//!
//! How many calls there were stands in `CITELIGHT_FAULTS_SEEN`.

use std::collections::HashMap;
use std::env;
use std::ffi::{CStr, CString, OsStr, c_char, c_int, c_void};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

const RTLD_NEXT: *mut c_void = -1isize as *mut c_void;
const ENOSPC: c_int = 28;
const EIO: c_int = 5;
const ENOSYS: c_int = 38;
const O_RDWR: c_int = 2;
const O_CREAT: c_int = 0o100;
const O_TRUNC: c_int = 0o1000;
const O_APPEND: c_int = 0o2000;
const O_CLOEXEC: c_int = 0o2_000_000;
const F_GETFL: c_int = 3;
const SEEK_CUR: c_int = 1;

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    fn __errno_location() -> *mut c_int;
    fn _exit(code: c_int) -> !;
    fn lseek(fd: c_int, offset: i64, whence: c_int) -> i64;
    fn fcntl(fd: c_int, command: c_int) -> c_int;
    fn pread(fd: c_int, into: *mut c_void, count: usize, offset: i64) -> isize;
}

/// The system's own function of this name.
macro_rules! real {
    ($name:literal, $type:ty) => {{
        static FOUND: OnceLock<usize> = OnceLock::new();
        let at = *FOUND.get_or_init(|| unsafe { dlsym(RTLD_NEXT, $name.as_ptr()) } as usize);
        unsafe { std::mem::transmute::<usize, $type>(at) }
    }};
}

type Open = extern "C" fn(*const c_char, c_int, u32) -> c_int;
type Write = extern "C" fn(c_int, *const c_void, usize) -> isize;
type WriteAt = extern "C" fn(c_int, *const c_void, usize, i64) -> isize;
type Cut = extern "C" fn(c_int, i64) -> c_int;
type Sync = extern "C" fn(c_int) -> c_int;
type Rename = extern "C" fn(*const c_char, *const c_char) -> c_int;
type Remove = extern "C" fn(*const c_char) -> c_int;
type Make = extern "C" fn(*const c_char, u32) -> c_int;

struct Settings {
    folder: PathBuf,
    at: u64,
    kind: String,
    seen: Option<c_int>,
}

fn settings() -> &'static Settings {
    static SETTINGS: OnceLock<Settings> = OnceLock::new();
    SETTINGS.get_or_init(|| {
        let text = |name: &str| env::var_os(name).unwrap_or_default();
        let seen = CString::new(text("CITELIGHT_FAULTS_SEEN").as_bytes()).ok();
        let open = real!(c"open64", Open);
        let seen = seen.filter(|path| !path.is_empty());
        let seen = seen.map(|path| open(path.as_ptr(), O_RDWR | O_CREAT | O_CLOEXEC, 0o600));
        Settings {
            folder: text("CITELIGHT_FAULTS_DIR").into(),
            at: text("CITELIGHT_FAULTS_AT").to_string_lossy().parse().unwrap_or(0),
            kind: text("CITELIGHT_FAULTS_KIND").to_string_lossy().into_owned(),
            seen,
        }
    })
}

/// What a file was before it was last synced.
struct Before {
    /// Opened here and never closed: closing would give up the program's locks on the file.
    own: c_int,
    /// Offset, the bytes that lay there, and the file's size; in the order of the changes.
    changes: Vec<(i64, Vec<u8>, i64)>,
}

#[derive(Default)]
struct State {
    count: u64,
    files: HashMap<(u64, u64), Before>,
    /// From, to.
    renamed: Vec<(PathBuf, PathBuf)>,
}

fn state() -> MutexGuard<'static, State> {
    static STATE: OnceLock<Mutex<State>> = OnceLock::new();
    let state = STATE.get_or_init(Mutex::default);
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Clone, Copy, PartialEq)]
enum Call {
    Writes,
    NeedsRoom,
    Other,
}

/// What a call is to do.
enum Fate {
    Go,
    Half,
    Fail(c_int),
}

fn fate(call: Call) -> Fate {
    let settings = settings();
    let mut state = state();
    state.count += 1;
    let count = state.count;
    if let Some(seen) = settings.seen {
        let text = format!("{count:>12}");
        real!(c"pwrite64", WriteAt)(seen, text.as_ptr().cast(), text.len(), 0);
    }
    let now = count == settings.at;
    match settings.kind.as_str() {
        "full" if settings.at > 0 && count >= settings.at && call != Call::Other => Fate::Fail(ENOSPC),
        "broken" if now => Fate::Fail(EIO),
        "short" if now && call == Call::Writes => Fate::Half,
        "cut" if now => cut(&mut state),
        _ => Fate::Go,
    }
}

fn fail(errno: c_int) -> c_int {
    unsafe { *__errno_location() = errno };
    -1
}

fn path_of(fd: c_int) -> Option<PathBuf> {
    let path = fs::read_link(format!("/proc/self/fd/{fd}")).ok()?;
    path.starts_with(&settings().folder).then_some(path)
}

fn named(path: *const c_char) -> Option<PathBuf> {
    if path.is_null() || settings().folder.as_os_str().is_empty() {
        return None;
    }
    let path = Path::new(OsStr::from_bytes(unsafe { CStr::from_ptr(path) }.to_bytes()));
    let path = if path.is_absolute() { path.into() } else { env::current_dir().ok()?.join(path) };
    path.starts_with(&settings().folder).then_some(path)
}

/// Keeps what a change of `length` bytes at `offset` is about to replace.
fn keep(fd: c_int, offset: i64, length: i64) {
    if settings().kind != "cut" {
        return;
    }
    let link = format!("/proc/self/fd/{fd}\0");
    let Ok(about) = fs::metadata(link.trim_end_matches('\0')) else { return };
    let mut state = state();
    let before = state.files.entry((about.dev(), about.ino())).or_insert_with(|| Before {
        own: real!(c"open64", Open)(link.as_ptr().cast(), O_RDWR | O_CLOEXEC, 0),
        changes: Vec::new(),
    });
    let size = about.size() as i64;
    let there = (size - offset).clamp(0, length) as usize;
    let mut bytes = vec![0_u8; there];
    let read = unsafe { pread(before.own, bytes.as_mut_ptr().cast(), there, offset) };
    bytes.truncate(read.max(0) as usize);
    before.changes.push((offset, bytes, size));
}

fn synced(fd: c_int) {
    let Ok(about) = fs::metadata(format!("/proc/self/fd/{fd}")) else { return };
    let mut state = state();
    if about.is_dir() {
        if let Some(folder) = path_of(fd) {
            state.renamed.retain(|(_, to)| to.parent() != Some(&folder));
        }
    } else if let Some(before) = state.files.get_mut(&(about.dev(), about.ino())) {
        before.changes.clear();
    }
}

fn cut(state: &mut State) -> ! {
    let count = state.count;
    let mut chance = count.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut stays = || {
        chance = chance.wrapping_mul(0x2545_F491_4F6C_DD1D).rotate_left(17);
        count % 2 == 0 && chance & 1 == 0
    };
    for (from, to) in state.renamed.drain(..).rev() {
        if stays() {
            break; // names are given in order
        }
        let c = |path: &Path| CString::new(path.as_os_str().as_bytes()).unwrap_or_default();
        real!(c"rename", Rename)(c(&to).as_ptr(), c(&from).as_ptr());
    }
    for before in state.files.values() {
        for (offset, bytes, size) in before.changes.iter().rev() {
            if stays() {
                continue;
            }
            real!(c"pwrite64", WriteAt)(before.own, bytes.as_ptr().cast(), bytes.len(), *offset);
            real!(c"ftruncate64", Cut)(before.own, *size);
        }
    }
    unsafe { _exit(86) }
}

fn open_as(real: Open, path: *const c_char, flags: c_int, mode: u32) -> c_int {
    if flags & O_CREAT == 0 || named(path).is_none() {
        return real(path, flags, mode);
    }
    if let Fate::Fail(errno) = fate(Call::NeedsRoom) {
        return fail(errno);
    }
    let fd = real(path, flags & !O_TRUNC, mode);
    if fd >= 0 && flags & O_TRUNC != 0 {
        let size = fs::metadata(format!("/proc/self/fd/{fd}")).map_or(0, |about| about.size());
        if size > 0 {
            keep(fd, 0, size as i64);
            real!(c"ftruncate64", Cut)(fd, 0);
        }
    }
    fd
}

/// `offset`: where it is written; the file's own place where there is none.
fn write_as(fd: c_int, from: *const c_void, count: usize, offset: Option<i64>) -> isize {
    let go = |count| match offset {
        Some(offset) => real!(c"pwrite64", WriteAt)(fd, from, count, offset),
        None => real!(c"write", Write)(fd, from, count),
    };
    if fd < 3 || settings().folder.as_os_str().is_empty() || path_of(fd).is_none() {
        return go(count);
    }
    let count = match fate(Call::Writes) {
        Fate::Go => count,
        Fate::Half => (count / 2).max(1),
        Fate::Fail(errno) => return fail(errno) as isize,
    };
    let at = offset.unwrap_or_else(|| {
        if unsafe { fcntl(fd, F_GETFL) } & O_APPEND != 0 {
            fs::metadata(format!("/proc/self/fd/{fd}")).map_or(0, |about| about.size() as i64)
        } else {
            unsafe { lseek(fd, 0, SEEK_CUR) }
        }
    });
    keep(fd, at, count as i64);
    go(count)
}

fn cut_as(fd: c_int, length: i64) -> c_int {
    if path_of(fd).is_some() {
        if let Fate::Fail(errno) = fate(Call::NeedsRoom) {
            return fail(errno);
        }
        keep(fd, length, i64::MAX / 2);
    }
    real!(c"ftruncate64", Cut)(fd, length)
}

fn sync_as(real: Sync, fd: c_int) -> c_int {
    if path_of(fd).is_none() {
        return real(fd);
    }
    if let Fate::Fail(errno) = fate(Call::Other) {
        return fail(errno);
    }
    let done = real(fd);
    if done == 0 {
        synced(fd);
    }
    done
}

#[unsafe(no_mangle)]
extern "C" fn open(path: *const c_char, flags: c_int, mode: u32) -> c_int {
    open_as(real!(c"open", Open), path, flags, mode)
}

#[unsafe(no_mangle)]
extern "C" fn open64(path: *const c_char, flags: c_int, mode: u32) -> c_int {
    open_as(real!(c"open64", Open), path, flags, mode)
}

#[unsafe(no_mangle)]
extern "C" fn write(fd: c_int, from: *const c_void, count: usize) -> isize {
    write_as(fd, from, count, None)
}

#[unsafe(no_mangle)]
extern "C" fn pwrite(fd: c_int, from: *const c_void, count: usize, offset: i64) -> isize {
    write_as(fd, from, count, Some(offset))
}

#[unsafe(no_mangle)]
extern "C" fn pwrite64(fd: c_int, from: *const c_void, count: usize, offset: i64) -> isize {
    write_as(fd, from, count, Some(offset))
}

#[unsafe(no_mangle)]
extern "C" fn ftruncate(fd: c_int, length: i64) -> c_int {
    cut_as(fd, length)
}

#[unsafe(no_mangle)]
extern "C" fn ftruncate64(fd: c_int, length: i64) -> c_int {
    cut_as(fd, length)
}

#[unsafe(no_mangle)]
extern "C" fn fsync(fd: c_int) -> c_int {
    sync_as(real!(c"fsync", Sync), fd)
}

#[unsafe(no_mangle)]
extern "C" fn fdatasync(fd: c_int) -> c_int {
    sync_as(real!(c"fdatasync", Sync), fd)
}

#[unsafe(no_mangle)]
extern "C" fn rename(from: *const c_char, to: *const c_char) -> c_int {
    let paths = named(from).zip(named(to));
    if paths.is_some()
        && let Fate::Fail(errno) = fate(Call::Other)
    {
        return fail(errno);
    }
    let new = paths.filter(|(_, to)| !to.exists());
    let done = real!(c"rename", Rename)(from, to);
    if let (0, Some(paths), "cut") = (done, new, settings().kind.as_str()) {
        state().renamed.push(paths);
    }
    done
}

#[unsafe(no_mangle)]
extern "C" fn unlink(path: *const c_char) -> c_int {
    match named(path).map(|_| fate(Call::Other)) {
        Some(Fate::Fail(errno)) => fail(errno),
        _ => real!(c"unlink", Remove)(path),
    }
}

#[unsafe(no_mangle)]
extern "C" fn mkdir(path: *const c_char, mode: u32) -> c_int {
    match named(path).map(|_| fate(Call::NeedsRoom)) {
        Some(Fate::Fail(errno)) => fail(errno),
        _ => real!(c"mkdir", Make)(path, mode),
    }
}

/// Copies are to go through `write`.
#[unsafe(no_mangle)]
extern "C" fn copy_file_range(
    _: c_int,
    _: *mut i64,
    _: c_int,
    _: *mut i64,
    _: usize,
    _: u32,
) -> isize {
    fail(ENOSYS) as isize
}

#[unsafe(no_mangle)]
extern "C" fn sendfile64(_: c_int, _: c_int, _: *mut i64, _: usize) -> isize {
    fail(ENOSYS) as isize
}

#[unsafe(no_mangle)]
extern "C" fn sendfile(_: c_int, _: c_int, _: *mut i64, _: usize) -> isize {
    fail(ENOSYS) as isize
}
