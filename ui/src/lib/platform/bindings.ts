// Generated from crates/api by `cargo run -p citelight-api --bin bindings`. Do not edit.

/**
 * What a PDF brings along that acts when it is opened elsewhere. Citelight never runs any of it.
 */
export type ActiveContent = "java_script" | "launch" | "submit_form" | "embedded_files";

/**
 * The answer to one question.
 */
export type Answer = { 
/**
 * Row of the question, for feedback.
 */
id: QuestionId, 
/**
 * The question as asked.
 */
question: string, 
/**
 * Whether the documents say it.
 */
found: boolean, 
/**
 * The sentences, each followed by its citation marker " [n]"; a plain statement when nothing
 * was found.
 */
answer: string, 
/**
 * How it was made.
 */
mode: AnswerMode, 
/**
 * 0 to 1: how sure it is that the documents say it.
 */
confidence: number, 
/**
 * The answer's sentences with their citations; what documents write in brackets is told apart
 * from markers by them alone.
 */
sentences: Array<AnswerSentence>, 
/**
 * How its figure was calculated, where it was.
 */
calculation: Calculation | null, 
/**
 * In the order of their numbers.
 */
citations: Array<Citation>, 
/**
 * Best first.
 */
passages: Array<Passage>, 
/**
 * What the question was taken to ask.
 */
interpretation: Interpretation, 
/**
 * Where the time went.
 */
timings_ms: Timings, 
/**
 * The answer in a word or a few.
 */
lead: AnswerLead | null, 
/**
 * What the person must know of how the answer was found: what was looked at and what was not,
 * where the question asks for more than can be done.
 */
note: string | null, 
/**
 * The question that this one follows up.
 */
follows: QuestionId | null, 
/**
 * The model that can still write an answer from the same evidence; none where that would not
 * help, or no more can be done.
 */
writer: AnswerWriter | null, 
/**
 * How the generator wrote it, where it did; also where nothing of that could be kept.
 */
written: Written | null, };

/**
 * The answer in a word or a few, which stands before the sentences that say it.
 */
export type AnswerLead = { 
/**
 * What it is.
 */
kind: LeadKind, 
/**
 * As shown ("Yes", "14 March 2021").
 */
text: string, 
/**
 * Numbers of the citations that show it.
 */
citations: Array<number>, };

/**
 * How an answer was made.
 */
export type AnswerMode = "extractive" | "calculated" | "generated";

/**
 * Words of an answer, with what supports them.
 */
export type AnswerPart = { 
/**
 * The words, white space folded.
 */
text: string, 
/**
 * Whether they are the words that answer, within a sentence that says more.
 */
key: boolean, 
/**
 * Numbers of the citations behind them; empty where a later part's cover them.
 */
citations: Array<number>, };

/**
 * One sentence of an answer.
 */
export type AnswerSentence = { 
/**
 * Its words in order; a space stands between two parts unless the latter begins with a mark.
 */
parts: Array<AnswerPart>, 
/**
 * How far its citations carry it.
 */
verdict: Verdict, 
/**
 * Whether it is an item of the list that was asked for, which stands on a line of its own.
 */
item: boolean, };

/**
 * A model that can write an answer.
 */
export type AnswerWriter = { 
/**
 * What people call it.
 */
model: string, 
/**
 * Whether it is to write without being asked to, as the settings say.
 */
at_once: boolean, };

/**
 * What this app is and which of its parts are there.
 */
export type AppInfo = { 
/**
 * Version of the app.
 */
version: string, 
/**
 * Folder of the open library.
 */
library: string, 
/**
 * Name of the embedding model in use.
 */
embedder: string, 
/**
 * Name of the generator, when one is installed; without one, answers are extractive.
 */
generator: string | null, 
/**
 * Sample documents that come with the app.
 */
samples: Array<Sample>, 
/**
 * Parts that are missing or broken; the app cannot import or answer until they are mended.
 */
problems: Array<WireError>, };

/**
 * How a figure was calculated.
 */
export type Calculation = { 
/**
 * The formula in words ("revenue 2019 / average(property 2018, property 2019)").
 */
formula: string, 
/**
 * The cells, in the order of the formula, each once.
 */
operands: Array<CalculationOperand>, 
/**
 * The result, rounded, as a plain decimal number ("24.26").
 */
result: string, 
/**
 * What the result counts ("%", "USD million"); empty for a ratio.
 */
unit: string, 
/**
 * Decimals to which it was rounded, half away from zero; `None` where it is exact.
 */
decimals: number | null, };

/**
 * A cell that was calculated with.
 */
export type CalculationOperand = { 
/**
 * What the formula calls it ("cost of goods sold").
 */
label: string, 
/**
 * As written in the document ("(1,234)").
 */
value: string, 
/**
 * The time that it was taken for ("2019", "Q2 2023").
 */
period: string, 
/**
 * What it counts ("USD million", "%"); empty where nothing is said.
 */
unit: string, 
/**
 * Number of the citation that shows it.
 */
citation: number, };

/**
 * A cell as shown.
 */
export type CellView = { 
/**
 * First column it covers, from 0.
 */
column: number, 
/**
 * How many columns it covers, at least 1.
 */
columns: number, 
/**
 * Its words.
 */
text: string, };

/**
 * A finding as it is shown: a click switches it off or on again.
 */
export type Chip = { 
/**
 * What it stands for.
 */
kind: ChipKind, 
/**
 * What was found.
 */
found: Found, 
/**
 * Whether it counts.
 */
on: boolean, };

/**
 * What a chip stands for.
 */
export type ChipKind = "kind" | "documents" | "period" | "unit" | "phrase" | "reference" | "place" | "instruction" | "follow_up";

/**
 * A chunk's row; also its id in the vector index.
 */
export type ChunkId = number;

/**
 * By what a document is cut.
 */
export type ChunkMode = "structure" | "fixed";

/**
 * How documents are cut. Tokens are the embedder's, its special tokens not counted.
 */
export type Chunking = { 
/**
 * By what.
 */
mode: ChunkMode, 
/**
 * Tokens aimed at.
 */
target_tokens: number, 
/**
 * A last piece below this many tokens joins the one before, where the limit allows.
 */
min_tokens: number, 
/**
 * Tokens never exceeded; lowered to what the embedder can read.
 */
max_tokens: number, 
/**
 * Sentences of the piece before that a piece of running text repeats, as far as they are short.
 */
overlap_sentences: number, 
/**
 * Characters of a window.
 */
window_chars: number, 
/**
 * Characters that two windows share.
 */
overlap_chars: number, 
/**
 * Whether passages of sections without content of their own (contents, index, references) are
 * searched like all others, and not last.
 */
search_noise: boolean, };

/**
 * How the documents of a library are cut, and how they would be by default.
 */
export type ChunkingState = { 
/**
 * As they are.
 */
chunking: Chunking, 
/**
 * As it comes with the program.
 */
defaults: Chunking, };

/**
 * The exact words that support one part of an answer.
 */
export type Citation = { 
/**
 * Number of the chip, from 1.
 */
n: number, 
/**
 * Document that holds the words.
 */
document: DocumentId, 
/**
 * Its file name.
 */
file: string, 
/**
 * Page on which the words start.
 */
page: PageNumber, 
/**
 * That page's printed label, where there is one.
 */
label: string | null, 
/**
 * Breadcrumb of the section that holds them ("A > B"); empty when there is none.
 */
section: string, 
/**
 * Where the words stand in the document's flow text.
 */
span: Span, 
/**
 * The words, as they stand there, white space folded to single spaces.
 */
quote: string, 
/**
 * How far the words carry the sentence.
 */
verdict: Verdict, 
/**
 * 0 to 1: how strongly the words match the question.
 */
score: number, 
/**
 * One rectangle per line and page.
 */
quads: Array<Quad>, 
/**
 * Rectangles of the words that say what a cited cell means: its row's label, its column's
 * headings. Empty where no cell is cited.
 */
context: Array<Quad>, 
/**
 * What a cited cell of a table stands for.
 */
cell: CitedCell | null, };

/**
 * What a cell of a table stands for, in the document's own words.
 */
export type CitedCell = { 
/**
 * Label of its row, with the groups that it belongs to ("Current assets > Inventories").
 */
row: string, 
/**
 * Headings of its column, uppermost first ("Years ended December 31, 2019").
 */
column: string, 
/**
 * What its figures count ("USD million"); empty where nothing is said.
 */
unit: string, 
/**
 * Title of the table; empty without one.
 */
caption: string, };

/**
 * What a person said of an interpretation.
 */
export type Corrections = { 
/**
 * Keys of the findings that do not count.
 */
off: Array<string>, 
/**
 * The kind, where the person chose one.
 */
kind: QuestionKind | null, };

/**
 * The first 16 hexadecimal digits of the SHA-256 of a file's content.
 */
export type DocumentId = string;

/**
 * How well a document fits what a question names.
 */
export type DocumentPrior = { 
/**
 * The document.
 */
document: DocumentId, 
/**
 * 0 to 1; 0.5 says nothing either way.
 */
score: number, };

/**
 * One document of the library, as listed.
 */
export type DocumentRow = { 
/**
 * Content id.
 */
id: DocumentId, 
/**
 * Name of the file, without its folder.
 */
file_name: string, 
/**
 * Where the file was when it was imported.
 */
path: string, 
/**
 * The title that the file states, where it states one.
 */
title: string | null, 
/**
 * State of the import.
 */
status: DocumentStatus, 
/**
 * Number of pages; 0 until known.
 */
pages: number, 
/**
 * Pages read so far.
 */
pages_done: number, 
/**
 * Pages whose words were recognised from the image.
 */
pages_ocr: number, 
/**
 * Pages that could not be read.
 */
pages_failed: number, 
/**
 * Share of the indexing step done, 0 to 1.
 */
indexed: number, 
/**
 * Whether a ready document is being cut into passages anew, while its old ones answer.
 */
refreshing: boolean, 
/**
 * 1 for the first file under this path, 2 for the next one, …
 */
version: number, 
/**
 * The document that replaced this one, when a newer file came under the same path.
 */
superseded_by: DocumentId | null, 
/**
 * Size of the file.
 */
size_bytes: number, 
/**
 * When it was added, seconds since 1970-01-01 UTC.
 */
added_at_s: number, 
/**
 * What it would run or unpack elsewhere; never done here.
 */
active_content: Array<ActiveContent>, 
/**
 * Things worth knowing that did not stop the import.
 */
warnings: Array<string>, 
/**
 * Why the import failed, when it did.
 */
error: WireError | null, };

/**
 * Where a document stands on its way into the library.
 */
export type DocumentStatus = "queued" | "reading" | "indexing" | "ready" | "needs_password" | "failed" | "cancelled";

/**
 * What the surface may branch on. A new code only where it does.
 */
export type ErrorCode = "input" | "not_found" | "unreadable" | "needs_password" | "missing_part" | "cancelled" | "internal";

/**
 * What the app tells the window without being asked.
 */
export type Event = { "type": "document", 
/**
 * As it stands now.
 */
row: DocumentRow, } | { "type": "removed", 
/**
 * Its id.
 */
document: DocumentId, } | { "type": "queue", 
/**
 * As it stands now.
 */
state: QueueState, } | { "type": "models", 
/**
 * Every pack as it stands now.
 */
packs: Array<ModelPack>, } | { "type": "writing", 
/**
 * The question that it answers.
 */
question: QuestionId, 
/**
 * All that is written so far.
 */
text: string, } | { "type": "notice", 
/**
 * How loud.
 */
level: NoticeLevel, 
/**
 * What happened, to which file, and the way out.
 */
notice: WireError, };

/**
 * One piece of feedback on a question.
 */
export type Feedback = { 
/**
 * The question it belongs to.
 */
question: QuestionId, 
/**
 * What was said.
 */
kind: FeedbackKind, 
/**
 * Number of the citation, for [`FeedbackKind::WrongCitation`].
 */
citation: number | null, };

/**
 * What earlier feedback does to a passage, for the same question or one much like it.
 */
export type FeedbackEffect = "raised" | "lowered";

/**
 * What a person said of an answer.
 */
export type FeedbackKind = "up" | "down" | "wrong_citation";

/**
 * Where and in what is searched. What is empty keeps to nothing; everything given holds together.
 */
export type Filters = { 
/**
 * Sections, of which any will do.
 */
sections: Array<SectionFilter>, 
/**
 * Kinds of passages, of which any will do.
 */
kinds: Array<PassageKind>, 
/**
 * Documents whose time ends before this begins are left out, and so are those whose time is not
 * known.
 */
from: When | null, 
/**
 * Documents whose time begins after this ends are left out, and so are those whose time is not
 * known.
 */
until: When | null, };

/**
 * Where something was found in the question, and by what it is switched off.
 */
export type Found = { 
/**
 * Stays the same while the finding does ("period:2022"): what a correction names.
 */
key: string, 
/**
 * How it is shown to people ("FY2022").
 */
label: string, 
/**
 * Every place that says it, in order; the whole question for what is taken over from an earlier
 * one.
 */
spans: Array<Span>, };

/**
 * One earlier question.
 */
export type HistoryRow = { 
/**
 * For reopening it.
 */
id: QuestionId, 
/**
 * As asked.
 */
question: string, 
/**
 * Whether something was found.
 */
found: boolean, 
/**
 * How the answer was made.
 */
mode: AnswerMode, 
/**
 * When, seconds since 1970-01-01 UTC.
 */
asked_at_s: number, 
/**
 * The question that it follows up.
 */
follows: QuestionId | null, };

/**
 * How vectors are kept and compared.
 */
export type IndexChoice = "flat" | "hnsw" | "ivf_pq";

/**
 * All that was understood of a question. Findings that were switched off are in `chips` alone.
 *
 * Nobody but the reading of questions looks at a question's words to find out what it asks. Stored
 * answers of earlier versions lack the fields that have a default.
 */
export type Interpretation = { 
/**
 * What kind of answer is wanted.
 */
kind: QuestionKind, 
/**
 * What sort of words answers it; `None` where no such words would.
 */
sought: Sought | null, 
/**
 * How it asks.
 */
sort: QuestionSort, 
/**
 * Whether it begins as one that a figure answers: a number, an amount, a time.
 */
figure: boolean, 
/**
 * Whether passages with figures are likelier to hold the answer: its kind is a number, or it, or
 * the claim that it asks to be checked, begins as `figure` says.
 */
in_figures: boolean, 
/**
 * Decimals to which a figure is to be rounded, where that is said.
 */
decimals: number | null, 
/**
 * The names and numbers that it holds, their letters and digits in lower case; those that say how
 * to answer are left out.
 */
names: Array<string>, 
/**
 * The words that say what is to be listed ("covered", "services"), in lower case; empty for all
 * kinds but lists.
 */
listed: Array<string>, 
/**
 * The term that is to be defined, in lower case; `None` for all kinds but definitions.
 */
term: string | null, 
/**
 * How far the answer would have to look.
 */
reach: Reach, 
/**
 * Documents that are named, in the order of the question.
 */
documents: Array<NamedDocuments>, 
/**
 * The documents to which the question keeps, in the library's order; empty when it keeps to
 * none. Documents of which nothing is known are among them, since they may be meant.
 */
only: Array<DocumentId>, 
/**
 * Documents whose prior is not `elsewhere`, best first.
 */
priors: Array<DocumentPrior>, 
/**
 * The prior of every other document, 0 to 1; 0.5 when nothing is named.
 */
elsewhere: number, 
/**
 * Times, in the order of the question.
 */
periods: Array<Period>, 
/**
 * Units.
 */
units: Array<UnitMention>, 
/**
 * Quoted phrases.
 */
phrases: Array<QuotedPhrase>, 
/**
 * Numbered parts.
 */
references: Array<PartReference>, 
/**
 * Parts of the question that say one thing each, instructions left out; in order, at least one
 * unless the question is blank.
 */
clauses: Array<Span>, 
/**
 * What the question asks to be checked ("Is it true that …?"), without the words around it.
 */
claim: Span | null, 
/**
 * Wishes for how the answer is made or written: they carry no topic.
 */
instructions: Array<Found>, 
/**
 * Places to look, named by words ("the balance sheet").
 */
places: Array<Found>, 
/**
 * What is set against each other; empty or at least two.
 */
sides: Array<Side>, 
/**
 * Everything found, switched off or not, in the order in which it is shown.
 */
chips: Array<Chip>, 
/**
 * The question in full by which is searched, where it follows up an earlier one; all spans are
 * ranges of it then.
 */
rewritten: string | null, 
/**
 * What the person said of an earlier interpretation, and holds for this one.
 */
corrections: Corrections, };

/**
 * A language in which scanned pages can be recognised.
 */
export type Language = { 
/**
 * As tesseract names it ("eng", "deu", "chi_sim").
 */
code: string, 
/**
 * Its name in English; the code where it is not known.
 */
name: string, 
/**
 * Whether its data are there.
 */
installed: boolean, 
/**
 * Whether this library uses it.
 */
chosen: boolean, };

/**
 * What kind of thing an answer's first words are.
 */
export type LeadKind = "yes" | "no" | "date" | "name" | "number";

/**
 * How far a pack's content was checked against a statement of somebody else.
 */
export type ModelOrigin = "bundled" | "hub" | "known" | "unknown";

/**
 * A model pack: known, installed, or both.
 */
export type ModelPack = { 
/**
 * Name, by which commands speak of it.
 */
name: string, 
/**
 * What people call it.
 */
title: string, 
/**
 * What it is for.
 */
role: ModelRole, 
/**
 * Licence of its weights; `None` where nobody told.
 */
licence: string | null, 
/**
 * Revision of its source.
 */
revision: string | null, 
/**
 * Where it comes from, without the scheme ("huggingface.co/google/flan-t5-small").
 */
source: string | null, 
/**
 * How its content was checked; `None` while it is not installed.
 */
origin: ModelOrigin | null, 
/**
 * Bytes on the disk; before it is installed, those to fetch, as far as they are known.
 */
bytes: number | null, 
/**
 * Memory that it needs while it works, about.
 */
memory_bytes: number | null, 
/**
 * How far it is from being used.
 */
state: ModelState, 
/**
 * Whether it came with the app; such a one cannot be removed.
 */
bundled: boolean, 
/**
 * Whether it is the one of its role that is used.
 */
in_use: boolean, 
/**
 * Whether the app can fetch it.
 */
can_install: boolean, 
/**
 * Why it is broken, or why the last try to install it failed.
 */
problem: WireError | null, };

/**
 * What a model pack is for.
 */
export type ModelRole = "embedder" | "reranker" | "generator" | "verifier";

/**
 * The model packs of this computer.
 */
export type ModelShelf = { 
/**
 * Every pack, known or installed.
 */
packs: Array<ModelPack>, 
/**
 * The folder that packs are installed into.
 */
folder: string, };

/**
 * How far a pack is from being used.
 */
export type ModelState = { "is": "absent" } | { "is": "partial", 
/**
 * Bytes on the disk.
 */
done_bytes: number, } | { "is": "installing", 
/**
 * Bytes on the disk.
 */
done_bytes: number, 
/**
 * Bytes of all its files; `None` until that is known.
 */
total_bytes: number | null, 
/**
 * Whether all bytes are there, and hashes and headers are being checked.
 */
checking: boolean, } | { "is": "installed" } | { "is": "broken" };

/**
 * Documents that a question names in one way.
 */
export type NamedDocuments = { 
/**
 * The words that name them.
 */
found: Found, 
/**
 * How strictly.
 */
strength: NamingStrength, 
/**
 * The documents meant, best first; at least one. A long list is cut.
 */
documents: Array<DocumentId>, };

/**
 * How strictly a question asks about the documents it names.
 */
export type NamingStrength = "only" | "prefer";

/**
 * How loud a notice is.
 */
export type NoticeLevel = "info" | "warning" | "error";

/**
 * One page, as the viewer needs it.
 */
export type PageInfo = { 
/**
 * 1-based.
 */
page: PageNumber, 
/**
 * Printed label ("iv", "F-12"), where the file states one.
 */
label: string | null, 
/**
 * Width of the displayed page in points.
 */
width: number, 
/**
 * Height of the displayed page in points.
 */
height: number, 
/**
 * How its words were read.
 */
status: PageStatus, 
/**
 * Why it could not be read, where the status says so; on a page that was read, why a picture on
 * it was not.
 */
problem: string | null, };

/**
 * A 1-based page number; zero cannot be written.
 */
export type PageNumber = number;

/**
 * Whether a page could be read.
 */
export type PageStatus = "native" | "ocr" | "mixed" | "empty" | "ocr_error" | "read_error";

/**
 * What part of a document is meant.
 */
export type PartKind = "item" | "note" | "section" | "clause" | "paragraph" | "article" | "part" | "attachment" | "chapter" | "unit" | "page" | "table" | "figure";

/**
 * A numbered part that a question names.
 */
export type PartReference = { 
/**
 * Where.
 */
found: Found, 
/**
 * What sort of part.
 */
kind: PartKind, 
/**
 * The word that says so, singular, in lower case: "appendix"; "section" for "§".
 */
word: string, 
/**
 * Its number, letters in upper case: "7A", "4.2", "II", "B", "4.2(A)".
 */
number: string, };

/**
 * A retrieved piece of a document.
 */
export type Passage = { 
/**
 * From 1, best first.
 */
rank: number, 
/**
 * Row of the chunk.
 */
chunk: ChunkId, 
/**
 * Document that holds it.
 */
document: DocumentId, 
/**
 * Its file name.
 */
file: string, 
/**
 * Page on which it starts.
 */
page: PageNumber, 
/**
 * Every page it touches.
 */
pages: Array<PageNumber>, 
/**
 * Breadcrumb of its section ("A > B"); empty when the document has none.
 */
section: string, 
/**
 * What it is.
 */
kind: PassageKind, 
/**
 * Its text, lines kept.
 */
text: string, 
/**
 * Its rows as a table, where it is one: with the header, which may stand elsewhere.
 */
table: TableView | null, 
/**
 * Where it stands in the document's flow text.
 */
span: Span, 
/**
 * 0 to 1, of which the best passage has 1; comparable within one question only.
 */
score: number, 
/**
 * What earlier feedback did to its place.
 */
feedback: FeedbackEffect | null, };

/**
 * What kind of text a passage is.
 */
export type PassageKind = "text" | "table" | "list" | "code";

/**
 * A time that a question names.
 */
export type Period = { 
/**
 * Where.
 */
found: Found, 
/**
 * What it means.
 */
value: PeriodValue, 
/**
 * Whether a fiscal year is said ("FY2022", "fiscal 2022").
 */
fiscal: boolean, };

/**
 * The time that a finding means.
 */
export type PeriodValue = { "one": When } | { "range": [When, When] } | { "latest": { 
/**
 * How many, from 1.
 */
count: number, 
/**
 * Whether they are quarters.
 */
quarters: boolean, } };

/**
 * One highlighted rectangle: a box in page space and the page it lies on.
 */
export type Quad = { 
/**
 * 1-based page.
 */
page: PageNumber, 
/**
 * Left edge in points.
 */
x0: number, 
/**
 * Top edge in points.
 */
y0: number, 
/**
 * Right edge in points.
 */
x1: number, 
/**
 * Bottom edge in points.
 */
y1: number, };

/**
 * A question that was asked, with its answer, citations and feedback.
 */
export type QuestionId = number;

/**
 * What kind of answer a question wants.
 */
export type QuestionKind = "fact" | "number" | "definition" | "yes_no" | "list" | "comparison" | "summary";

/**
 * Where the queue of imports stands.
 */
export type QueueState = { 
/**
 * Whether imports wait until the person lets them go on.
 */
paused: boolean, 
/**
 * The document that is being imported.
 */
current: DocumentId | null, 
/**
 * Documents that wait behind it.
 */
waiting: number, 
/**
 * Seconds until the queue is empty, by the speed of the pages so far; `None` until that is
 * known well enough to say.
 */
remaining_s: number | null, };

/**
 * Words in quotation marks.
 */
export type QuotedPhrase = { 
/**
 * Where, the marks included.
 */
found: Found, 
/**
 * The words between the marks.
 */
words: string, };

/**
 * What a row of a table is.
 */
export type RowKind = "header" | "group" | "body";

/**
 * A row as shown.
 */
export type RowView = { 
/**
 * What it is.
 */
kind: RowKind, 
/**
 * Depth of its label's indentation, 0 at the left edge.
 */
indent: number, 
/**
 * Its cells, by column; empty ones are left out.
 */
cells: Array<CellView>, };

/**
 * A sample document that comes with the app.
 */
export type Sample = { 
/**
 * Name of its file.
 */
file_name: string, 
/**
 * Content id, by which one sees whether it is in the library already.
 */
id: DocumentId, };

/**
 * What a search gives: passages without an answer.
 */
export type SearchResult = { 
/**
 * Best first.
 */
passages: Array<Passage>, 
/**
 * What the question was taken to ask.
 */
interpretation: Interpretation, 
/**
 * Where the time went.
 */
timings_ms: Timings, };

/**
 * How a library is searched.
 */
export type SearchSettings = { 
/**
 * How vectors are kept and compared.
 */
index: IndexChoice, 
/**
 * For [`IndexChoice::Hnsw`]: how many of the nearest a search keeps, 64 to 8192; more finds
 * better and takes longer.
 */
ef_search: number, 
/**
 * For [`IndexChoice::IvfPq`]: how many of the 256 lists a search reads.
 */
nprobe: number, 
/**
 * Passages that are shown with an answer, 1 to 50.
 */
passages: number, 
/**
 * Whether answers are written by the text generator, where one is installed, without being
 * asked to.
 */
write: boolean, };

/**
 * How a library is searched, and how it might be.
 */
export type SearchState = { 
/**
 * As it is.
 */
settings: SearchSettings, 
/**
 * As it comes with the program.
 */
defaults: SearchSettings, 
/**
 * Passages that can be searched.
 */
passages: number, 
/**
 * The kind of index that suits so many.
 */
proposed: IndexChoice, };

/**
 * A section, with all below it.
 */
export type SectionFilter = { 
/**
 * The document that holds it.
 */
document: DocumentId, 
/**
 * Its id within the document.
 */
section: number, };

/**
 * What a section is for.
 */
export type SectionKind = "body" | "document" | "summary" | "glossary" | "contents" | "abbreviations" | "acknowledgements" | "foreword" | "index" | "references" | "cover" | "signatures";

/**
 * One section of a document.
 */
export type SectionRow = { 
/**
 * Rises in reading order, from 0, within the document.
 */
id: number, 
/**
 * The section around it.
 */
parent: number | null, 
/**
 * 1 for a top section.
 */
level: number, 
/**
 * Numbering as printed ("1.2", "Item 7A."), where there is one.
 */
number: string | null, 
/**
 * Title without the number.
 */
title: string, 
/**
 * Page on which it starts.
 */
page: PageNumber, 
/**
 * Top of its heading's first line in points of that page.
 */
y: number, 
/**
 * Page on which it ends.
 */
last_page: PageNumber, 
/**
 * Titles from the top section to this one, joined with " > ".
 */
breadcrumb: string, 
/**
 * What it is for.
 */
kind: SectionKind, 
/**
 * Whether it, or a section around it, holds no content of its own (contents, index, cover, …).
 */
noise: boolean, 
/**
 * Its part of the flow text, sections below it included.
 */
span: Span, };

/**
 * One of the things that are set against each other.
 */
export type Side = { 
/**
 * What sets it apart, as written in the question.
 */
label: string, 
/**
 * Where that stands.
 */
span: Span, 
/**
 * The question with the other sides taken out, to be searched by itself.
 */
query: string, 
/**
 * Documents that this side is about; empty when all are.
 */
documents: Array<DocumentId>, 
/**
 * Times that this side is about; empty when it names none of its own.
 */
periods: Array<PeriodValue>, 
/**
 * Keys of the part references that belong to this side.
 */
references: Array<string>, };

/**
 * A half-open range of UTF-8 bytes of a document's flow text. Both ends lie on character
 * boundaries. A span may cross pages.
 */
export type Span = { 
/**
 * First byte.
 */
start: number, 
/**
 * One past the last byte.
 */
end: number, };

/**
 * Rows of a table as shown: its header rows, then some or all of the others.
 */
export type TableView = { 
/**
 * The title above (or below) it.
 */
caption: string | null, 
/**
 * What its figures count ("in millions").
 */
units: string | null, 
/**
 * Number of columns, the label's included.
 */
columns: number, 
/**
 * How many columns at the left hold labels.
 */
label_columns: number, 
/**
 * Header rows first.
 */
rows: Array<RowView>, };

/**
 * Where the time of one question went, in milliseconds.
 */
export type Timings = { 
/**
 * Making sense of the question, its vector included.
 */
understand: number, 
/**
 * Both searches and their fusion.
 */
retrieve: number, 
/**
 * Ranking of passages and sentences.
 */
rerank: number, 
/**
 * Composing the answer and its citations.
 */
answer: number, 
/**
 * From the call to the result.
 */
total: number, };

/**
 * What sort of unit it is.
 */
export type UnitKind = "scale" | "share" | "currency" | "time" | "count" | "measure";

/**
 * A unit that a question names.
 */
export type UnitMention = { 
/**
 * Where.
 */
found: Found, 
/**
 * What sort.
 */
kind: UnitKind, 
/**
 * Its one name in English, singular: "million", "%", "USD", "day".
 */
unit: string, };

/**
 * How well a citation supports its sentence.
 */
export type Verdict = "confirmed" | "partly" | "not_confirmed";

/**
 * A stretch of the calendar, or of a company's own year.
 */
export type When = { 
/**
 * The year, 1900 to 2099; `None` when only a part of a year is said ("in the third quarter").
 */
year: number | null, 
/**
 * What part of it.
 */
part: YearPart, };

/**
 * An error on the wire: what happened, to which file, and what the person can do.
 */
export type WireError = { 
/**
 * What to branch on.
 */
code: ErrorCode, 
/**
 * One sentence for the person; names the file.
 */
message: string, 
/**
 * The way out, where there is one.
 */
hint: string | null, };

/**
 * Why a written answer ends.
 */
export type WritingEnd = "complete" | "limit" | "stopped";

/**
 * How the local generator wrote an answer.
 */
export type Written = { 
/**
 * The pack that wrote it.
 */
model: string, 
/**
 * Why it ends.
 */
ended: WritingEnd, 
/**
 * How many parts of the evidence it read, each as much as fits before it at once.
 */
windows: number, 
/**
 * Parts of the evidence that were left out.
 */
windows_left: number, 
/**
 * From the request to the first words, in milliseconds; none where nothing was written.
 */
first_ms: number | null, 
/**
 * From the request to the end, in milliseconds.
 */
total_ms: number, 
/**
 * The answer of quoted sentences, which stood there before; none where nothing that was written
 * could be kept, and they are the answer still.
 */
quotes: Array<AnswerSentence>, };

/**
 * What part of a year is meant.
 */
export type YearPart = "whole" | { "half": number } | { "quarter": number } | { "month": number } | { "day": [number, number] };

/** What the program comes with; a running app gives it with every state. */
export const DEFAULT_CHUNKING: Chunking = {
  "mode": "structure",
  "target_tokens": 196,
  "min_tokens": 48,
  "max_tokens": 224,
  "overlap_sentences": 3,
  "window_chars": 1000,
  "overlap_chars": 200,
  "search_noise": false
};
export const DEFAULT_SEARCH: SearchSettings = {
  "index": "flat",
  "ef_search": 1024,
  "nprobe": 32,
  "passages": 10,
  "write": true
};

/** Every command: its arguments by name, and its result. */
export interface Commands {
  /** What this app is and which of its parts are there. */
  app_info: { args: Record<string, never>; result: AppInfo };
  /** Every document, newest first; versions that were replaced included. */
  list_documents: { args: Record<string, never>; result: Array<DocumentRow> };
  /** Takes files and folders into the library. Returns at once; events tell what comes of each. */
  import_paths: { args: { paths: Array<string> }; result: null };
  /** Takes the sample documents into the library. Returns at once. */
  import_samples: { args: Record<string, never>; result: null };
  /** Stops the import of a document; what was read so far is kept. */
  cancel_import: { args: { document: DocumentId }; result: null };
  /** Imports a document again that failed or was cancelled. Returns at once. */
  retry_import: { args: { document: DocumentId }; result: null };
  /** Reads pages of a document again that could not be read; all of them when none is named. */
  /** Returns at once. */
  retry_pages: { args: { document: DocumentId; pages: Array<PageNumber> }; result: null };
  /** Opens an encrypted document with its password, which is kept in memory until the app ends. */
  /** A document that waited for it is imported then. */
  unlock_document: { args: { document: DocumentId; password: string }; result: null };
  /** Imports a document before all others that wait. */
  import_first: { args: { document: DocumentId }; result: null };
  /** Where the queue of imports stands. */
  queue: { args: Record<string, never>; result: QueueState };
  /** Pauses all imports, or goes on with them. Holds over a restart. */
  pause_imports: { args: { paused: boolean }; result: QueueState };
  /** The languages in which scanned pages can be recognised. */
  languages: { args: Record<string, never>; result: Array<Language> };
  /** Chooses the languages of this library by their codes; at least one. */
  choose_languages: { args: { codes: Array<string> }; result: Array<Language> };
  /** Installs language data from a `.traineddata` file. */
  add_language: { args: { path: string }; result: Array<Language> };
  /** Removes a document and all that was made of it from the library, never the person's file. */
  remove_document: { args: { document: DocumentId }; result: null };
  /** The pages of a document, in order. */
  document_pages: { args: { document: DocumentId }; result: Array<PageInfo> };
  /** The sections of a document, in reading order. */
  outline: { args: { document: DocumentId }; result: Array<SectionRow> };
  /** How documents are cut into passages. */
  chunking: { args: Record<string, never>; result: ChunkingState };
  /** Chooses how documents are cut into passages, held to what is sensible; gives what holds now. */
  /** Returns at once: ready documents are cut anew one after the other, and answer by their old */
  /** passages until then. */
  choose_chunking: { args: { chunking: Chunking }; result: ChunkingState };
  /** How the library is searched, and what would suit its size. */
  search_settings: { args: Record<string, never>; result: SearchState };
  /** Chooses how the library is searched, held to what is sensible; gives what holds now. Another */
  /** kind of index is built in the background, while the old one answers. */
  choose_search_settings: { args: { settings: SearchSettings }; result: SearchState };
  /** The model packs of this computer. */
  models: { args: Record<string, never>; result: ModelShelf };
  /** Downloads a known pack by a program of its own, the only one that uses a network; goes on */
  /** where an earlier download stopped. Returns when it is installed; events tell how far it is. */
  install_model: { args: { name: string }; result: ModelShelf };
  /** Stops the download or the import of a pack; what was downloaded is kept. */
  stop_model: { args: { name: string }; result: null };
  /** Copies a model from a folder as a hub has it. Its role is read from its configuration where */
  /** none is given. Returns when it is installed; events tell how far it is. */
  import_model: { args: { folder: string; role: ModelRole | null }; result: ModelShelf };
  /** Removes a pack that the person installed, or what was downloaded of it. */
  remove_model: { args: { name: string }; result: ModelShelf };
  /** Uses a pack for its role from now on. */
  use_model: { args: { name: string }; result: ModelShelf };
  /** Answers a question from the given documents, or from all current ones when none is given. */
  /** Filters keep it to sections, kinds of passages and a time; corrections switch off what the */
  /** question was wrongly taken to ask. A question that leans on the one before is written out in */
  /** full from `previous`. The same question of the same documents with other corrections takes the */
  /** place of the newest line of the history. */
  ask: { args: { question: string; documents: Array<DocumentId>; filters: Filters; corrections: Corrections; previous: QuestionId | null }; result: Answer };
  /** Lets the text generator write the answer to a question that was just answered with quotes */
  /** (`Answer.writer` says which). Returns when it is written, checked against the evidence and */
  /** stored; events tell the text as it comes. */
  write_answer: { args: { question: QuestionId }; result: Answer };
  /** Stops the writing of an answer; what is written by then is kept. */
  stop_writing: { args: { question: QuestionId }; result: null };
  /** The best passages for a question, without an answer. */
  search: { args: { question: string; documents: Array<DocumentId>; filters: Filters; corrections: Corrections; previous: QuestionId | null; limit: number }; result: SearchResult };
  /** Questions asked before, newest first. */
  history: { args: { limit: number }; result: Array<HistoryRow> };
  /** An earlier answer as it was given. */
  earlier_answer: { args: { question: QuestionId }; result: Answer };
  /** Forgets an earlier question with its answer and feedback. */
  forget_question: { args: { question: QuestionId }; result: null };
  /** Stores feedback; the same feedback again takes it back. Gives all that now stands for the question. */
  give_feedback: { args: { feedback: Feedback }; result: Array<Feedback> };
  /** The feedback that stands for a question. */
  feedback_of: { args: { question: QuestionId }; result: Array<Feedback> };
}
