//! `cargo xtask dist`: packages for Debian's and Fedora's families that need nothing of the checkout.
//!
//! Owns: what a package carries besides the app itself, and where it lies; `formats` knows what it depends
//! on and what it does when it is installed and removed. All of that is handed to the Tauri CLI as a configuration of its own,
//! so that an ordinary build does not have to carry (or even have) those files. Refuses: signing
//! and publishing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::places::{Places, library};
use crate::say::{self, Done, step};
use crate::{licences, pack, run, setup, tool};

mod formats;
mod recognition;

/// Where the parts lie once installed; `productName` of tauri.conf.json is its last name.
const INSTALLED: &str = "/usr/lib/Citelight";

/// The menu entry. OpenMP's threads must be told not to spin before the program starts.
const DESKTOP: &str = "\
[Desktop Entry]
Type=Application
Name={{name}}
Comment={{comment}}
Exec=env OMP_WAIT_POLICY=passive {{exec}} %U
Icon={{icon}}
Categories={{categories}}
MimeType=application/pdf;x-scheme-handler/citelight;
StartupWMClass={{exec}}
Terminal=false
";

/// Builds the packages and prints where they are. `built`: of the release programs as they are there.
pub(crate) fn dist(places: &Places, built: bool) -> Result<()> {
    if !cfg!(target_os = "linux") {
        bail!("dist makes packages for Linux, on Linux");
    }
    if !built {
        setup::setup(places, true)?;
        run::build(places)?;
    }
    say::heading("Packages");
    let mut staged = Staged::new(places);
    step("parts", || staged.fill().map(|()| Done::Now))?;
    step("packages", || {
        formats::remove_older(places)?;
        unshare_program(places)?;
        let config = serde_json::to_string_pretty(&formats::config(places, &staged)?)?;
        let file = staged.folder.join("tauri.json");
        fs::write(&file, config)?;
        let cli = places.interface().join("node_modules").join(".bin").join("tauri");
        let mut tauri = tool::command(cli);
        tauri.args(["bundle", "--bundles", "deb,rpm", "--config"]).arg(&file);
        // The CLI takes CI for a switch of its own and refuses some of the values in use.
        tool::run(tauri.env_remove("CI").current_dir(&places.root))?;
        Ok(Done::Now)
    })?;
    for package in formats::verified(places, &staged)? {
        let mib = fs::metadata(&package)?.len() as f64 / f64::from(1 << 20);
        println!("{} ({mib:.0} MiB)", package.display());
    }
    println!("Install with: sudo apt install ./FILE.deb, or sudo dnf install ./FILE.rpm");
    Ok(())
}

/// The CLI writes into the program. Where it runs, that is refused ("text file busy"): so it gets a copy,
/// under the same name.
fn unshare_program(places: &Places) -> Result<()> {
    let program = places.program("citelight-app", true);
    let copy = program.with_extension("copy");
    fs::copy(&program, &copy).with_context(|| program.display().to_string())?;
    fs::rename(&copy, &program).with_context(|| program.display().to_string())
}

/// The folder of the trained reader, which is no pack: it comes with the checkout.
const EXTRACTOR: &str = "extractor";
/// The interface's font, which its built pages hold.
const FONT: &str = "node_modules/@fontsource-variable/inter";

/// The parts of the package, as they will lie on the installed system.
struct Staged<'a> {
    places: &'a Places,
    folder: PathBuf,
    /// Path in the package to the file or folder here.
    files: BTreeMap<String, PathBuf>,
    /// Libraries of the system that builds among them.
    carried: Vec<recognition::Library>,
}

impl<'a> Staged<'a> {
    fn new(places: &'a Places) -> Self {
        let folder = places.target.join("dist");
        Self { places, folder, files: BTreeMap::new(), carried: Vec::new() }
    }

    fn fill(&mut self) -> Result<()> {
        if self.folder.exists() {
            fs::remove_dir_all(&self.folder).with_context(|| self.folder.display().to_string())?;
        }
        fs::create_dir_all(&self.folder).with_context(|| self.folder.display().to_string())?;
        let Places { root, .. } = self.places;
        for stem in ["pdfium", "onnxruntime"] {
            let name = library(stem);
            self.part(&format!("native/{name}"), self.places.native().join(name));
        }
        self.carried = recognition::libraries(self.places)?;
        for library in &self.carried {
            let licence = format!("{INSTALLED}/licences/{}/copyright", library.package);
            self.files.insert(licence, library.licence());
            self.files.insert(format!("{INSTALLED}/native/{}", library.name), library.path.clone());
        }
        let pack = self.pack()?;
        self.part(&format!("models/{}", pack::EMBEDDER), pack);
        self.part("models/manifest.toml", root.join("models").join("manifest.toml"));
        let extractor = root.join("models").join(EXTRACTOR);
        let models = ["model.onnx", "passages.onnx", "values.onnx", "wholes.onnx", "further.onnx"];
        for name in models.into_iter().chain(["tokenizer.json", "README.md"]) {
            self.part(&format!("models/{EXTRACTOR}/{name}"), extractor.join(name));
        }
        for name in further_packs(&root.join("models"))? {
            self.part(&format!("models/{name}"), self.places.pack(&name));
        }
        self.part("assets/samples", self.places.samples());
        for program in ["citelight-reader", "citelight-ranker", "citelight-fetch"] {
            self.part(program, self.places.program(program, true));
        }
        self.part("licences", self.places.native().join("licences"));
        let font = self.places.interface().join(FONT).join("LICENSE");
        self.part("licences/inter/LICENSE", font);
        // The fonts of printed answers are linked into the program.
        let fonts = root.join("crates/samples/fonts");
        for name in ["LICENSE-Caladea-OFL.txt", "LICENSE-OpenSans-Apache-2.0.txt"] {
            self.part(&format!("licences/print/{name}"), fonts.join(name));
        }
        let made_of = self.folder.join("made-of");
        licences::write(self.places, &made_of)?;
        self.part("licences/THIRD-PARTY.txt", made_of.join("THIRD-PARTY.txt"));
        self.part("licences/sbom.cdx.json", made_of.join("sbom.cdx.json"));
        self.manual()?;
        let program = self.places.program("citelight", true);
        self.files.insert("/usr/bin/citelight".to_owned(), program);
        for (installed, path) in &self.files {
            ensure!(path.exists(), "{} is missing, needed for {installed}", path.display());
        }
        fs::write(self.folder.join("citelight.desktop"), DESKTOP)?;
        Ok(())
    }

    /// The manual page and the completions, as the program writes them.
    fn manual(&mut self) -> Result<()> {
        let share = "/usr/share";
        for (arguments, name, installed) in [
            (&["man"][..], "citelight.1", format!("{share}/man/man1/citelight.1")),
            (
                &["completions", "bash"],
                "citelight.bash",
                format!("{share}/bash-completion/completions/citelight"),
            ),
            (
                &["completions", "zsh"],
                "_citelight",
                format!("{share}/zsh/vendor-completions/_citelight"),
            ),
            (
                &["completions", "fish"],
                "citelight.fish",
                format!("{share}/fish/vendor_completions.d/citelight.fish"),
            ),
        ] {
            let mut program = tool::command(self.places.program("citelight", true));
            let file = self.folder.join(name);
            fs::write(&file, tool::output(program.args(arguments))?)?;
            self.files.insert(installed, file);
        }
        Ok(())
    }

    fn part(&mut self, name: &str, path: PathBuf) {
        self.files.insert(format!("{INSTALLED}/{name}"), path);
    }

    /// The model pack with its default model only: the other one serves measurements.
    fn pack(&self) -> Result<PathBuf> {
        let (from, to) = (self.places.pack(pack::EMBEDDER), self.folder.join("pack"));
        fs::create_dir_all(&to)?;
        let manifest: Value = serde_json::from_slice(&fs::read(from.join("manifest.json"))?)?;
        let manifest = default_only(manifest);
        for file in manifest["files"].as_array().into_iter().flatten() {
            let name = file["name"].as_str().context("a file of the pack has no name")?;
            fs::copy(from.join(name), to.join(name)).with_context(|| name.to_owned())?;
        }
        let text = serde_json::to_string_pretty(&manifest)? + "\n";
        fs::write(to.join("manifest.json"), text)?;
        Ok(to)
    }
}

/// The packs in `models/` besides the embedder: whoever puts some there ships them. One that is not
/// whole is refused.
fn further_packs(models: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(models).with_context(|| models.display().to_string())? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let own = name == pack::EMBEDDER || name == EXTRACTOR || name.starts_with('.');
        if own || !entry.path().is_dir() {
            continue;
        }
        if let Some(missing) = pack::missing_file(&entry.path()) {
            bail!("models/{name} is not whole: {missing} is missing; remove it or mend it");
        }
        names.push(name);
    }
    names.sort();
    Ok(names)
}

/// Takes the models other than the default one out of a pack's manifest.
fn default_only(mut manifest: Value) -> Value {
    let default = manifest["model"].clone();
    let others: Vec<Value> = manifest["variants"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|variant| variant["file"].clone())
        .filter(|file| *file != default)
        .flat_map(|file| {
            let data = format!("{}{}", file.as_str().unwrap_or_default(), pack::DATA);
            [file, data.into()]
        })
        .collect();
    for (list, key) in [("files", "name"), ("variants", "file")] {
        if let Some(list) = manifest[list].as_array_mut() {
            list.retain(|entry| !others.contains(&entry[key]));
        }
    }
    manifest
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn packs_of_the_checkout_are_shipped_when_they_are_whole() {
        let models = std::env::temp_dir().join(format!("citelight-dist-{}", std::process::id()));
        let pack = |name: &str, bytes: u64| {
            let folder = models.join(name);
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(folder.join("a"), "12").expect("writes");
            let manifest = json!({ "files": [{ "name": "a", "bytes": bytes }] });
            fs::write(folder.join("manifest.json"), manifest.to_string()).expect("writes");
        };
        pack(pack::EMBEDDER, 9);
        pack("b", 2);
        pack("a", 2);
        fs::write(models.join("manifest.toml"), "").expect("writes");
        assert_eq!(further_packs(&models).expect("whole packs"), ["a", "b"]);
        pack("c", 3);
        let why = further_packs(&models).expect_err("c is cut short").to_string();
        assert!(why.contains("models/c"), "{why}");
        fs::remove_dir_all(models).expect("cleans up");
    }

    #[test]
    fn the_package_carries_the_default_model_only() {
        let manifest = json!({
            "model": "model.onnx",
            "variants": [{ "file": "model.onnx" }, { "file": "model-fp32.onnx" }],
            "files": [
                { "name": "model.onnx" }, { "name": "model.onnx.data" },
                { "name": "model-fp32.onnx" }, { "name": "model-fp32.onnx.data" },
                { "name": "config.json" },
            ],
        });
        let kept = default_only(manifest);
        let files = ["model.onnx", "model.onnx.data", "config.json"];
        assert_eq!(kept["files"], json!(files.map(|name| json!({ "name": name }))));
        assert_eq!(kept["variants"], json!([{ "file": "model.onnx" }]));
    }
}
