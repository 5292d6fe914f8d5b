//! What `citelight-fetch` says: one JSON object a line on its standard output.

use citelight_core::{ErrorCode, WireError};
use serde::{Deserialize, Serialize};

/// One line of the program that fetches packs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FetchEvent {
    /// The hub answered and stated all sizes.
    Begin {
        /// Name of the pack.
        pack: String,
        /// Where it comes from.
        source: String,
        /// Bytes of all files together.
        bytes: u64,
    },
    /// Bytes are coming in; at most some lines a second.
    Progress {
        /// The file under way.
        file: String,
        /// Bytes of all files that are on the disk, those of earlier runs included.
        done: u64,
        /// Bytes of all files together.
        total: u64,
    },
    /// Something failed that may go by; the program waits and tries again.
    Retry {
        /// What failed.
        why: String,
        /// How long it waits.
        wait_ms: u64,
    },
    /// All bytes are there; hashes and headers are being checked.
    Checking {
        /// The file under way.
        file: String,
    },
    /// The pack is installed. The last line of a run.
    Done {
        /// Its folder.
        folder: String,
    },
    /// It could not be installed. The last line of a run.
    Failed {
        /// What kind of failure.
        fault: FetchFault,
        /// What happened and the way out.
        error: WireError,
    },
}

/// Why a pack could not be fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FetchFault {
    /// The call is at fault: unknown pack, unknown option.
    Call,
    /// The hub cannot be reached, or broke off too often.
    Network,
    /// The hub does not have the file, or not for everybody.
    NotFound,
    /// The hub answered with something that cannot be right.
    Hub,
    /// The disk is full.
    DiskFull,
    /// What came is not what the hub stated or the list demands.
    Mismatch,
    /// The caller closed the standard input. What came so far is kept.
    Stopped,
    /// Everything else: files that cannot be written, a pack that is damaged.
    Other,
}

impl FetchFault {
    /// Exit code of the program: 2 the call or the surroundings are at fault, 3 ours, 4 stopped.
    pub fn exit_code(self) -> u8 {
        match self {
            FetchFault::Stopped => 4,
            FetchFault::Other => 3,
            _ => 2,
        }
    }

    /// The code by which surfaces branch.
    pub fn error_code(self) -> ErrorCode {
        match self {
            FetchFault::NotFound => ErrorCode::NotFound,
            FetchFault::Other => ErrorCode::Internal,
            FetchFault::Stopped => ErrorCode::Cancelled,
            _ => ErrorCode::Input,
        }
    }
}
