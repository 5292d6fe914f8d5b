//! Writes the TypeScript side of the commands.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use citelight_core::{
    ActiveContent, Answer, AnswerLead, AnswerMode, AnswerPart, AnswerSentence, AnswerWriter,
    Calculation, CalculationOperand, CellView, Chip, ChipKind, ChunkId, ChunkMode, Chunking,
    ChunkingState, Citation, CitedCell, Corrections, Counted, DocumentId, DocumentPrior,
    DocumentRow, DocumentStatus, ErrorCode, Feedback, FeedbackEffect, FeedbackKind, Filters, Found,
    IndexChoice, Interpretation, LeadKind, ModelOrigin, ModelPack, ModelRole, ModelState,
    NamedDocuments, NamingStrength, NumberSought, PageInfo, PageNumber, PageStatus, PartKind,
    PartReference, Passage, PassageKind, Period, PeriodValue, Quad, QuestionId, QuestionKind,
    QuestionSort, QuotedPhrase, Reach, RowKind, RowView, SearchResult, SearchSettings, SearchState,
    SectionFilter, SectionKind, SectionRow, Side, Sought, Span, TableView, Timings, UnitKind,
    UnitMention, Verdict, When, WireError, WritingEnd, Written, YearPart,
};
use citelight_engine::{Event, HistoryRow, Language, ModelShelf, NoticeLevel, QueueState};
use serde::Serialize;
use ts_rs::{Config, TS};

use crate::{AppInfo, Sample, signatures};

/// The whole text of `bindings.ts`.
pub fn typescript() -> String {
    let config = Config::default();
    let mut types = BTreeMap::new();
    macro_rules! declare {
        ($($name:ident),* $(,)?) => {
            $( types.insert(
                <$name as TS>::ident(&config),
                (<$name as TS>::docs(), <$name as TS>::decl(&config)),
            ); )*
        };
    }
    declare!(
        ActiveContent,
        Answer,
        AnswerMode,
        AnswerPart,
        AnswerSentence,
        AnswerWriter,
        AnswerLead,
        LeadKind,
        WritingEnd,
        Written,
        AppInfo,
        CellView,
        Chip,
        ChipKind,
        ChunkId,
        ChunkMode,
        Chunking,
        ChunkingState,
        Calculation,
        CalculationOperand,
        Citation,
        CitedCell,
        Corrections,
        Filters,
        SectionFilter,
        Counted,
        DocumentId,
        DocumentPrior,
        DocumentRow,
        DocumentStatus,
        ErrorCode,
        Event,
        Feedback,
        FeedbackEffect,
        FeedbackKind,
        Found,
        HistoryRow,
        IndexChoice,
        Interpretation,
        Language,
        ModelOrigin,
        ModelPack,
        ModelRole,
        ModelShelf,
        ModelState,
        NamedDocuments,
        NamingStrength,
        NoticeLevel,
        NumberSought,
        PageInfo,
        PageNumber,
        PageStatus,
        PartKind,
        PartReference,
        Passage,
        PassageKind,
        Period,
        PeriodValue,
        Quad,
        QuestionId,
        QuestionKind,
        QuestionSort,
        QueueState,
        QuotedPhrase,
        Reach,
        RowKind,
        RowView,
        Sample,
        SearchResult,
        SearchSettings,
        SearchState,
        SectionKind,
        SectionRow,
        Side,
        Sought,
        Span,
        TableView,
        Timings,
        UnitKind,
        UnitMention,
        Verdict,
        When,
        WireError,
        YearPart,
    );

    let mut out = String::from(
        "// Generated from crates/api by `cargo run -p citelight-api --bin bindings`. Do not edit.\n",
    );
    for (docs, declaration) in types.values() {
        out.push('\n');
        if let Some(docs) = docs {
            out.push_str(docs.trim_end());
            out.push('\n');
        }
        let _ = writeln!(out, "export {declaration}");
    }
    out.push_str(
        "\n/** What the program comes with; a running app gives it with every state. */\n",
    );
    out.push_str(&default_of::<Chunking>("DEFAULT_CHUNKING", &config));
    out.push_str(&default_of::<SearchSettings>("DEFAULT_SEARCH", &config));
    out.push_str("\n/** Every command: its arguments by name, and its result. */\n");
    out.push_str("export interface Commands {\n");
    for command in signatures(&config) {
        for line in command.docs {
            let _ = writeln!(out, "  /**{line} */");
        }
        let args: Vec<String> =
            command.args.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
        let args = if args.is_empty() {
            "Record<string, never>".to_owned()
        } else {
            format!("{{ {} }}", args.join("; "))
        };
        let _ =
            writeln!(out, "  {}: {{ args: {args}; result: {} }};", command.name, command.result);
    }
    out.push_str("}\n");
    out
}

/// The default of a type as a constant of its own. Its fields stand as the type declares them.
fn default_of<T: TS + Serialize + Default>(name: &str, config: &Config) -> String {
    let value = serde_json::to_string_pretty(&T::default()).unwrap_or_default();
    format!("export const {name}: {} = {value};\n", T::ident(config))
}
