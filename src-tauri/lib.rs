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

use citelight_api::App;
use citelight_core::{ErrorCode, WireError};
use citelight_engine::{EngineError, Event, Recovered, Seat, Seating};
use citelight_parts::Parts;
use parking_lot::Mutex;
use serde_json::Value;
use tauri::{AppHandle, Emitter, Manager, RunEvent, State};
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
    let restored = citelight_engine::restore_if_asked(&args.library);
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
            if open_library(app.handle(), args, seat, restored) {
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

/// Gives whether the library is open; where not, the person is told and the app ends.
fn open_library(
    app: &AppHandle,
    args: Args,
    seat: Option<Seat>,
    restored: Option<Result<Recovered, EngineError>>,
) -> bool {
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
    let library = args.library.clone();
    match App::open(&args.library, Parts::locate(), seat, listener) {
        Ok(open) => {
            if let Some(restored) = restored {
                open.restored(restored);
            }
            app.manage(Named(Mutex::new(args.files)));
            app.manage::<Shared>(Arc::new(open));
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
    match citelight_engine::rebuild(library) {
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
async fn rpc(
    name: String,
    args: Value,
    open: State<'_, Shared>,
    named: State<'_, Named>,
) -> Result<Value, WireError> {
    let files = std::mem::take(&mut *named.0.lock());
    if !files.is_empty() {
        open.open_files(files);
    }
    let open = Arc::clone(&open);
    // Commands block, some for a second: never on the threads that serve the window.
    tokio::task::spawn_blocking(move || citelight_api::dispatch(&*open, &name, args))
        .await
        .unwrap_or_else(|error| {
            Err(WireError::new(ErrorCode::Internal, format!("The app stumbled: {error}.")))
        })
}
