//! `cargo xtask dist`: a Debian package that needs nothing of the checkout.
//!
//! Owns: what the package carries besides the app itself, where it lies, and which system
//! packages it depends on. All of that is handed to the Tauri CLI as a configuration of its own,
//! so that an ordinary build does not have to carry (or even have) those files. Refuses: signing
//! and publishing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use crate::places::{Places, library};
use crate::say::{self, Done, step};
use crate::stamp::files_below;
use crate::{licences, pack, run, setup, tool};

/// Where the parts lie once installed; `productName` of tauri.conf.json is its last name.
const INSTALLED: &str = "/usr/lib/Citelight";

/// Packages that no library names: Tesseract reads their data at run time.
const DATA: [&str; 2] = ["tesseract-ocr-eng", "tesseract-ocr-osd"];

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

/// Builds the package and prints where it is.
pub(crate) fn dist(places: &Places) -> Result<()> {
    if !cfg!(target_os = "linux") {
        bail!("dist makes a Debian package, which needs Linux");
    }
    setup::setup(places, true)?;
    run::build(places)?;
    say::heading("Package");
    let mut staged = Staged::new(places);
    step("parts", || staged.fill().map(|()| Done::Now))?;
    step("package", || {
        remove_older(places)?;
        unshare_program(places)?;
        let config = serde_json::to_string_pretty(&staged.config(&depends(places, &staged)?))?;
        let file = staged.folder.join("tauri.json");
        fs::write(&file, config)?;
        let cli = places.interface().join("node_modules").join(".bin").join("tauri");
        let mut tauri = tool::command(cli);
        tauri.args(["bundle", "--bundles", "deb", "--config"]).arg(&file);
        // The CLI takes CI for a switch of its own and refuses some of the values in use.
        tool::run(tauri.env_remove("CI").current_dir(&places.root))?;
        Ok(Done::Now)
    })?;
    let package = package(places)?;
    verify(&package, &staged)?;
    let mib = fs::metadata(&package)?.len() as f64 / f64::from(1 << 20);
    println!("{} ({mib:.0} MiB)", package.display());
    println!("Install it with: sudo apt install {}", package.display());
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
}

impl<'a> Staged<'a> {
    fn new(places: &'a Places) -> Self {
        let folder = places.target.join("dist");
        Self { places, folder, files: BTreeMap::new() }
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
        let pack = self.pack()?;
        self.part(&format!("models/{}", pack::EMBEDDER), pack);
        self.part("models/manifest.toml", root.join("models").join("manifest.toml"));
        let extractor = root.join("models").join(EXTRACTOR);
        for name in ["model.onnx", "tokenizer.json", "README.md"] {
            self.part(&format!("models/{EXTRACTOR}/{name}"), extractor.join(name));
        }
        for name in further_packs(&root.join("models"))? {
            self.part(&format!("models/{name}"), self.places.pack(&name));
        }
        self.part("assets/samples", self.places.samples());
        for program in ["citelight-reader", "citelight-fetch"] {
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

    fn config(&self, depends: &[String]) -> Value {
        let desktop = self.folder.join("citelight.desktop");
        json!({ "bundle": { "linux": { "deb": {
            "depends": depends,
            "files": self.files,
            "desktopTemplate": desktop,
            "section": "text",
        } } } })
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

/// The system packages that the programs' libraries belong to, as dpkg finds them, and the data.
fn depends(places: &Places, staged: &Staged<'_>) -> Result<Vec<String>> {
    let folder = staged.folder.join("shlibs");
    // dpkg-shlibdeps works inside a source package only; an empty control file makes it one.
    fs::create_dir_all(folder.join("debian"))?;
    fs::write(
        folder.join("debian").join("control"),
        "Source: citelight\n\nPackage: citelight\nArchitecture: any\n",
    )?;
    let mut command = tool::command("dpkg-shlibdeps");
    command.args(["-O", "--ignore-missing-info"]).current_dir(&folder);
    for program in ["citelight-app", "citelight", "citelight-reader", "citelight-fetch"] {
        command.arg(places.program(program, true));
    }
    command.args(staged.files.values().filter(|path| is_library(path)));
    let found = tool::output(&mut command)?;
    let mut depends = parse_depends(&found)?;
    depends.extend(DATA.map(str::to_owned));
    Ok(depends)
}

fn is_library(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "so")
}

fn parse_depends(found: &str) -> Result<Vec<String>> {
    let line = found.lines().find_map(|line| line.strip_prefix("shlibs:Depends="));
    let line = line.with_context(|| format!("dpkg-shlibdeps found nothing: {found}"))?;
    Ok(line.split(", ").map(str::to_owned).collect())
}

fn bundles(places: &Places) -> PathBuf {
    places.target.join("release").join("bundle").join("deb")
}

/// Packages of earlier versions would be taken for the new one.
fn remove_older(places: &Places) -> Result<()> {
    match fs::remove_dir_all(bundles(places)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

fn package(places: &Places) -> Result<PathBuf> {
    let folder = bundles(places);
    let mut files = files_below(&folder)?.into_iter();
    files
        .find(|file| file.extension().is_some_and(|extension| extension == "deb"))
        .with_context(|| format!("no package appeared in {}", folder.display()))
}

/// Checks that everything staged is in the package.
fn verify(package: &Path, staged: &Staged<'_>) -> Result<()> {
    let listed = tool::output(tool::command("dpkg-deb").arg("--contents").arg(package))?;
    let missing = not_in(&listed, staged.files.keys().map(String::as_str));
    ensure!(missing.is_empty(), "the package lacks {}", missing.join(", "));
    Ok(())
}

/// Those of the installed paths that `dpkg-deb --contents` does not list, as files or folders.
fn not_in<'a>(listed: &str, installed: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let names: Vec<&str> = listed
        .lines()
        .filter_map(|line| line.split_whitespace().last())
        .map(|name| name.trim_start_matches('.').trim_matches('/'))
        .collect();
    installed.filter(|path| !names.contains(&path.trim_matches('/'))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_dpkg_found() {
        let found = "shlibs:Depends=libc6 (>= 2.36), libtesseract5 (>= 5.3.0)\n";
        let expect = ["libc6 (>= 2.36)", "libtesseract5 (>= 5.3.0)"];
        assert_eq!(parse_depends(found).expect("a list"), expect);
        assert!(parse_depends("").is_err());
    }

    #[test]
    fn what_the_package_lacks_is_named() {
        let listed = "drwxr-xr-x 0/0 0 2026-11-20 18:38 usr/lib/Citelight/licences/\n\
                      -rwxr-xr-x 0/0 9 2026-11-20 18:38 ./usr/bin/citelight-app\n";
        let installed =
            ["/usr/lib/Citelight/licences", "/usr/bin/citelight-app", "/usr/bin/citelight"];
        assert_eq!(not_in(listed, installed.into_iter()), ["/usr/bin/citelight"]);
    }

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
