//! The boundaries between the crates, checked on what cargo resolves.
//!
//! Owns: holding the crates to the table in `tidy/boundaries.rs`. Refuses: guessing from source text;
//! the dependency graph is asked for the platform that is built.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::places::Places;
use crate::tidy::boundaries::{self, CRATES, NOT_NATIVE, OPENS_NATIVE, Rule};
use crate::tool;

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
            let linked: BTreeSet<&str> =
                self.linked(id, |_| true).iter().map(|id| self.name(id)).collect();
            let mut native = &[][..];
            for (name, rule) in CRATES {
                let own = *name == member;
                match rule {
                    Rule::DirectOnly(allowed) if !allowed.contains(&member) => {
                        let only = allowed.join(", ");
                        let named = direct.iter().filter(|other| matches(name, other));
                        crossings.extend(
                            named.map(|other| {
                                format!("{member} depends on {other}: only {only} may")
                            }),
                        );
                    }
                    Rule::LinkedOnly(allowed)
                        if linked.contains(name) && !allowed.contains(&member) =>
                    {
                        let only = allowed.join(", ");
                        crossings.push(format!("{member} links {name}: only {only} may"));
                    }
                    Rule::Never(refused) if own => {
                        let reached = direct.union(&linked);
                        let reached =
                            reached.filter(|name| refused.iter().any(|r| matches(r, name)));
                        crossings.extend(reached.map(|name| {
                            format!(
                                "{member} depends on {name}: what needs both belongs above {member}"
                            )
                        }));
                    }
                    Rule::Native(packages) if own => native = packages,
                    Rule::NoNative if own => crossings.extend(self.native_in(id)),
                    Rule::Pure if own => {
                        crossings.extend(self.native_in(id));
                        crossings.extend(self.impure_in(id));
                    }
                    _ => {}
                }
            }
            crossings.extend(self.native_beside(id, native));
        }
        crossings
    }

    /// The native code that a member reaches and should not.
    fn native_in(&self, id: &str) -> Vec<String> {
        let reached = self.linked(id, |_| true);
        let native =
            reached.iter().map(|id| &self.packages[*id]).filter(|package| package.is_native());
        let member = self.name(id);
        let said = native.map(|Package { name, links, .. }| {
            let library = links.as_deref().unwrap_or(name);
            format!("{member} links {library} through {name}: it is to do without native code")
        });
        said.collect()
    }

    /// The members that a pure one depends on and that are not pure.
    fn impure_in(&self, id: &str) -> Vec<String> {
        let member = self.name(id);
        let reached = self.linked(id, |_| true).into_iter().filter(|id| self.is_member(id));
        let impure = reached
            .map(|id| self.name(id))
            .filter(|name| !boundaries::pure().any(|pure| pure == *name));
        impure
            .map(|name| format!("{member} depends on {name}: {member} is pure and {name} is not"))
            .collect()
    }

    /// Where the native packages that a member brings in, not those of other members, differ from what
    /// the table says.
    fn native_beside(&self, id: &str, listed: &[&str]) -> Vec<String> {
        if listed == ["*"] {
            return Vec::new();
        }
        let member = self.name(id);
        let reached = self.linked(id, |other| other == id || !self.is_member(other));
        let native =
            reached.iter().map(|id| &self.packages[*id]).filter(|package| package.is_native());
        let brought: BTreeSet<&str> = native.map(|package| package.name.as_str()).collect();
        let listed: BTreeSet<&str> = listed.iter().copied().collect();
        let table = "CRATES in xtask/src/tidy/boundaries.rs";
        let more = brought.difference(&listed).map(|name| {
            format!(
                "{member} brings in native code, {name}: find a crate without, or say so in {table}"
            )
        });
        let less = listed
            .difference(&brought)
            .map(|name| format!("{member} no longer brings in {name}: take it from {table}"));
        more.chain(less).collect()
    }

    fn is_member(&self, id: &str) -> bool {
        self.members.iter().any(|member| member == id)
    }

    /// The ids of everything that ends up in a member's programs, the member included; `through` says
    /// which packages count.
    fn linked<'a>(&'a self, id: &'a str, through: impl Fn(&str) -> bool) -> BTreeSet<&'a str> {
        let mut reached = BTreeSet::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if let Some((id, package)) = self.packages.get_key_value(id)
                && through(id)
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

impl Package {
    fn is_native(&self) -> bool {
        let key = self.links.as_deref().is_some_and(|links| !NOT_NATIVE.contains(&links));
        key || OPENS_NATIVE.contains(&self.name.as_str())
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
            ("libsqlite3-sys", "openssl-sys", None),
            ("citelight-models", "ort", None),
            ("ort", "ort-sys", None),
            ("citelight-models", "onig_sys", None),
            ("citelight-reader-child", "citelight-pdf", None),
            ("citelight-pdf", "pdfium-render", None),
            ("citelight-fetch", "ureq", None),
            ("ureq", "ring", None),
            ("citelight-cli", "citelight-eval", None),
            ("citelight-eval", "citelight-engine", None),
            ("citelight-quote", "citelight-text", None),
            ("citelight-app", "gtk-sys", None),
            ("xtask", "rayon-core", None),
        ];
        let links = [
            ("libsqlite3-sys", "sqlite3"),
            ("openssl-sys", "openssl"),
            ("rayon-core", "rayon-core"),
            ("ort-sys", "onnxruntime"),
            ("onig_sys", "onig"),
            ("ring", "ring_core"),
            ("gtk-sys", "gtk-3"),
        ];
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
            (("citelight-cli", "ureq", None), "citelight-cli links ureq: only citelight-fetch may"),
            (
                ("citelight-app", "hyper", None),
                "citelight-app links hyper: only citelight-fetch may",
            ),
            (
                ("citelight-engine", "citelight-fetch", None),
                "links citelight-fetch: only citelight-fetch may",
            ),
            (("citelight-core", "zstd-sys", None), "citelight-core links zstd through zstd-sys"),
            (("citelight-packs", "zstd-sys", None), "citelight-packs links zstd through zstd-sys"),
            (
                ("citelight-engine", "zstd-sys", None),
                "citelight-engine brings in native code, zstd-sys",
            ),
            (
                ("citelight-store", "zstd-sys", None),
                "citelight-store brings in native code, zstd-sys",
            ),
            (
                ("citelight-store", "rusqlite", None),
                "citelight-store no longer brings in libsqlite3-sys",
            ),
            (
                ("citelight-quote", "citelight-store", None),
                "citelight-quote is pure and citelight-store",
            ),
            (
                ("citelight-engine", "citelight-api", None),
                "engine depends on citelight-api: what needs",
            ),
            (
                ("citelight-engine", "citelight-api", Some("dev")),
                "depends on citelight-api: what needs",
            ),
            (
                ("citelight-engine", "citelight-ocr", Some("dev")),
                "depends on citelight-ocr: what needs",
            ),
            (
                ("citelight-engine", "citelight-eval", None),
                "depends on citelight-eval: only citelight-cli",
            ),
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
        let dev = [
            ("citelight-cli", "citelight-pdf", Some("dev")),
            ("citelight-pdf", "pdfium-render", None),
        ];
        assert_eq!(crossings(&dev, &[]), Vec::<String>::new());
    }

    #[test]
    fn a_star_stands_for_a_family_only() {
        assert!(matches("ort*", "ort") && matches("ort*", "ort-sys"));
        assert!(!matches("ort*", "orthography") && !matches("ort", "ort-sys"));
    }
}
