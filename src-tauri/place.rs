//! Where the window is: it opens where it was closed, and comes to the front when it is asked to.

use citelight_api::WindowPlace;
use parking_lot::Mutex;
use tauri::{
    AppHandle, Manager, Monitor, WebviewWindow, WebviewWindowBuilder, Window, WindowEvent,
};

use crate::Shared;

const LABEL: &str = "main";

/// Where the window was last when it did not fill the screen.
static LAST: Mutex<Option<WindowPlace>> = Mutex::new(None);

/// Opens the window where it was closed, or in the middle of the screen.
pub(crate) fn open_window(app: &AppHandle) -> tauri::Result<WebviewWindow> {
    let mut config = app.config().app.windows.iter().find(|window| window.label == LABEL).cloned();
    let mut config = config.take().unwrap_or_default();
    let kept = app.try_state::<Shared>().and_then(|open| open.window_place());
    if let Some(place) = kept.filter(sane) {
        (config.width, config.height) = (place.width, place.height);
        config.maximized = place.maximised;
        if app.available_monitors()?.iter().any(|monitor| shows(monitor, &place)) {
            config.center = false;
            (config.x, config.y) = (Some(place.x), Some(place.y));
        }
        *LAST.lock() = Some(place);
    }
    WebviewWindowBuilder::from_config(app, &config)?.build()
}

fn sane(place: &WindowPlace) -> bool {
    let WindowPlace { x, y, width, height, .. } = *place;
    let all = [x, y, width, height];
    all.iter().all(|number| number.is_finite()) && width >= 1.0 && height >= 1.0
}

/// Whether enough of the window's top is on this screen to take hold of it.
fn shows(monitor: &Monitor, place: &WindowPlace) -> bool {
    const HOLD: f64 = 80.0;
    let scale = monitor.scale_factor();
    let (at, size) =
        (monitor.position().to_logical::<f64>(scale), monitor.size().to_logical::<f64>(scale));
    place.x + place.width >= at.x + HOLD
        && place.x <= at.x + size.width - HOLD
        && place.y >= at.y - 1.0
        && place.y <= at.y + size.height - HOLD
}

/// Notes where the window is, and keeps it when it is closed.
pub(crate) fn note(window: &Window, event: &WindowEvent) {
    match event {
        WindowEvent::Resized(_) | WindowEvent::Moved(_) => {
            if let Ok(Some(place)) = place_of(window) {
                *LAST.lock() = Some(place);
            }
        }
        WindowEvent::CloseRequested { .. } => {
            let maximised = window.is_maximized().unwrap_or(false);
            let last = *LAST.lock();
            if let (Some(place), Some(open)) = (last, window.try_state::<Shared>()) {
                open.keep_window_place(WindowPlace { maximised, ..place });
            }
        }
        _ => {}
    }
}

/// `None` while the window fills the screen or is away: then it is to go back to where it was.
fn place_of(window: &Window) -> tauri::Result<Option<WindowPlace>> {
    if window.is_maximized()? || window.is_minimized()? || window.is_fullscreen()? {
        return Ok(None);
    }
    let scale = window.scale_factor()?;
    let at = window.outer_position()?.to_logical::<f64>(scale);
    let size = window.inner_size()?.to_logical::<f64>(scale);
    let (x, y, width, height) = (at.x, at.y, size.width, size.height);
    Ok(Some(WindowPlace { x, y, width, height, maximised: false }))
}

/// Brings the window to the front, from wherever it is.
pub(crate) fn to_front(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(LABEL) {
        // A window manager may refuse each of them; then it marks the window instead.
        let _ = window.unminimize();
        let _ = window.show();
        let _ = window.set_focus();
    }
}
