//! What holds between the files of one crate: no circles of imports, a type's methods in one place, and
//! no reaching out of the process where a crate is pure.
//!
//! Owns: these rules. Refuses: knowing crates; each is handed in as the texts of its files.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use anyhow::Result;

use super::boundaries::IO;
use super::modules::{Imports, Tree};

/// The module trees of a crate's library and programs, from the texts below its `src`.
pub(crate) fn trees(files: &BTreeMap<String, String>) -> Result<Vec<Tree>> {
    let is_root = |file: &str| {
        file == "lib.rs"
            || file == "main.rs"
            || file.starts_with("bin/") && !file[4..].contains('/')
    };
    files.keys().filter(|file| is_root(file)).map(|root| Tree::read(files, root)).collect()
}

/// The circles of files that import each other: the shortest ones, until every file that is in any
/// stands in one of them.
pub(crate) fn circles(trees: &[Tree]) -> Vec<String> {
    let mut imports = Imports::new();
    trees.iter().for_each(|tree| tree.imports(&mut imports));
    let mut next: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (file, imported) in imports.keys() {
        next.entry(file).or_default().push(imported);
    }
    let mut circles: Vec<Vec<&str>> = next.keys().filter_map(|file| circle(&next, file)).collect();
    circles.sort_by_key(Vec::len);
    let mut shown: BTreeSet<&str> = BTreeSet::new();
    circles.retain(|circle| {
        let new = circle.iter().any(|file| !shown.contains(file));
        shown.extend(circle);
        new
    });
    let line = |file: &str, imported: &str| imports[&(file.to_owned(), imported.to_owned())];
    let said = circles.iter().map(|circle| {
        let steps = circle.iter().zip(circle.iter().cycle().skip(1));
        let steps: Vec<String> =
            steps.map(|(file, imported)| format!("{file}:{}", line(file, imported))).collect();
        let steps = steps.join(" → ");
        format!(
            "{steps} → {}: files import each other in a circle; move what both need into a file \
             that imports neither, or pass it in",
            circle[0]
        )
    });
    said.collect()
}

/// The shortest way from a file back to itself, without the file at its end.
fn circle<'a>(next: &BTreeMap<&'a str, Vec<&'a str>>, start: &'a str) -> Option<Vec<&'a str>> {
    let mut before: BTreeMap<&str, &str> = BTreeMap::new();
    let mut open = VecDeque::from([start]);
    while let Some(file) = open.pop_front() {
        for &imported in next.get(file).into_iter().flatten() {
            if imported == start {
                let mut circle = vec![file];
                while circle[circle.len() - 1] != start {
                    circle.push(before[circle[circle.len() - 1]]);
                }
                circle.reverse();
                return Some(circle);
            }
            before.entry(imported).or_insert_with(|| {
                open.push_back(imported);
                file
            });
        }
    }
    None
}

/// The types, but for those let off, whose own methods stand in more places than one file and the
/// folder below it.
pub(crate) fn scattered_methods(trees: &[Tree], let_off: &[&str]) -> Vec<String> {
    let mut types = BTreeMap::new();
    trees.iter().for_each(|tree| tree.methods(&mut types));
    let scattered = types.iter().filter(|((_, name), files)| {
        let home = |home: &str| {
            let folder = home.strip_suffix("mod.rs").map(str::to_owned);
            let folder = folder.unwrap_or_else(|| home.trim_end_matches(".rs").to_owned() + "/");
            files.iter().all(|file| file == home || file.starts_with(&folder))
        };
        !let_off.contains(&name.as_str()) && !files.iter().any(|file| home(file))
    });
    let said = scattered.map(|((file, name), files)| {
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        format!(
            "{file}: {name} has methods of its own in {} files ({}), which use each other unseen; \
             keep them in one, and make functions of the others",
            files.len(),
            files.join(", ")
        )
    });
    said.collect()
}

/// Where the sources of a pure crate reach out of the process.
pub(crate) fn reaching_out(trees: &[Tree]) -> Vec<String> {
    let mut faults = Vec::new();
    for (file, module) in trees.iter().flat_map(Tree::modules) {
        let uses = module.uses.iter().map(|used| (&used.path, used.line));
        for (path, line) in uses.chain(module.mentions.iter().map(|(path, line)| (path, *line))) {
            if path.len() > 1 && path[0] == "std" && IO.contains(&path[1].as_str()) {
                faults.push(format!(
                    "{file}:{line}: uses std::{} in a pure crate; let the caller do it and hand in \
                     what comes of it",
                    path[1]
                ));
            }
        }
    }
    faults.sort();
    faults.dedup();
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crate_of(files: &[(&str, &str)]) -> Vec<Tree> {
        let files = files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned()));
        trees(&files.collect()).expect("sound sources")
    }

    /// The circles, without what is said about them.
    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let said = circles(&crate_of(files));
        said.iter()
            .filter_map(|said| said.split_once(": files"))
            .map(|(way, _)| way.into())
            .collect()
    }

    const NONE: [&str; 0] = [];

    #[test]
    fn two_files_that_use_each_other_are_a_circle_with_its_lines() {
        let files = [
            ("lib.rs", "mod a;\nmod b;"),
            ("a.rs", "use crate::b::B;\npub struct A;"),
            ("b.rs", "\npub struct B;\nfn f() { super::a::A; }"),
        ];
        assert_eq!(found(&files), ["a.rs:1 → b.rs:3 → a.rs"]);
        assert_eq!(found(&files[..2]), NONE);
    }

    #[test]
    fn a_circle_of_three_is_found_once_and_what_hangs_on_it_is_not_a_part() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c; mod d;"),
            ("a.rs", "use crate::b; fn f() { b::f() }"),
            ("b.rs", "use crate::c::{self, g}; pub fn f() { c::g() }"),
            ("c.rs", "pub fn g() { vec![crate::a::f()]; }"),
            ("d.rs", "use super::a::f as other;"),
        ];
        assert_eq!(found(&files), ["a.rs:1 → b.rs:1 → c.rs:1 → a.rs"]);
    }

    #[test]
    fn a_parent_imports_a_child_only_by_using_it() {
        let child = ("ask/kind.rs", "use super::Ask; pub fn of(ask: &Ask) {}");
        let declares = "mod kind; pub use kind::of; pub struct Ask;";
        assert_eq!(found(&[("lib.rs", "mod ask;"), ("ask.rs", declares), child]), NONE);
        let uses = "mod kind;\npub struct Ask;\nfn f() { kind::of(&Ask) }";
        let circle = ["ask.rs:3 → ask/kind.rs:1 → ask.rs"];
        assert_eq!(found(&[("lib.rs", "mod ask;"), ("ask.rs", uses), child]), circle);
        let names = "mod kind;\nuse kind::of;\npub struct Ask;";
        let circle = ["ask.rs:2 → ask/kind.rs:1 → ask.rs"];
        assert_eq!(found(&[("lib.rs", "mod ask;"), ("ask.rs", names), child]), circle);
    }

    #[test]
    fn a_re_export_leads_to_the_file_that_defines_the_name() {
        // Every file names `crate::Error`, and the root re-exports from all of them.
        let files = [
            (
                "lib.rs",
                "mod error; mod a; mod deep; pub use error::*; pub use a::A; pub use deep::C;",
            ),
            ("error.rs", "pub enum Error { Io }"),
            (
                "a.rs",
                "use crate::{C, Error}; pub struct A; impl A { fn f(c: C) -> Error { Error::Io } }",
            ),
            ("deep/mod.rs", "mod c; pub(crate) use self::c::C;"),
            ("deep/c.rs", "use crate::Error; pub struct C;"),
        ];
        assert_eq!(found(&files), NONE);
        let mut circle = files;
        circle[4].1 = "use crate::Error; pub struct C(crate::A);";
        assert_eq!(found(&circle), ["a.rs:1 → deep/c.rs:1 → a.rs"]);
        let mut circle = files;
        circle[1].1 = "use crate::a; pub enum Error { Io(a::A) }";
        circle[4].1 = "pub struct C;";
        assert_eq!(found(&circle), ["a.rs:1 → error.rs:1 → a.rs"]);
    }

    #[test]
    fn names_through_a_parents_own_imports_and_stars_are_followed() {
        let files = [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "mod c; use crate::b::B; fn f(b: B) {} pub struct A;"),
            ("a/c.rs", "use super::*; fn f(b: B) {}"),
            ("b.rs", "pub struct B;"),
        ];
        assert_eq!(found(&files), NONE);
        let mut circle = files;
        circle[3].1 = "pub struct B; impl B { fn f(c: crate::a::A) {} }";
        assert_eq!(found(&circle), ["a.rs:1 → b.rs:1 → a.rs"]);
    }

    #[test]
    fn tests_comments_strings_and_what_only_looks_alike_import_nothing() {
        let a = "use crate::b::B; pub struct A { field: u8 }";
        for b in [
            "pub struct B; #[cfg(test)] mod tests { use crate::a::A; }",
            "pub struct B; #[cfg(all(test, unix))] use crate::a::A; fn f() {}",
            "pub struct B; #[cfg(test)] pub(crate) fn f<T, U>() -> crate::a::A { crate::a::A } fn g() {}",
            "pub struct B; #[cfg(test)] #[path = \"x.rs\"] mod tests; // crate::a::A",
            "/// As [`crate::a::A`]. \npub struct B; const S: &'static str = \"crate::a::A\";",
            "pub struct B { #[cfg(test)] a: crate::a::A, b: u8 }",
            "pub struct B; fn f(x: X) { x.a::<u8>(); x.crate_a; other::a::A; }",
            "#![cfg(test)] use crate::a::A;",
        ] {
            assert_eq!(
                found(&[("lib.rs", "mod a; mod b;"), ("a.rs", a), ("b.rs", b)]),
                NONE,
                "{b}"
            );
        }
        // What follows them does.
        for b in [
            "pub struct B; #[cfg(test)] mod tests { } use crate::a::A;",
            "pub struct B; #[cfg(test)] use crate::c; fn f(_: crate::a::A) {}",
            "pub struct B { #[cfg(test)] c: u8, a: crate::a::A }",
            "pub struct B; #[cfg(not(test))] use crate::a::A;",
            "pub struct B; const P: *const crate::a::A = 0; static Q: &'static u8 = &0;",
        ] {
            let found = found(&[("lib.rs", "mod a; mod b;"), ("a.rs", a), ("b.rs", b)]);
            assert_eq!(found, ["a.rs:1 → b.rs:1 → a.rs"], "{b}");
        }
    }

    #[test]
    fn modules_in_braces_belong_to_their_file_and_programs_have_their_own_tree() {
        let files = [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "mod inner { use super::super::b::B; pub struct I; } pub use inner::I;"),
            ("b.rs", "pub struct B(crate::a::I);"),
            ("bin/tool.rs", "mod a; use a::X;"),
            ("bin/a.rs", "use crate::X;"),
        ];
        assert_eq!(found(&files), ["a.rs:1 → b.rs:1 → a.rs"]);
    }

    #[test]
    fn a_types_methods_stand_in_one_file_or_the_folder_below() {
        let lib = ("lib.rs", "mod library; mod view; pub use library::Library;");
        let library = ("library.rs", "mod show; pub struct Library; impl Library {}");
        let below = ("library/show.rs", "use super::Library; impl Library { fn show(&self) {} }");
        let of_trait = ("view.rs", "impl<'a, T: Fn() -> u8> From<T> for crate::Library {}");
        assert_eq!(scattered_methods(&crate_of(&[lib, library, below, of_trait]), &[]), NONE);
        let beside =
            ("view.rs", "use crate::Library;\nimpl Library { fn f() -> impl Iterator {} }");
        let said = scattered_methods(&crate_of(&[lib, library, below, beside]), &[]);
        assert_eq!(said.len(), 1, "{said:?}");
        let expect = "library.rs: Library has methods of its own in 3 files \
                      (library.rs, library/show.rs, view.rs)";
        assert!(said[0].starts_with(expect), "{said:?}");
        let trees = crate_of(&[lib, library, below, beside]);
        assert_eq!(scattered_methods(&trees, &["Library"]), NONE);
        // Two types of one name, one of them generic.
        let cache = ("library.rs", "struct Cache<T>(T); impl<T> Cache<T> {} pub struct Library;");
        let other = ("view.rs", "struct Cache; impl Cache {}");
        assert_eq!(scattered_methods(&crate_of(&[lib, cache, other]), &[]), NONE);
    }

    #[test]
    fn a_pure_crate_reaches_for_nothing_outside() {
        let io = "use std::{fmt, fs};\nfn f() { let x = std::env::var(\"A\"); }";
        let said = reaching_out(&crate_of(&[("lib.rs", io)]));
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(said[0].starts_with("lib.rs:1: uses std::fs in a pure crate"), "{said:?}");
        assert!(said[1].starts_with("lib.rs:2: uses std::env"), "{said:?}");
        let pure =
            "use std::fmt; /// `std::fs`\n fn f() {}\n#[cfg(test)] mod tests { use std::fs; }";
        assert_eq!(reaching_out(&crate_of(&[("lib.rs", pure)])), NONE);
    }
}
