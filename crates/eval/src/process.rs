//! Owns what the system tells of this process and its children: processor time and memory. Linux only;
//! elsewhere nothing is known.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

/// Linux counts processor time for user space in hundredths of a second, on every architecture.
const TICKS_PER_SECOND: f64 = 100.0;

/// Processor seconds of this process' children that have ended and were waited for, their user and
/// system time; `None` where the system does not tell.
pub fn children_cpu_s() -> Option<f64> {
    children_cpu_of(&std::fs::read_to_string("/proc/self/stat").ok()?)
}

// The program's name, in brackets, can hold anything; the numbers come after it. Field 3 of proc(5) is the first
// after the name; 14 and 15 are a process' own times, 16 and 17 those of children that it waited for.
fn children_cpu_of(stat: &str) -> Option<f64> {
    two_times(stat, 13)
}

fn cpu_of(stat: &str) -> Option<f64> {
    two_times(stat, 11)
}

fn two_times(stat: &str, skip: usize) -> Option<f64> {
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(skip);
    let user: f64 = fields.next()?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some((user + system) / TICKS_PER_SECOND)
}

/// The most memory that a process has had resident, in bytes.
fn peak_bytes(process: u32) -> Option<u64> {
    peak_of(&std::fs::read_to_string(format!("/proc/{process}/status")).ok()?)
}

fn peak_of(status: &str) -> Option<u64> {
    field_of(status, "VmHWM:").map(|kib| kib * 1024)
}

/// What this process and all below it take.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Taken {
    /// Resident memory; what they share is counted with each.
    pub(crate) resident_bytes: u64,
    /// Processor seconds since their beginnings, those of children that have ended among them.
    pub(crate) cpu_s: f64,
}

/// Nothing where the system does not tell.
pub(crate) fn taken() -> Taken {
    let own = std::process::id();
    let mut processes: HashMap<u32, (u32, Taken)> = HashMap::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        // It may have ended meanwhile.
        let text = |name| std::fs::read_to_string(entry.path().join(name)).unwrap_or_default();
        let (status, stat) = (text("status"), text("stat"));
        if let Some(parent) = field_of(&status, "PPid:") {
            let resident_bytes = field_of(&status, "VmRSS:").unwrap_or(0) * 1024;
            let cpu_s = cpu_of(&stat).unwrap_or(0.0) + children_cpu_of(&stat).unwrap_or(0.0);
            processes.insert(id, (parent as u32, Taken { resident_bytes, cpu_s }));
        }
    }
    let below = |id: u32| {
        std::iter::successors(Some(id), |id| Some(processes.get(id)?.0)).any(|id| id == own)
    };
    let mut all = Taken::default();
    for (_, (_, taken)) in processes.iter().filter(|(id, _)| below(**id)) {
        all.resident_bytes += taken.resident_bytes;
        all.cpu_s += taken.cpu_s;
    }
    all
}

fn field_of(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Watches the memory of one child after another, from a thread of its own.
#[derive(Default)]
pub(crate) struct PeakWatch {
    process: AtomicU32,
    peak: AtomicU64,
    ended: AtomicBool,
}

impl PeakWatch {
    /// Looks at the child until [`PeakWatch::end`]: a child that is ended for its hunger can only be
    /// seen while it lives.
    pub(crate) fn watch(&self) {
        while !self.ended.load(Ordering::Relaxed) {
            self.look();
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Watches this child from now on; `None` for none.
    pub(crate) fn follow(&self, process: Option<u32>) {
        self.process.store(process.unwrap_or(0), Ordering::Relaxed);
        self.look();
    }

    /// Looks once.
    pub(crate) fn look(&self) {
        let process = self.process.load(Ordering::Relaxed);
        if process != 0
            && let Some(peak) = peak_bytes(process)
        {
            self.peak.fetch_max(peak, Ordering::Relaxed);
        }
    }

    /// The peak since the last call; 0 where nothing is known.
    pub(crate) fn take(&self) -> u64 {
        self.peak.swap(0, Ordering::Relaxed)
    }

    /// Ends [`PeakWatch::watch`].
    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_stand_behind_the_name() {
        let stat = "42 (a (b) 1 2) S 1 42 42 0 -1 4194560 9 9 0 0 7 8 150 50 20 0 1 0";
        assert_eq!(children_cpu_of(stat), Some(2.0));
        assert_eq!(cpu_of(stat), Some(0.15));
        assert_eq!(children_cpu_of("42 (short) S 1"), None);
    }

    #[test]
    fn this_process_takes_memory() {
        if cfg!(target_os = "linux") {
            assert!(taken().resident_bytes > 1 << 20);
        }
        assert_eq!(field_of("Name:\tx\nPPid:\t7\nVmRSS:\t  12 kB\n", "VmRSS:"), Some(12));
    }

    #[test]
    fn the_peak_is_stated_in_kib() {
        assert_eq!(peak_of("Name:\tx\nVmHWM:\t    2048 kB\nVmRSS:\t 1 kB\n"), Some(2 << 20));
        assert_eq!(peak_of("Name:\tx\n"), None);
    }
}
