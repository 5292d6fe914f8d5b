//! The protocol `page`: `page://localhost/<document>/<page>/<pixel per point>` is that page as PNG.

use std::sync::{Arc, LazyLock};

use citelight_core::{DocumentId, ErrorCode, PageNumber, WireError};
use tauri::http::{HeaderValue, Request, Response, StatusCode, header};
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

/// The address holds the content's id, so a picture never changes.
fn picture(png: Vec<u8>) -> Response<Vec<u8>> {
    response(StatusCode::OK, "image/png", "max-age=3600, immutable", png)
}

/// An image that fails tells the window nothing; it fetches the same address and reads this. The
/// next try may well go through, so it is not kept.
fn refusal(error: &WireError) -> Response<Vec<u8>> {
    let status = match error.code {
        ErrorCode::Input => StatusCode::BAD_REQUEST,
        ErrorCode::NotFound => StatusCode::NOT_FOUND,
        ErrorCode::NeedsPassword => StatusCode::UNAUTHORIZED,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    };
    let body = serde_json::to_vec(error).unwrap_or_default();
    response(status, "application/json", "no-store", body)
}

fn response(
    status: StatusCode,
    kind: &'static str,
    cache: &'static str,
    body: Vec<u8>,
) -> Response<Vec<u8>> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
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
        assert_eq!(serde_json::from_slice::<WireError>(response.body()).unwrap(), error);
        assert_eq!(picture(Vec::new()).headers()[header::CACHE_CONTROL], "max-age=3600, immutable");
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
