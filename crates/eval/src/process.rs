//! Owns what the system tells of the children: their processor time and their memory. Linux only;
//! elsewhere nothing is known.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

/// Linux counts processor time for user space in hundredths of a second, on every architecture.
const TICKS_PER_SECOND: f64 = 100.0;

/// Processor seconds of this process' children that have ended and were waited for, their user and
/// system time; `None` where the system does not tell.
pub fn children_cpu_s() -> Option<f64> {
    children_cpu_of(&std::fs::read_to_string("/proc/self/stat").ok()?)
}

fn children_cpu_of(stat: &str) -> Option<f64> {
    // The program's name, in brackets, can hold anything; the numbers come after it. Fields 16 and
    // 17 of proc(5) are the waited-for children's times; field 3 is the first after the name.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(13);
    let user: f64 = fields.next()?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some((user + system) / TICKS_PER_SECOND)
}

/// The most memory that a process has had resident, in bytes.
fn peak_bytes(process: u32) -> Option<u64> {
    peak_of(&std::fs::read_to_string(format!("/proc/{process}/status")).ok()?)
}

fn peak_of(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
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
        assert_eq!(children_cpu_of("42 (short) S 1"), None);
    }

    #[test]
    fn the_peak_is_stated_in_kib() {
        assert_eq!(peak_of("Name:\tx\nVmHWM:\t    2048 kB\nVmRSS:\t 1 kB\n"), Some(2 << 20));
        assert_eq!(peak_of("Name:\tx\n"), None);
    }
}
