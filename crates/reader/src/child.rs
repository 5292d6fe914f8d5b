//! One child process: its pipes, its deadlines, its end.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::frame::{FrameError, read_frame, write_frame};
use crate::protocol::{self, Failure, MAX_REPLY_BYTES, MAX_REQUEST_BYTES, Reply, Request, VERSION};
use crate::{Limits, ReaderError, ReaderParts};

/// How long a child may take from its start to its readiness; it needs milliseconds.
const START_TIME: Duration = Duration::from_secs(10);

/// How often a waiting host looks at its stop flag.
const STOP_POLL: Duration = Duration::from_millis(50);

/// How much of the child's error stream is kept.
const STDERR_TAIL_BYTES: usize = 1024;

/// Why a request got no reply. The caller knows the file and the page and adds them.
#[derive(Debug)]
pub(crate) enum Lost {
    /// The time limit, in seconds, was reached.
    Timeout(u64),
    /// The child ended by itself.
    Died(String),
    /// The child sent something else than a reply.
    Nonsense(String),
    /// The stop flag was set.
    Stopped,
}

/// A running child. Killed when dropped.
pub(crate) struct ChildProcess {
    process: Child,
    stdin: Option<ChildStdin>,
    frames: Receiver<Result<Vec<u8>, FrameError>>,
    stderr_tail: Arc<Mutex<Vec<u8>>>,
}

impl ChildProcess {
    /// Starts the program and waits until it is ready.
    pub(crate) fn start(parts: &ReaderParts, limits: &Limits) -> Result<Self, ReaderError> {
        let mut command = Command::new(&parts.exe);
        command.arg("--pdfium").arg(&parts.pdfium);
        if let Some(tessdata) = &parts.tessdata {
            command.arg("--tessdata").arg(tessdata);
            command.arg("--languages").arg(&parts.languages);
        }
        command.arg("--memory-bytes").arg(limits.memory_bytes.to_string());
        // Tesseract's threads spin against each other; parallel work is for several children.
        // The library reads this when it is loaded, so it has to be set before the start.
        command.env("OMP_THREAD_LIMIT", "1");
        // glibc gives the large buffers of every page back to the system and faults them in again
        // for the next one; keeping up to 64 MB saves an eighth of the time a page takes.
        #[cfg(target_os = "linux")]
        command.env(
            "GLIBC_TUNABLES",
            "glibc.malloc.trim_threshold=67108864:glibc.malloc.mmap_threshold=33554432",
        );
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        hide_console(&mut command);
        let missing = |error: std::io::Error| ReaderError::MissingPart {
            path: parts.exe.clone(),
            reason: error.to_string(),
        };
        let mut process = command.spawn().map_err(missing)?;

        let stderr_tail = Arc::new(Mutex::new(Vec::new()));
        if let Some(stderr) = process.stderr.take() {
            let tail = Arc::clone(&stderr_tail);
            spawn_thread("reader-stderr", move || keep_tail(stderr, &tail)).map_err(missing)?;
        }
        // One reply at a time is in flight, so a depth of one never blocks an honest child.
        let (sender, frames) = sync_channel(1);
        if let Some(mut stdout) = process.stdout.take() {
            spawn_thread("reader-stdout", move || {
                loop {
                    let frame = read_frame(&mut stdout, MAX_REPLY_BYTES);
                    let last = frame.is_err();
                    if sender.send(frame).is_err() || last {
                        break;
                    }
                }
            })
            .map_err(missing)?;
        }
        let stdin = process.stdin.take();
        let mut child = Self { process, stdin, frames, stderr_tail };
        child.greet(parts)?;
        Ok(child)
    }

    fn greet(&mut self, parts: &ReaderParts) -> Result<(), ReaderError> {
        let path = || parts.exe.clone();
        let lost = |lost: Lost| match lost {
            Lost::Timeout(seconds) => ReaderError::Protocol {
                path: path(),
                reason: format!("it was not ready after {seconds} s"),
            },
            Lost::Died(how) => ReaderError::Protocol {
                path: path(),
                reason: format!("it ended before it was ready: {how}"),
            },
            Lost::Nonsense(reason) => ReaderError::Protocol { path: path(), reason },
            Lost::Stopped => ReaderError::Protocol { path: path(), reason: "stopped".into() },
        };
        let deadline = Instant::now() + START_TIME;
        let greeting = self.frame(deadline, START_TIME, None).map_err(lost)?;
        match protocol::greeting_version(&greeting) {
            Some(VERSION) => {}
            Some(found) => {
                return Err(ReaderError::Version { path: path(), expected: VERSION, found });
            }
            None => return Err(lost(Lost::Nonsense("its first words are no greeting".into()))),
        }
        match self.reply(deadline, START_TIME, None).map_err(lost)? {
            Reply::Ready => Ok(()),
            Reply::Failed(failure) => {
                Err(ReaderError::from_failure(failure, Path::new(""), None, &parts.pdfium))
            }
            _ => Err(lost(Lost::Nonsense("it answered before it was asked".into()))),
        }
    }

    /// Sends a request and waits for its final reply: `limit` at first, `longer` from the moment at
    /// which the child says that it recognises the page.
    pub(crate) fn ask(
        &mut self,
        request: &Request,
        limit: Duration,
        longer: Duration,
        stop: Option<&AtomicBool>,
    ) -> Result<Reply, Lost> {
        let bytes = postcard::to_stdvec(request).map_err(|e| Lost::Nonsense(e.to_string()))?;
        if bytes.len() > MAX_REQUEST_BYTES {
            return Ok(Reply::Failed(Failure::Refused("the path or password is too long".into())));
        }
        let sent = match &mut self.stdin {
            Some(stdin) => write_frame(stdin, &bytes, MAX_REQUEST_BYTES),
            None => Err(FrameError::End),
        };
        if sent.is_err() {
            return Err(Lost::Died(self.epitaph()));
        }
        let mut limit = limit;
        loop {
            match self.reply(Instant::now() + limit, limit, stop)? {
                Reply::Recognising => limit = longer,
                reply => return Ok(reply),
            }
        }
    }

    /// Identifier of the process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    fn reply(
        &mut self,
        deadline: Instant,
        limit: Duration,
        stop: Option<&AtomicBool>,
    ) -> Result<Reply, Lost> {
        let bytes = self.frame(deadline, limit, stop)?;
        postcard::from_bytes(&bytes)
            .map_err(|error| Lost::Nonsense(format!("a reply cannot be decoded: {error}")))
    }

    fn frame(
        &mut self,
        deadline: Instant,
        limit: Duration,
        stop: Option<&AtomicBool>,
    ) -> Result<Vec<u8>, Lost> {
        loop {
            if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(Lost::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Lost::Timeout(limit.as_secs_f32().round() as u64));
            }
            let patience = if stop.is_some() { left.min(STOP_POLL) } else { left };
            match self.frames.recv_timeout(patience) {
                Ok(Ok(bytes)) => return Ok(bytes),
                Ok(Err(error @ FrameError::TooLong { .. })) => {
                    return Err(Lost::Nonsense(error.to_string()));
                }
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(Lost::Died(self.epitaph()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How the child ended, and its last words.
    fn epitaph(&mut self) -> String {
        // The pipe closes a moment before the process can be waited for.
        let deadline = Instant::now() + Duration::from_millis(500);
        let mut status = None;
        while status.is_none() && Instant::now() < deadline {
            status = self.process.try_wait().ok().flatten();
            if status.is_none() {
                thread::sleep(Duration::from_millis(5));
            }
        }
        let how = match status {
            Some(status) => describe(status),
            None => "it closed its end of the pipe".to_owned(),
        };
        let tail = self.stderr_tail.lock().unwrap_or_else(PoisonError::into_inner);
        let tail = String::from_utf8_lossy(&tail);
        let last_line = tail.lines().map(str::trim).rfind(|line| !line.is_empty());
        match last_line {
            Some(line) => format!("{how} ({line})"),
            None => how,
        }
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        // Closing its input would let it finish politely, but it may hang: it holds nothing worth
        // waiting for.
        drop(self.stdin.take());
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn spawn_thread(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

/// Reads a stream to its end, keeping what came last.
fn keep_tail(mut stream: impl Read, tail: &Mutex<Vec<u8>>) {
    let mut buffer = [0u8; 512];
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend_from_slice(&buffer[..count]);
        let excess = tail.len().saturating_sub(STDERR_TAIL_BYTES);
        tail.drain(..excess);
    }
}

fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        if let Some(signal) = status.signal() {
            return format!("it was ended by signal {signal}");
        }
    }
    match status.code() {
        Some(code) => format!("it ended with code {code}"),
        None => "it ended".to_owned(),
    }
}

/// A console program started from a window program would flash a console on Windows.
#[cfg(windows)]
fn hide_console(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;
    command.creation_flags(CREATE_NO_WINDOW);
}

#[cfg(not(windows))]
fn hide_console(_: &mut Command) {}

/// Turns a lost reply into an error that names its file and page.
pub(crate) fn lost_error(
    lost: Lost,
    exe: &Path,
    file: &Path,
    page: Option<citelight_core::PageNumber>,
) -> ReaderError {
    let file: PathBuf = file.to_owned();
    match lost {
        Lost::Timeout(seconds) => ReaderError::Timeout { file, page, seconds },
        Lost::Died(how) => ReaderError::Crashed { file, page, how },
        Lost::Nonsense(reason) => ReaderError::Protocol { path: exe.to_owned(), reason },
        Lost::Stopped => ReaderError::Stopped { file },
    }
}
