//! One pack: what the hub states of its files, their bytes, their hashes, and the handing over.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{io, thread};

use citelight_core::ModelOrigin;
use citelight_packs::{
    FetchEvent, FetchFault, Known, KnownFile, KnownPack, Manifest, PackError, PackFile, Source,
    Staging, sha256_of,
};
use sha1::{Digest, Sha1};

use crate::hub::{Bytes, Hash, Hub, Stated};
use crate::{Failure, say};

/// Failures in a row, without a byte between them, after which it is given up.
const MOST_TRIES: u32 = 6;
/// The longest wait between two tries.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// How often progress is told.
const TELL: Duration = Duration::from_millis(200);
/// Bytes that may not be on the disk yet when a power cut comes; they are fetched again.
const BLOCK: usize = 256 << 10;

/// Fetches packs.
pub(crate) struct Fetcher<'a> {
    pub(crate) known: &'a Known,
    pub(crate) hub: Hub,
    /// The first wait after a failure; each further one is twice as long.
    pub(crate) wait: Duration,
}

/// How far a pack is.
struct Progress {
    /// Bytes of files that are there as a whole.
    whole: u64,
    total: u64,
    told: Option<Instant>,
}

impl Fetcher<'_> {
    /// Fetches a pack into the folder `models`; goes on where an earlier run stopped.
    pub(crate) fn fetch(&self, pack: &KnownPack, models: &Path) -> Result<String, Failure> {
        let Source::Hub { repository, files } = &pack.source else {
            return Err(Failure::new(
                FetchFault::Call,
                format!("“{}” comes with the app and is not fetched.", pack.name),
                "Install Citelight again: a part of it is missing.",
            ));
        };
        let staging = Staging::resume(models, &pack.name)?;
        let stated = self.stated(pack, repository, files)?;
        let total = stated.values().map(|stated| stated.bytes).sum();
        let source = self.known.source_of(pack);
        say(&FetchEvent::Begin { pack: pack.name.clone(), source: source.clone(), bytes: total });

        let mut progress = Progress { whole: 0, total, told: None };
        let mut commit = String::new();
        let mut listed = Vec::new();
        for file in files {
            let Some(stated) = stated.get(&file.name) else { continue };
            commit.clone_from(&stated.commit);
            // From the commit that was stated: a branch may move on meanwhile.
            let url = self.hub.file(repository, &stated.commit, file.path());
            listed.push(self.file(staging.folder(), file, stated, &url, &mut progress)?);
        }
        let model = listed.iter().find(|file| is_weights(&file.name));
        let manifest = Manifest {
            name: pack.name.clone(),
            title: Some(pack.title.clone()),
            role: pack.role,
            licence: Some(pack.licence.clone()),
            revision: commit,
            source: Some(source),
            origin: ModelOrigin::Hub,
            model: model.map(|file| file.name.clone()).unwrap_or_default(),
            dimension: pack.dimension,
            max_tokens: pack.max_tokens,
            files: listed,
            others: serde_json::Map::new(),
        };
        let installed = staging.finish(&manifest).map_err(|error| match error {
            PackError::Damaged { why, .. } => {
                // The bytes are those of the hub, so that fetching them again changes nothing.
                Failure::new(
                    FetchFault::Mismatch,
                    format!("What the hub has as “{}” is no such model: {why}.", pack.name),
                    "It was not installed. Get the folder another way and import it.",
                )
            }
            other => other.into(),
        })?;
        Ok(installed.folder().display().to_string())
    }

    /// What the hub states of every file, and that it is what the list demands.
    fn stated(
        &self,
        pack: &KnownPack,
        repository: &str,
        files: &[KnownFile],
    ) -> Result<BTreeMap<String, Stated>, Failure> {
        let mut revision = pack.revision.clone();
        let mut all = BTreeMap::new();
        for file in files {
            let url = self.hub.file(repository, revision.as_deref().unwrap_or("main"), file.path());
            let stated = self.patiently(|| self.hub.stated(&url))?;
            let differs = |what: &str, stated: &str, wanted: &str| {
                Failure::new(
                    FetchFault::Mismatch,
                    format!("The hub states {what} {stated} for {url}, but {wanted} is wanted."),
                    "Nothing was fetched. The list of models of this Citelight may be too old.",
                )
            };
            // All files are of one commit, also where the list names none.
            let wanted = revision.get_or_insert_with(|| stated.commit.clone());
            if *wanted != stated.commit {
                return Err(differs("the commit", &stated.commit, wanted));
            }
            if let Some(bytes) = file.bytes.filter(|bytes| *bytes != stated.bytes) {
                return Err(differs("the size", &stated.bytes.to_string(), &bytes.to_string()));
            }
            match (&file.sha256, &stated.hash) {
                (Some(wanted), Hash::Sha256(hash)) if wanted != hash => {
                    return Err(differs("the hash", hash, wanted));
                }
                _ => {}
            }
            all.insert(file.name.clone(), stated);
        }
        Ok(all)
    }

    /// Fetches one file and checks its hash.
    fn file(
        &self,
        folder: &Path,
        file: &KnownFile,
        stated: &Stated,
        url: &str,
        progress: &mut Progress,
    ) -> Result<PackFile, Failure> {
        let place = folder.join(&file.name);
        // One of an earlier run is there under its name only when its hash was right; but that may
        // have been another commit's.
        if fs::metadata(&place).is_ok_and(|found| found.len() == stated.bytes) {
            say(&FetchEvent::Checking { file: file.name.clone() });
            if let Some(sha256) = matching(&place, stated, file.sha256.as_deref())? {
                progress.add(&file.name, stated.bytes);
                return Ok(PackFile { name: file.name.clone(), sha256, bytes: stated.bytes });
            }
        }
        // A part belongs to one content; that of another commit is never continued.
        let part = folder.join(format!("{}.{:.12}.part", file.name, stated.hash.text()));
        self.bytes(&part, &file.name, stated.bytes, url, progress)?;
        say(&FetchEvent::Checking { file: file.name.clone() });
        let Some(sha256) = matching(&part, stated, file.sha256.as_deref())? else {
            let _ = fs::remove_file(&part);
            return Err(Failure::new(
                FetchFault::Mismatch,
                format!("{} came with another content than the hub states.", file.name),
                "It was thrown away. Try again; if it happens again, a proxy may change it.",
            ));
        };
        fs::rename(&part, &place).map_err(|error| Failure::writing(&place, &error))?;
        progress.add(&file.name, stated.bytes);
        Ok(PackFile { name: file.name.clone(), sha256, bytes: stated.bytes })
    }

    /// Brings a part to its full length, whatever breaks in between.
    fn bytes(
        &self,
        part: &Path,
        name: &str,
        bytes: u64,
        url: &str,
        progress: &mut Progress,
    ) -> Result<(), Failure> {
        let writing = |error| Failure::writing(part, &error);
        let open = || OpenOptions::new().create(true).append(true).open(part).map_err(writing);
        let mut tries = 0;
        loop {
            let mut target = open()?;
            let have = target.metadata().map_err(writing)?.len();
            progress.tell(name, have);
            if have == bytes {
                return target.sync_all().map_err(writing);
            }
            if have > bytes {
                target.set_len(0).map_err(writing)?;
                continue;
            }
            let failure = match self.hub.bytes(url, have) {
                Ok(Bytes::From(body)) => pour(body, &mut target, part, bytes, have, name, progress),
                Ok(Bytes::Whole(body)) => {
                    if have > 0 {
                        target.set_len(0).map_err(writing)?;
                    }
                    pour(body, &mut target, part, bytes, 0, name, progress)
                }
                Ok(Bytes::Beyond) => {
                    target.set_len(0).map_err(writing)?;
                    Err(cut(name))
                }
                Err(failure) => Err(failure),
            };
            let Err(failure) = failure else { continue };
            let now = target.metadata().map_err(writing)?.len();
            tries = if now > have { 1 } else { tries + 1 };
            if !failure.passes || tries >= MOST_TRIES {
                return Err(failure);
            }
            self.rest(&failure, tries);
        }
    }

    /// Tries something until it works or failed too often.
    fn patiently<T>(&self, mut work: impl FnMut() -> Result<T, Failure>) -> Result<T, Failure> {
        let mut tries = 0;
        loop {
            tries += 1;
            match work() {
                Err(failure) if failure.passes && tries < MOST_TRIES => self.rest(&failure, tries),
                other => return other,
            }
        }
    }

    fn rest(&self, failure: &Failure, tries: u32) {
        let wait = self.wait.saturating_mul(1 << tries.saturating_sub(1).min(16)).min(LONGEST_WAIT);
        let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
        say(&FetchEvent::Retry { why: failure.error.message.clone(), wait_ms });
        thread::sleep(wait);
    }
}

impl Progress {
    fn add(&mut self, name: &str, bytes: u64) {
        self.whole += bytes;
        self.told = None;
        self.tell(name, 0);
    }

    /// Tells how far it is, `have` bytes of the file under way among it; not too often.
    fn tell(&mut self, name: &str, have: u64) {
        if self.told.is_some_and(|told| told.elapsed() < TELL) {
            return;
        }
        self.told = Some(Instant::now());
        let done = self.whole + have;
        say(&FetchEvent::Progress { file: name.to_owned(), done, total: self.total });
    }
}

/// Writes what comes until it ends. Ending before the file does is a failure that goes by.
fn pour(
    mut body: Box<dyn Read>,
    target: &mut File,
    part: &Path,
    bytes: u64,
    mut have: u64,
    name: &str,
    progress: &mut Progress,
) -> Result<(), Failure> {
    let mut block = vec![0; BLOCK];
    while have < bytes {
        let read = match body.read(&mut block) {
            Ok(0) => return Err(cut(name)),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return Err(cut(name)),
        };
        // No more than was stated: a body without an end must not fill the disk.
        let read = read.min(usize::try_from(bytes - have).unwrap_or(read));
        target.write_all(&block[..read]).map_err(|error| Failure::writing(part, &error))?;
        have += read as u64;
        progress.tell(name, have);
    }
    Ok(())
}

fn cut(name: &str) -> Failure {
    Failure::new(
        FetchFault::Network,
        format!("The connection broke off while {name} came in."),
        "Try again; what came so far is kept.",
    )
    .passing()
}

/// The SHA-256 of a file when it is what the hub states and the list demands, else `None`.
fn matching(path: &Path, stated: &Stated, wanted: Option<&str>) -> Result<Option<String>, Failure> {
    let sha256 = sha256_of(path, &mut |_| ControlFlow::Continue(()))?;
    let right = match &stated.hash {
        Hash::Sha256(hash) => sha256 == *hash,
        Hash::Git(hash) => git_hash(path, stated.bytes)? == *hash,
    };
    Ok((right && wanted.is_none_or(|wanted| wanted == sha256)).then_some(sha256))
}

/// The name that git gives to a content.
fn git_hash(path: &Path, bytes: u64) -> Result<String, Failure> {
    let mut hash = Sha1::new();
    hash.update(format!("blob {bytes}\0"));
    let content = fs::read(path).map_err(|error| Failure::writing(path, &error))?;
    hash.update(&content);
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn is_weights(name: &str) -> bool {
    [".safetensors", ".gguf", ".onnx"].iter().any(|ending| name.ends_with(ending))
}
