//! The server as the protocol sees it: what it is, its tools, its resources. Calls run on threads of their
//! own, two at a time; the engine answers them in turn anyway.

use std::sync::Arc;

use citelight_core::{ErrorCode, WireError};
use citelight_engine::Library;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use tokio::sync::Semaphore;

use crate::{resources, tools};

/// Calls at work at once.
const AT_ONCE: usize = 2;

const INSTRUCTIONS: &str = "Citelight answers from the PDFs in the person's own library, offline. Every \
    quote is word for word and comes with its document, page, printed label, rectangles and a link: give \
    the link with what you quote, so that the person can see the words on the page. Start with `ask` for a \
    question, `search` for passages, `read` for whole pages or sections, `table` for figures. Where \
    `found` is false the documents do not say it, and the quotes are only what comes nearest: say so, and do \
    not answer from elsewhere without saying that.";

/// One client's view of a library.
#[derive(Clone)]
pub(crate) struct Server {
    library: Arc<Library>,
    write: bool,
    turns: Arc<Semaphore>,
}

impl Server {
    pub(crate) fn new(library: Arc<Library>, write: bool) -> Server {
        Server { library, write, turns: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// Does something with the library on a thread of its own.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Library, bool) -> Result<T, WireError> + Send + 'static,
    ) -> Result<T, WireError> {
        let ended = |why: String| {
            WireError::new(ErrorCode::Internal, format!("The call broke off: {why}."))
                .hint("This is our fault. Other calls still work.")
        };
        let turn = Arc::clone(&self.turns).acquire_owned().await;
        let turn = turn.map_err(|error| ended(error.to_string()))?;
        let (library, write) = (Arc::clone(&self.library), self.write);
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work(&library, write)
        });
        done.await.map_err(|error| ended(error.to_string()))?
    }
}

/// An error of the protocol, for what is asked outside of tools.
fn refused(error: &WireError) -> ErrorData {
    let message = error.to_string();
    match error.code {
        ErrorCode::NotFound => ErrorData::resource_not_found(message, None),
        ErrorCode::Input | ErrorCode::NeedsPassword => ErrorData::invalid_params(message, None),
        _ => ErrorData::internal_error(message, None),
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let own = Implementation::new("citelight", env!("CARGO_PKG_VERSION"))
            .with_title("Citelight")
            .with_description("Answers from your PDFs, every one with the words on the page.");
        ServerConfig::new(capabilities).with_server_info(own).with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::listed(self.write)))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = tools::find(&request.name, self.write) else {
            let names = tools::names(self.write).join(", ");
            let message = format!("There is no tool “{}”. There are: {names}.", request.name);
            return Err(ErrorData::invalid_params(message, None));
        };
        let given = request.arguments.unwrap_or_default();
        let done = self.work(move |library, write| tools::call(tool, library, write, given)).await;
        // What a call gets wrong is told to the model, which can mend it: not to the client alone.
        let result = done.unwrap_or_else(|error| {
            CallToolResult::error(vec![ContentBlock::text(error.to_string())])
        });
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let listed = self.work(move |library, _| resources::list(library, cursor.as_deref()));
        listed.await.map_err(|error| refused(&error))
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let read = self.work(move |library, _| resources::read(library, &request.uri)).await;
        Ok(read.map_err(|error| refused(&error))?.into())
    }
}
