//! `cargo xtask sockets`: the main job without a network, and every call on sockets that it makes.
//!
//! Owns: running the programs in a network namespace that has no interface, under a trace of system calls,
//! and counting. Local sockets, which the window's system needs, are counted apart; any other is
//! a fault. Refuses: the program that downloads models, which is not part of the job. Linux only.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::places::Places;
use crate::run::environment;
use crate::say::{self, Done, step};
use crate::tool;

/// How long the window is left to itself with documents to import, seconds.
const WINDOW_S: &str = "60";
/// How `timeout` ends when the time is up.
const TIME_IS_UP: i32 = 124;
/// Netlink sockets lead to the kernel, and no farther.
const LOCAL: [&str; 3] = ["AF_UNIX", "AF_LOCAL", "AF_NETLINK"];

/// Fails when any socket but a local one is asked for. `window`: the window too, which needs `xvfb-run`
/// and `dbus-run-session`.
pub(crate) fn check(places: &Places, window: bool) -> Result<()> {
    if !cfg!(target_os = "linux") {
        bail!("namespaces and strace are Linux's");
    }
    say::heading("Sockets");
    step("programs", || {
        let mut cargo = tool::cargo();
        tool::run(cargo.args(["build", "--workspace", "--bins"]).current_dir(&places.root))?;
        Ok(Done::Now)
    })?;
    let job = Job { places, folder: places.target.join("sockets") };
    if job.folder.exists() {
        fs::remove_dir_all(&job.folder).with_context(|| job.folder.display().to_string())?;
    }
    fs::create_dir_all(&job.folder)?;
    let mut samples: Vec<PathBuf> =
        fs::read_dir(places.samples())?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    samples.retain(|path| path.extension().is_some_and(|extension| extension == "pdf"));
    ensure!(!samples.is_empty(), "there are no samples; run `cargo xtask setup`");

    let mut found = Found::default();
    let question = "How many days of unused leave may be carried over into the next year?";
    let add = job.citelight(&["add"], &samples);
    found.add(&job.traced("add", add)?);
    for (name, arguments) in [
        ("ask", &["--json", "ask", question][..]),
        ("search", &["search", "leave"]),
        ("doctor", &["doctor"]),
    ] {
        let command = job.citelight(arguments, &[]);
        found.add(&job.traced(name, command)?);
    }
    if window {
        let mut app = tool::command("timeout");
        app.args(["--preserve-status", "--signal=KILL", WINDOW_S]);
        app.args(["xvfb-run", "-a", "dbus-run-session", "--"]);
        app.args(Job::strace(&job.trace("window")));
        app.arg(places.program("citelight-app", false))
            .arg("--library")
            .arg(job.folder.join("window"));
        app.args(&samples);
        found.add(&job.run("window", app)?);
    }
    println!("{}", found.text());
    ensure!(
        found.others() == 0,
        "sockets that reach beyond this computer; the traces lie in {}",
        job.folder.display()
    );
    Ok(())
}

struct Job<'a> {
    places: &'a Places,
    folder: PathBuf,
}

impl Job<'_> {
    fn trace(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.trace"))
    }

    fn strace(trace: &Path) -> Vec<String> {
        let trace = trace.display().to_string();
        ["strace", "-f", "-qq", "-e", "trace=%network", "-o", &trace].map(str::to_owned).into()
    }

    fn citelight(&self, arguments: &[&str], files: &[PathBuf]) -> Vec<PathBuf> {
        let library = [
            self.places.program("citelight", false),
            "--library".into(),
            self.folder.join("library"),
        ];
        library
            .into_iter()
            .chain(arguments.iter().map(PathBuf::from))
            .chain(files.iter().cloned())
            .collect()
    }

    fn traced(&self, name: &str, command: Vec<PathBuf>) -> Result<String> {
        let mut strace = tool::command("env");
        strace.args(Job::strace(&self.trace(name))).args(command);
        self.run(name, strace)
    }

    /// Runs it where there is no network; what it called.
    fn run(&self, name: &str, command: Command) -> Result<String> {
        step(name, || {
            let mut apart = tool::command("unshare");
            apart.args(["--user", "--map-root-user", "--net"]);
            apart.arg(command.get_program()).args(command.get_args());
            environment(&mut apart, self.places);
            // What cargo sets for tests is the programs' own business here.
            apart.env_remove("ORT_DISABLE_TELEMETRY");
            // Which libraries there were is remembered there.
            apart.env("HOME", self.folder.join("home")).env_remove("XDG_DATA_HOME");
            let output = apart.output().map_err(|error| tool::explain(&apart, &error))?;
            let log = [output.stdout.as_slice(), &output.stderr].concat();
            fs::write(self.folder.join(format!("{name}.log")), &log)?;
            let code = output.status.code();
            let ended = name == "window" && matches!(code, Some(TIME_IS_UP | 137) | None);
            ensure!(
                output.status.success() || ended,
                "it ended with {code:?}: {}",
                String::from_utf8_lossy(&log)
            );
            if name == "ask" {
                let cites = String::from_utf8_lossy(&log).contains("\"quote\"");
                ensure!(cites, "the answer has no citation");
            }
            Ok(Done::Now)
        })?;
        fs::read_to_string(self.trace(name)).with_context(|| format!("the trace of {name}"))
    }
}

/// Sockets that were asked for, by family.
#[derive(Default)]
struct Found(BTreeMap<String, usize>);

impl Found {
    fn add(&mut self, trace: &str) {
        for line in trace.lines() {
            let call = line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
            let made = call.strip_prefix("socket(").or_else(|| call.strip_prefix("socketpair("));
            let Some(arguments) = made else { continue };
            let family = arguments.split([',', ' ']).next().unwrap_or_default();
            *self.0.entry(family.to_owned()).or_default() += 1;
        }
    }

    fn others(&self) -> usize {
        self.0.iter().filter(|(family, _)| !LOCAL.contains(&family.as_str())).map(|(_, n)| n).sum()
    }

    fn text(&self) -> String {
        let all: Vec<String> = self.0.iter().map(|(family, n)| format!("{family} {n}")).collect();
        let local: usize = self.0.values().sum::<usize>() - self.others();
        let by = if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) };
        format!("sockets: {} that reach beyond this computer, {local} local{by}", self.others())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_are_counted_by_family_whether_they_were_given_or_not() {
        let mut found = Found::default();
        found.add(
            "12 socket(AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC, 0) = 3\n\
             12 connect(3, {sa_family=AF_UNIX, sun_path=\"/run/nscd/socket\"}, 110) = -1 ENOENT\n\
             13 socketpair(AF_UNIX, SOCK_STREAM, 0, [4, 5]) = 0\n\
             socket(AF_INET, SOCK_DGRAM <unfinished ...>\n\
             14   socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE) = -1 ENOSYS\n\
             14 sendto(3, \"socket(\", 7, 0, NULL, 0) = 7\n",
        );
        assert_eq!(found.others(), 1);
        let text = "sockets: 1 that reach beyond this computer, 3 local (AF_INET 1, AF_NETLINK 1, AF_UNIX 2)";
        assert_eq!(found.text(), text);
    }
}
