//! Files and system calls: after this a process can read what it was given, and compute.
//!
//! * Files (Landlock): what is named can be read; nothing else can be read, written, made, removed
//!   or run. Kernels before 5.13, or without Landlock, leave this to the filter below, which cannot
//!   tell paths apart.
//! * System calls (seccomp): a list of those that reading and computing need. Whatever is not on it fails with
//!   "no such call": sockets, new processes, new programs, opening for writing, tracing, and
//!   memory that is executable.
//!
//! Both come from kept-up crates: `landlock` (by Landlock's own author, MIT/Apache-2.0) and
//! `seccompiler` (rust-vmm, used by Firecracker, Apache-2.0/BSD-3-Clause).
//!
//! On macOS and Windows there is none of this: the separate process, the time limits, and on macOS
//! the limits on file growth, are all that holds. The nearest things there would be the App
//! Sandbox's `sandbox_init` (deprecated, without replacement for a plain child) and a restricted
//! token in a job object.

#[cfg(any(not(target_os = "linux"), test))]
use std::path::Path;

/// Closes nothing on this system, and says so.
#[cfg(not(target_os = "linux"))]
pub fn close_files(_readable: &[&Path]) -> anyhow::Result<bool> {
    Ok(false)
}

/// Filters nothing on this system.
#[cfg(not(target_os = "linux"))]
pub fn filter_calls() -> anyhow::Result<()> {
    Ok(())
}

#[cfg(target_os = "linux")]
pub use linux::{close_files, filter_calls};

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::path::Path;

    use anyhow::Context;
    use landlock::{
        ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
        RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope, make_bitflags,
    };
    use libc::c_long;
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
        SeccompRule,
    };

    /// Closes the file system but for what lies below `readable`. Holds for this thread and those
    /// that it starts later. Gives whether the kernel knows how to do that to files.
    pub fn close_files(readable: &[&Path]) -> anyhow::Result<bool> {
        /// The newest rules that were tested; an older kernel keeps to those that it knows.
        const KNOWN: ABI = ABI::V6;
        let read = make_bitflags!(AccessFs::{ReadFile | ReadDir});
        let mut rules = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(KNOWN))?
            .handle_access(AccessNet::from_all(KNOWN))?
            .scope(Scope::from_all(KNOWN))?
            .create()?;
        for path in readable {
            // What is not there cannot be read either.
            let Ok(place) = PathFd::new(path) else { continue };
            let access = if path.is_dir() { read } else { AccessFs::ReadFile.into() };
            rules = rules.add_rule(PathBeneath::new(place, access))?;
        }
        let status = rules.restrict_self()?;
        Ok(status.ruleset != RulesetStatus::NotEnforced)
    }

    /// Keeps the whole process, all its threads included, to the calls that reading needs.
    pub fn filter_calls() -> anyhow::Result<()> {
        let arch = std::env::consts::ARCH.try_into().context("this processor has no filter")?;
        let refused = SeccompAction::Errno(libc::ENOSYS as u32);
        let filter = SeccompFilter::new(rules()?, refused, SeccompAction::Allow, arch)?;
        let program: BpfProgram = filter.try_into()?;
        seccompiler::apply_filter_all_threads(&program)?;
        Ok(())
    }

    /// Calls without conditions: on files that are open, on memory, threads, time and signals.
    const FREE: &[c_long] = &[
        // open files
        libc::SYS_read,
        libc::SYS_write,
        libc::SYS_readv,
        libc::SYS_writev,
        libc::SYS_pread64,
        libc::SYS_lseek,
        libc::SYS_close,
        libc::SYS_fstat,
        libc::SYS_dup,
        libc::SYS_getdents64,
        libc::SYS_ppoll,
        // asking about files
        libc::SYS_newfstatat,
        libc::SYS_statx,
        libc::SYS_faccessat,
        libc::SYS_faccessat2,
        libc::SYS_readlinkat,
        libc::SYS_getcwd,
        // memory
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_madvise,
        libc::SYS_brk,
        // threads
        libc::SYS_futex,
        libc::SYS_set_robust_list,
        libc::SYS_rseq,
        libc::SYS_sched_yield,
        libc::SYS_sched_getaffinity,
        libc::SYS_membarrier,
        libc::SYS_gettid,
        libc::SYS_getpid,
        libc::SYS_exit,
        libc::SYS_exit_group,
        libc::SYS_restart_syscall,
        // signals of its own
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_sigaltstack,
        // time, chance, and the system's size
        libc::SYS_clock_gettime,
        libc::SYS_clock_getres,
        libc::SYS_clock_nanosleep,
        libc::SYS_nanosleep,
        libc::SYS_gettimeofday,
        libc::SYS_getrandom,
        libc::SYS_getrusage,
        libc::SYS_sysinfo,
        libc::SYS_uname,
    ];

    /// The old forms, which newer processors' kernels never had.
    #[cfg(target_arch = "x86_64")]
    const OLD: &[c_long] = &[
        libc::SYS_stat,
        libc::SYS_lstat,
        libc::SYS_access,
        libc::SYS_readlink,
        libc::SYS_poll,
        libc::SYS_time,
        libc::SYS_arch_prctl,
    ];
    #[cfg(not(target_arch = "x86_64"))]
    const OLD: &[c_long] = &[];

    fn rules() -> anyhow::Result<BTreeMap<i64, Vec<SeccompRule>>> {
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
            FREE.iter().chain(OLD).map(|&call| (call, Vec::new())).collect();
        let mut allow_if = |call: c_long, argument: u8, mask: u64, value: u64| {
            let length = SeccompCmpArgLen::Qword;
            let condition =
                SeccompCondition::new(argument, length, SeccompCmpOp::MaskedEq(mask), value)?;
            rules.entry(call).or_default().push(SeccompRule::new(vec![condition])?);
            anyhow::Ok(())
        };
        const ALL: u64 = u64::MAX;

        // Files are opened for reading only. What cannot be decided by its arguments alone
        // (`openat2`, whose flags lie in memory) is not on the list; libc does without.
        let writes = libc::O_ACCMODE | libc::O_CREAT | libc::O_TRUNC | libc::O_APPEND;
        let writes = (writes | (libc::O_TMPFILE & !libc::O_DIRECTORY)) as u64;
        allow_if(libc::SYS_openat, 2, writes, libc::O_RDONLY as u64)?;
        #[cfg(target_arch = "x86_64")]
        allow_if(libc::SYS_open, 1, writes, libc::O_RDONLY as u64)?;
        // Nothing new becomes executable: the libraries are loaded by now.
        let executable = libc::PROT_EXEC as u64;
        allow_if(libc::SYS_mmap, 2, executable, 0)?;
        allow_if(libc::SYS_mprotect, 2, executable, 0)?;
        // Threads, but no processes. `clone3` keeps its flags in memory; libc falls back.
        let thread = libc::CLONE_THREAD as u64;
        allow_if(libc::SYS_clone, 0, thread, thread)?;
        // Ending itself, by abort for one, but nobody else.
        let own = u64::from(std::process::id());
        allow_if(libc::SYS_tgkill, 0, ALL, own)?;
        // A thread's name; whether a stream is a terminal.
        allow_if(libc::SYS_prctl, 0, ALL, libc::PR_SET_NAME as u64)?;
        allow_if(libc::SYS_ioctl, 1, ALL, libc::TCGETS)?;
        // Of an open file: its flags, and another number for it. No locks, no leases, no signals.
        for command in
            [libc::F_GETFD, libc::F_SETFD, libc::F_GETFL, libc::F_DUPFD, libc::F_DUPFD_CLOEXEC]
        {
            allow_if(libc::SYS_fcntl, 1, ALL, command as u64)?;
        }
        // Asking for its limits, not setting them.
        allow_if(libc::SYS_prlimit64, 2, ALL, 0)?;
        Ok(rules)
    }
}

#[cfg(all(test, target_os = "linux"))]
#[allow(unsafe_code)] // asks for memory as an intruder would
mod tests {
    use std::fs::{self, File};
    use std::io;
    use std::net::{TcpListener, TcpStream, UdpSocket};
    use std::os::unix::net::UnixStream;
    use std::process::Command;

    use super::*;

    /// Names the folder to the process that gives up its rights.
    const FOLDER: &str = "CITELIGHT_SANDBOX_FOLDER";

    /// What a hostile file might try, and what reading needs; each with whether it went through.
    fn attempts(folder: &Path) -> Vec<(&'static str, bool)> {
        let inside = folder.join("inside.pdf");
        let outside = std::env::current_exe().unwrap();
        let mapped = || {
            let size = 4096;
            // SAFETY: asks for fresh memory and gives it back; nothing is read or run.
            unsafe {
                let access = libc::PROT_READ | libc::PROT_EXEC;
                let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
                let place = libc::mmap(std::ptr::null_mut(), size, access, kind, -1, 0);
                let given = place != libc::MAP_FAILED;
                if given {
                    libc::munmap(place, size);
                }
                given
            }
        };
        let signalled = || {
            // SAFETY: sets who is told of an open stream, by numbers alone.
            unsafe { libc::fcntl(1, libc::F_SETOWN, libc::getpid()) == 0 }
        };
        vec![
            ("read a document", fs::read(&inside).is_ok_and(|bytes| bytes == b"%PDF")),
            (
                "list the documents",
                fs::read_dir(folder).is_ok_and(|mut list| list.next().is_some()),
            ),
            (
                "start a thread",
                std::thread::Builder::new().spawn(|| 7).is_ok_and(|t| t.join().is_ok()),
            ),
            ("read another file", File::open(outside).is_ok()),
            ("read the password file", fs::read("/etc/passwd").is_ok()),
            ("write a document", File::options().write(true).open(&inside).is_ok()),
            ("make a file", File::create(folder.join("new")).is_ok()),
            ("make a folder", fs::create_dir(folder.join("newer")).is_ok()),
            ("remove a document", fs::remove_file(&inside).is_ok()),
            (
                "rename a document",
                fs::rename(folder.join("second.pdf"), folder.join("third.pdf")).is_ok(),
            ),
            ("start a program", Command::new("/bin/true").status().is_ok()),
            ("call a server", TcpStream::connect("127.0.0.1:9").is_err_and(is_refusal)),
            ("be a server", TcpListener::bind("127.0.0.1:0").is_ok()),
            ("send a packet", UdpSocket::bind("127.0.0.1:0").is_ok()),
            ("talk to a neighbour", UnixStream::pair().is_ok()),
            ("make memory executable", mapped()),
            ("have itself sent signals", signalled()),
        ]
    }

    /// Whether a call reached the network at all: an empty port refuses it.
    fn is_refusal(error: io::Error) -> bool {
        error.kind() == io::ErrorKind::ConnectionRefused
    }

    #[test]
    fn probe() {
        let Some(folder) = std::env::var_os(FOLDER) else { return };
        let folder = Path::new(&folder);
        if std::env::var_os("CITELIGHT_SANDBOX_OFF").is_none() {
            close_files(&[folder]).unwrap();
            filter_calls().unwrap();
        }
        for (what, went) in attempts(folder) {
            println!("attempt: {what}: {went}");
        }
    }

    fn probed(folder: &Path, free: bool) -> Vec<(String, bool)> {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "sandbox::tests::probe", "--nocapture", "--test-threads=1"]);
        command.env(FOLDER, folder);
        if free {
            command.env("CITELIGHT_SANDBOX_OFF", "1");
        }
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let attempts = text.lines().filter_map(|line| {
            let (what, went) = line.split_once("attempt: ")?.1.split_once(": ")?;
            Some((what.to_owned(), went == "true"))
        });
        let attempts: Vec<_> = attempts.collect();
        assert!(attempts.len() > 10, "{text}\n{}", String::from_utf8_lossy(&output.stderr));
        attempts
    }

    #[test]
    fn reading_is_all_that_is_left() {
        let folder = std::env::temp_dir().join(format!("citelight-sandbox-{}", std::process::id()));
        for free in [true, false] {
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("inside.pdf"), b"%PDF").unwrap();
            fs::write(folder.join("second.pdf"), b"%PDF").unwrap();
            for (what, went) in probed(&folder, free) {
                let needed = ["read a document", "list the documents", "start a thread"];
                let may = free || needed.contains(&what.as_str());
                assert_eq!(went, may, "{what}, {}", if free { "free" } else { "confined" });
            }
            fs::remove_dir_all(&folder).unwrap();
        }
    }
}
