//! WebKitWebDriver and one session in it, spoken to as the W3C describes (webdriver2). Owns the
//! processes: the driver, the app that it starts, and everything that these start. Refuses any
//! knowledge of the app's window.

use std::fs::{self, File};
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::http;
use crate::wait::{LIMIT, wait};

/// Under this key WebDriver puts an element's reference (webdriver2, section 12.1).
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A running driver with its session. Dropping it ends the driver and all that it started.
pub(crate) struct Driver {
    process: Child,
    port: u16,
    session: String,
}

impl Driver {
    /// Starts the driver, and through it `binary`. What either writes goes to `log`.
    pub(crate) fn start(
        binary: &Path,
        args: &[String],
        environment: &[(&str, String)],
        log: &Path,
    ) -> Driver {
        let (process, port) = start_process(environment, log);
        let mut driver = Driver { process, port, session: String::new() };
        let options = json!({ "binary": binary, "args": args });
        let wanted = json!({ "webkitgtk:browserOptions": options });
        let body = json!({ "capabilities": { "alwaysMatch": wanted } });
        let made = driver.send("POST", "/session", Some(&body)).unwrap_or_else(|error| {
            panic!("{} could not be started: {error}", binary.display());
        });
        driver.session = made["sessionId"].as_str().expect("a session has an id").to_owned();
        driver
    }

    /// A command of the session; `path` begins below it.
    pub(crate) fn call(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let body = (method == "POST").then_some(body);
        self.send(method, &format!("/session/{}{path}", self.session), body)
    }

    /// Runs the body of a function in the page and gives what it returns.
    pub(crate) fn script(&self, script: &str, args: Value) -> Value {
        let body = json!({ "script": script, "args": args });
        self.call("POST", "/execute/sync", &body)
            .unwrap_or_else(|error| panic!("{error}\nin the script {script}"))
    }

    /// Runs the body of a function in the page, and waits until that calls its argument.
    pub(crate) fn script_with_end(&self, script: &str) -> Result<Value, String> {
        self.call("POST", "/execute/async", &json!({ "script": script, "args": [] }))
            .map_err(|error| format!("{error}\nin the script {script}"))
    }

    /// The first element that a CSS selector finds.
    pub(crate) fn find(&self, css: &str) -> Result<Element<'_>, String> {
        let body = json!({ "using": "css selector", "value": css });
        let found = self.call("POST", "/element", &body)?;
        let id = found[ELEMENT].as_str().ok_or("the driver names no element")?.to_owned();
        Ok(Element { driver: self, id })
    }

    /// The element that has the focus.
    pub(crate) fn focused(&self) -> Result<Element<'_>, String> {
        let found = self.call("GET", "/element/active", &Value::Null)?;
        let id = found[ELEMENT].as_str().ok_or("nothing has the focus")?.to_owned();
        Ok(Element { driver: self, id })
    }

    /// Presses and releases one key, wherever the focus is.
    pub(crate) fn press(&self, key: char) {
        let strokes = ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key }));
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": strokes });
        self.call("POST", "/actions", &json!({ "actions": [keyboard] }))
            .unwrap_or_else(|error| panic!("pressing {key:?}: {error}"));
    }

    /// Moves the pointer to a point of the window, in CSS pixels.
    pub(crate) fn point_at(&self, x: i64, y: i64) {
        let step = json!({ "type": "pointerMove", "duration": 0, "x": x, "y": y });
        let pointer = json!({ "type": "pointer", "id": "pointer", "actions": [step],
            "parameters": { "pointerType": "mouse" } });
        self.call("POST", "/actions", &json!({ "actions": [pointer] }))
            .unwrap_or_else(|error| panic!("pointing at {x}, {y}: {error}"));
    }

    /// Presses at one point of the window, moves to another one and lets go there, in CSS pixels.
    pub(crate) fn drag(&self, from: (i64, i64), to: (i64, i64)) {
        let at = |(x, y): (i64, i64), duration: u32| json!({ "type": "pointerMove", "duration": duration, "x": x, "y": y });
        let middle = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
        let steps = [
            at(from, 0),
            json!({ "type": "pointerDown", "button": 0 }),
            at(middle, 30),
            at(to, 30),
            json!({ "type": "pointerUp", "button": 0 }),
        ];
        let pointer = json!({ "type": "pointer", "id": "pointer", "actions": steps,
            "parameters": { "pointerType": "mouse" } });
        self.call("POST", "/actions", &json!({ "actions": [pointer] }))
            .unwrap_or_else(|error| panic!("dragging from {from:?} to {to:?}: {error}"));
    }

    /// The page as a PNG in base64.
    pub(crate) fn screenshot(&self) -> Result<String, String> {
        let taken = self.call("GET", "/screenshot", &Value::Null)?;
        taken.as_str().map(str::to_owned).ok_or_else(|| "the driver gave no picture".to_owned())
    }

    /// The processes that the driver started, itself included: id and name.
    pub(crate) fn processes(&self) -> Vec<(u32, String)> {
        let group = self.process.id();
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries
            .filter_map(|entry| {
                let id = entry.file_name().to_str()?.parse().ok()?;
                let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
                // The name stands in parentheses and may hold any character; after it come the
                // state, the parent and the group.
                let (name, rest) = stat.split_once('(')?.1.rsplit_once(')')?;
                let mut fields = rest.split_whitespace();
                let alive = fields.next()? != "Z";
                let of_group = fields.nth(1)?.parse() == Ok(group);
                (alive && of_group).then(|| (id, name.to_owned()))
            })
            .collect()
    }

    fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, String> {
        let (status, mut reply) = http::request(self.port, method, path, body, LIMIT)?;
        let value = reply["value"].take();
        if status == 200 {
            return Ok(value);
        }
        Err(format!("{}: {}", value["error"], value["message"]))
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // The driver leads a process group of its own, in which the app and the webview's processes
        // are too; a client that merely goes leaves them running.
        let group = format!("-{}", self.process.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = self.process.wait();
    }
}

/// An element of the page.
pub(crate) struct Element<'a> {
    driver: &'a Driver,
    id: String,
}

impl Element<'_> {
    /// Clicks with the mouse on its middle; an error when something lies over it.
    pub(crate) fn click(&self) -> Result<(), String> {
        self.call("POST", "/click", &json!({})).map(drop)
    }

    /// Types as on a keyboard.
    pub(crate) fn send_keys(&self, text: &str) -> Result<(), String> {
        self.call("POST", "/value", &json!({ "text": text })).map(drop)
    }

    /// The text as it is displayed.
    pub(crate) fn text(&self) -> Result<String, String> {
        let text = self.call("GET", "/text", &Value::Null)?;
        Ok(text.as_str().unwrap_or_default().to_owned())
    }

    /// An attribute; `None` when the element does not have it.
    pub(crate) fn attribute(&self, name: &str) -> Result<Option<String>, String> {
        let value = self.call("GET", &format!("/attribute/{name}"), &Value::Null)?;
        Ok(value.as_str().map(str::to_owned))
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        self.driver.call(method, &format!("/element/{}{path}", self.id), body)
    }
}

fn start_process(environment: &[(&str, String)], log: &Path) -> (Child, u16) {
    const NAME: &str = "WebKitWebDriver";
    let mut last = String::new();
    // Between choosing a port and listening on it somebody else may take it: then another one.
    for _ in 0..5 {
        let port = free_port();
        let log = File::options().create(true).append(true).open(log).expect("the log opens");
        let mut process = Command::new(NAME)
            .arg(format!("--port={port}"))
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("the log opens twice"))
            .stderr(log)
            .spawn()
            .unwrap_or_else(|error| {
                panic!("{NAME} could not be started: {error}. Install webkit2gtk-driver.")
            });
        let up = wait("the driver to listen", || {
            if let Some(status) = process.try_wait().map_err(|error| error.to_string())? {
                return Ok(Err(status));
            }
            let status = http::request(port, "GET", "/status", None, Duration::from_secs(5))?.1;
            let ready = status["value"]["ready"] == true;
            if ready { Ok(Ok(())) } else { Err(status.to_string()) }
        });
        match up {
            Ok(()) => return (process, port),
            Err(status) => last = status.to_string(),
        }
    }
    panic!("{NAME} ends as soon as it is started: {last}");
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    listener.local_addr().expect("a listener has an address").port()
}
