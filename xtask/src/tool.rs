//! Starts other programs.
//!
//! Owns: the one way in which a missing or failing program is reported. Refuses: shells; every
//! argument is passed as it is.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, anyhow, bail};

/// A command for `program`.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    Command::new(program)
}

/// The cargo that started this xtask.
pub(crate) fn cargo() -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// npm, under the name that the platform gives it.
pub(crate) fn npm() -> Command {
    command(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// Runs a command on the terminal. Fails when it is missing or exits with an error.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().map_err(|error| explain(command, &error))?;
    if !status.success() {
        bail!("`{}` failed ({status})", show(command));
    }
    Ok(())
}

/// Runs a command quietly and returns what it wrote. Its error output is part of the error.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| explain(command, &error))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("`{}` failed ({})\n{}", show(command), output.status, said.trim_end());
    }
    String::from_utf8(output.stdout)
        .with_context(|| format!("`{}` wrote something that is no text", show(command)))
}

/// Whether a command can be started and succeeds.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// A command as one would type it.
pub(crate) fn show(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let shown: Vec<_> = words
        .map(|word| word.to_string_lossy())
        .map(|word| if word.contains(' ') { format!("'{word}'") } else { word.into_owned() })
        .collect();
    shown.join(" ")
}

/// What went wrong when a command did not even start.
pub(crate) fn explain(command: &Command, error: &std::io::Error) -> anyhow::Error {
    let program = command.get_program().to_string_lossy().into_owned();
    if error.kind() == ErrorKind::NotFound {
        anyhow!("{program} is not installed. {}", how_to_get(&program))
    } else {
        anyhow!("`{}` could not be started: {error}", show(command))
    }
}

fn how_to_get(program: &str) -> &'static str {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    match name.trim_end_matches(".exe").trim_end_matches(".cmd") {
        "node" | "npm" => "Get Node.js 20 or newer (with npm) from https://nodejs.org.",
        "cargo" | "rustc" => "Get Rust from https://rustup.rs.",
        "python3" | "python" | "py" => {
            "Get Python 3 from https://www.python.org, or with `apt install python3`."
        }
        "sudo" => "Run this as root, or install sudo.",
        "xvfb-run" => "Get it with `apt install xvfb xauth`.",
        "dbus-run-session" => "Get it with `apt install dbus`.",
        "dpkg-deb" | "apt-get" | "dpkg-query" => "It belongs to Debian and Ubuntu.",
        _ => "Install it and try again.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_program_is_named_with_the_way_to_get_it() {
        let not_found = std::io::Error::from(ErrorKind::NotFound);
        let said = explain(&command("npm"), &not_found).to_string();
        assert!(said.starts_with("npm is not installed."), "{said}");
        assert!(said.contains("nodejs.org"), "{said}");
    }

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let mut command = command("cargo");
        command.args(["test", "a b"]);
        assert_eq!(show(&command), "cargo test 'a b'");
    }

    #[test]
    fn a_failing_command_is_an_error_and_a_good_one_is_read() {
        assert!(output(cargo().arg("--no-such-flag")).is_err());
        assert!(!succeeds(&mut command("no-such-program-anywhere")));
        assert!(output(cargo().arg("--version")).expect("cargo runs").starts_with("cargo "));
    }
}
