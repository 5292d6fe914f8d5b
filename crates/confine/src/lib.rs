//! What a child process gives up before it works on what others made, so that whoever takes it over
//! gains nothing.
//!
//! Used by the programs that read PDFs and that run the models of others. A child sets its output
//! aside, caps its resources, closes the file system but for what it needs, watches its host, and
//! filters its system calls, in this order: rules on files hold for threads that start after them.
//!
//! Refuses: deciding what a child needs. On macOS and Windows most of it does nothing; each function
//! says so.

mod limits;
mod sandbox;

pub use limits::{cap_resources, leave_with_host, take_stdout};
pub use sandbox::{close_files, filter_calls};
