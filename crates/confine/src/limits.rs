//! Limits that the child puts on itself before it touches a file.
//!
//! * Memory: `RLIMIT_DATA`, which on Linux counts private writable memory. `RLIMIT_AS` would count
//!   mapped files and reserved address space too, so that a large PDF alone could reach it. An
//!   allocation above the cap fails, which ends pdfium, and the host sees a crash of one page.
//! * No core dump, and no file may grow: what the child cannot write it cannot leave behind.
//! * It leaves when its input closes, also in the middle of a hang. The parent-death signal of
//!   Linux is not used: it fires when the *thread* that started the child ends.
//!
//! On Windows only the host's time limits hold.

use std::io;

/// The output, for frames alone: what native libraries print goes to the error stream from now on.
#[cfg(unix)]
pub fn take_stdout() -> io::Result<std::fs::File> {
    use rustix::fd::OwnedFd;
    let own: OwnedFd = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)?;
    rustix::stdio::dup2_stdout(rustix::stdio::stderr())?;
    Ok(own.into())
}

/// Caps memory (bytes; 0: not at all), and forbids core dumps, files that grow, and new rights.
#[cfg(unix)]
pub fn cap_resources(memory_bytes: u64) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let cap = |bytes| Rlimit { current: Some(bytes), maximum: Some(bytes) };
    setrlimit(Resource::Core, cap(0))?;
    setrlimit(Resource::Fsize, cap(0))?;
    if memory_bytes > 0 {
        setrlimit(Resource::Data, cap(memory_bytes))?;
    }
    #[cfg(target_os = "linux")]
    rustix::thread::set_no_new_privs(true)?;
    Ok(())
}

/// Ends the process as soon as the other end of its input is closed, which happens at the latest
/// when the host dies.
#[cfg(unix)]
pub fn leave_with_host() -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};
    const STACK_BYTES: usize = 64 * 1024;
    let watch = || {
        loop {
            let stdin = rustix::stdio::stdin();
            // Hang-ups are reported without being asked for.
            let mut fds = [PollFd::new(&stdin, PollFlags::empty())];
            match poll(&mut fds, None) {
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                _ => std::process::exit(0),
            }
        }
    };
    let builder = std::thread::Builder::new().name("host-watch".into()).stack_size(STACK_BYTES);
    builder.spawn(watch).map(drop)
}

/// The output. What native libraries print ends up there too.
#[cfg(not(unix))]
pub fn take_stdout() -> io::Result<io::Stdout> {
    Ok(io::stdout())
}

/// Caps nothing on this system.
#[cfg(not(unix))]
pub fn cap_resources(_memory_bytes: u64) -> io::Result<()> {
    Ok(())
}

/// Watches nothing on this system: the host ends its children.
#[cfg(not(unix))]
pub fn leave_with_host() -> io::Result<()> {
    Ok(())
}
