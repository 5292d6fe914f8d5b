//! What the programs are made of that is not ours: a list with every licence's text, and the same for
//! programs (a bill of materials in CycloneDX's form).
//!
//! Owns: which licences may be linked. Refuses: judging what a licence means; that was done when it came on
//! the list. `deny.toml` says the same to cargo-deny, which also knows of advisories.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::places::Places;
use crate::tool;

/// The programs that are shipped, by package.
const SHIPPED: [&str; 5] = [
    "citelight-app",
    "citelight-cli",
    "citelight-reader-child",
    "citelight-ranker-child",
    "citelight-fetch",
];

/// Licences under which code may be linked into a program that is passed on without more duties than to
/// carry the text along. The same stand in `deny.toml`.
pub(crate) const ALLOWED: [&str; 17] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "WTFPL",
    "Zlib",
    "blessing",
];

/// What is shipped besides crates and packages: name, version, licence, where its text lies in the checkout.
const OTHERS: [(&str, &str, &str, &str); 8] = [
    ("PDFium", "see native/licences", "BSD-3-Clause AND Apache-2.0", "native/licences/pdfium"),
    ("ONNX Runtime", "see native/licences", "MIT", "native/licences/onnxruntime"),
    ("SQLCipher", "4.19.0", "BSD-3-Clause", "crates/store/LICENSE-SQLCipher.txt"),
    ("OpenSSL (libcrypto)", "3.6.3", "Apache-2.0", "LICENSE-APACHE"),
    ("all-MiniLM-L6-v2", "c9745ed1d9f2", "Apache-2.0", "LICENSE-APACHE"),
    ("Inter", "5.3.0", "OFL-1.1", "ui/node_modules/@fontsource-variable/inter/LICENSE"),
    ("Caladea", "1.001", "OFL-1.1", "crates/samples/fonts/LICENSE-Caladea-OFL.txt"),
    ("Open Sans", "1.10", "Apache-2.0", "crates/samples/fonts/LICENSE-OpenSans-Apache-2.0.txt"),
];

/// A part of somebody else's.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    name: String,
    version: String,
    licence: String,
    /// As package registries are named in bills of materials (<https://github.com/package-url>).
    purl: Option<String>,
    /// File or folder with its texts.
    texts: PathBuf,
}

/// Writes `THIRD-PARTY.txt` and `sbom.cdx.json` into a folder.
pub(crate) fn write(places: &Places, folder: &Path) -> Result<()> {
    let parts = parts(places)?;
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    fs::write(folder.join("THIRD-PARTY.txt"), list(&parts)?)?;
    let bill = serde_json::to_string_pretty(&bill(&parts))? + "\n";
    fs::write(folder.join("sbom.cdx.json"), bill)?;
    Ok(())
}

/// Fails with every crate that must not be linked for its licence.
pub(crate) fn check(places: &Places) -> Result<()> {
    let refused: Vec<String> = crates(&metadata(places)?)?
        .into_iter()
        .filter(|part| !is_allowed(&part.licence))
        .map(|part| format!("{} {} is under {}", part.name, part.version, part.licence))
        .collect();
    if refused.is_empty() {
        return Ok(());
    }
    bail!(
        "crates whose licence is not on the list in xtask/src/licences.rs:\n  {}",
        refused.join("\n  ")
    )
}

fn parts(places: &Places) -> Result<Vec<Part>> {
    let mut parts = crates(&metadata(places)?)?;
    parts.extend(packages(places)?);
    for (name, version, licence, texts) in OTHERS {
        let texts = places.root.join(texts);
        let (name, version, licence) = (name.to_owned(), version.to_owned(), licence.to_owned());
        parts.push(Part { name, version, licence, purl: None, texts });
    }
    parts.sort_by(|a, b| {
        (a.name.to_lowercase(), &a.version).cmp(&(b.name.to_lowercase(), &b.version))
    });
    Ok(parts)
}

fn metadata(places: &Places) -> Result<Value> {
    let version = tool::output(tool::command("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let mut cargo = tool::cargo();
    cargo.args(["metadata", "--format-version", "1", "--filter-platform"]);
    cargo.arg(host.context("rustc does not name its host")?).current_dir(&places.root);
    Ok(serde_json::from_str(&tool::output(&mut cargo)?)?)
}

/// The crates of others that end up in the programs.
fn crates(metadata: &Value) -> Result<Vec<Part>> {
    let by_id = |list: &'_ Value| -> BTreeMap<String, Value> {
        let list = list.as_array().into_iter().flatten();
        list.map(|one| (one["id"].as_str().unwrap_or_default().to_owned(), one.clone())).collect()
    };
    let (packages, nodes) = (by_id(&metadata["packages"]), by_id(&metadata["resolve"]["nodes"]));
    let members: BTreeSet<&str> = metadata["workspace_members"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let shipped =
        |id: &&&str| packages[**id]["name"].as_str().is_some_and(|name| SHIPPED.contains(&name));
    let mut left: Vec<String> = members.iter().filter(shipped).map(|id| (*id).to_owned()).collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = left.pop() {
        if !seen.insert(id.clone()) {
            continue;
        }
        for dependency in nodes[&id]["deps"].as_array().into_iter().flatten() {
            // A normal dependency has no kind.
            let mut kinds = dependency["dep_kinds"].as_array().into_iter().flatten();
            if kinds.any(|kind| kind["kind"].is_null()) {
                left.push(dependency["pkg"].as_str().unwrap_or_default().to_owned());
            }
        }
    }
    seen.retain(|id| !members.contains(id.as_str()));
    let part = |id: &String| -> Result<Part> {
        let package = &packages[id];
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let (name, version) = (text("name"), text("version"));
        let licence = package["license"]
            .as_str()
            .with_context(|| format!("{name} {version} does not state its licence"))?;
        Ok(Part {
            purl: Some(format!("pkg:cargo/{name}@{version}")),
            licence: licence.to_owned(),
            texts: Path::new(&text("manifest_path"))
                .parent()
                .unwrap_or(Path::new(""))
                .to_path_buf(),
            name,
            version,
        })
    };
    seen.iter().map(part).collect()
}

/// The packages of others that end up in the built interface: what it depends on, and Svelte, which its
/// compiled components call.
fn packages(places: &Places) -> Result<Vec<Part>> {
    let lock = fs::read_to_string(places.interface().join("package-lock.json"))?;
    let lock: Value = serde_json::from_str(&lock)?;
    let mut parts = Vec::new();
    for (path, package) in lock["packages"].as_object().into_iter().flatten() {
        let Some(name) = path.strip_prefix("node_modules/") else { continue };
        let linked =
            package["dev"].as_bool() != Some(true) || ["svelte", "clsx", "esm-env"].contains(&name);
        if !linked {
            continue;
        }
        let version = package["version"].as_str().unwrap_or_default().to_owned();
        let licence =
            package["license"].as_str().with_context(|| format!("{name} states no licence"))?;
        parts.push(Part {
            purl: Some(format!("pkg:npm/{}@{version}", name.replace('@', "%40"))),
            name: name.to_owned(),
            version,
            licence: licence.to_owned(),
            texts: places.interface().join(path),
        });
    }
    Ok(parts)
}

/// Whether a licence expression (SPDX, or the older form with a slash) can be met by those on the list.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words: Vec<&str> = spaced.split_whitespace().rev().collect();
    let met = any_of(&mut words);
    met && words.is_empty()
}

fn any_of(words: &mut Vec<&str>) -> bool {
    let mut met = all_of(words);
    while words.last() == Some(&"OR") {
        words.pop();
        met |= all_of(words);
    }
    met
}

fn all_of(words: &mut Vec<&str>) -> bool {
    let mut met = one(words);
    while words.last() == Some(&"AND") {
        words.pop();
        met &= one(words);
    }
    met
}

fn one(words: &mut Vec<&str>) -> bool {
    let Some(word) = words.pop() else { return false };
    if word == "(" {
        let met = any_of(words);
        return words.pop() == Some(")") && met;
    }
    let mut name = word.to_owned();
    if words.last() == Some(&"WITH") {
        words.pop();
        name = format!("{name} WITH {}", words.pop().unwrap_or_default());
    }
    ALLOWED.contains(&name.as_str())
}

/// The files that hold licences and notices in a folder, by name.
fn texts_in(place: &Path) -> Vec<PathBuf> {
    if place.is_file() {
        return vec![place.to_path_buf()];
    }
    let is_text = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let starts = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE", "COPYRIGHT"];
        path.is_file()
            && (starts.iter().any(|start| name.starts_with(start)) || name.contains("LICENSE"))
    };
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_text).collect();
    files.sort();
    files
}

/// The list for people: who made what, then each text once with those whose it is.
fn list(parts: &[Part]) -> Result<String> {
    let mut out = String::from(
        "What Citelight is made of that others made, under which licences, and their texts.\n\n",
    );
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for part in parts {
        let label = format!("{} {}", part.name, part.version);
        writeln!(out, "{label} — {}", part.licence)?;
        for file in texts_in(&part.texts) {
            let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
            let text = String::from_utf8_lossy(&bytes).trim().to_owned();
            texts.entry(text).or_default().push(label.clone());
        }
    }
    for (text, mut of) in texts {
        of.dedup();
        write!(out, "\n{}\n{}\n\n{text}\n", "=".repeat(100), of.join(", "))?;
    }
    Ok(out)
}

fn bill(parts: &[Part]) -> Value {
    let component = |part: &Part| {
        let mut component = json!({
            "type": "library",
            "name": part.name,
            "version": part.version,
            "licenses": [{ "expression": part.licence.replace('/', " OR ") }],
        });
        if let Some(purl) = &part.purl {
            component["purl"] = json!(purl);
            component["bom-ref"] = json!(purl);
        }
        component
    };
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": {
            "type": "application", "name": "Citelight", "version": env!("CARGO_PKG_VERSION"),
        } },
        "components": parts.iter().map(component).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_met_by_what_is_on_the_list() {
        for fine in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0-only OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert!(is_allowed(fine), "{fine}");
        }
        for refused in [
            "GPL-3.0-only",
            "MIT AND GPL-2.0",
            "",
            "(MIT",
            "MIT )",
            "Apache-2.0 WITH Some-exception",
        ] {
            assert!(!is_allowed(refused), "{refused}");
        }
    }

    #[test]
    fn only_what_is_linked_is_listed() {
        let metadata = json!({
            "packages": [
                { "id": "cli", "name": "citelight-cli", "version": "1", "manifest_path": "/c/Cargo.toml" },
                { "id": "a", "name": "a", "version": "2", "license": "MIT", "manifest_path": "/a/Cargo.toml" },
                { "id": "b", "name": "b", "version": "3", "license": "GPL-3.0", "manifest_path": "/b/Cargo.toml" },
            ],
            "workspace_members": ["cli"],
            "resolve": { "nodes": [
                { "id": "cli", "deps": [
                    { "pkg": "a", "dep_kinds": [{ "kind": null }] },
                    { "pkg": "b", "dep_kinds": [{ "kind": "dev" }] },
                ] },
                { "id": "a", "deps": [] },
            ] },
        });
        let parts = crates(&metadata).unwrap();
        assert_eq!(parts.len(), 1);
        assert_eq!(parts[0].purl.as_deref(), Some("pkg:cargo/a@2"));
        assert_eq!(bill(&parts)["components"][0]["licenses"][0]["expression"], "MIT");
    }

    #[test]
    fn a_text_that_many_share_stands_once() {
        let folder =
            std::env::temp_dir().join(format!("citelight-licences-{}", std::process::id()));
        for name in ["a", "b"] {
            fs::create_dir_all(folder.join(name)).unwrap();
            fs::write(folder.join(name).join("LICENSE-MIT"), "Permission is hereby granted")
                .unwrap();
        }
        let part = |name: &str| Part {
            name: name.to_owned(),
            version: "1".to_owned(),
            licence: "MIT".to_owned(),
            purl: None,
            texts: folder.join(name),
        };
        let list = list(&[part("a"), part("b")]).unwrap();
        assert_eq!(list.matches("Permission is hereby").count(), 1);
        assert!(list.contains("a 1, b 1"), "{list}");
        fs::remove_dir_all(folder).unwrap();
    }
}
