//! The protocol `page`: `page://localhost/<document>/<page>/<pixel per point>` is that page as PNG.

use std::sync::Arc;

use citelight_core::{DocumentId, ErrorCode, PageNumber, WireError};
use parking_lot::Mutex;
use tauri::http::{HeaderValue, Request, Response, StatusCode, header};
use tauri::{AppHandle, Manager, UriSchemeResponder};
use tokio::sync::oneshot;

use crate::Shared;

/// Requests that render at once; the rest wait without holding a thread.
const AT_ONCE: usize = 2;

static QUEUE: Mutex<Queue> = Mutex::new(Queue { drawing: 0, waiting: Vec::new() });

/// Who waits to be drawn. The newest request comes first: it is for the page that is looked at now, and
/// those before it may be for pages that were scrolled past.
struct Queue {
    drawing: usize,
    waiting: Vec<oneshot::Sender<Turn>>,
}

/// The right to draw, which goes to the next one with its end.
struct Turn;

impl Turn {
    async fn get() -> Turn {
        let wait = {
            let mut queue = QUEUE.lock();
            if queue.drawing < AT_ONCE {
                queue.drawing += 1;
                return Turn;
            }
            let (give, wait) = oneshot::channel();
            queue.waiting.push(give);
            wait
        };
        // Whoever gives a turn away holds one, so the sender is never dropped without it.
        wait.await.unwrap_or_else(|_| Turn)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut queue = QUEUE.lock();
        match queue.waiting.pop() {
            Some(next) => {
                // A request that is not waiting any more gives the turn back by this very function.
                let unwanted = next.send(Turn);
                drop(queue);
                drop(unwanted);
            }
            None => queue.drawing -= 1,
        }
    }
}

/// Answers a request without blocking the window.
pub(crate) fn respond(app: &AppHandle, request: &Request<Vec<u8>>, responder: UriSchemeResponder) {
    let path = request.uri().path().to_owned();
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let _turn = Turn::get().await;
        let drawn = tokio::task::spawn_blocking(move || draw(&app, &path)).await;
        responder.respond(match drawn {
            Ok(Ok(png)) => picture(png),
            Ok(Err(error)) => refusal(&error),
            Err(_) => refusal(&WireError::new(ErrorCode::Internal, "Drawing the page failed.")),
        });
    });
}

fn draw(app: &AppHandle, path: &str) -> Result<Vec<u8>, WireError> {
    let (document, page, pixel_per_pt) = parse(path).ok_or_else(|| {
        WireError::new(ErrorCode::Input, format!("“{path}” is not the address of a page."))
    })?;
    let open = app
        .try_state::<Shared>()
        .ok_or_else(|| WireError::new(ErrorCode::Internal, "The library is not open."))?;
    let open = Arc::clone(&open);
    Ok(open.library().render_page(&document, page, pixel_per_pt)?)
}

/// The parts of a page's address. The webview's helper writes the slashes as `%2F`.
fn parse(path: &str) -> Option<(DocumentId, PageNumber, f32)> {
    let path = path.replace("%2F", "/").replace("%2f", "/");
    let mut parts = path.trim_start_matches('/').split('/');
    let document = DocumentId::parse(parts.next()?)?;
    let page = PageNumber::new(parts.next()?.parse().ok()?)?;
    let pixel_per_pt: f32 = parts.next()?.parse().ok()?;
    let sane = (0.05..=16.0).contains(&pixel_per_pt) && parts.next().is_none();
    sane.then_some((document, page, pixel_per_pt))
}

/// A page that comes into sight again is drawn again, in less time than a frame or two: kept by the
/// webview, the pictures of all pages that were passed would fill the memory.
fn picture(png: Vec<u8>) -> Response<Vec<u8>> {
    response(StatusCode::OK, "image/png", png)
}

/// An image that fails tells the window nothing; it fetches the same address and reads this.
fn refusal(error: &WireError) -> Response<Vec<u8>> {
    let status = match error.code {
        ErrorCode::Input => StatusCode::BAD_REQUEST,
        ErrorCode::NotFound => StatusCode::NOT_FOUND,
        ErrorCode::NeedsPassword => StatusCode::UNAUTHORIZED,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    };
    let body = serde_json::to_vec(error).unwrap_or_default();
    response(status, "application/json", body)
}

fn response(status: StatusCode, kind: &'static str, body: Vec<u8>) -> Response<Vec<u8>> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // A picture is a picture, whatever its bytes look like.
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // Only the window can reach this protocol; its own pages come from another origin.
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_in_both_spellings() {
        for path in ["/0123456789abcdef/12/1.5", "/0123456789abcdef%2F12%2F1.5"] {
            let (document, page, scale) = parse(path).unwrap();
            assert_eq!(document.as_str(), "0123456789abcdef");
            assert_eq!((page.get(), scale), (12, 1.5));
        }
    }

    #[test]
    fn a_refusal_says_why_and_is_not_kept() {
        let error = WireError::new(ErrorCode::NeedsPassword, "“a.pdf” needs a password.");
        let response = refusal(&error);
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
        assert_eq!(response.headers()[header::CACHE_CONTROL], "no-store");
        assert_eq!(response.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert_eq!(serde_json::from_slice::<WireError>(response.body()).unwrap(), error);
    }

    #[test]
    fn the_newest_request_comes_first_and_none_is_lost() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(newest_first());
    }

    async fn newest_first() {
        let first = [Turn::get().await, Turn::get().await];
        let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
        for name in ["older", "given up", "newer"] {
            let tell = tell.clone();
            let waiting = tokio::spawn(async move {
                let _turn = Turn::get().await;
                tell.send(name).unwrap();
            });
            tokio::task::yield_now().await;
            if name == "given up" {
                waiting.abort();
            }
        }
        drop(tell);
        drop(first);
        assert_eq!((told.recv().await, told.recv().await), (Some("newer"), Some("older")));
        assert_eq!(told.recv().await, None);
        while QUEUE.lock().drawing > 0 {
            tokio::task::yield_now().await;
        }
    }

    #[test]
    fn other_addresses_are_refused() {
        for path in [
            "/",
            "/0123456789abcdef/0/1",
            "/0123456789abcdef/1/99",
            "/0123456789abcdef/1/nan",
            "/../../etc/1/1",
            "/0123456789abcdef/1/1/more",
            "/0123456789abcdef/1",
        ] {
            assert!(parse(path).is_none(), "{path}");
        }
    }
}
