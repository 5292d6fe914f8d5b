//! `citelight models`: the language models of this computer.

use std::ops::ControlFlow;
use std::path::PathBuf;

use citelight_core::{ModelOrigin, ModelPack, ModelRole, ModelState};
use citelight_engine::{EngineError, Models};
use clap::Subcommand;
use indicatif::{DecimalBytes, ProgressBar, ProgressStyle};
use serde_json::json;

use crate::Outcome;
use crate::print::Out;

/// What to do with language models.
#[derive(Debug, Subcommand)]
pub(crate) enum ModelsCommand {
    /// List the models that are known or installed.
    List,
    /// Download a known model and install it; goes on where an earlier download stopped. The only
    /// command that uses a network.
    Install {
        /// The model.
        name: String,
        /// Take what its source gives, where nothing says beforehand what that is.
        #[arg(long)]
        trust_source: bool,
    },
    /// Install a model from a folder as a model hub has it. The folder stays as it is.
    Import {
        /// The folder that holds config.json and the weights.
        dir: PathBuf,
        /// What to use it for, where its configuration does not tell.
        #[arg(long, value_enum)]
        role: Option<RoleArg>,
    },
    /// Check every file of a model against its hash; of all installed ones where none is named.
    Verify {
        /// The model.
        name: Option<String>,
    },
    /// Remove an installed model, or what was downloaded of it.
    Remove {
        /// The model.
        name: String,
    },
    /// Use an installed model for its role from now on.
    Use {
        /// The model.
        name: String,
    },
}

/// What a model can be imported for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum RoleArg {
    /// Ranks passages.
    Reranker,
    /// Writes answers.
    Generator,
    /// Says whether a sentence is supported.
    Verifier,
}

impl From<RoleArg> for ModelRole {
    fn from(role: RoleArg) -> ModelRole {
        match role {
            RoleArg::Reranker => ModelRole::Reranker,
            RoleArg::Generator => ModelRole::Generator,
            RoleArg::Verifier => ModelRole::Verifier,
        }
    }
}

pub(crate) fn models(
    models: &Models,
    command: &ModelsCommand,
    out: &Out,
) -> Result<Outcome, EngineError> {
    match command {
        ModelsCommand::List => {
            let packs = models.list()?;
            packs.iter().for_each(|pack| shown(pack, out));
            if !out.json && !packs.iter().any(|pack| in_use(pack, ModelRole::Generator)) {
                out.line("No generator is installed: answers are quoted from the documents.");
            }
        }
        ModelsCommand::Install { name, trust_source } => {
            let bar = bar(name);
            let installed = models.install(name, *trust_source, &mut |bytes| step(&bar, bytes));
            bar.finish_and_clear();
            show(models, installed?.name(), out)?;
        }
        ModelsCommand::Import { dir, role } => {
            let bar = bar(&dir.display().to_string());
            let imported = models.import(dir, role.map(Into::into), &mut |bytes| step(&bar, bytes));
            bar.finish_and_clear();
            show(models, imported?.name(), out)?;
        }
        ModelsCommand::Verify { name } => return verify(models, name.as_deref(), out),
        ModelsCommand::Remove { name } => {
            models.remove(name)?;
            match out.json {
                true => out.object(&json!({ "removed": name })),
                false => out.line(&format!("Removed “{name}”.")),
            }
        }
        ModelsCommand::Use { name } => {
            models.choose(name)?;
            show(models, name, out)?;
        }
    }
    Ok(Outcome::Done)
}

/// Checks one pack, or all that are installed; a broken one is at fault, the rest is still checked.
fn verify(models: &Models, name: Option<&str>, out: &Out) -> Result<Outcome, EngineError> {
    let here = |pack: &ModelPack| matches!(pack.state, ModelState::Installed | ModelState::Broken);
    let names: Vec<String> = match name {
        Some(name) => vec![name.to_owned()],
        None => models.list()?.into_iter().filter(here).map(|pack| pack.name).collect(),
    };
    let mut outcome = if names.is_empty() { Outcome::NothingFound } else { Outcome::Done };
    for name in &names {
        let bar = bar(name);
        let checked = models.verify(name, &mut |done, total| {
            step(&bar, (done, Some(total)));
            ControlFlow::Continue(())
        });
        bar.finish_and_clear();
        let error = checked.err().map(|error| error.to_wire());
        if let Some(error) = &error {
            if names.len() == 1 && error.code == citelight_core::ErrorCode::NotFound {
                return Err(EngineError::Message(error.clone()));
            }
            outcome = Outcome::InputAtFault;
        }
        if out.json {
            out.object(&json!({ "name": name, "sound": error.is_none(), "error": error }));
        } else {
            let words = error.map_or_else(|| "ok".to_owned(), |error| format!("FAULT {error}"));
            out.line(&format!("{name}: {words}"));
        }
    }
    Ok(outcome)
}

/// Shows the pack of this name as it stands now.
fn show(models: &Models, name: &str, out: &Out) -> Result<(), EngineError> {
    models.list()?.iter().filter(|pack| pack.name == name).for_each(|pack| shown(pack, out));
    Ok(())
}

fn in_use(pack: &ModelPack, role: ModelRole) -> bool {
    pack.in_use && pack.role == role
}

fn shown(pack: &ModelPack, out: &Out) {
    if out.json {
        return out.object(pack);
    }
    let state = match pack.state {
        ModelState::Absent if pack.can_install => "not installed".to_owned(),
        ModelState::Absent => "not here".to_owned(),
        ModelState::Partial { done_bytes } => {
            format!("{} downloaded, not whole", DecimalBytes(done_bytes))
        }
        ModelState::Installing { .. } => "being installed".to_owned(),
        ModelState::Installed if pack.in_use => "in use".to_owned(),
        ModelState::Installed => "installed".to_owned(),
        ModelState::Broken => "BROKEN, not used".to_owned(),
    };
    let mark = if pack.in_use { "*" } else { " " };
    out.line(&format!("{mark} {:<24} {:<10} {state}", pack.name, pack.role.name()));
    let mut details = vec![pack.title.clone()];
    details.extend(pack.bytes.map(|bytes| DecimalBytes(bytes).to_string()));
    details.extend(
        pack.memory_bytes.map(|bytes| format!("needs about {} of memory", DecimalBytes(bytes))),
    );
    details.extend(pack.licence.clone());
    details.push(match (&pack.source, pack.origin) {
        (_, Some(ModelOrigin::Unknown)) => "unknown source: nobody states its content".to_owned(),
        (Some(source), _) if pack.bundled => format!("comes with Citelight, from {source}"),
        (Some(source), _) => source.clone(),
        (None, _) => "source not stated".to_owned(),
    });
    out.line(&format!("    {}", details.join(" · ")));
    if let Some(problem) = &pack.problem {
        out.line(&format!("    {problem}"));
    }
}

/// A bar of bytes; drawn on stderr, and only when that is a terminal.
fn bar(name: &str) -> ProgressBar {
    let template = "{msg:<40!} {bar:28} {bytes:>10} of {total_bytes} {eta:>5}";
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(0).with_style(style).with_message(name.to_owned())
}

fn step(bar: &ProgressBar, (done, total): (u64, Option<u64>)) {
    bar.set_length(total.unwrap_or(0));
    bar.set_position(done);
}
