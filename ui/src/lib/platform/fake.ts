// A platform without an app: serves the component tests, and a plain browser during development.
// It gives answers that were put together beforehand; imports go on where a test drives them.
import type {
  Answer,
  AnswerWriter,
  AppInfo,
  Commands,
  Corrections,
  DocumentId,
  DocumentRow,
  Event,
  HistoryRow,
  PageLink,
  Session,
  WireError
} from './bindings';
import { ANSWERS, NEAREST, PASSAGES, stagesOf } from './fake-answers';
import { FakeChunking } from './fake-chunking';
import { IDS, libraryRows, pageInfos, row } from './fake-documents';
import { FakeCollections } from './fake-collections';
import { FakeFolders } from './fake-folders';
import { FakeFeedback } from './fake-feedback';
import { FakeImports, PASSWORD } from './fake-imports';
import { followUpChip, replaces, writeOut } from './fake-follow-ups';
import { interpret } from './fake-interpretations';
import { FakeLanguages } from './fake-languages';
import { FakeLock } from './fake-lock';
import { FAKE_CHANGES, FakeMatrices } from './fake-matrices';
import { FakeNotebook } from './fake-notebook';
import { FakeModels } from './fake-models';
import { outlineOf, pathAt } from './fake-outlines';
import { drawPage, quadsOf } from './fake-pages';
import { lockedRows, scenarioRows, type Scenario } from './fake-scenarios';
import { FakeSearch } from './fake-search';
import { FakeWriting } from './fake-writing';
import { fakeMatches, fakeSpan, fakeText, fakeWords } from './fake-page-text';
import { roundPixelPerPt, type DropHandlers, type Platform } from './types';

export { SCENARIOS, type Scenario } from './fake-scenarios';
export const CASH_QUESTION = 'How did cash from operating activities develop in 2023, and why?';
export const STRANGE_QUESTION = 'What colour is the company’s logo?';
/** One with findings of every kind, of which two documents are set against each other. */
export const RICH_QUESTION =
  'Compare the annual report and the lease on “net cash” in millions for FY2023 and 2022, using note 12 and the cash flow statement, in one sentence.';
const NOTHING: Corrections = { off: [], kind: null };

type Call = { [K in keyof Commands]: { name: K; args: Commands[K]['args'] } }[keyof Commands];
type Handlers = {
  [K in keyof Commands]: (
    args: Commands[K]['args']
  ) => Commands[K]['result'] | Promise<Commands[K]['result']>;
};

const SAMPLES = [
  { file_name: 'Northwind annual report 2023.pdf', id: IDS.report },
  { file_name: 'Battery degradation review.pdf', id: IDS.battery }
];

const SUGGESTIONS = [
  {
    question: 'What does “Permitted Use” mean?',
    document: IDS.lease,
    file: 'Harbour Street office lease.pdf'
  },
  { question: CASH_QUESTION, document: IDS.report, file: 'Northwind annual report 2023.pdf' }
];

export class FakePlatform implements Platform {
  calls: Call[] = [];
  documents = new Map<DocumentId, DocumentRow>();
  info: AppInfo = {
    version: '0.1.0',
    library: '/home/mira/.local/share/citelight',
    embedder: 'all-MiniLM-L6-v2',
    generator: null,
    samples: SAMPLES,
    problems: []
  };
  /** What the file dialog gives. */
  picks: string[] = [];
  /** What the dialog for language data gives. */
  languageFile: string | null = null;
  /** What the dialog for the folder of a model gives. */
  modelFolder: string | null = null;
  /** What the dialog for a file to write gives, and what was written. */
  savePath: string | null = '/home/ada/saved';
  saved: string[] = [];
  /** Documents whose text holds what the list is filtered by. */
  holding: DocumentId[] = [];
  /** Those of every page. */
  links: PageLink[] = [];
  collections = new FakeCollections((collections) =>
    this.emit({ type: 'collections', collections })
  );
  folders = new FakeFolders();
  languages = new FakeLanguages();
  lock = new FakeLock();
  models: FakeModels;
  imports: FakeImports;
  chunking: FakeChunking;
  searching: FakeSearch;
  writing: FakeWriting;
  feedback = new FakeFeedback();
  notebook = new FakeNotebook();
  matrices = new FakeMatrices(
    () => [...this.documents.values()],
    (progress) => this.emit({ type: 'matrix', progress })
  );
  /** How long a question takes. */
  latencyMs: number;

  /** Where the person was at the last end. */
  session: Session = {
    question: null,
    citation: null,
    draft: '',
    scope: [],
    viewed: null,
    beside: null
  };

  #removed = new Map<DocumentId, DocumentRow>();
  #listeners = new Set<(event: Event) => void>();
  #drops = new Set<DropHandlers>();
  #failures = new Map<keyof Commands, WireError>();
  #answers: Answer[] = [];
  #askedAt = new Map<number, number>();
  #lastQueue = '';

  /** `tickMs`: how long a step of what goes on by itself takes: installing a model, writing. */
  constructor(scenario: Scenario = 'library', { latencyMs = 0, tickMs = 0 } = {}) {
    this.latencyMs = latencyMs;
    this.imports = new FakeImports(
      this.documents,
      (row) => this.put(row),
      () => this.#emitQueue()
    );
    this.models = new FakeModels((packs) => this.emit({ type: 'models', packs }), tickMs);
    if (scenario === 'models') this.models.showAll();
    this.chunking = new FakeChunking(this.documents, (row) => this.put(row));
    this.writing = new FakeWriting((event) => this.emit(event), tickMs);
    this.searching = new FakeSearch(scenario === 'many' ? 212_000 : 1_846);
    for (const each of scenarioRows(scenario)) {
      this.documents.set(each.id, each);
      if (each.status === 'needs_password') this.imports.passwords.set(each.id, PASSWORD);
    }
    if (scenario === 'locked') {
      // Opened before, and closed again since the app was started anew.
      this.imports.passwords.set(IDS.lease, PASSWORD);
      this.imports.passwords.set(lockedRows()[2]?.id ?? '', 'another');
    }
    this.#lastQueue = JSON.stringify(this.imports.state());
    if (scenario === 'problems') {
      this.info.problems.push({
        code: 'missing_part',
        message: 'The embedding model “all-MiniLM-L6-v2” is not installed.',
        hint: 'Run “citelight models install all-MiniLM-L6-v2”, then start Citelight again.'
      });
    }
    if (scenario !== 'empty' && scenario !== 'problems' && scenario !== 'working') {
      this.#ask('When may the landlord end the lease?', Date.now() / 1000 - 5000);
      this.#ask(STRANGE_QUESTION, Date.now() / 1000 - 90_000);
    }
    if (scenario === 'understood') {
      const { id } = this.#ask(RICH_QUESTION, Date.now() / 1000 - 9000);
      const plain = { question: id, reasons: [], note: '' };
      this.feedback.give({ ...plain, kind: 'wrong_citation', citation: 2 });
      this.feedback.give({ ...plain, kind: 'up', citation: null });
    }
  }

  /** The next call of a command is refused with this. */
  failNext(name: keyof Commands, error: WireError): void {
    this.#failures.set(name, error);
  }

  emit(event: Event): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Stores a row and emits it, as an import does. */
  put(changed: DocumentRow): void {
    this.documents.set(changed.id, changed);
    this.emit({ type: 'document', row: changed });
    this.#emitQueue();
  }

  /** What is left of an answer once a document that it cites is gone for good. */
  empty(question: number): void {
    const empty = (answer: Answer): Answer => ({
      ...answer,
      answer: '',
      removed: [answer.citations[0]?.file ?? ''],
      citations: [],
      passages: []
    });
    this.#answers = this.#answers.map((each) => (each.id === question ? empty(each) : each));
    this.emit({ type: 'history' });
  }

  drag(kind: 'enter' | 'over' | 'leave'): void {
    for (const handlers of this.#drops) handlers[kind]();
  }

  drop(paths: string[]): void {
    for (const handlers of this.#drops) handlers.drop(paths);
  }

  async call<K extends keyof Commands>(name: K, args: Commands[K]['args']) {
    this.calls.push({ name, args } as Call);
    const failure = this.#failures.get(name);
    if (name === 'ask' && this.latencyMs > 0) {
      await new Promise((done) => setTimeout(done, this.latencyMs));
    }
    if (failure) {
      this.#failures.delete(name);
      throw failure;
    }
    const handlers: Handlers = this.#handlers;
    return structuredClone(await handlers[name](args));
  }

  async onEvent(listener: (event: Event) => void) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async onDrop(handlers: DropHandlers) {
    this.#drops.add(handlers);
    return () => void this.#drops.delete(handlers);
  }

  async pickFiles() {
    return this.picks;
  }

  async pickFolder() {
    return this.picks;
  }

  async pickLanguage() {
    return this.languageFile;
  }

  async pickModel() {
    return this.modelFolder;
  }

  async pickBackup() {
    return this.savePath;
  }

  async pickSave() {
    return this.savePath;
  }

  pageImage(document: DocumentId, page: number, pixelPerPt: number): string {
    const found = this.documents.get(document);
    if (!found || this.imports.closed(document)) return 'data:,';
    return drawPage(`Page ${page}`, roundPixelPerPt(pixelPerPt));
  }

  async pageProblem(document: DocumentId): Promise<WireError | null> {
    if (!this.imports.closed(document)) return null;
    const name = this.#find(document).file_name;
    return { code: 'needs_password', message: `“${name}” needs its password.`, hint: null };
  }

  #handlers: Handlers = {
    ...this.collections.handlers,
    ...this.folders.handlers,
    ...this.lock.handlers,
    app_info: () => ({ ...this.info, generator: this.models.generator }),
    list_documents: () => [...this.documents.values()],
    import_paths: ({ paths }) => {
      paths.forEach((path, index) => this.#import(path, index));
      return null;
    },
    import_samples: () => {
      for (const { id, file_name } of SAMPLES) {
        const known = libraryRows().find((each) => each.id === id);
        this.put(row(id, file_name, { ...known, status: 'queued', pages_done: 0, indexed: 0 }));
      }
      return null;
    },
    cancel_import: ({ document }) => (
      this.put({ ...this.#find(document), status: 'cancelled' }),
      null
    ),
    retry_import: ({ document }) => {
      this.put({ ...this.#find(document), status: 'queued', error: null });
      return null;
    },
    read_again: ({ documents }) => {
      for (const id of documents) this.put({ ...this.#find(id), status: 'queued', error: null });
      return null;
    },
    retry_pages: ({ document, pages }) => (
      this.imports.retryPages(this.#find(document), pages),
      null
    ),
    unlock_document: ({ document, password }) => (
      this.imports.unlock(this.#find(document), password),
      null
    ),
    import_first: ({ document }) => (this.imports.first(this.#find(document).id), null),
    queue: () => this.imports.state(),
    pause_imports: ({ paused }) => this.imports.pause(paused),
    languages: () => this.languages.list,
    choose_languages: ({ codes }) => this.languages.choose(codes),
    add_language: ({ path }) => this.languages.add(path),
    remove_documents: ({ documents }) => {
      for (const document of documents) {
        this.#removed.set(document, this.#find(document));
        this.documents.delete(document);
        this.emit({ type: 'removed', document });
      }
      this.#emitQueue();
      return 30;
    },
    restore_documents: ({ documents }) => {
      for (const document of documents) {
        const row = this.#removed.get(document);
        if (row) this.put(row);
      }
      return null;
    },
    answers_citing: ({ documents }) =>
      this.#answers.filter(({ citations }) =>
        citations.some(({ document }) => documents.includes(document))
      ).length,
    earlier_versions: ({ documents }) =>
      [...this.documents.values()]
        .filter(({ superseded_by }) => superseded_by !== null && documents.includes(superseded_by))
        .map(({ id }) => id),
    documents_with: () => this.holding,
    show_in_folder: () => null,
    open_file: () => null,
    session: () => this.session,
    keep_session: ({ session }) => ((this.session = session), null),
    document_pages: ({ document }) => this.imports.pagesOf(this.#find(document)),
    outline: ({ document }) => outlineOf(this.#find(document)),
    chunking: () => this.chunking.state,
    choose_chunking: ({ chunking }) => this.chunking.choose(chunking),
    write_answer: async ({ question }) => {
      const written = await this.writing.write(this.#answer(question));
      this.#answers = this.#answers.map((each) => (each.id === question ? written : each));
      return written;
    },
    stop_writing: ({ question }) => (this.writing.stop(question), null),
    search_settings: () => this.searching.state,
    choose_search_settings: ({ settings }) => this.searching.choose(settings),
    models: () => this.models.shelf(),
    install_model: ({ name }) => this.models.install(name),
    stop_model: ({ name }) => this.models.stop(name),
    import_model: ({ folder }) => this.models.import(folder),
    remove_model: ({ name }) => this.models.remove(name),
    use_model: ({ name }) => this.models.use(name),
    ask: ({ question, documents, corrections, previous }) => {
      if (question.length > 2000) {
        throw {
          code: 'input',
          message: `The question has ${question.length} characters; at most 2000 can be asked at once.`,
          hint: 'Ask in fewer words, or in several questions.'
        } satisfies WireError;
      }
      return this.#ask(question, Date.now() / 1000, documents, corrections, previous);
    },
    history: ({ limit }) => this.#history().slice(0, limit),
    earlier_answer: ({ question }) => this.#answer(question),
    page_text: ({ page }) => fakeWords(page),
    page_links: () => this.links,
    open_address: () => null,
    text_of: ({ document, span }) => fakeText(this.#find(document).pages, span),
    find_text: ({ document, query, case: matchCase }) =>
      fakeMatches(this.#find(document).pages, query, matchCase),
    suggestions: () => (this.documents.has(IDS.lease) ? SUGGESTIONS : []),
    answer_text: ({ question, format }) => `${format}: ${this.#answer(question).answer}`,
    save_log: ({ path }) => (this.saved.push(path), null),
    notebook: () => this.notebook.entries,
    collect: ({ collected }) => this.notebook.collect(collected, (id) => this.#answer(id)),
    write_note: ({ entry, note }) => (this.notebook.change(entry, note), null),
    order_notebook: ({ order }) => (this.notebook.order(order), null),
    remove_from_notebook: ({ entry }) => (this.notebook.remove(entry), null),
    restore_to_notebook: ({ entry }) => (this.notebook.restore(entry), null),
    notebook_entries_of: ({ documents }) =>
      this.notebook.entries.filter(({ document }) => documents.includes(document)).length,
    notebook_text: ({ format }) => `${format}: ${this.notebook.entries.length} entries`,
    contract_changes: ({ document }) => (document === IDS.lease ? FAKE_CHANGES : []),
    save_changes: ({ path }) => (this.saved.push(path), null),
    matrices: () => this.matrices.rows,
    matrix: ({ matrix }) => this.matrices.get(matrix),
    matrix_progress: ({ matrix }) => this.matrices.progress(matrix),
    set_matrix: ({ name, questions, documents }) => this.matrices.set(name, questions, documents),
    fill_matrix: ({ matrix, again }) => this.matrices.fill(matrix, again),
    stop_matrix: () => ((this.matrices.stopped = true), null),
    correct_cell: ({ question, document, text }) => (
      this.matrices.correct(question, document, text),
      null
    ),
    delete_matrix: ({ matrix }) => (this.matrices.remove(matrix), null),
    save_matrix: ({ path }) => (this.saved.push(path), null),
    save_notebook: ({ path }) => (this.saved.push(path), null),
    save_answer: ({ path }) => (this.saved.push(path), null),
    save_annotated: ({ document, question, path }) => {
      this.saved.push(path);
      const { citations } = this.#answer(question);
      return citations.filter((citation) => citation.document === document).length;
    },
    follow_link: ({ link }) => {
      const [document = '', page = '1'] = link.replace('citelight://', '').split(/[/?]/);
      return { document: this.#find(document).id, page: Number(page), quads: [], span: null };
    },
    forget_question: ({ question }) => {
      this.#answers = this.#answers.filter((answer) => answer.id !== question);
      return null;
    },
    give_feedback: ({ feedback }) => this.feedback.give(feedback),
    explain_feedback: ({ feedback }) => this.feedback.explain(feedback),
    feedback_of: ({ question }) => this.feedback.of(question)
  };

  #find(id: DocumentId): DocumentRow {
    const found = this.documents.get(id);
    if (found) return found;
    throw {
      code: 'not_found',
      message: 'This document is no longer in the library.',
      hint: 'Add the file again to look at its pages.'
    } satisfies WireError;
  }

  #answer(id: number): Answer {
    const found = this.#answers.find((answer) => answer.id === id);
    if (found) return found;
    throw {
      code: 'not_found',
      message: 'This question is no longer kept.',
      hint: null
    } satisfies WireError;
  }

  #history(): HistoryRow[] {
    return this.#answers
      .map(({ id, question, found, mode, follows, removed }) => ({
        id,
        question,
        found,
        mode,
        follows,
        removed,
        asked_at_s: Math.floor(this.#askedAt.get(id) ?? 0)
      }))
      .sort((a, b) => b.asked_at_s - a.asked_at_s || b.id - a.id);
  }

  #import(path: string, index: number): void {
    const name = path.split(/[\\/]/).pop() ?? path;
    const id = (this.documents.size * 7919 + index + 4096).toString(16).padStart(16, '0');
    const pages = 12 + ((name.length * 13) % 90);
    const added_at_s = Math.floor(Date.now() / 1000);
    this.put(row(id, name, { path, status: 'queued', pages, added_at_s }));
  }

  /** Emits the queue where it has changed. */
  #emitQueue(): void {
    const state = this.imports.state();
    const now = JSON.stringify(state);
    if (now === this.#lastQueue) return;
    this.#lastQueue = now;
    this.emit({ type: 'queue', state });
  }

  /** The generator in use, and whether it is to write at once. */
  #writer(): AnswerWriter | null {
    const pack = this.models.packs.find(({ role, in_use }) => role === 'generator' && in_use);
    return pack ? { model: pack.title, at_once: this.searching.settings.write } : null;
  }

  #ask(
    question: string,
    askedAtS: number,
    documents: DocumentId[] = [],
    corrections: Corrections = NOTHING,
    previous: number | null = null
  ): Answer {
    const answer = this.#compose(question, documents, corrections, previous);
    const newest = this.#answers.at(-1);
    if (newest && replaces(answer, newest, this.feedback.of(newest.id).length > 0)) {
      answer.id = newest.id;
      this.#answers.pop();
    } else this.#askedAt.set(answer.id, askedAtS);
    this.#answers.push(answer);
    return answer;
  }

  #compose(
    question: string,
    documents: DocumentId[],
    corrections: Corrections,
    previous: number | null
  ): Answer {
    const asks = (id: DocumentId) => documents.length === 0 || documents.includes(id);
    const ready = [...this.documents.values()].filter(
      ({ id, status, superseded_by }) => asks(id) && status === 'ready' && superseded_by === null
    );
    const before = this.#answers.find((answer) => answer.id === previous);
    const full = writeOut(question, before);
    const chip = full === null ? null : followUpChip(full, corrections);
    const searched = full !== null && chip?.on ? full : question;
    const interpretation = interpret(searched, ready, corrections);
    if (chip) interpretation.chips.unshift(chip);
    if (chip?.on) interpretation.rewritten = full;
    const { only } = interpretation;
    const inScope = (id: DocumentId) => asks(id) && (only.length === 0 || only.includes(id));
    const asked = searched.toLowerCase();
    const canned = ANSWERS.find(
      ({ words, citations }) =>
        words.every((word) => asked.includes(word)) &&
        citations.every(({ document }) => inScope(document) && this.documents.has(document))
    );
    const id = Math.max(0, ...this.#answers.map((answer) => answer.id)) + 1;
    const near =
      canned || !inScope(NEAREST.document) || !this.documents.has(NEAREST.document)
        ? []
        : [NEAREST];
    const nothing = 'I found nothing in these documents that answers this.';
    const introduction = 'The nearest that I found:';
    return {
      id,
      question,
      found: canned !== undefined,
      answer: [
        canned?.answer ?? nothing,
        ...near.map(({ quote }) => `${introduction} ${quote} [1]`)
      ].join('\n'),
      mode: 'extractive',
      confidence: canned ? 0.8 : 0.1,
      sentences: near.map(({ quote, verdict }) => ({
        parts: [
          { text: introduction, key: false, citations: [] },
          { text: quote, key: true, citations: [1] }
        ],
        verdict,
        item: false,
        aside: true
      })),
      calculation: null,
      lead: null,
      note: null,
      follows: chip ? previous : null,
      written: null,
      series: null,
      removed: [],
      candidates: { meaning: 200, words: 57, names: 0, titles: 3, all: 214 },
      writer: canned === undefined ? null : this.#writer(),
      citations: (canned?.citations ?? near).map((each, index) => {
        const document = this.#find(each.document);
        return {
          ...each,
          n: index + 1,
          file: document.file_name,
          label: pageInfos(document)[each.page - 1]?.label ?? null,
          section: pathAt(document, each.page),
          span: { start: index * 400, end: index * 400 + each.quote.length },
          quads: quadsOf(each.page, index),
          context: [],
          cell: null
        };
      }),
      passages: PASSAGES.filter(
        (each) => inScope(each.document) && this.documents.has(each.document)
      )
        .slice(0, this.searching.settings.passages)
        .map((each, index) => ({
          ...each,
          rank: index + 1,
          chunk: 100 + index,
          file: this.#find(each.document).file_name,
          section: pathAt(this.#find(each.document), each.page),
          table: each.table ?? null,
          pages: [each.page],
          span: fakeSpan(each.page),
          feedback: null,
          stages: stagesOf(index)
        })),
      interpretation,
      timings_ms: { understand: 14, retrieve: 21, rerank: 96, answer: 38, total: 171 }
    };
  }
}
