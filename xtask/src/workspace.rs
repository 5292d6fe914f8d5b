//! The boundaries between the crates, checked on what cargo resolves.
//!
//! Owns: who may depend on what. Refuses: guessing from source text; the dependency graph is
//! asked for the platform that is built.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::places::Places;
use crate::tool;

/// A crate and the only members that may depend on it directly, in any way.
/// A name that ends in `*` stands for all that begin so.
const DIRECT: &[(&str, &[&str])] = &[
    ("tauri*", &["citelight-app"]),
    ("pdfium-render", &["citelight-pdf"]),
    ("leptess", &["citelight-ocr"]),
    ("tesseract*", &["citelight-ocr"]),
    ("leptonica*", &["citelight-ocr"]),
    ("rusqlite", &["citelight-store"]),
    ("libsqlite3-sys", &["citelight-store"]),
    ("faiss*", &["citelight-index"]),
    ("ort*", &["citelight-models"]),
    ("fastembed", &["citelight-models"]),
    ("candle*", &["citelight-generator"]),
];

/// A crate and the only members whose programs may have it linked, through whatever path.
/// Hostile files are parsed in the reader's process and nowhere else.
const LINKED: &[(&str, &[&str])] = &[
    ("citelight-pdf", &["citelight-pdf", "citelight-reader-child"]),
    ("citelight-ocr", &["citelight-ocr", "citelight-reader-child"]),
    ("pdfium-render", &["citelight-pdf", "citelight-reader-child"]),
    ("leptess", &["citelight-ocr", "citelight-reader-child"]),
    ("tauri", &["citelight-app"]),
];

/// Members that must not reach native code: crates with a `links` key in their manifest.
const PURE: &[&str] = &[
    "citelight-core",
    "citelight-structure",
    "citelight-question",
    "citelight-retrieval",
    "citelight-packs",
    "citelight-parts",
    "citelight-reader",
    "citelight-api",
    "citelight-samples",
    "xtask",
];

/// `links` keys that name no native library; crates use them to forbid a second version.
const NOT_NATIVE: &[&str] = &["rayon-core", "prettyplease02", "wasm_bindgen"];

/// HTTP clients: none may be linked into anything but [`FETCH`].
const NETWORK: &[&str] = &["reqwest", "ureq", "curl", "isahc", "attohttpc", "hf-hub", "hyper"];

/// The one program that uses a network, started by an explicit click or command. All others must
/// work, and are promised to work, without one; so none may link it either.
const FETCH: &str = "citelight-fetch";

/// The members of the workspace and what they depend on.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    /// Every resolved package, by its id.
    packages: BTreeMap<String, Package>,
    /// The ids of the members.
    members: Vec<String>,
}

#[derive(Debug, Default)]
struct Package {
    name: String,
    links: Option<String>,
    tests: Vec<String>,
    /// Direct dependencies of every kind.
    direct: BTreeSet<String>,
    /// Direct dependencies that end up in its programs: not for building, not for tests.
    linked: BTreeSet<String>,
}

impl Workspace {
    /// Asks cargo.
    pub(crate) fn read(places: &Places) -> Result<Self> {
        let version = tool::output(tool::command("rustc").arg("-vV"))?;
        let host = version.lines().find_map(|line| line.strip_prefix("host: "));
        let mut cargo = tool::cargo();
        cargo.args(["metadata", "--format-version", "1", "--filter-platform"]);
        cargo.arg(host.context("rustc does not name its host")?).current_dir(&places.root);
        Self::parse(&serde_json::from_str(&tool::output(&mut cargo)?)?)
    }

    fn parse(metadata: &Value) -> Result<Self> {
        let mut workspace = Self::default();
        for package in list(&metadata["packages"]) {
            let tests = list(&package["targets"])
                .filter(|target| list(&target["kind"]).any(|kind| kind == "test"))
                .map(|target| text(&target["name"]))
                .collect();
            let links = package["links"].as_str().map(str::to_owned);
            let parsed =
                Package { name: text(&package["name"]), links, tests, ..Package::default() };
            workspace.packages.insert(text(&package["id"]), parsed);
        }
        for node in list(&metadata["resolve"]["nodes"]) {
            let Some(package) = workspace.packages.get_mut(&text(&node["id"])) else { continue };
            for dependency in list(&node["deps"]) {
                let id = text(&dependency["pkg"]);
                // A normal dependency has no kind.
                if list(&dependency["dep_kinds"]).any(|kind| kind["kind"].is_null()) {
                    package.linked.insert(id.clone());
                }
                package.direct.insert(id);
            }
        }
        workspace.members = list(&metadata["workspace_members"]).map(text).collect();
        if workspace.members.is_empty() {
            bail!("cargo metadata names no members");
        }
        Ok(workspace)
    }

    /// The names of all integration tests.
    pub(crate) fn tests(&self) -> impl Iterator<Item = &str> {
        let members = self.members.iter().filter_map(|id| self.packages.get(id));
        members.flat_map(|member| &member.tests).map(String::as_str)
    }

    /// Fails with every boundary that is crossed.
    pub(crate) fn check(&self) -> Result<()> {
        let crossings = self.crossings();
        if crossings.is_empty() {
            return Ok(());
        }
        bail!("crates cross their boundaries:\n  {}", crossings.join("\n  "))
    }

    fn crossings(&self) -> Vec<String> {
        let mut crossings = Vec::new();
        for id in &self.members {
            let member = self.name(id);
            let direct: BTreeSet<&str> =
                self.packages[id].direct.iter().map(|id| self.name(id)).collect();
            for (pattern, allowed) in DIRECT.iter().filter(|(_, a)| !a.contains(&member)) {
                for name in direct.iter().filter(|name| matches(pattern, name)) {
                    let only = allowed.join(", ");
                    crossings.push(format!("{member} depends on {name}: only {only} may"));
                }
            }

            let reached = self.linked(id);
            let names: BTreeSet<&str> = reached.iter().map(|id| self.name(id)).collect();
            for (name, allowed) in LINKED.iter().filter(|(_, a)| !a.contains(&member)) {
                if names.contains(name) {
                    let only = allowed.join(", ");
                    crossings.push(format!("{member} links {name}: only {only} may"));
                }
            }
            if member != FETCH {
                let clients = NETWORK.iter().chain([&FETCH]);
                for name in clients.filter(|name| names.contains(*name)) {
                    crossings.push(format!("{member} links {name}, which speaks HTTP"));
                }
            }
            if PURE.contains(&member) {
                for package in reached.iter().map(|id| &self.packages[*id]) {
                    let links = package.links.as_deref();
                    if let Some(library) = links.filter(|links| !NOT_NATIVE.contains(links)) {
                        let name = &package.name;
                        crossings.push(format!("{member} links {library} through {name}"));
                    }
                }
            }
        }
        crossings
    }

    /// The ids of everything that ends up in a member's programs, the member included.
    fn linked<'a>(&'a self, id: &'a str) -> BTreeSet<&'a str> {
        let mut reached = BTreeSet::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if let Some((id, package)) = self.packages.get_key_value(id)
                && reached.insert(id.as_str())
            {
                open.extend(package.linked.iter().map(String::as_str));
            }
        }
        reached
    }

    fn name<'a>(&'a self, id: &'a str) -> &'a str {
        self.packages.get(id).map_or(id, |package| &package.name)
    }
}

fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        // `ort*` is ort and ort-sys, not every name that happens to begin so.
        Some(stem) => name == stem || name.strip_prefix(stem).is_some_and(|r| r.starts_with('-')),
        None => pattern == name,
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A workspace of `a -> b` pairs; names that begin with `citelight` or `xtask` are members.
    fn crossings(
        dependencies: &[(&str, &str, Option<&str>)],
        links: &[(&str, &str)],
    ) -> Vec<String> {
        let names: BTreeSet<&str> = dependencies.iter().flat_map(|(a, b, _)| [*a, *b]).collect();
        let packages: Vec<Value> = names
            .iter()
            .map(|name| {
                let links = links.iter().find(|(n, _)| n == name).map(|(_, library)| library);
                json!({ "name": name, "id": name, "links": links, "targets": [] })
            })
            .collect();
        let nodes: Vec<Value> = names
            .iter()
            .map(|name| {
                let of_it = dependencies.iter().filter(|(a, _, _)| a == name);
                let deps: Vec<Value> = of_it
                    .map(|(_, b, kind)| json!({ "pkg": b, "dep_kinds": [{ "kind": kind }] }))
                    .collect();
                json!({ "id": name, "deps": deps })
            })
            .collect();
        let members: Vec<&&str> =
            names.iter().filter(|n| n.starts_with("citelight") || **n == "xtask").collect();
        let metadata = json!({
            "packages": packages, "resolve": { "nodes": nodes }, "workspace_members": members,
        });
        Workspace::parse(&metadata).expect("sound metadata").crossings()
    }

    #[test]
    fn the_layout_as_designed_crosses_nothing() {
        let designed = [
            ("citelight-app", "tauri", None),
            ("citelight-app", "tauri-plugin-dialog", None),
            ("citelight-app", "tauri-build", Some("build")),
            ("citelight-app", "citelight-engine", None),
            ("citelight-engine", "citelight-store", None),
            ("citelight-store", "rusqlite", None),
            ("rusqlite", "libsqlite3-sys", None),
            ("citelight-models", "ort", None),
            ("citelight-reader-child", "citelight-pdf", None),
            ("citelight-pdf", "pdfium-render", None),
            ("citelight-fetch", "ureq", None),
            ("xtask", "rayon-core", None),
        ];
        let links = [("libsqlite3-sys", "sqlite3"), ("rayon-core", "rayon-core")];
        assert_eq!(crossings(&designed, &links), Vec::<String>::new());
    }

    #[test]
    fn every_kind_of_crossing_is_named() {
        let table = [
            (("citelight-engine", "tauri-utils", None), "depends on tauri-utils: only"),
            (("citelight-cli", "tauri-build", Some("build")), "depends on tauri-build: only"),
            (("citelight-engine", "rusqlite", Some("dev")), "depends on rusqlite: only"),
            (("citelight-index", "ort-sys", None), "depends on ort-sys: only"),
            (("citelight-engine", "citelight-pdf", None), "links citelight-pdf: only"),
            (("citelight-cli", "ureq", None), "citelight-cli links ureq, which speaks HTTP"),
            (("citelight-app", "hyper", None), "citelight-app links hyper, which speaks HTTP"),
            (("citelight-engine", "citelight-fetch", None), "links citelight-fetch, which speaks"),
            (("citelight-core", "zstd-sys", None), "citelight-core links zstd through zstd-sys"),
        ];
        for (dependency, expect) in table {
            let found = crossings(&[dependency], &[("zstd-sys", "zstd")]);
            assert!(found.iter().any(|crossing| crossing.contains(expect)), "{expect}: {found:?}");
        }
    }

    #[test]
    fn a_long_path_is_followed_and_a_path_through_tests_is_not() {
        let path = [
            ("citelight-app", "citelight-engine", None),
            ("citelight-engine", "middle", None),
            ("middle", "citelight-pdf", None),
        ];
        let found = crossings(&path, &[]);
        assert!(found.contains(
            &"citelight-app links citelight-pdf: only citelight-pdf, citelight-reader-child may"
                .to_owned()
        ));
        let dev = [("citelight-engine", "citelight-pdf", Some("dev"))];
        assert_eq!(crossings(&dev, &[]), Vec::<String>::new());
    }

    #[test]
    fn a_star_stands_for_a_family_only() {
        assert!(matches("ort*", "ort") && matches("ort*", "ort-sys"));
        assert!(!matches("ort*", "orthography") && !matches("ort", "ort-sys"));
    }
}
