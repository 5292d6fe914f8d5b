//! Words for people, objects for programs.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use citelight_core::{
    Answer, AnswerPart, AnswerSentence, Citation, Collection, DocumentId, DocumentRow,
    DocumentStatus, EvidenceNode, EvidenceReason, Interpretation, PageInfo, PageNumber, Passage,
    PassageKind, SearchResult, SectionRow, Verdict, WireError, Word, WordSource,
};
use citelight_engine::{
    BackedUp, ChunkRow, Confinement, Health, HistoryRow, Imported, Language, Recovered, Suggestion,
};
use serde::Serialize;
use serde_json::json;

use crate::shown::{shown, shown_json};

/// Where results go.
pub(crate) struct Out {
    pub(crate) json: bool,
}

/// What came of one file of `add`.
#[derive(Debug, Serialize)]
pub(crate) struct Added {
    file: String,
    document: Option<DocumentId>,
    /// `ready`, `needs_password`, `failed`, `cancelled` or `duplicate`.
    status: String,
    pages: u32,
    pages_ocr: u32,
    warnings: Vec<String>,
    ms: u64,
    version: u32,
    replaces: Option<DocumentId>,
    error: Option<WireError>,
}

impl Added {
    pub(crate) fn refused(path: &Path, error: &WireError) -> Added {
        Added {
            file: path.display().to_string(),
            document: None,
            status: "failed".into(),
            pages: 0,
            pages_ocr: 0,
            warnings: Vec::new(),
            ms: 0,
            version: 0,
            replaces: None,
            error: Some(error.clone()),
        }
    }

    pub(crate) fn imported(
        path: &Path,
        row: &DocumentRow,
        replaces: Option<DocumentId>,
        ms: u64,
    ) -> Added {
        let status = match row.status {
            DocumentStatus::Ready => "ready",
            DocumentStatus::NeedsPassword => "needs_password",
            DocumentStatus::Cancelled => "cancelled",
            _ => "failed",
        };
        Added {
            file: path.display().to_string(),
            document: Some(row.id.clone()),
            status: status.into(),
            pages: row.pages,
            pages_ocr: row.pages_ocr,
            warnings: row.warnings.clone(),
            ms,
            version: row.version,
            replaces,
            error: row.error.clone(),
        }
    }

    /// With what the file said to a password, where that tells more.
    pub(crate) fn refused_by(self, refusal: Option<WireError>) -> Added {
        Added { error: refusal.or(self.error), ..self }
    }

    pub(crate) fn duplicate(path: &Path, row: &DocumentRow, took: Duration) -> Added {
        let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        Added { status: "duplicate".into(), ..Added::imported(path, row, None, ms) }
    }
}

impl Out {
    /// A line on stdout. A reader that has gone away (`| head`) is no error.
    pub(crate) fn line(&self, text: &str) {
        let _ = writeln!(io::stdout().lock(), "{}", shown(text));
    }

    pub(crate) fn object(&self, value: &impl Serialize) {
        match serde_json::to_string(value) {
            Ok(text) => {
                let _ = writeln!(io::stdout().lock(), "{}", shown_json(&text));
            }
            Err(error) => {
                let _ = writeln!(io::stderr(), "error: the result could not be written: {error}");
            }
        }
    }

    /// A word on what is being done, beside the results.
    pub(crate) fn note(&self, text: &str) {
        let _ = writeln!(io::stderr(), "{}", shown(text));
    }

    pub(crate) fn error(&self, error: &WireError) {
        if self.json {
            self.object(&json!({ "error": error }));
        }
        let _ = writeln!(io::stderr(), "{}", shown(&format!("error: {error}")));
    }

    pub(crate) fn added(&self, added: &Added) {
        if self.json {
            return self.object(added);
        }
        let what = match (&added.error, &added.document) {
            (Some(error), _) => format!("{}: {error}", added.status),
            (None, Some(id)) => {
                let version = if added.version > 1 {
                    format!(", version {}", added.version)
                } else {
                    String::new()
                };
                format!("{}: {} pages, id {id}{version}", added.status, added.pages)
            }
            (None, None) => added.status.clone(),
        };
        self.line(&format!("{} — {what}", added.file));
        for warning in &added.warnings {
            self.line(&format!("    {warning}"));
        }
    }

    pub(crate) fn documents(&self, rows: &[DocumentRow]) {
        if self.json {
            return rows.iter().for_each(|row| self.object(row));
        }
        if rows.is_empty() {
            return self.line("No documents. Add some with `citelight add FILE…`.");
        }
        for row in rows {
            let status = serde_json::to_value(row.status)
                .ok()
                .and_then(|value| value.as_str().map(|text| text.replace('_', " ")))
                .unwrap_or_default();
            let replaced = if row.superseded_by.is_some() { " (replaced)" } else { "" };
            self.line(&format!(
                "{}  {:>5} pages  {status:<14} {}{replaced}",
                row.id, row.pages, row.file_name
            ));
        }
    }

    pub(crate) fn collections(&self, collections: &[Collection]) {
        if self.json {
            return collections.iter().for_each(|one| self.object(one));
        }
        if collections.is_empty() {
            return self
                .line("No collections. Make one with `citelight collection add NAME FILE…`.");
        }
        for one in collections {
            self.line(&format!("{:>5} documents  {}", one.documents.len(), one.name));
        }
    }

    pub(crate) fn answer(&self, answer: &Answer) {
        if self.json {
            return self.object(answer);
        }
        self.rewritten(&answer.interpretation);
        self.line(&wrap(&answer.answer, ""));
        self.below(answer);
    }

    /// The words of the documents that an answer is about to be written from, each with its place.
    pub(crate) fn evidence_of(&self, answer: &Answer) {
        self.rewritten(&answer.interpretation);
        for Citation { quote, file, page, label, .. } in &answer.citations {
            let words: Vec<&str> = quote.split_whitespace().collect();
            let place = page_name(*page, label.as_deref());
            self.line(&wrap(&format!("“{}” ({file}, {place})", words.join(" ")), ""));
        }
        self.line("");
    }

    /// A sentence of an answer that is being written.
    pub(crate) fn sentence(&self, sentence: &AnswerSentence) {
        let words: Vec<String> = sentence.parts.iter().map(marked).collect();
        self.line(&wrap(&words.join(" "), ""));
    }

    /// What stands below an answer whose sentences were `told` as they were written; all of it where they
    /// are not what it came to.
    pub(crate) fn written(&self, answer: &Answer, told: &[AnswerSentence]) {
        if answer.sentences == told { self.below(answer) } else { self.answer(answer) }
    }

    /// What stands below an answer's text: doubts, its note, its references.
    fn below(&self, answer: &Answer) {
        let doubted = |sentence: &&AnswerSentence| {
            matches!(sentence.verdict, Verdict::Partly | Verdict::NotConfirmed)
        };
        for sentence in answer.sentences.iter().filter(doubted) {
            let words: Vec<&str> = sentence.parts.iter().map(|part| part.text.as_str()).collect();
            let verdict = match sentence.verdict {
                Verdict::Partly => "Only partly confirmed",
                _ => "Not confirmed",
            };
            self.line(&wrap(&format!("{verdict}: “{}”", words.join(" ")), "  "));
        }
        if let Some(note) = &answer.details.note {
            self.line(&wrap(&format!("Note: {note}"), ""));
        }
        if !answer.citations.is_empty() {
            self.line("");
        }
        for citation in &answer.citations {
            self.line(&format!(
                "[{}] {}, {}",
                citation.n,
                citation.file,
                page_name(citation.page, citation.label.as_deref())
            ));
        }
        if !answer.found && !answer.passages.is_empty() {
            self.line("\nNearest passages:");
            answer.passages.iter().take(3).for_each(|passage| self.passage(passage));
        }
    }

    pub(crate) fn search(&self, result: &SearchResult) {
        if self.json {
            return self.object(result);
        }
        self.rewritten(&result.interpretation);
        result.passages.iter().for_each(|passage| self.passage(passage));
    }

    /// The question in full, where it follows up another.
    fn rewritten(&self, interpretation: &Interpretation) {
        if let Some(full) = &interpretation.rewritten {
            self.line(&wrap(&format!("Understood as: {full}"), ""));
            self.line("");
        }
    }

    pub(crate) fn evidence(&self, evidence: &[EvidenceNode]) {
        if self.json {
            return self.object(&json!({ "evidence": evidence }));
        }
        evidence.iter().for_each(|node| self.node(node, 0));
    }

    fn node(&self, node: &EvidenceNode, depth: usize) {
        let indent = "  ".repeat(depth);
        self.line(&format!("{indent}{}", node.title));
        for piece in &node.pieces {
            let why = match &piece.why {
                EvidenceReason::Found { rank } => format!("found, {rank}"),
                EvidenceReason::Around => "around it".to_owned(),
                EvidenceReason::Referred { by } => format!("referred to as {by}"),
            };
            self.line(&format!("{indent}  [page {}, {why}]", piece.page));
            self.line(&wrap(&piece.text.split_whitespace().collect::<Vec<_>>().join(" "), "    "));
        }
        node.children.iter().for_each(|child| self.node(child, depth + 1));
    }

    fn passage(&self, passage: &Passage) {
        let section = if passage.section.is_empty() {
            String::new()
        } else {
            format!(" · {}", passage.section)
        };
        self.line(&format!(
            "{:>2}. {}, page {}{section}  ({:.2})",
            passage.rank, passage.file, passage.page, passage.score
        ));
        let text: String = passage.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let short: String = text.chars().take(280).collect();
        let more = if short.len() < text.len() { " …" } else { "" };
        self.line(&wrap(&format!("{short}{more}"), "    "));
    }

    pub(crate) fn removed(&self, row: &DocumentRow) {
        if self.json {
            return self.object(&json!({ "removed": row.id, "file": row.file_name }));
        }
        self.line(&format!("Removed “{}” from the library.", row.file_name));
    }

    pub(crate) fn backed_up(&self, done: &BackedUp, to: &Path) {
        if self.json {
            return self.object(&json!({ "backup": to, "done": done }));
        }
        let mib = done.bytes / (1 << 20);
        self.line(&format!("{} documents, {mib} MiB, are in {}.", done.files, to.display()));
        for name in &done.missing {
            self.line(&format!(
                "FAULT the library’s copy of “{name}” is lost or damaged, and not in the backup; add the file again"
            ));
        }
    }

    pub(crate) fn recovered(&self, done: &Recovered) {
        if self.json {
            return self.object(&json!({ "recovered": done }));
        }
        self.line(&format!("The library is there again, with {} documents.", done.documents));
        if done.nameless > 0 {
            self.line(&format!(
                "Of {} of them nothing was known but their content: add the files again to give them their names.",
                done.nameless
            ));
        }
        for name in &done.damaged {
            self.line(&format!("FAULT files/{name} holds another content than its name says"));
        }
        if let Some(before) = &done.before {
            self.line(&format!("What was there before lies in {}.", before.display()));
        }
    }

    pub(crate) fn languages(&self, languages: &[Language]) {
        if self.json {
            return languages.iter().for_each(|language| self.object(language));
        }
        for language in languages {
            let mark = if language.chosen { "*" } else { " " };
            let missing = if language.installed { "" } else { " (its data are missing)" };
            self.line(&format!("{mark} {:<12} {}{missing}", language.code, language.name));
        }
    }

    pub(crate) fn report(&self, report: &(impl Serialize + fmt::Display)) {
        if self.json {
            return self.object(report);
        }
        self.line(report.to_string().trim_end());
    }

    pub(crate) fn health(&self, health: &Health) {
        if self.json {
            return self.object(health);
        }
        for part in &health.parts {
            match &part.problem {
                None => self.line(&format!("ok    {}: {}", part.name, part.place)),
                Some(problem) => self.line(&format!("FAULT {}: {problem}", part.name)),
            }
        }
        if let Some(Confinement { files, calls }) = health.confinement {
            self.line(match (files, calls) {
                (true, true) => "ok    reading processes: each can read its one document, and nothing else",
                (false, true) => {
                    "note  reading processes: no network, no programs, no writing; this kernel (without Landlock) \
                     does not keep them from reading other files"
                }
                _ => "note  reading processes: separate, but not confined on this system",
            });
        }
        self.line(&format!(
            "{} documents, {} pages, {} passages, {} in the vector index",
            health.documents, health.pages, health.passages, health.indexed
        ));
        if let Some(first) = health.read_before.first() {
            self.line(&match health.read_before.len() {
                1 => format!(
                    "note  “{first}” was read by an earlier version: `citelight retry --older` reads it again"
                ),
                count => format!(
                    "note  {count} documents, “{first}” first, were read by an earlier version: `citelight \
                     retry --older` reads them again"
                ),
            });
        }
        match health.faults.as_slice() {
            [] => self.line("The library is sound."),
            faults => faults.iter().for_each(|fault| self.line(&format!("FAULT {fault}"))),
        }
    }

    pub(crate) fn shown(&self, row: &DocumentRow, page: PageNumber, path: &Path) {
        if self.json {
            return self.object(&json!({ "document": row.id, "page": page, "out": path }));
        }
        self.line(&format!("Page {page} of “{}” is in {}.", row.file_name, path.display()));
    }

    pub(crate) fn annotated(&self, row: &DocumentRow, highlights: usize, path: &Path) {
        if self.json {
            return self
                .object(&json!({ "document": row.id, "highlights": highlights, "out": path }));
        }
        let many = if highlights == 1 { "highlight" } else { "highlights" };
        self.line(&format!(
            "A copy of “{}” with {highlights} {many} is in {}.",
            row.file_name,
            path.display()
        ));
    }

    pub(crate) fn history(&self, rows: &[HistoryRow]) {
        for row in rows {
            if self.json {
                self.object(row);
            } else {
                let none = if row.found { "" } else { "  (nothing found)" };
                self.line(&format!("{:>6}  {}{none}", row.id.0, row.question));
            }
        }
    }

    pub(crate) fn suggestions(&self, suggestions: &[Suggestion]) {
        for suggestion in suggestions {
            if self.json {
                self.object(suggestion);
            } else {
                self.line(&format!("{}  ({})", suggestion.question, suggestion.file));
            }
        }
    }

    pub(crate) fn words(&self, info: &PageInfo, words: &[Word]) {
        if !self.json {
            for word in words {
                let r = word.rect;
                self.line(&format!(
                    "{:8.2} {:8.2} {:8.2} {:8.2}  {}",
                    r.x0, r.y0, r.x1, r.y1, word.text
                ));
            }
            return;
        }
        let words: Vec<_> = words
            .iter()
            .map(|word| {
                let r = word.rect;
                let source = match word.source {
                    WordSource::Native => "native",
                    WordSource::Ocr => "ocr",
                };
                json!({
                    "text": word.text, "x0": r.x0, "y0": r.y0, "x1": r.x1, "y1": r.y1,
                    "source": source, "confidence": word.confidence,
                })
            })
            .collect();
        self.object(&json!({
            "page": info.page, "label": info.label, "width": info.width, "height": info.height,
            "status": info.status, "words": words,
        }));
    }

    pub(crate) fn outline(&self, sections: &[SectionRow]) {
        if self.json {
            return self.object(&json!({ "sections": sections }));
        }
        for section in sections {
            let indent = "  ".repeat(section.level.saturating_sub(1) as usize);
            // A title that is nothing but a number is both.
            let number = section.number.as_deref().filter(|number| *number != section.title);
            let number = number.map(|n| format!("{n} ")).unwrap_or_default();
            let noise = if section.noise { "  · searched last" } else { "" };
            self.line(&format!(
                "{indent}{number}{}  · page {}{noise}",
                section.title, section.page
            ));
        }
    }

    pub(crate) fn chunk(&self, chunk: &ChunkRow) {
        let (part, parts) = chunk.split;
        if self.json {
            return self.object(&json!({
                "id": chunk.id, "kind": chunk.kind, "section": chunk.section,
                "section_path": chunk.breadcrumb, "pages": [chunk.first_page, chunk.last_page],
                "span": chunk.span, "token_count": chunk.tokens,
                "split_sequence": format!("{part}/{parts}"), "is_continuation": part > 1,
                "noise": chunk.noise, "text": chunk.text,
            }));
        }
        let kind = match chunk.kind {
            PassageKind::Text => "text",
            PassageKind::Table => "table",
            PassageKind::List => "list",
            PassageKind::Code => "code",
        };
        let pages = match (chunk.first_page, chunk.last_page) {
            (first, last) if first == last => format!("page {first}"),
            (first, last) => format!("pages {first}–{last}"),
        };
        self.line(&format!(
            "{}  · {pages} · {kind} · {part}/{parts} · {} tokens",
            chunk.breadcrumb, chunk.tokens
        ));
        self.line(&format!("{}\n", wrap(&chunk.text, "    ")));
    }

    pub(crate) fn reindexed(&self, done: &Imported) {
        if self.json {
            return self.object(&json!({
                "file": done.row.file_name, "document": done.row.id, "status": done.row.status,
                "ms": done.ms,
            }));
        }
        self.line(&format!("{}  · cut anew in {:.1} s", done.row.file_name, done.ms as f64 / 1e3));
    }

    /// A text as it is, whatever the form of output.
    pub(crate) fn text(&self, text: &str) {
        // A file or another program gets the text as it is. Whoever reads may stop early.
        let shown = if io::stdout().is_terminal() { shown(text) } else { text.into() };
        let _ = io::stdout().write_all(shown.as_bytes());
    }
}

fn page_name(page: PageNumber, label: Option<&str>) -> String {
    match label {
        Some(label) if label != page.to_string() => format!("page {page} ({label})"),
        _ => format!("page {page}"),
    }
}

/// Words with the numbers of their citations.
fn marked(part: &AnswerPart) -> String {
    let numbers: String = part.citations.iter().map(|n| format!(" [{n}]")).collect();
    format!("{}{numbers}", part.text)
}

fn wrap(text: &str, indent: &str) -> String {
    let width = textwrap::termwidth().clamp(40, 100);
    let options = textwrap::Options::new(width).initial_indent(indent).subsequent_indent(indent);
    textwrap::fill(text, options)
}
