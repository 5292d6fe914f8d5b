//! The same life of a package of the other family, by the program `rpm` in a root of Debian's: what its
//! libraries are called is found there, what Fedora's packages are called is not.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::{EARLIER, LIBRARY, Root, SAMPLES};
use crate::say::{self, Done, step};

/// Where the earlier package is made, in the root.
const WORK: &str = "/tmp/rpm";
/// The same package as an earlier one: its files, and what it does when it is removed.
const SPEC: &str = "\
%define __os_install_post %{nil}
%define debug_package %{nil}
%define _build_id_links none
%define _binary_payload w0.gzdio
%define _rpmdir /tmp/rpm
Name: citelight
Version: VERSION
Release: 1
Summary: An earlier one
License: MIT
AutoReqProv: no
%description
An earlier one.
%install
cp -a /tmp/rpm/parts/. %{buildroot}/
%postun -f /tmp/rpm/postun
%files -f /tmp/rpm/files
";

/// Tries the package in a root in which a .deb was tried before, so that the libraries are there.
pub(super) fn check(package: &Path, folder: &Path) -> Result<()> {
    say::heading("Package of the other family");
    let root = Root(folder.canonicalize().with_context(|| folder.display().to_string())?);
    let work = root.at(WORK);
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    fs::create_dir_all(work.join("parts"))?;
    fs::copy(package, work.join("new.rpm")).with_context(|| package.display().to_string())?;
    step("rpm", || {
        let line = "DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends";
        root.run(&format!("{line} rpm cpio 2>&1"))?;
        Ok(Done::Now)
    })?;
    step("libraries that it asks for", || {
        let asked = root.run(&format!("rpm --query --requires --package {WORK}/new.rpm"))?;
        let there = root.run("ldconfig --print-cache")?;
        let missing = not_there(&asked, &there);
        ensure!(missing.is_empty(), "not in this system: {}", missing.join(", "));
        Ok(Done::Now)
    })?;
    step("earlier package", || {
        fs::write(work.join("citelight.spec"), SPEC.replace("VERSION", EARLIER))?;
        root.run(&format!(
            "cd {WORK}/parts && rpm2cpio ../new.rpm | cpio --extract --make-directories --quiet 2>&1 &&
             rpm --query --queryformat '%{{POSTUN}}' --package ../new.rpm >../postun &&
             find . -not -type d -printf '/%P\\n' >../files &&
             rpmbuild -bb ../citelight.spec 2>&1 && mv {WORK}/*/citelight-*.rpm {WORK}/old.rpm"
        ))?;
        Ok(Done::Now)
    })?;
    step("installed, samples added, first answer", || {
        root.run(&format!("rpm --install --nodeps {WORK}/old.rpm 2>&1"))?;
        root.citelight(&["add", SAMPLES])?;
        root.answers().map(|()| Done::Now)
    })?;
    let documents = root.citelight(&["--json", "list"])?;
    step("upgraded, library kept", || {
        root.run(&format!("rpm --upgrade --nodeps {WORK}/new.rpm 2>&1"))?;
        ensure!(root.citelight(&["--json", "list"])? == documents, "the documents are others");
        let version = root.run("rpm --query citelight")?;
        ensure!(!version.contains(EARLIER), "it was not upgraded: {version}");
        root.answers().map(|()| Done::Now)
    })?;
    step("removed, library kept", || {
        let said = root.run("rpm --erase citelight 2>&1")?;
        // Where rpm hides people's folders from the script, it cannot name the library.
        let named = format!("the library in {LIBRARY} is kept");
        let told = [named.as_str(), "libraries are kept"];
        ensure!(
            told.iter().any(|told| said.contains(told)),
            "it does not say what is kept: {said}"
        );
        ensure!(!root.at("/usr/bin/citelight").exists(), "the program is still there");
        ensure!(!root.at("/usr/lib/Citelight").exists(), "parts are still there");
        ensure!(root.at(LIBRARY).join("library/library.db").exists(), "the library is gone");
        Ok(Done::Now)
    })?;
    fs::remove_dir_all(root.at(LIBRARY))?;
    fs::remove_dir_all(&work).with_context(|| work.display().to_string())
}

/// The libraries among what a package asks for that the linker's list lacks.
fn not_there<'a>(asked: &'a str, there: &str) -> Vec<&'a str> {
    let known: Vec<&str> =
        there.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let names = asked.lines().filter(|line| line.contains(".so"));
    let names = names.map(|line| line.split('(').next().unwrap_or(line));
    names.filter(|name| !known.contains(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_looked_up_by_name() {
        let asked = "libc.so.6()(64bit)\ntesseract-langpack-eng\nlibnone.so.1()(64bit)\n";
        let there = "2 libs found in cache\n\tlibc.so.6 (libc6,x86-64) => /lib/libc.so.6\n";
        assert_eq!(not_there(asked, there), ["libnone.so.1"]);
    }
}
