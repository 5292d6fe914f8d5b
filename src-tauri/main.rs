//! The desktop app. Everything is in the library beside this file.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() -> std::process::ExitCode {
    citelight_app::run()
}
