//! How soon the window shows what other processes do to the library, and gives the first answer from a document
//! that was just dropped. Times are of the machine: these print them. `CITELIGHT_REPORT=FILE.pdf cargo test
//! --workspace --test window -- --ignored --nocapture soon`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::app::{APP, App, Scene};
use crate::wait::wait_within;
use crate::{AGREEMENT, HANDBOOK};

/// So often something is done.
const TIMES: usize = 7;
const PATIENCE: Duration = Duration::from_secs(60);

fn listed(app: &App<'_>) -> u64 {
    app.count("[data-testid=document]")
}

/// Milliseconds until so many documents are listed.
fn until_listed(app: &App<'_>, count: u64, since: Instant) -> f64 {
    while listed(app) != count {
        assert!(since.elapsed() < PATIENCE, "{}", app.state());
        thread::sleep(Duration::from_millis(5));
    }
    since.elapsed().as_secs_f64() * 1e3
}

fn summary(what: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    println!(
        "{what}: median {:.0} ms, longest {:.0} ms",
        times[times.len() / 2],
        times[times.len() - 1]
    );
}

/// The command line program on the test's library, which is waited for.
fn citelight(scene: &Scene, args: &[&Path]) {
    let program = Path::new(APP).with_file_name("citelight");
    let mut command = Command::new(program);
    command.arg("--library").arg(scene.path("library")).args(args);
    command.env("CITELIGHT_ROOT", crate::app::root());
    let output = command.output().expect("the command line program is built");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
#[ignore = "prints times of the machine"]
fn what_another_process_does_is_seen_soon() {
    let scene = Scene::new("soon");
    let (first, second) =
        (scene.copy_sample(HANDBOOK, HANDBOOK), scene.copy_sample(AGREEMENT, AGREEMENT));
    let app = scene.start(&[&first]);
    app.all_ready(1);
    let elsewhere = scene.library();
    let (mut added, mut removed, mut by_command) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..TIMES {
        let id = elsewhere.register(&second).unwrap().row().id.clone();
        added.push(until_listed(&app, 2, Instant::now()));
        app.all_ready(2);
        elsewhere.remove(&id).unwrap();
        removed.push(until_listed(&app, 1, Instant::now()));
        citelight(&scene, &[Path::new("add"), &second]);
        app.all_ready(2);
        citelight(&scene, &[Path::new("remove"), Path::new(AGREEMENT)]);
        by_command.push(until_listed(&app, 1, Instant::now()));
    }
    summary("a document that another process added is listed after", added);
    summary("one that it removed is gone after", removed);
    summary("one that `citelight remove` removed, after the program's end", by_command);
    app.quit();
}

#[test]
#[ignore = "needs a report in CITELIGHT_REPORT, prints times of the machine"]
fn a_report_answers_soon_after_its_drop() {
    let Some(report) = env::var_os("CITELIGHT_REPORT").map(PathBuf::from) else {
        return println!("CITELIGHT_REPORT names no file: nothing is measured");
    };
    let question =
        env::var("CITELIGHT_QUESTION").unwrap_or_else(|_| "What were total net sales?".to_owned());
    for name in ["report-1", "report-2", "report-3"] {
        let scene = Scene::new(name);
        let app = scene.start(&[]);
        // The engine loads its models at the first start.
        thread::sleep(Duration::from_secs(2));
        let dropped = Instant::now();
        let script = "window.__TAURI_INTERNALS__.invoke('rpc', { name: 'import_paths', \
                      args: { paths: [arguments[0]] } })";
        app.script(script, json!([report.to_str().expect("a path of text")]));
        wait_within(PATIENCE, "a document that can be asked", || {
            // Its meaning may still be worked out.
            if app.statuses() == ["ready"] { Ok(()) } else { Err(app.state()) }
        });
        let askable = dropped.elapsed().as_secs_f64();
        app.put_question(&question);
        app.enter();
        let answer = app.answer_to(&question);
        let answered = dropped.elapsed().as_secs_f64();
        let words: String = answer.split_whitespace().take(30).collect::<Vec<_>>().join(" ");
        println!(
            "can be asked {askable:.1} s after the drop, answered {answered:.1} s after it, with {} \
             citations: {words}",
            app.count("[data-testid=chip]")
        );
        app.quit();
    }
}
