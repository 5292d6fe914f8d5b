//! Writes the TypeScript side of the commands.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use citelight_core::{
    ActiveContent, AmendmentKind, Answer, AnswerLead, AnswerMode, AnswerPart, AnswerSentence,
    AnswerWriter, Calculation, CalculationOperand, CandidateCounts, CellAnswer, CellView, Chip,
    ChipKind, ChunkId, ChunkMode, Chunking, ChunkingState, Citation, CitedCell, Collected,
    Collection, CollectionId, ContractChange, Corrections, Counted, DocumentId, DocumentPrior,
    DocumentRow, DocumentStatus, ErrorCode, EvidenceNode, EvidencePiece, EvidenceReason, Feedback,
    FeedbackEffect, FeedbackKind, FeedbackReason, Filters, Found, IndexChoice, Interpretation,
    LeadKind, LinkTarget, Matrix, MatrixCell, MatrixDocument, MatrixId, MatrixProgress,
    MatrixQuestion, MatrixQuestionId, MatrixRow, ModelOrigin, ModelPack, ModelRole, ModelState,
    NamedDocuments, NamingStrength, NotebookEntry, NotebookId, NumberSought, PageInfo, PageLink,
    PageNumber, PageStatus, PartKind, PartReference, Passage, PassageKind, PassageStages, Period,
    PeriodValue, PlacedWords, Quad, QuestionId, QuestionKind, QuestionSort, Reach, Rect, RowKind,
    RowView, SearchResult, SearchSettings, SearchState, SectionFilter, SectionKind, SectionRow,
    Series, SeriesPoint, Side, Sought, Span, StageScore, TableView, Timings, UnitKind, UnitMention,
    Verdict, When, WireError, WritingEnd, Written, YearPart,
};
use citelight_engine::{
    AnswerFormat, BackedUp, Event, HistoryRow, Language, ModelShelf, NoticeLevel, OwnBackup,
    QueueState, Storage, Suggestion, TableFormat, TextMatch, TextMatches, TextWord, WatchedFolder,
};
use serde::Serialize;
use ts_rs::{Config, TS};

use crate::{
    AppInfo, Fit, LibraryCheck, LibraryLock, LinkedPlace, Sample, Session, Viewed, Zoom, signatures,
};

/// Every type by its name: its documentation as a comment, and its declaration.
pub(crate) type Declarations = BTreeMap<String, (Option<String>, String)>;

/// The types that cross to the interface.
pub(crate) fn declarations(config: &Config) -> Declarations {
    let mut types = BTreeMap::new();
    macro_rules! declare {
        ($($name:ident),* $(,)?) => {
            $( types.insert(
                <$name as TS>::ident(config),
                (<$name as TS>::docs(), <$name as TS>::decl(config)),
            ); )*
        };
    }
    declare!(
        ActiveContent,
        AmendmentKind,
        Answer,
        CellAnswer,
        ContractChange,
        Matrix,
        MatrixCell,
        MatrixDocument,
        MatrixId,
        MatrixProgress,
        MatrixQuestion,
        MatrixQuestionId,
        MatrixRow,
        PlacedWords,
        Series,
        SeriesPoint,
        TableFormat,
        AnswerFormat,
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
        FeedbackReason,
        Fit,
        Found,
        HistoryRow,
        Collected,
        CollectionId,
        Collection,
        NotebookId,
        NotebookEntry,
        IndexChoice,
        Interpretation,
        Language,
        LinkTarget,
        LibraryCheck,
        LinkedPlace,
        ModelOrigin,
        ModelPack,
        ModelRole,
        ModelShelf,
        ModelState,
        NamedDocuments,
        NamingStrength,
        NoticeLevel,
        OwnBackup,
        BackedUp,
        LibraryLock,
        NumberSought,
        PageInfo,
        PageLink,
        PageNumber,
        PageStatus,
        PartKind,
        PartReference,
        Passage,
        PassageKind,
        PassageStages,
        StageScore,
        CandidateCounts,
        Period,
        PeriodValue,
        Quad,
        QuestionId,
        QuestionKind,
        QuestionSort,
        QueueState,
        Rect,
        Reach,
        RowKind,
        RowView,
        Sample,
        SearchSettings,
        SearchState,
        SectionKind,
        SectionRow,
        Storage,
        Suggestion,
        Session,
        Side,
        Sought,
        Span,
        TableView,
        TextMatch,
        TextMatches,
        TextWord,
        Timings,
        UnitKind,
        UnitMention,
        Verdict,
        Viewed,
        WatchedFolder,
        When,
        WireError,
        YearPart,
        Zoom,
    );
    types
}

/// Adds what the command line prints and the window does not get.
pub(crate) fn declare_printed(config: &Config, types: &mut Declarations) {
    macro_rules! declare {
        ($($name:ident),*) => {
            $( types.insert(
                <$name as TS>::ident(config),
                (<$name as TS>::docs(), <$name as TS>::decl(config)),
            ); )*
        };
    }
    declare!(EvidenceNode, EvidencePiece, EvidenceReason, SearchResult);
}

/// The whole text of `bindings.ts`.
pub fn typescript() -> String {
    let config = Config::default();
    let types = declarations(&config);
    let mut out = String::from("// Generated by crates/api/tests/bindings.rs. Do not edit.\n");
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
