//! The shell around the engine: a window, one command, one event, one protocol for page images.
//!
//! No logic lives here. The window's calls go through `citelight_api::dispatch` to its
//! [`App`]; what the engine tells goes to the window as the event `library`.

mod args;
mod pages;
mod place;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use citelight_api::{App, Door};
use citelight_core::{ErrorCode, WireError};
use citelight_engine::{EngineError, Event, LibraryKey, Recovered, Seat, Seating};
use citelight_parts::Parts;
use parking_lot::Mutex;
use serde_json::Value;
use tauri::{AppHandle, Emitter, Manager, RunEvent};
use tauri_plugin_dialog::{DialogExt, MessageDialogButtons, MessageDialogKind};

use args::Args;

/// The event that carries what the engine tells.
const LIBRARY_EVENT: &str = "library";

/// The open library, shared by the command and the protocol.
type Shared = Arc<App>;

/// Files that the app was started with, until the window's first call. The window listens before it
/// calls; what would be told of them earlier, nobody would hear.
struct Named(Mutex<Vec<PathBuf>>);

/// Runs the app until its window is closed.
pub fn run() -> ExitCode {
    citelight_engine::silence();
    citelight_engine::let_threads_sleep();
    citelight_engine::start_logging();
    let args = match Args::read(std::env::args_os().skip(1)) {
        Ok(args) => args,
        Err(message) => {
            eprintln!("citelight-app: {message}");
            return ExitCode::from(2);
        }
    };
    // First of all: it puts a library into its place whose encrypting was interrupted.
    citelight_engine::needs_passphrase(&args.library);
    let restored = citelight_engine::restore_if_asked(&args.library, None);
    // A library that cannot be opened is told in a window of its own, below.
    let seat = match Seat::take(&args.library, &args.files) {
        Ok(Seating::HandedOver) => return ExitCode::SUCCESS,
        Ok(Seating::Taken(seat)) => Some(seat),
        Err(_) => None,
    };
    let built = tauri::Builder::default()
        .plugin(tauri_plugin_dialog::init())
        .register_asynchronous_uri_scheme_protocol("page", |context, request, responder| {
            pages::respond(context.app_handle(), &request, responder);
        })
        .invoke_handler(tauri::generate_handler![rpc])
        .setup(move |app| {
            app.manage(Named(Mutex::new(args.files)));
            let start = Start { library: args.library, seat: Mutex::new(seat) };
            let is_shut = citelight_engine::needs_passphrase(&start.library);
            let shown = match is_shut {
                true => put_door(app.handle(), start, restored),
                false => open_library(app.handle(), &start, restored),
            };
            if shown {
                place::open_window(app.handle())?;
            }
            Ok(())
        })
        .on_window_event(place::note)
        .build(tauri::generate_context!());
    match built {
        Ok(app) => {
            let code = app.run_return(|app, event| {
                if let RunEvent::Exit = event {
                    // Stops the import under way before the process ends.
                    if let Some(open) = app.try_state::<Shared>() {
                        open.close();
                    }
                }
            });
            ExitCode::from(u8::try_from(code).unwrap_or(1))
        }
        Err(error) => {
            eprintln!("citelight-app: the window could not be opened: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What a library is opened with.
struct Start {
    library: PathBuf,
    seat: Mutex<Option<Seat>>,
}

impl Start {
    /// Opens the library and has it shared by the command and the protocol.
    fn open(&self, app: &AppHandle, key: Option<LibraryKey>) -> Result<Shared, EngineError> {
        let listener = {
            let app = app.clone();
            move |event| {
                match event {
                    Event::Front => place::to_front(&app),
                    Event::Restart => app.request_restart(),
                    _ => {}
                }
                // A window that is closing hears nothing any more.
                let _ = app.emit(LIBRARY_EVENT, event);
            }
        };
        let seat = self.seat.lock().take().and_then(|seat| seat.renewed(&self.library));
        let open = Arc::new(App::open(&self.library, key, Parts::locate(), seat, listener)?);
        app.manage::<Shared>(Arc::clone(&open));
        Ok(open)
    }
}

/// Has the window ask for the passphrase, before there is anything else.
fn put_door(
    app: &AppHandle,
    start: Start,
    restored: Option<Result<Recovered, EngineError>>,
) -> bool {
    let (dir, handle, restored) = (start.library.clone(), app.clone(), Mutex::new(restored));
    app.manage(Door::new(&dir, move |key| {
        // A copy that the library made of itself is restored with its key.
        let with_key = citelight_engine::restore_if_asked(&start.library, key.as_ref());
        let restored = with_key.or_else(|| restored.lock().take());
        let open = start.open(&handle, key)?;
        if let Some(restored) = restored {
            open.restored(restored);
        }
        Ok(())
    }))
}

/// Gives whether the library is open; where not, the person is told and the app ends.
fn open_library(
    app: &AppHandle,
    start: &Start,
    restored: Option<Result<Recovered, EngineError>>,
) -> bool {
    let library = start.library.clone();
    match start.open(app, None) {
        Ok(open) => {
            if let Some(restored) = restored {
                open.restored(restored);
            }
            true
        }
        Err(error) => {
            let wire = error.to_wire();
            let app = app.clone();
            let dialog = app
                .dialog()
                .message(wire.to_string())
                .title("Citelight cannot open its library")
                .kind(MessageDialogKind::Error);
            // Of opening a library, only a database that is lost or damaged is unreadable.
            if wire.code == ErrorCode::Unreadable {
                let buttons = ("Make it again".to_owned(), "Quit".to_owned());
                let dialog =
                    dialog.buttons(MessageDialogButtons::OkCancelCustom(buttons.0, buttons.1));
                dialog.show(move |yes| if yes { make_again(&app, &library) } else { app.exit(1) });
            } else if wire.code == ErrorCode::NotFound {
                let buttons = ("Begin a new one".to_owned(), "Quit".to_owned());
                let dialog =
                    dialog.buttons(MessageDialogButtons::OkCancelCustom(buttons.0, buttons.1));
                dialog.show(move |yes| {
                    if yes {
                        citelight_engine::forget_library(&library);
                        app.restart();
                    }
                    app.exit(1);
                });
            } else {
                dialog.show(move |_| app.exit(1));
            }
            false
        }
    }
}

/// Makes the database again and starts anew; the documents are read while the window is open.
fn make_again(app: &AppHandle, library: &Path) {
    match citelight_engine::rebuild(library, None) {
        Ok(_) => app.restart(),
        Err(error) => {
            let ended = app.clone();
            app.dialog()
                .message(error.to_wire().to_string())
                .title("The library could not be made again")
                .kind(MessageDialogKind::Error)
                .show(move |_| ended.exit(1));
        }
    }
}

/// The window's one command: `name` and `args` as `crates/api` declares them.
#[tauri::command]
async fn rpc(app: AppHandle, name: String, args: Value) -> Result<Value, WireError> {
    // Commands block, some for a second: never on the threads that serve the window.
    tokio::task::spawn_blocking(move || {
        let Some(open) = app.try_state::<Shared>() else {
            let shut = || WireError::new(ErrorCode::Internal, "The library is not open.");
            return app.try_state::<Door>().ok_or_else(shut)?.dispatch(&name, args);
        };
        let files = std::mem::take(&mut *app.state::<Named>().0.lock());
        if !files.is_empty() {
            open.open_files(files);
        }
        citelight_api::dispatch(&**open, &name, args)
    })
    .await
    .unwrap_or_else(|error| {
        Err(WireError::new(ErrorCode::Internal, format!("The app stumbled: {error}.")))
    })
}
