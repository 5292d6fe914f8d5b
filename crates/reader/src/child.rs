//! One child process: its pipes, its deadlines, its end.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::frame::{FrameError, read_frame, write_frame};
use crate::protocol::{self, MAX_REPLY_BYTES, MAX_REQUEST_BYTES, Reply, Request, VERSION};
use crate::size;
use crate::{Limits, ReaderError, ReaderParts};

/// How long a child may take from its start to its readiness; it needs milliseconds.
const START_TIME: Duration = Duration::from_secs(10);

/// How often a waiting host looks at its stop flag and at the child's size.
const POLL: Duration = Duration::from_millis(50);

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
    /// The child grew beyond the cap, in bytes.
    TooLarge(u64),
    /// The request cannot be sent; the child lives on.
    Refused(&'static str),
    /// The stop flag was set.
    Stopped,
}

/// A running child. Killed when dropped.
pub(crate) struct ChildProcess {
    process: Child,
    stdin: Option<ChildStdin>,
    frames: Receiver<Result<Vec<u8>, FrameError>>,
    memory_bytes: u64,
    stderr_tail: Arc<Mutex<Vec<u8>>>,
    /// Disconnected when the error stream has ended.
    stderr_open: Receiver<()>,
}

impl ChildProcess {
    /// Starts the program and waits until it is ready.
    pub(crate) fn start(parts: &ReaderParts, limits: &Limits) -> Result<Self, ReaderError> {
        let mut command = Command::new(&parts.exe);
        command.arg("--pdfium").arg(&parts.pdfium).arg("--documents").arg(&parts.documents);
        if let Some(tessdata) = &parts.tessdata {
            command.arg("--tessdata").arg(tessdata);
            command.arg("--languages").arg(&parts.languages);
        }
        command.arg("--memory-bytes").arg(limits.memory_bytes.to_string());
        // Nothing of what the person's environment holds is its business.
        command.env_clear();
        #[cfg(windows)]
        for name in ["SystemRoot", "TEMP"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
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
        let (stderr_end, stderr_open) = sync_channel(0);
        if let Some(stderr) = process.stderr.take() {
            let tail = Arc::clone(&stderr_tail);
            spawn_thread("reader-stderr", move || {
                keep_tail(stderr, &tail);
                drop(stderr_end);
            })
            .map_err(missing)?;
        }
        // The child's replies wait here, so that it can go on with the next request.
        let (sender, frames) = sync_channel(2);
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
        let memory_bytes = limits.memory_bytes;
        let mut child = Self { process, stdin, frames, memory_bytes, stderr_tail, stderr_open };
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
            Lost::TooLarge(bytes) => {
                ReaderError::Protocol { path: path(), reason: format!("it took {bytes} bytes") }
            }
            Lost::Refused(reason) => ReaderError::Protocol { path: path(), reason: reason.into() },
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

    /// Sends a request, to be followed by [`answer`](Self::answer). The child answers in order;
    /// more than one may be sent ahead.
    pub(crate) fn send(&mut self, request: &Request) -> Result<(), Lost> {
        let bytes = postcard::to_stdvec(request).map_err(|e| Lost::Nonsense(e.to_string()))?;
        if bytes.len() > MAX_REQUEST_BYTES {
            return Err(Lost::Refused("the path or password is too long"));
        }
        let sent = match &mut self.stdin {
            Some(stdin) => write_frame(stdin, &bytes, MAX_REQUEST_BYTES),
            None => Err(FrameError::End),
        };
        sent.map_err(|_| Lost::Died(self.epitaph()))
    }

    /// Waits for the final reply to the oldest request that has none: `limit` at first, `longer`
    /// from the moment at which the child says that it recognises the page.
    pub(crate) fn answer(
        &mut self,
        limit: Duration,
        longer: Duration,
        stop: Option<&AtomicBool>,
    ) -> Result<Reply, Lost> {
        match self.reply(Instant::now() + limit, limit, stop)? {
            Reply::Recognising => {}
            reply => return Ok(reply),
        }
        // Said once, it counts once: a page has one deadline.
        match self.reply(Instant::now() + longer, longer, stop)? {
            Reply::Recognising => Err(Lost::Nonsense("it began to recognise a page twice".into())),
            reply => Ok(reply),
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
            match self.frames.recv_timeout(left.min(POLL)) {
                Ok(Ok(bytes)) => return Ok(bytes),
                Ok(Err(error @ FrameError::TooLong { .. })) => {
                    return Err(Lost::Nonsense(error.to_string()));
                }
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(Lost::Died(self.epitaph()));
                }
                // The child caps itself; this holds where its own cap does not count, as for
                // memory that is shared.
                Err(RecvTimeoutError::Timeout) => match size::of(self.process.id()) {
                    Some(bytes) if self.memory_bytes > 0 && bytes > self.memory_bytes => {
                        return Err(Lost::TooLarge(bytes));
                    }
                    _ => {}
                },
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
        // Its last words may still be on their way.
        let left = deadline.saturating_duration_since(Instant::now());
        let _ = self.stderr_open.recv_timeout(left);
        let tail = self.stderr_tail.lock();
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
        let mut tail = tail.lock();
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
pub fn hide_console(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;
    command.creation_flags(CREATE_NO_WINDOW);
}

/// A console program started from a window program would flash a console on Windows; elsewhere, nothing.
#[cfg(not(windows))]
pub fn hide_console(_: &mut Command) {}

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
        Lost::TooLarge(bytes) => ReaderError::TooLarge { file, page, bytes },
        Lost::Refused(reason) => ReaderError::Refused { file, page, reason: reason.into() },
        Lost::Stopped => ReaderError::Stopped { file },
    }
}
