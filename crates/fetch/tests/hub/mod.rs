//! A hub of its own for each test: an HTTP server on this machine that answers as the real one
//! does, and misbehaves as it is told.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use sha1::{Digest, Sha1};
use sha2::Sha256;

pub(crate) const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

/// How the hub misbehaves; each is used up by one request, or as many as it says.
#[derive(Clone, Default)]
pub(crate) struct Faults {
    /// Breaks the connection off after so many bytes of a large file's body, each time.
    pub(crate) cut_after: Vec<usize>,
    /// Sends other bytes of a large file, of the same length.
    pub(crate) corrupt: bool,
    /// Ignores ranges.
    pub(crate) no_ranges: bool,
    /// Answers with status 503 so many times.
    pub(crate) busy: usize,
    /// Does not have this file.
    pub(crate) lacks: Option<&'static str>,
    /// States another commit than was asked for.
    pub(crate) other_commit: bool,
    /// Waits without end in the middle of a large file's body.
    pub(crate) hangs: bool,
}

/// One request: method, path, and the first byte that it wants.
pub(crate) type Asked = (String, String, Option<usize>);

pub(crate) struct HubServer {
    pub(crate) address: String,
    pub(crate) faults: Arc<Mutex<Faults>>,
    pub(crate) asked: Arc<Mutex<Vec<Asked>>>,
}

impl HubServer {
    /// Serves the files (by their path in the repository) as "who/tiny". Those that end in .onnx
    /// are large: redirected to another place.
    pub(crate) fn start(files: BTreeMap<&'static str, Vec<u8>>) -> HubServer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let faults = Arc::new(Mutex::new(Faults::default()));
        let asked = Arc::new(Mutex::new(Vec::new()));
        let server = HubServer { address, faults, asked };
        let (faults, asked) = (Arc::clone(&server.faults), Arc::clone(&server.asked));
        let files = Arc::new(files);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (files, faults, asked) = (files.clone(), faults.clone(), asked.clone());
                thread::spawn(move || {
                    let _ = answer(&stream, &files, &faults, &asked);
                });
            }
        });
        server
    }

    /// The first bytes that were asked for, request by request, of the large files.
    pub(crate) fn ranges(&self) -> Vec<Option<usize>> {
        let asked = self.asked.lock().unwrap();
        asked.iter().filter(|(_, path, _)| path.starts_with("/far/")).map(|a| a.2).collect()
    }
}

fn answer(
    mut stream: &TcpStream,
    files: &BTreeMap<&'static str, Vec<u8>>,
    faults: &Mutex<Faults>,
    asked: &Mutex<Vec<Asked>>,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next().unwrap()?;
    let mut words = first.split(' ').map(str::to_owned);
    let (method, path) = (words.next().unwrap(), words.next().unwrap());
    let mut from = None;
    for line in lines {
        let line = line?.to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(range) = line.strip_prefix("range: bytes=") {
            from = range.trim_end_matches('-').parse::<usize>().ok();
        }
    }
    asked.lock().unwrap().push((method.clone(), path.clone(), from));
    let mut now = faults.lock().unwrap();
    if now.busy > 0 {
        now.busy -= 1;
        return write!(
            stream,
            "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
    }
    let name = path.rsplit(&format!("/{COMMIT}/")).next().unwrap().to_owned();
    let name = name.trim_start_matches("/far/").trim_start_matches("/who/tiny/resolve/main/");
    let content = files.get(name).filter(|_| now.lacks != Some(name));
    let Some(content) = content else {
        return write!(stream, "HTTP/1.1 404 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    };
    let commit = if now.other_commit { "f".repeat(40) } else { COMMIT.to_owned() };
    let large = name.ends_with(".onnx");
    if large && !path.starts_with("/far/") {
        return write!(
            stream,
            "HTTP/1.1 302 Found\r\nLocation: http://{}/far/{name}\r\nX-Repo-Commit: {commit}\r\n\
             X-Linked-Size: {}\r\nX-Linked-ETag: \"{}\"\r\nContent-Length: 0\r\n\
             Connection: close\r\n\r\n",
            stream.local_addr()?,
            content.len(),
            hexadecimal(&Sha256::digest(content)),
        );
    }
    let mut blob = format!("blob {}\0", content.len()).into_bytes();
    blob.extend(content);
    let etag = if large { "far".to_owned() } else { hexadecimal(&Sha1::digest(&blob)) };
    let start = from.filter(|_| !now.no_ranges);
    let (status, range) = match start {
        Some(start) if start >= content.len() => {
            return write!(
                stream,
                "HTTP/1.1 416 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            );
        }
        Some(start) => {
            let (last, length) = (content.len() - 1, content.len());
            ("206 Partial", format!("Content-Range: bytes {start}-{last}/{length}\r\n"))
        }
        None => ("200 OK", String::new()),
    };
    let mut body = content[start.unwrap_or(0)..].to_vec();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nETag: W/\"{etag}\"\r\nX-Repo-Commit: {commit}\r\n{range}\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    if method == "HEAD" {
        return Ok(());
    }
    if large && now.corrupt {
        body.iter_mut().for_each(|byte| *byte ^= 1);
    }
    if large && !now.cut_after.is_empty() {
        body.truncate(now.cut_after.remove(0));
    }
    let hangs = large && now.hangs;
    drop(now);
    if hangs {
        stream.write_all(&body[..body.len() / 2])?;
        thread::park();
    }
    stream.write_all(&body)
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
