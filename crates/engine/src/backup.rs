//! Copies of a library: small ones that are made by themselves, in its own folder, of what cannot be made
//! again from the files; and complete ones, where the person wants them.
//!
//! What is removed or forgotten goes from the first kind, too. The second kind is the person's own.

pub(crate) mod complete;
pub(crate) mod recover;
pub(crate) mod request;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use citelight_store::{BACKUPS, Store, StoreError};
use serde::{Deserialize, Serialize};
use tracing::info;
use ts_rs::TS;

use crate::clock::now_s;
use crate::encryption::seal::Seal;
use crate::error::{EngineError, Result};
use crate::private;

/// One is made when the newest is so old.
const EVERY_S: i64 = 24 * 60 * 60;
/// So many of the newest are kept, and of the older ones one a week, as far as that.
const NEWEST: usize = 3;
const WEEK_S: i64 = 7 * 24 * 60 * 60;
const OLDEST_S: i64 = 5 * WEEK_S;
/// What a process that ended left half written.
const STALE: Duration = Duration::from_secs(60 * 60);

const AUTO: &str = "auto-";
/// How often a copy is begun that another process takes away.
const TRIES: usize = 5;

/// A copy that a library made of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OwnBackup {
    /// When, in seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub made_at_s: i64,
    /// Its size.
    #[ts(type = "number")]
    pub bytes: u64,
    /// Its file.
    pub path: String,
}

/// The copies that a library makes of itself.
#[derive(Debug, Clone)]
pub(crate) struct Backups {
    folder: PathBuf,
    seal: Seal,
}

impl Backups {
    pub(crate) fn of(library: &Path, seal: Seal) -> Backups {
        Backups { folder: library.join(BACKUPS), seal }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// How they are encrypted: as the library is.
    pub(crate) fn seal(&self) -> &Seal {
        &self.seal
    }

    /// A copy by its path, where it is one that the library in `dir` made of itself.
    pub(crate) fn own(dir: &Path, path: &Path) -> Option<(i64, PathBuf)> {
        Backups::of(dir, Seal::default()).all().into_iter().find(|(_, copy)| copy == path)
    }

    /// The copies, newest first, with the seconds since 1970 when each was made.
    pub(crate) fn all(&self) -> Vec<(i64, PathBuf)> {
        let mut all: Vec<(i64, PathBuf)> = fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| {
                let name = entry.file_name();
                let made = name.to_str()?.strip_prefix(AUTO)?.strip_suffix(".db")?.parse().ok()?;
                Some((made, entry.path()))
            })
            .collect();
        all.sort_by(|a, b| b.cmp(a));
        all
    }

    /// Makes one, where the newest is a day old or none is there, and lets old ones go.
    pub(crate) fn keep(&self, store: &Store) -> Result<()> {
        let newest = self.all().first().map_or(0, |(made, _)| *made);
        // A clock that was set back must not end it.
        if newest <= now_s() && now_s() - newest < EVERY_S {
            return Ok(());
        }
        self.make(store)
    }

    fn make(&self, store: &Store) -> Result<()> {
        let failed =
            |error: std::io::Error| EngineError::file(&self.folder, "Writing a backup in", &error);
        private::folder(&self.folder).map_err(failed)?;
        self.remove_stale();
        let whole = self.folder.join(format!("{AUTO}{}.db", now_s()));
        let part = self.folder.join(format!("{AUTO}{}-{}.part", now_s(), std::process::id()));
        let mut tries = TRIES;
        loop {
            tries -= 1;
            private::create(&part).map_err(failed)?;
            let kept = store.keep_to(&part).map_err(EngineError::from);
            let done = kept.and_then(|()| fs::rename(&part, &whole).map_err(failed));
            let Err(error) = done else { break };
            // Another process that has something forgotten takes away what may hold it.
            if part.exists() || tries == 0 {
                let _ = fs::remove_file(&part);
                return Err(error);
            }
        }
        private::keep_name(&whole).map_err(failed)?;
        info!("made a backup");
        let all = self.all();
        let dates: Vec<i64> = all.iter().map(|(made, _)| *made).collect();
        for at in superfluous(&dates, now_s()) {
            let _ = fs::remove_file(&all[at].1);
        }
        Ok(())
    }

    /// Has something forgotten by every copy. One that cannot do so is removed, as are those that are no
    /// use with something taken out: of before an update, and of a damaged database.
    pub(crate) fn forget(
        &self,
        forget: &dyn Fn(&Store) -> Result<(), StoreError>,
    ) -> std::io::Result<()> {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let copy = self.all().iter().any(|(_, copy)| *copy == path);
            let open = || Store::open_with(&path, self.seal.database());
            let done = copy && open().and_then(|store| forget(&store)).is_ok();
            // A log that was not written back belongs to one that cannot be opened.
            if !done && path.is_file() {
                match fs::remove_file(&path) {
                    Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                        return Err(error);
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn remove_stale(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let age = entry.metadata().and_then(|meta| meta.modified()).ok();
            let age = age.and_then(|then| SystemTime::now().duration_since(then).ok());
            if name.to_string_lossy().contains(".part") && age.is_some_and(|age| age > STALE) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// The places of those that need not be kept any longer; `made` falls.
fn superfluous(made: &[i64], now_s: i64) -> Vec<usize> {
    let mut last = None;
    let mut go = Vec::new();
    for (at, made) in made.iter().enumerate() {
        let keep = at < NEWEST
            || (now_s - made < OLDEST_S && last.is_none_or(|last: i64| last - made >= WEEK_S));
        if keep { last = Some(*made) } else { go.push(at) }
    }
    go
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_are_kept_and_one_a_week_of_the_older_ones() {
        const DAY: i64 = EVERY_S;
        let now = 100 * DAY;
        let mut kept: Vec<i64> = Vec::new();
        // One a day for a hundred days, thinned out each time.
        for day in 0..100 {
            kept.insert(0, day * DAY);
            for at in superfluous(&kept, day * DAY).into_iter().rev() {
                kept.remove(at);
            }
        }
        assert_eq!(&kept[..3], &[99 * DAY, 98 * DAY, 97 * DAY]);
        assert!(kept.len() <= 8, "{kept:?}");
        assert!(kept.iter().all(|made| now - made <= OLDEST_S + DAY), "{kept:?}");
    }
}
