//! `cargo xtask setup`: everything that the build needs and that is not part of the checkout.
//!
//! Owns: the order of the steps. Each step finds out by itself whether it is due, so that the
//! command can be run again at any time and goes on where it was interrupted.

use std::env::consts::{ARCH, OS};
use std::fs;

use anyhow::{Context, Result};

use crate::places::{Places, library};
use crate::say::{self, Done, step};
use crate::stamp::{Stamp, holds, keep};
use crate::{interface, pack, system, wheels};

/// Installs what is missing. `apt` says whether system packages may be installed.
pub(crate) fn setup(places: &Places, apt: bool) -> Result<()> {
    say::heading("Set-up");
    if apt {
        step("system packages", system::install)?;
    }
    step("native libraries", || natives(places))?;
    step("embedding model", || pack::make(places))?;
    step("interface packages", || interface::packages(places))
}

/// Puts the native libraries into `native/`, under their plain names.
fn natives(places: &Places) -> Result<Done> {
    let folder = places.native();
    let mut done = Done::Before;
    for native in wheels::natives(OS, ARCH)? {
        let wheel = native.wheel();
        let (file, stamp) = (folder.join(library(native.stem)), native_stamp(native));
        let stamp_file = folder.join(format!(".{}.stamp", native.stem));
        if file.is_file() && holds(&stamp_file, &stamp) {
            continue;
        }
        let wheel = wheels::fetch(places, &wheel)?;
        fs::create_dir_all(&folder)
            .with_context(|| format!("{} could not be made", places.show(&folder)))?;
        wheels::extract_licences(&wheel, &folder.join("licences").join(native.stem))?;
        wheels::extract(&wheel, native.member, &file)?;
        keep(&stamp_file, &stamp)?;
        done = Done::Now;
    }
    Ok(done)
}

fn native_stamp(native: &wheels::Native) -> String {
    Stamp::default().text(&native.wheel().sha256).text(native.member).text("with licences").finish()
}
