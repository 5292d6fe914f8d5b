//! Files that are the person's alone: nobody else of the computer may read them, and what was written is
//! there after a power cut.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes a folder, with those above it, that only the person can look into; one that is there is made so.
pub(crate) fn folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)?;
    restrict(path, 0o700);
    Ok(())
}

/// Makes a file, in place of one of the same name, that only the person can read.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

/// Makes all that lies in a folder the person's alone; what cannot be changed stays as it is: a memory
/// stick, say, knows no such rights.
pub(crate) fn tighten(path: &Path) {
    let Ok(meta) = fs::symlink_metadata(path) else { return };
    if meta.is_file() {
        restrict(path, 0o600);
    } else if meta.is_dir() {
        restrict(path, 0o700);
        for entry in fs::read_dir(path).into_iter().flatten().flatten() {
            tighten(&entry.path());
        }
    }
}

/// Has the system keep the name of a file that was just renamed.
pub(crate) fn keep_name(path: &Path) -> io::Result<()> {
    // Only Unix opens folders as files; elsewhere the file system's journal keeps names.
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

#[cfg(unix)]
fn restrict(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(meta) = fs::symlink_metadata(path) else { return };
    // What is narrower already stays so.
    let now = meta.permissions().mode() & 0o777;
    if now & !mode != 0 {
        let _ = fs::set_permissions(path, fs::Permissions::from_mode(now & mode));
    }
}

#[cfg(not(unix))]
fn restrict(_: &Path, _: u32) {}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn what_is_the_persons_nobody_else_can_read() {
        let dir = tempfile::tempdir().unwrap();
        let (library, files) = (dir.path().join("library"), dir.path().join("library/files"));
        fs::create_dir_all(&files).unwrap();
        fs::write(files.join("old.pdf"), "x").unwrap();
        let open = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        open(&library, 0o755);
        open(&files.join("old.pdf"), 0o644);
        tighten(&library);
        assert_eq!([mode(&library), mode(&files.join("old.pdf"))], [0o700, 0o600]);
        create(&files.join("new.pdf")).unwrap();
        assert_eq!(mode(&files.join("new.pdf")), 0o600);
        folder(&dir.path().join("made/deep")).unwrap();
        assert_eq!(mode(&dir.path().join("made/deep")), 0o700);
        open(&files, 0o500);
        tighten(&files);
        assert_eq!(mode(&files), 0o500, "what is narrower stays so");
        open(&files, 0o700);
        keep_name(&files.join("new.pdf")).unwrap();
    }
}
