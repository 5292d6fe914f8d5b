//! The protocol `page`: `page://localhost/<document>/<page>/<pixel per point>` is that page as PNG.

use std::sync::{Arc, LazyLock};

use citelight_core::{DocumentId, ErrorCode, PageNumber, WireError};
use tauri::http::{Request, Response, StatusCode, header};
use tauri::{AppHandle, Manager, UriSchemeResponder};
use tokio::sync::Semaphore;

use crate::Shared;

/// Requests that render at once; the rest wait without holding a thread.
static TURNS: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(2));

/// Answers a request without blocking the window.
pub(crate) fn respond(app: &AppHandle, request: &Request<Vec<u8>>, responder: UriSchemeResponder) {
    let path = request.uri().path().to_owned();
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let _turn = TURNS.acquire().await;
        let drawn = tokio::task::spawn_blocking(move || draw(&app, &path)).await;
        responder.respond(match drawn {
            Ok(Ok(png)) => response(StatusCode::OK, "image/png", png),
            Ok(Err(error)) => {
                let status = match error.code {
                    ErrorCode::Input => StatusCode::BAD_REQUEST,
                    ErrorCode::NotFound => StatusCode::NOT_FOUND,
                    _ => StatusCode::INTERNAL_SERVER_ERROR,
                };
                response(status, "text/plain; charset=utf-8", error.to_string().into_bytes())
            }
            Err(_) => response(StatusCode::INTERNAL_SERVER_ERROR, "text/plain", Vec::new()),
        });
    });
}

fn draw(app: &AppHandle, path: &str) -> Result<Vec<u8>, WireError> {
    let (document, page, pixel_per_pt) = parse(path).ok_or_else(|| {
        WireError::new(ErrorCode::Input, format!("“{path}” is not the address of a page."))
    })?;
    let desk = app
        .try_state::<Shared>()
        .ok_or_else(|| WireError::new(ErrorCode::Internal, "The library is not open."))?;
    let desk = Arc::clone(&desk);
    desk.library().render_page(&document, page, pixel_per_pt).map_err(|error| error.to_wire())
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

fn response(status: StatusCode, kind: &str, body: Vec<u8>) -> Response<Vec<u8>> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    if let Ok(kind) = kind.parse() {
        headers.insert(header::CONTENT_TYPE, kind);
    }
    // The address holds the content's id, so a picture never changes.
    headers
        .insert(header::CACHE_CONTROL, header::HeaderValue::from_static("max-age=3600, immutable"));
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
