//! The MCP server as an assistant starts it: the real program, spoken to over its pipes. Needs
//! `cargo xtask setup`.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use citelight_parts::Parts;
use serde_json::{Value, json};

/// A program that serves a library, and a client of it.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    asked: u64,
}

impl Client {
    fn start(library: &Path, more: &[&str]) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_citelight"))
            .arg("--library")
            .arg(library)
            .arg("mcp")
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut client = Client { child, input, output, asked: 0 };
        let opened = client.request(
            "initialize",
            json!({
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": { "name": "test", "version": "1" },
            }),
        );
        assert_eq!(opened["result"]["serverInfo"]["name"], "citelight", "{opened}");
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        client
    }

    fn send(&mut self, message: &Value) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{message}").unwrap();
        input.flush().unwrap();
    }

    /// Every line that comes must be of the protocol.
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server went away");
            let message: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(message["jsonrpc"], "2.0", "{line}");
            if message["id"] == id {
                return message;
            }
        }
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.request("tools/call", json!({ "name": tool, "arguments": arguments }));
        answer["result"].clone()
    }

    /// What a call gives programs.
    fn found(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments);
        assert_ne!(result["isError"], true, "{tool}: {result}");
        result["structuredContent"].clone()
    }

    /// What a wrong call is told.
    fn refusal(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], true, "{tool}: {result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }

    /// Closes its input, as a client that goes away does; the program must end by itself.
    fn leave(mut self) {
        drop(self.input.take());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn library() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_citelight"))
        .arg("--library")
        .arg(dir.path().join("library"))
        .arg("add")
        .args(Parts::locate().samples())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success());
    dir
}

fn assert_is_quote(quote: &Value) {
    for field in ["document", "file", "page", "quote", "link"] {
        assert!(!quote[field].is_null(), "{field} is missing: {quote}");
    }
    assert!(quote.as_object().unwrap().contains_key("label"), "{quote}");
    assert!(!quote["quads"].as_array().unwrap().is_empty(), "{quote}");
    let link = quote["link"].as_str().unwrap();
    assert!(link.starts_with("citelight://") && link.contains("?from="), "{link}");
}

#[test]
fn an_assistant_finds_its_way_by_tools_and_resources() {
    let dir = library();
    let mut client = Client::start(&dir.path().join("library"), &[]);

    let tools = client.request("tools/list", json!({}));
    let tools = tools["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        ["list_documents", "ask", "search", "read", "outline", "table", "show"],
        "nothing that writes is offered"
    );
    for tool in tools {
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{tool}");
    }

    let listed = client.found("list_documents", json!({}));
    assert_eq!(listed["documents"].as_array().unwrap().len(), 3);

    let answer = client.found("ask", json!({ "question": "What is the notice period?" }));
    assert_eq!(answer["found"], true, "{answer}");
    assert!(answer.get("id").is_none(), "reading leaves no trace");
    let quotes = answer["quotes"].as_array().unwrap();
    assert!(!quotes.is_empty());
    quotes.iter().for_each(assert_is_quote);
    let (document, link) = (quotes[0]["document"].clone(), quotes[0]["link"].clone());

    let found = client.found("search", json!({ "question": "termination", "limit": 2 }));
    let passages = found["passages"].as_array().unwrap();
    assert_eq!(passages.len(), 2);
    passages.iter().for_each(assert_is_quote);

    let read = client.call("read", json!({ "document": document, "first_page": 1 }));
    let text = read["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("page 1 ") && text.contains("citelight://"), "{text}");

    let outline = client.found("outline", json!({ "document": document }));
    let sections = outline["sections"].as_array().unwrap();
    assert!(!sections.is_empty());
    let title = sections.last().unwrap()["title"].clone();
    let read = client.call("read", json!({ "document": document, "section": title }));
    assert_ne!(read["isError"], true, "{read}");

    let report = "northstar-third-quarter-2025.pdf";
    let tables = client.found("table", json!({ "document": report }));
    let number = tables["tables"][0]["id"].clone();
    let table = client.found("table", json!({ "document": report, "table": number }));
    let rows = table["rows_of_cells"].as_array().unwrap();
    let cells: Vec<&Value> = rows.iter().flat_map(|row| row["cells"].as_array().unwrap()).collect();
    assert!(cells.len() > 3);
    cells.iter().for_each(|cell| assert!(!cell["quads"].as_array().unwrap().is_empty(), "{cell}"));

    let shown = client.call("show", json!({ "link": link, "dpi": 50 }));
    assert_eq!(shown["content"][0]["mimeType"], "image/png", "{shown}");
    assert!(shown["content"][0]["data"].as_str().unwrap().starts_with("iVBOR"));

    let resources = client.request("resources/list", json!({}));
    let resources = resources["result"]["resources"].as_array().unwrap();
    assert_eq!(resources.len(), 3);
    let whole = client.request("resources/read", json!({ "uri": resources[0]["uri"] }));
    let content = &whole["result"]["contents"][0];
    assert_eq!(content["mimeType"], "text/markdown");
    assert!(content["text"].as_str().unwrap().len() > 200);
    // The link of a quote leads to the very words.
    let words = client.request("resources/read", json!({ "uri": link }));
    let folded =
        |text: &Value| text.as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(folded(&words["result"]["contents"][0]["text"]), folded(&quotes[0]["quote"]));

    client.leave();
    let history = Command::new(env!("CARGO_BIN_EXE_citelight"))
        .arg("--library")
        .arg(dir.path().join("library"))
        .arg("history")
        .output()
        .unwrap();
    assert!(history.stdout.is_empty(), "reading leaves no trace");
}

#[test]
fn what_is_wrong_is_told_in_words_and_costs_nothing_else() {
    let dir = library();
    let mut client = Client::start(&dir.path().join("library"), &[]);
    for (tool, arguments, expected) in [
        ("ask", json!({}), "“question” is missing"),
        ("ask", json!({ "question": "" }), "“question” must be a text"),
        ("ask", json!({ "question": "Who?", "documents": ["no.pdf"] }), "“no.pdf” is not in"),
        ("ask", json!({ "question": "Who?", "collection": "none" }), "no collection “none”"),
        ("ask", json!({ "question": "Who?", "section": "99.99" }), "called “99.99”"),
        ("search", json!({ "question": "fee", "limit": 1000 }), "from 1 to 50"),
        ("read", json!({ "document": "northstar-handbook.pdf", "first_page": 900 }), "no page 900"),
        (
            "read",
            json!({ "document": "northstar-handbook.pdf", "first_page": 2, "last_page": 1 }),
            "end at 1",
        ),
        ("read", json!({ "document": "northstar-handbook.pdf", "section": "Zzz" }), "called “Zzz”"),
        ("table", json!({ "document": "northstar-handbook.pdf", "table": 99 }), "no table 99"),
        ("outline", json!({ "document": "../../etc/passwd" }), "is not in the library"),
        ("show", json!({}), "not said"),
        ("show", json!({ "link": "https://example.org" }), "not a link"),
        ("show", json!({ "link": "citelight://0000000000000000/1" }), "No document"),
        ("list_documents", json!({ "all": true }), "no argument “all”"),
    ] {
        let told = client.refusal(tool, arguments);
        assert!(told.contains(expected), "{tool}: {told}");
    }
    for (method, params) in [
        ("tools/call", json!({ "name": "annotate", "arguments": {} })),
        ("tools/call", json!({ "name": "delete_everything" })),
        ("resources/read", json!({ "uri": "file:///etc/passwd" })),
        ("resources/read", json!({ "uri": "citelight://0000000000000000" })),
        ("resources/list", json!({ "cursor": "x" })),
        ("no/such", json!({})),
    ] {
        let answer = client.request(method, params);
        assert!(!answer["error"]["message"].as_str().unwrap().is_empty(), "{method}: {answer}");
    }
    // What is no message at all is passed over or answered, and does not end the server.
    client.send(&json!({ "hello": 1 }));
    assert_eq!(client.found("list_documents", json!({}))["documents"].as_array().unwrap().len(), 3);
    client.leave();
}

#[test]
fn copies_are_written_only_where_that_is_allowed() {
    let dir = library();
    let mut client = Client::start(&dir.path().join("library"), &["--write"]);
    let answer = client.found("ask", json!({ "question": "What is the notice period?" }));
    assert!(answer["id"].as_i64().unwrap() > 0, "it is kept in the history");
    let quote = &answer["quotes"][0];
    let out = dir.path().join("copy.pdf");
    let arguments = |out: &Path, links: Value| json!({ "document": quote["document"], "links": links, "out": out, "note": "Notice" });
    let told = client.refusal("annotate", arguments(Path::new("copy.pdf"), json!([quote["link"]])));
    assert!(told.contains("no whole path of a PDF"), "{told}");
    let told = client.refusal("annotate", arguments(&out, json!([])));
    assert!(told.contains("No links"), "{told}");
    let done = client.found("annotate", arguments(&out, json!([quote["link"]])));
    assert!(done["highlights"].as_u64().unwrap() >= 1);
    let copy = std::fs::read(&out).unwrap();
    let has = |words: &[u8]| copy.windows(words.len()).any(|window| window == words);
    assert!(copy.starts_with(b"%PDF") && has(b"/Highlight"));
    let told = client.refusal("annotate", arguments(&out, json!([quote["link"]])));
    assert!(told.contains("there already"), "{told}");
    client.leave();
}

/// The server opens no socket: what it holds open are pipes and files.
#[cfg(target_os = "linux")]
#[test]
fn no_socket_is_opened() {
    let dir = library();
    let mut client = Client::start(&dir.path().join("library"), &[]);
    client.found("ask", json!({ "question": "What is the notice period?" }));
    let open = std::fs::read_dir(format!("/proc/{}/fd", client.child.id())).unwrap();
    let targets = open.flatten().filter_map(|entry| std::fs::read_link(entry.path()).ok());
    let sockets = targets.filter(|target| target.to_string_lossy().starts_with("socket:"));
    assert_eq!(sockets.count(), 0);
    client.leave();
}
