//! A library for other programs: an MCP server (<https://modelcontextprotocol.io>) that answers over standard
//! input and output, and opens no socket.
//!
//! * [`serve`]: answers one client until it goes away.
//! * `tools`: what a client can call, each a row of one list; `arguments` holds a call to what the row says
//!   and makes the schema from it.
//! * `quote`: every quote with document, page, label, rectangles and the link that leads back to it.
//! * `resources`: documents, pages and quotes by their link, to be read as Markdown.
//!
//! Nothing here looks into a file or a question: all of it is the engine's. Tokio is here because the SDK
//! speaks by it; each call runs on a thread of its own.

mod arguments;
mod quote;
mod resources;
mod server;
mod tools;

use std::sync::Arc;

use citelight_engine::Library;
use rmcp::ServiceExt;
use thiserror::Error;

/// Why a client was not served to its end.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The system gave no threads.
    #[error("The threads of the server could not be started: {0}.")]
    Threads(#[from] std::io::Error),
    /// What came was no MCP.
    #[error("The client did not begin as MCP has it: {0}.")]
    Opening(String),
    /// The server broke off.
    #[error("The server broke off: {0}.")]
    Broken(String),
}

/// Answers one client over standard input and output until it closes them. Calls that write are offered
/// only where `write` says so.
pub fn serve(library: Arc<Library>, write: bool) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let served = runtime.block_on(async {
        let server = server::Server::new(library, write);
        let transport = (tokio::io::stdin(), tokio::io::stdout());
        let running = server
            .serve(transport)
            .await
            .map_err(|error| ServeError::Opening(error.to_string()))?;
        running.waiting().await.map_err(|error| ServeError::Broken(error.to_string()))
    });
    // A read of standard input cannot be called back; nobody waits for it.
    runtime.shutdown_background();
    served.map(drop)
}
