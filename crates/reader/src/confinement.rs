//! How far this computer lets the child be kept from everything else.

use std::path::Path;
use std::process::{Command, Stdio};

use serde::Serialize;

use crate::ReaderError;

/// What holds for the child; which it is depends on the system and its kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Confinement {
    /// Whether it can read no other files than those it needs, nor write any.
    pub files: bool,
    /// Whether it is kept to the system calls that reading needs: no network, no programs, no writing.
    pub calls: bool,
}

impl Confinement {
    /// The argument that has the child give up its rights and say how that went.
    pub const ARGUMENT: &str = "--confinement";

    /// Asks the child program, which tries it on itself.
    pub fn of(exe: &Path) -> Result<Confinement, ReaderError> {
        let failed = |reason: String| ReaderError::Protocol { path: exe.to_path_buf(), reason };
        let asked = Command::new(exe)
            .arg(Confinement::ARGUMENT)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .map_err(|error| failed(error.to_string()))?;
        Confinement::parse(&String::from_utf8_lossy(&asked.stdout))
            .ok_or_else(|| failed("it does not say how far it is confined".into()))
    }

    /// As the child writes it.
    pub fn text(self) -> String {
        format!("files {} calls {}", self.files, self.calls)
    }

    fn parse(text: &str) -> Option<Confinement> {
        let (files, calls) = text.trim().strip_prefix("files ")?.split_once(" calls ")?;
        Some(Confinement { files: files.parse().ok()?, calls: calls.parse().ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_child_writes_is_read_back() {
        for (files, calls) in [(true, true), (false, true), (false, false)] {
            let state = Confinement { files, calls };
            assert_eq!(Confinement::parse(&state.text()), Some(state));
        }
        assert_eq!(Confinement::parse("citelight-reader"), None);
    }
}
