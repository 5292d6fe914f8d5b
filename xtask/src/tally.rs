//! Counts tests.
//!
//! Owns: reading the counts that cargo and vitest report, and the closing line.

use std::fmt;
use std::ops::AddAssign;

use serde_json::Value;

/// How many tests passed, failed and were skipped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl Tally {
    /// One failure: of something that did not get so far as to count its tests.
    pub(crate) const FAILURE: Tally = Tally { passed: 0, failed: 1, skipped: 0 };

    /// Reads a line of a Rust test program; `None` when it is no result line.
    pub(crate) fn of_libtest(line: &str) -> Option<Self> {
        let (_, counts) = line.trim().strip_prefix("test result: ")?.split_once(". ")?;
        let count = |label: &str| {
            let part = counts.split("; ").find_map(|part| part.trim().strip_suffix(label))?;
            part.trim().parse().ok()
        };
        Some(Self {
            passed: count("passed")?,
            failed: count("failed")?,
            skipped: count("ignored")?,
        })
    }

    /// Reads the report of vitest's JSON reporter. A file that could not be run has no tests to
    /// count, so it counts as one failure.
    pub(crate) fn of_vitest(report: &Value) -> Option<Self> {
        let count = |key: &str| report[key].as_u64();
        let broken_files = report["testResults"].as_array().map_or(0, |files| {
            let broken = |file: &&Value| {
                let tests = file["assertionResults"].as_array();
                file["status"] == "failed" && tests.is_none_or(Vec::is_empty)
            };
            files.iter().filter(broken).count() as u64
        });
        Some(Self {
            passed: count("numPassedTests")?,
            failed: count("numFailedTests")? + broken_files,
            skipped: count("numPendingTests").unwrap_or(0) + count("numTodoTests").unwrap_or(0),
        })
    }

    /// The count of a program that ended: a failure that no test accounts for is one more.
    pub(crate) fn ended(mut self, success: bool) -> Self {
        if !success && self.failed == 0 {
            self.failed = 1;
        }
        self
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(f, ", {} skipped", self.skipped)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn tally(passed: u64, failed: u64, skipped: u64) -> Tally {
        Tally { passed, failed, skipped }
    }

    #[test]
    fn reads_the_result_lines_of_rust_tests() {
        let table = [
            (
                "test result: ok. 29 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; \
                 finished in 3.32s",
                Some(tally(29, 0, 1)),
            ),
            (
                "test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured; 4 filtered out",
                Some(tally(2, 3, 0)),
            ),
            ("test tally::tests::x ... ok", None),
            ("test result: nonsense", None),
            ("", None),
        ];
        for (line, expect) in table {
            assert_eq!(Tally::of_libtest(line), expect, "{line}");
        }
    }

    #[test]
    fn reads_the_report_of_vitest() {
        let report = json!({
            "numPassedTests": 7, "numFailedTests": 1, "numPendingTests": 2, "numTodoTests": 1,
            "testResults": [
                { "status": "failed", "assertionResults": [{}] },
                { "status": "failed", "assertionResults": [] },
                { "status": "passed", "assertionResults": [{}] },
            ],
        });
        assert_eq!(Tally::of_vitest(&report), Some(tally(7, 2, 3)));
        assert_eq!(Tally::of_vitest(&json!({})), None);
    }

    #[test]
    fn a_crash_without_a_failed_test_is_a_failure() {
        assert_eq!(tally(3, 0, 0).ended(false), tally(3, 1, 0));
        assert_eq!(tally(3, 2, 0).ended(false), tally(3, 2, 0));
        assert_eq!(tally(3, 0, 0).ended(true), tally(3, 0, 0));
    }

    #[test]
    fn the_closing_line_names_skipped_tests_only_when_there_are_some() {
        assert_eq!(tally(5, 0, 0).to_string(), "5 passed, 0 failed");
        assert_eq!(tally(5, 1, 2).to_string(), "5 passed, 1 failed, 2 skipped");
    }
}
