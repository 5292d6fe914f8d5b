//! What the system's own programs show: a file, its folder, an address. Nothing is sent anywhere from here.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

use citelight_core::{ErrorCode, LinkTarget, WireError};

/// Shows a file in its folder, selected where the file manager can do that.
pub(crate) fn show_in_folder(file: &Path) -> Result<(), WireError> {
    let folder = folder_of(file)?;
    let mut ways = ways(file, folder);
    if ways.iter_mut().any(worked) {
        return Ok(());
    }
    Err(WireError::new(ErrorCode::Internal, "No file manager could be started.")
        .hint(format!("The file lies in {}.", folder.display())))
}

/// Opens a file in the program that the person reads such files with, which prints it too.
pub(crate) fn open_file(file: &Path) -> Result<(), WireError> {
    let folder = folder_of(file)?;
    if worked(&mut opener(file.as_os_str())) {
        return Ok(());
    }
    Err(WireError::new(ErrorCode::Internal, "No program for PDF files could be started.")
        .hint(format!("The file lies in {}.", folder.display())))
}

/// The folder of a file that is still there.
fn folder_of(file: &Path) -> Result<&Path, WireError> {
    let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
    let folder = file.parent().unwrap_or(file);
    if file.is_file() {
        return Ok(folder);
    }
    let message = format!("“{name}” is no longer in {}.", folder.display());
    Err(WireError::new(ErrorCode::NotFound, message)
        .hint("It was moved, renamed or deleted. Citelight still has its own copy of it."))
}

/// Hands an address to the person's browser or mail program.
pub(crate) fn open_address(address: &str) -> Result<(), WireError> {
    if !LinkTarget::is_address(address) {
        let message = "The link leads to nothing that Citelight opens.";
        return Err(WireError::new(ErrorCode::Input, message));
    }
    if worked(&mut opener(address.as_ref())) {
        return Ok(());
    }
    Err(WireError::new(ErrorCode::Internal, "No browser could be started.")
        .hint(format!("The address is {address}")))
}

#[cfg(target_os = "linux")]
fn opener(what: &OsStr) -> Command {
    let mut open = Command::new("xdg-open");
    open.arg(what);
    open
}

#[cfg(target_os = "macos")]
fn opener(what: &OsStr) -> Command {
    let mut open = Command::new("open");
    open.arg(what);
    open
}

/// Not through the shell, which would read characters of an address as its own.
#[cfg(windows)]
fn opener(what: &OsStr) -> Command {
    let mut open = Command::new("rundll32");
    open.arg("url.dll,FileProtocolHandler").arg(what);
    open
}

fn worked(way: &mut Command) -> bool {
    way.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    way.status().is_ok_and(|status| status.success())
}

/// The programs to try, in turn.
#[cfg(target_os = "linux")]
fn ways(file: &Path, folder: &Path) -> Vec<Command> {
    // https://www.freedesktop.org/wiki/Specifications/file-manager-interface/
    let mut select = Command::new("gdbus");
    select.args(["call", "--session", "--timeout", "3"]);
    select.args(["--dest", "org.freedesktop.FileManager1"]);
    select.args(["--object-path", "/org/freedesktop/FileManager1"]);
    select.args(["--method", "org.freedesktop.FileManager1.ShowItems"]);
    select.args([format!("['{}']", file_uri(file)), String::new()]);
    let mut open = Command::new("xdg-open");
    open.arg(folder);
    vec![select, open]
}

#[cfg(target_os = "macos")]
fn ways(file: &Path, _: &Path) -> Vec<Command> {
    let mut select = Command::new("open");
    select.arg("-R").arg(file);
    vec![select]
}

#[cfg(windows)]
fn ways(_: &Path, folder: &Path) -> Vec<Command> {
    let mut open = Command::new("cmd");
    open.args(["/C", "start", ""]).arg(folder);
    vec![open]
}

/// The address of a file (RFC 8089); every byte that is not plain is escaped, quotes too.
#[cfg(target_os = "linux")]
fn file_uri(file: &Path) -> String {
    let mut uri = "file://".to_owned();
    for byte in file.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' => uri.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(*byte)),
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn addresses_hold_no_plain_quote_or_space() {
        assert_eq!(
            file_uri(Path::new("/a b/Größe's.pdf")),
            "file:///a%20b/Gr%C3%B6%C3%9Fe%27s.pdf"
        );
    }

    #[test]
    fn a_program_is_no_address() {
        for address in ["file:///bin/sh", "--help", "javascript:x", ""] {
            assert_eq!(open_address(address).unwrap_err().code, ErrorCode::Input, "{address}");
        }
    }

    #[test]
    fn a_file_that_is_gone_is_said_to_be() {
        let error = show_in_folder(Path::new("/nowhere/report.pdf")).unwrap_err();
        assert_eq!(error.code, ErrorCode::NotFound);
        assert_eq!(error.message, "“report.pdf” is no longer in /nowhere.");
        assert_eq!(open_file(Path::new("/nowhere/report.pdf")).unwrap_err(), error);
    }
}
