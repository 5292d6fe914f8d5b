//! How much memory a child holds. Linux only; elsewhere the host cannot tell, and the child's time
//! limit is what holds.

/// Bytes of memory that a process has for itself, whether private or shared with others, mapped
/// files left out: those the system can take back at any time. `None` when it cannot be told.
///
/// From `/proc/<pid>/status`, whose fields are described in proc_pid_status(5).
#[cfg(target_os = "linux")]
pub(crate) fn of(process_id: u32) -> Option<u64> {
    of_status(&std::fs::read_to_string(format!("/proc/{process_id}/status")).ok()?)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn of(_process_id: u32) -> Option<u64> {
    None
}

#[cfg(any(target_os = "linux", test))]
fn of_status(status: &str) -> Option<u64> {
    let kibibytes = |name: &str| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix("kB")?.trim().parse().ok()
    };
    Some((kibibytes("RssAnon:")? + kibibytes("RssShmem:")?) * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mapped_files_do_not_count() {
        let status =
            "Name:\tx\nRssAnon:\t    2048 kB\nRssFile:\t  900000 kB\nRssShmem:\t       4 kB\n";
        assert_eq!(of_status(status), Some(2052 * 1024));
        for damaged in ["", "RssAnon:\t2048 kB\n", "RssAnon: x kB\nRssShmem: 1 kB\n"] {
            assert_eq!(of_status(damaged), None, "{damaged:?}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_has_a_size() {
        assert!(of(std::process::id()).is_some_and(|bytes| bytes > 100_000));
        assert_eq!(of(u32::MAX), None);
    }
}
