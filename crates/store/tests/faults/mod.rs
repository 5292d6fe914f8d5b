//! Faults of the disk for a child process: builds the library in `shim.rs` and arms a command with it.
#![allow(dead_code, unreachable_pub, missing_docs)] // each test program uses a part of it

use std::path::{Path, PathBuf};
use std::process::Command;

/// How a call fares; see `shim.rs`.
pub const KINDS: [&str; 4] = ["full", "broken", "short", "cut"];
/// How a process ends whose power is cut.
pub const CUT: i32 = 86;

pub struct Faults {
    library: PathBuf,
    seen: PathBuf,
}

impl Faults {
    /// Built into `folder`; `None` where the system has no such way.
    pub fn build(folder: &Path) -> Option<Faults> {
        if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            return None;
        }
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/tests/faults/shim.rs");
        let library = folder.join("libfaults.so");
        let built = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
            .args([
                "--edition",
                "2024",
                "-O",
                "--crate-type",
                "cdylib",
                "--crate-name",
                "faults",
                "-o",
            ])
            .arg(&library)
            .arg(source)
            .status()
            .expect("rustc runs");
        assert!(built.success());
        Some(Faults { library, seen: folder.join("seen") })
    }

    /// Has call number `at` below `disk` fare as `kind` says; none where `at` is 0.
    pub fn arm(&self, command: &mut Command, disk: &Path, kind: &str, at: u32) {
        let _ = std::fs::remove_file(&self.seen);
        command
            .env("LD_PRELOAD", &self.library)
            .env("CITELIGHT_FAULTS_DIR", disk)
            .env("CITELIGHT_FAULTS_KIND", kind)
            .env("CITELIGHT_FAULTS_AT", at.to_string())
            .env("CITELIGHT_FAULTS_SEEN", &self.seen);
    }

    /// Calls that the last command made.
    pub fn seen(&self) -> u32 {
        let text = std::fs::read_to_string(&self.seen).unwrap_or_default();
        text.trim().parse().unwrap_or(0)
    }
}

/// The calls to try of so many, evenly, others at every `turn`: as many as `CITELIGHT_FAULTS` says, or
/// `all`; `few` where it says nothing.
pub fn points(calls: u32, few: u32, turn: u32) -> Vec<u32> {
    let many = match std::env::var("CITELIGHT_FAULTS").as_deref() {
        Ok("all") => calls,
        Ok(number) => number.parse().unwrap_or(few),
        Err(_) => few,
    };
    let many = many.min(calls);
    (0..many).map(|n| 1 + (n * calls / many + turn) % calls).collect()
}
