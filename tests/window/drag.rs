//! A true drag of a file onto the app's window: a small window of GTK's that offers the file, and
//! the pointer, moved by xdotool. The small window is another process: this test program, started
//! once more for the one test that drags.

use std::collections::HashSet;
use std::env;
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use gtk::prelude::*;
use gtk::{gdk, glib};

/// Names the file, in the process that offers it.
const FILE: &str = "CITELIGHT_TEST_DRAG";
/// Size of the small window, which lies in the screen's upper left corner, in pixels.
const SIZE: i32 = 60;

/// The file to be offered, when this process is the one that offers it.
pub(crate) fn offered() -> Option<PathBuf> {
    env::var_os(FILE).map(PathBuf::from)
}

/// Offers a file until it was dragged somewhere. Says on standard output how far it is.
pub(crate) fn offer(file: &Path) {
    gtk::init().expect("a display");
    let uri = glib::filename_to_uri(file, None).expect("an absolute path");
    // Not managed: it lies above other windows, with or without a window manager.
    let window = gtk::Window::new(gtk::WindowType::Popup);
    window.set_default_size(SIZE, SIZE);
    window.move_(0, 0);
    let area = gtk::EventBox::new();
    let kind = gtk::TargetEntry::new("text/uri-list", gtk::TargetFlags::OTHER_APP, 0);
    area.drag_source_set(gdk::ModifierType::BUTTON1_MASK, &[kind], gdk::DragAction::COPY);
    area.connect_drag_data_get(move |_, _, data, _, _| {
        data.set_uris(&[uri.as_str()]);
    });
    area.connect_drag_begin(|_, _| println!("begun"));
    area.connect_drag_end(|_, _| {
        println!("ended");
        gtk::main_quit();
    });
    window.connect_map_event(|_, _| {
        println!("shown");
        glib::Propagation::Proceed
    });
    window.add(&area);
    window.show_all();
    gtk::main();
}

/// A drag under way.
pub(crate) struct Drag {
    source: Child,
    said: Lines<BufReader<ChildStdout>>,
}

impl Drag {
    /// Takes hold of a file. `test` is the full name of the test that calls [`offer`].
    pub(crate) fn begin(test: &str, file: &Path) -> Drag {
        let mut source = Command::new(env::current_exe().expect("the test program has a path"))
            .args(["--exact", test, "--nocapture"])
            .env(FILE, file)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the test program starts once more");
        let output = source.stdout.take().expect("its output is ours");
        let mut drag = Drag { source, said: BufReader::new(output).lines() };
        drag.hears("shown");
        let middle = SIZE / 2;
        pointer(&["mousemove", &middle.to_string(), &middle.to_string(), "mousedown", "1"]);
        // A drag begins once the pointer has gone some pixels with its button held.
        for step in 1..=4 {
            let place = (middle + 5 * step).to_string();
            pointer(&["mousemove", &place, &place]);
        }
        drag.hears("begun");
        drag
    }

    /// Moves what is held to a place of the screen.
    pub(crate) fn move_to(&self, x: i32, y: i32) {
        pointer(&["mousemove", &x.to_string(), &y.to_string()]);
    }

    /// Lets go.
    pub(crate) fn drop_it(mut self) {
        pointer(&["mouseup", "1"]);
        self.hears("ended");
        let status = self.source.wait().expect("the source ends");
        assert!(status.success(), "the source of the drag ended with {status}");
    }

    fn hears(&mut self, word: &str) {
        let heard = self.said.by_ref().map_while(Result::ok).any(|line| line.ends_with(word));
        assert!(heard, "the source of the drag ended before it said “{word}”");
    }
}

impl Drop for Drag {
    fn drop(&mut self) {
        // Still running only when the test failed: the button must not stay pressed.
        if matches!(self.source.try_wait(), Ok(None)) {
            let _ = Command::new("xdotool").args(["mouseup", "1"]).status();
            let _ = self.source.kill();
            let _ = self.source.wait();
        }
    }
}

/// Middle of the visible window of a process, in pixels of the screen.
pub(crate) fn middle_of_window(process: u32) -> (i32, i32) {
    let id = process.to_string();
    let said = pointer(&[
        "search",
        "--sync",
        "--onlyvisible",
        "--pid",
        &id,
        "--name",
        "Citelight",
        "getwindowgeometry",
        "--shell",
    ]);
    let number = |name: &str| -> i32 {
        let value = said.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("no {name} in {said}"))
    };
    (number("X") + number("WIDTH") / 2, number("Y") + number("HEIGHT") / 2)
}

/// The visible windows of a process, by their ids.
pub(crate) fn windows(process: u32) -> HashSet<String> {
    let id = process.to_string();
    let said = pointer(&["search", "--onlyvisible", "--pid", &id]);
    said.split_whitespace().map(str::to_owned).collect()
}

/// Runs xdotool, and gives what it says.
pub(crate) fn pointer(args: &[&str]) -> String {
    let output = Command::new("xdotool")
        .args(args)
        .output()
        .unwrap_or_else(|error| panic!("xdotool could not be started: {error}. Install it."));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "xdotool {args:?}: {error}");
    said
}
