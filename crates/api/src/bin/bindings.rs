//! Writes `ui/src/lib/platform/bindings.ts`; with `--check`, fails when the file is not current.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

fn main() -> Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/src/lib/platform/bindings.ts");
    let text = citelight_api::bindings::typescript();
    if std::env::args().any(|arg| arg == "--check") {
        if fs::read_to_string(&path).unwrap_or_default() != text {
            bail!(
                "ui/src/lib/platform/bindings.ts is not current: run \
                 `cargo run -p citelight-api --bin bindings`"
            );
        }
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    }
    fs::write(&path, text).with_context(|| format!("writing {}", path.display()))
}
