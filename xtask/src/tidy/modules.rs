//! The modules of a crate, and what their files import from each other.
//!
//! Owns: finding the file that defines a name, through every re-export on the way. Declaring a module
//! and re-exporting a name import nothing. Refuses: items that a macro makes, and methods: neither is
//! written where it is used.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, anyhow};

use super::source::{self, Module};

/// A program or library of a crate, as the tree of its modules.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    file: String,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    module: Module,
}

/// What a path leads to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    Module(usize),
    /// A name that a module defines.
    Item(usize, String),
}

/// Who imports what: the importing and the imported file, with the first line that does.
pub(crate) type Imports = BTreeMap<(String, String), usize>;

impl Tree {
    /// Reads the modules below a root (`lib.rs`) among the files of a crate: texts by path.
    pub(crate) fn read(files: &BTreeMap<String, String>, root: &str) -> Result<Self> {
        let mut tree = Self::default();
        let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
        tree.file(files, root, folder, None)?;
        Ok(tree)
    }

    /// Adds a file's module; `folder` is where the modules that it declares lie.
    fn file(
        &mut self,
        files: &BTreeMap<String, String>,
        file: &str,
        folder: &str,
        parent: Option<usize>,
    ) -> Result<usize> {
        let tokens = source::tokens(&files[file]).map_err(|error| anyhow!("{file} {error}"))?;
        self.module(files, Module::read(tokens), file, folder, parent)
    }

    fn module(
        &mut self,
        files: &BTreeMap<String, String>,
        mut module: Module,
        file: &str,
        folder: &str,
        parent: Option<usize>,
    ) -> Result<usize> {
        let inline = std::mem::take(&mut module.inline);
        let declared = module.files.clone();
        let node = self.nodes.len();
        let children = BTreeMap::new();
        self.nodes.push(Node { file: file.to_owned(), parent, children, module });
        let below = |name: &str| {
            if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
        };
        for (name, module) in inline {
            let child = self.module(files, module, file, &below(&name), Some(node))?;
            self.nodes[node].children.insert(name, child);
        }
        for name in declared {
            let folder = below(&name);
            let places = [format!("{folder}.rs"), format!("{folder}/mod.rs")];
            // What the compiler does not find either is its business to report.
            if let Some(place) = places.iter().find(|place| files.contains_key(*place)) {
                let child = self.file(files, place, &folder, Some(node))?;
                self.nodes[node].children.insert(name, child);
            }
        }
        Ok(node)
    }

    /// Every file with its modules.
    pub(crate) fn modules(&self) -> impl Iterator<Item = (&str, &Module)> {
        self.nodes.iter().map(|node| (node.file.as_str(), &node.module))
    }

    /// Adds what the files import from each other.
    pub(crate) fn imports(&self, imports: &mut Imports) {
        for (at, node) in self.nodes.iter().enumerate() {
            let uses = node.module.uses.iter().filter(|used| !used.public && used.name.is_some());
            let uses = uses.map(|used| (&used.path, used.line));
            let mentions = node.module.mentions.iter().map(|(path, line)| (path, *line));
            for (path, line) in uses.chain(mentions) {
                for (file, _) in self.definitions(at, path) {
                    if file != node.file {
                        let first = imports.entry((node.file.clone(), file)).or_insert(line);
                        *first = line.min(*first);
                    }
                }
            }
        }
    }

    /// Adds the files that give methods to each type, by the file and the name of its definition.
    pub(crate) fn methods(&self, types: &mut BTreeMap<(String, String), BTreeSet<String>>) {
        for (at, node) in self.nodes.iter().enumerate() {
            for path in &node.module.impls {
                for definition in self.definitions(at, path) {
                    types.entry(definition).or_default().insert(node.file.clone());
                }
            }
        }
    }

    /// The files that define what a path of a module names, with the name it has there.
    fn definitions(&self, node: usize, path: &[String]) -> BTreeSet<(String, String)> {
        let targets = self.resolve(node, path, &mut BTreeSet::new());
        let items = targets.into_iter().filter_map(|target| match target {
            Target::Item(node, name) => Some((self.nodes[node].file.clone(), name)),
            Target::Module(_) => None,
        });
        items.collect()
    }

    /// Where a path leads, seen from a module. `open` holds the names that are being looked up.
    fn resolve(
        &self,
        node: usize,
        path: &[String],
        open: &mut BTreeSet<(usize, String)>,
    ) -> BTreeSet<Target> {
        let mut targets = BTreeSet::new();
        for (place, name) in path.iter().enumerate() {
            let from = if place == 0 { BTreeSet::from([Target::Module(node)]) } else { targets };
            targets = BTreeSet::new();
            for target in from {
                match (target, name.as_str()) {
                    (Target::Module(_), "crate") => _ = targets.insert(Target::Module(0)),
                    (Target::Module(node), "self") => _ = targets.insert(Target::Module(node)),
                    (Target::Module(node), "super") => {
                        targets.extend(self.nodes[node].parent.map(Target::Module));
                    }
                    (Target::Module(node), name) => targets.extend(self.lookup(node, name, open)),
                    // A variant or a function of a type stands where the type does.
                    (item @ Target::Item(..), _) => _ = targets.insert(item),
                }
            }
        }
        targets
    }

    /// What a name means in a module: types, values and modules may share it.
    fn lookup(
        &self,
        node: usize,
        name: &str,
        open: &mut BTreeSet<(usize, String)>,
    ) -> BTreeSet<Target> {
        let mut found = BTreeSet::new();
        let key = (node, name.to_owned());
        if !open.insert(key.clone()) {
            return found;
        }
        let Node { children, module, .. } = &self.nodes[node];
        found.extend(children.get(name).map(|child| Target::Module(*child)));
        if module.items.contains(name) {
            found.insert(Target::Item(node, name.to_owned()));
        }
        for used in module.uses.iter().filter(|used| used.name.as_deref() == Some(name)) {
            found.extend(self.resolve(node, &used.path, open));
        }
        if found.is_empty() {
            for used in module.uses.iter().filter(|used| used.name.is_none()) {
                for target in self.resolve(node, &used.path, open) {
                    if let Target::Module(node) = target {
                        found.extend(self.lookup(node, name, open));
                    }
                }
            }
        }
        open.remove(&key);
        found
    }
}
