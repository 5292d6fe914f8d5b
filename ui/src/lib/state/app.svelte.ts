// The window as a whole: brings the controllers together and carries the app's events to them.
import { pageWords } from '../model/format';
import type {
  AppInfo,
  Corrections,
  DocumentId,
  DocumentRow,
  Event,
  PageNumber,
  Passage,
  QuestionId,
  WireError
} from '../platform/bindings';
import { copyText } from '../platform/clipboard';
import { asWireError, type Platform } from '../platform/types';
import { say } from '../words/say.svelte';
import { Asking } from './asking.svelte';
import { Changes } from './changes.svelte';
import { ChunkingSetting } from './chunking';
import { Filtering } from './filtering.svelte';
import { Folders } from './folders.svelte';
import { Languages } from './languages.svelte';
import { Library } from './library.svelte';
import { Lock } from './lock.svelte';
import { Matrices } from './matrices.svelte';
import { Models } from './models.svelte';
import { Notebook } from './notebook.svelte';
import { Notices } from './notices.svelte';
import { KnownPages } from './known-pages.svelte';
import { Panes } from './panes.svelte';
import { Passwords } from './passwords.svelte';
import { Preferences } from './preferences.svelte';
import { Queue } from './queue.svelte';
import { Saving } from './saving';
import { SearchSetting } from './searching';
import { SessionKeeper } from './session.svelte';
import { StorageUse } from './storage.svelte';
import { Backups } from './backups.svelte';
import { Suggesting } from './suggesting.svelte';
import { Writing } from './writing.svelte';

/** More than this of a selection does not help a question, in characters. */
const MOST_ASKED = 400;

export class App {
  info = $state.raw<AppInfo | null>(null);
  dropping = $state(false);
  /** The sheet that lies over the window. */
  sheet = $state<'shortcuts' | 'settings' | 'matrix' | 'changes' | null>(null);
  /** Counts the times that the question box is to take the focus. */
  questionWanted = $state(0);
  /** What the middle shows. */
  middle = $state<'answer' | 'history' | 'notebook'>('answer');

  notices = new Notices();
  preferences = new Preferences();
  filtering = new Filtering();
  lock: Lock;
  library: Library;
  queue: Queue;
  passwords: Passwords;
  languages: Languages;
  folders: Folders;
  backups: Backups;
  storage: StorageUse;
  chunking: ChunkingSetting;
  searching: SearchSetting;
  models: Models;
  asking: Asking;
  writing: Writing;
  saving: Saving;
  notebook: Notebook;
  matrices: Matrices;
  changes: Changes;
  pages: KnownPages;
  panes: Panes;
  session: SessionKeeper;
  suggesting: Suggesting;

  problems = $derived(this.info?.problems ?? []);
  /** Nothing was ever added: the welcome takes the whole window. */
  empty = $derived.by(
    () => this.library.loaded && this.library.rows.size === 0 && this.library.error === null
  );
  /** Why no question can be answered now; null when it can. */
  waiting = $derived.by(() => {
    const { waits } = say.question;
    if (this.problems.length > 0) return waits.missing;
    if (!this.library.loaded) return say.library.opening;
    const { shown } = this.library.collections;
    if (shown && this.library.chosen.size === 0 && this.library.scope.length === 0)
      return waits.collection(shown.name);
    if (this.library.ready) return null;
    const { busy, total } = this.library.summary;
    if (busy === 1) return waits.first;
    if (busy > 1) return waits.several(busy);
    if (total > 0 && this.library.locked().length === total) return waits.locked;
    return total === 0 ? waits.none : waits.failed;
  });
  #stops: (() => void)[] = [];
  /** A document to show once it can be looked at. */
  #toShow: DocumentId | null = null;

  constructor(readonly platform: Platform) {
    const report = (error: WireError) => this.notices.show('error', error);
    this.lock = new Lock(platform);
    this.library = new Library(platform, report, () => this.preferences.sort);
    this.queue = new Queue(platform, report);
    this.languages = new Languages(platform);
    this.folders = new Folders(platform, (problem) => this.notices.show('warning', problem));
    this.backups = new Backups(platform);
    this.storage = new StorageUse(platform);
    this.chunking = new ChunkingSetting(platform);
    this.searching = new SearchSetting(platform);
    this.models = new Models(platform, () => void this.loadInfo());
    this.pages = new KnownPages(platform);
    const { preferences, notices, pages } = this;
    this.panes = new Panes({ platform, preferences, notices, pages });
    this.passwords = new Passwords(
      platform,
      () => this.library.locked(),
      (document) => this.panes.all.forEach(({ viewer }) => viewer.unlocked(document)),
      (level, notice) => this.notices.show(level, notice)
    );
    this.saving = new Saving(platform, this.notices);
    this.notebook = new Notebook(platform, this.notices);
    this.matrices = new Matrices(platform, this.notices);
    this.changes = new Changes(platform, this.notices);
    this.writing = new Writing(platform, (answer) => this.asking.written(answer));
    this.asking = new Asking(
      platform,
      report,
      (citation) => {
        const quad = citation.quads[0];
        void this.panes.open(citation.document, quad ? { quad } : { page: citation.page });
      },
      (answer) => void this.writing.start(answer)
    );
    this.suggesting = new Suggesting(platform, this.library);
    this.session = new SessionKeeper(platform, this.library, this.asking, this.panes);
  }

  /** The pages that the person is at, what is selected on them, their contents. */
  get viewer() {
    return this.panes.active.viewer;
  }

  get reading() {
    return this.panes.active.reading;
  }

  get outline() {
    return this.panes.active.outline;
  }

  /** Listens first, loads second, so that no change falls between the two. */
  async start(): Promise<void> {
    this.#stops.push(this.preferences.followSystem());
    try {
      this.#stops.push(
        await this.platform.onEvent((event) => this.#handle(event)),
        await this.platform.onDrop({
          enter: () => (this.dropping = true),
          over: () => (this.dropping = true),
          leave: () => (this.dropping = false),
          drop: (paths) => {
            this.dropping = false;
            void this.library.addPaths(paths);
          }
        })
      );
    } catch (thrown) {
      this.notices.show('error', asWireError(thrown));
    }
    // Before an encrypted library is open, nothing is there to be loaded.
    await this.lock.opened();
    void this.notebook.load();
    await Promise.all([
      this.loadInfo(),
      this.library.load(),
      this.queue.load(),
      this.asking.loadHistory()
    ]);
    await this.session.resume();
    this.#stops.push(this.session.follow());
    await this.#learnPages();
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  async loadInfo(): Promise<void> {
    try {
      this.info = await this.platform.call('app_info', {});
    } catch (thrown) {
      this.notices.show('error', asWireError(thrown));
    }
  }

  async ask(): Promise<void> {
    if (this.waiting !== null) {
      this.asking.nudge();
      return;
    }
    this.middle = 'answer';
    void this.writing.stop();
    await this.asking.ask(this.library.scope, this.filtering.filters);
    await this.#learnPages();
  }

  /** What can be done with an earlier question. */
  history = {
    reopen: (id: QuestionId) => void this.reopen(id),
    forget: (id: QuestionId) => void this.asking.forget(id),
    edit: (question: string) => {
      this.asking.newTopic();
      this.asking.text = question;
      this.middle = 'answer';
      this.questionWanted += 1;
    },
    again: (question: string) => {
      this.asking.newTopic();
      void this.askSuggested(question);
    }
  };

  /** Asks a question that was suggested. */
  async askSuggested(question: string): Promise<void> {
    this.asking.text = question;
    await this.ask();
  }

  /** Asks the question shown again, as it stands. */
  async askAgain(): Promise<void> {
    this.asking.text = this.asking.answer?.question ?? this.asking.text;
    await this.ask();
  }

  /** Asks the question of the answer shown again, read otherwise. */
  async refine(corrections: Corrections): Promise<void> {
    void this.writing.stop();
    await this.asking.refine(corrections, this.library.scope, this.filtering.filters);
    await this.#learnPages();
  }

  async reopen(question: QuestionId): Promise<void> {
    void this.writing.stop();
    if (await this.asking.reopen(question)) this.middle = 'answer';
    await this.#learnPages();
  }

  /** Copies what is selected on the pages, with where it stands where that is wanted. */
  copySelection(withReference = false): void {
    const { text, document } = this.reading;
    if (text === '' || document === null) return;
    const page = this.reading.selectedPage();
    const row = this.library.rows.get(document);
    const copied = withReference
      ? reference(
          text,
          row?.file_name ?? say.viewer.document,
          page,
          this.pages.labelOf(document, page ?? 0)
        )
      : text;
    if (!copyText(copied)) {
      this.notices.show('warning', {
        message: say.viewer.notCopied,
        hint: say.viewer.notCopiedHint(say.shared.keys('Ctrl C'))
      });
    }
  }

  /** Puts the evidence that is looked at into the notebook, or takes it out. */
  keepEvidence(): void {
    const { answer, citation } = this.asking;
    if (!answer || !citation) return;
    const { document, span, n } = citation;
    void this.notebook.toggle({ what: 'citation', question: answer.id, n }, document, span);
  }

  /** Puts what is selected into the notebook. */
  async keepSelection(): Promise<void> {
    const { selected: span, document } = this.reading;
    if (span === null || document === null) return;
    this.reading.clear();
    if (await this.notebook.collect({ what: 'words', document, span }))
      this.notices.show('info', { message: say.viewer.kept, hint: null });
  }

  /** Puts what is selected into the question, which is asked of its document alone. */
  askAboutSelection(): void {
    const { text, document } = this.reading;
    if (text === '' || document === null) return;
    this.library.choosing.only(document);
    const words = text.replace(/\s+/g, ' ').trim();
    const short = words.length <= MOST_ASKED ? words : `${words.slice(0, MOST_ASKED)}…`;
    const typed = this.asking.answer?.question === this.asking.text ? '' : this.asking.text.trim();
    this.asking.text = `${typed} “${short}” `.trimStart();
    this.reading.clear();
    this.questionWanted += 1;
  }

  /** Shows a document beside the one that is open. */
  openBeside(document: DocumentId): void {
    const row = this.library.rows.get(document);
    if (row && this.library.openable(row)) void this.panes.openBeside(document);
  }

  openDocument(document: DocumentId): void {
    this.#toShow = null;
    const row = this.library.rows.get(document);
    if (row && this.library.openable(row)) void this.panes.open(document);
  }

  /** Shows a document that was just taken in, as soon as it can be looked at. */
  #showSoon(document: DocumentId): void {
    const row = this.library.rows.get(document);
    if (row && this.library.openable(row)) this.openDocument(document);
    else this.#toShow = document;
  }

  /** Watches a folder that the person picks; the settings show what comes of it. */
  watchFolder(): void {
    this.sheet = 'settings';
    void this.folders.add();
  }

  /** Takes documents out of the library, and offers to undo it. */
  async remove(documents: DocumentId[]): Promise<void> {
    const chosen = documents.filter((id) => this.library.chosen.has(id));
    const shown = this.viewer.document;
    const place = shown !== null && documents.includes(shown) ? shown : null;
    const message = removedWords(documents.map((id) => this.library.rows.get(id)));
    const seconds = await this.library.remove(documents);
    if (seconds === null) return;
    const run = async () => {
      await this.library.restore(documents);
      void this.notebook.load();
      for (const id of chosen) this.library.chosen.add(id);
      if (place !== null && this.viewer.document === null) this.#showSoon(place);
    };
    this.notices.offer(message, { words: say.shared.undo, run: () => void run() }, seconds * 1000);
  }

  /** Shows the words that a link leads to. */
  async followLink(link: string): Promise<void> {
    try {
      const { document, page, quads, span } = await this.platform.call('follow_link', { link });
      this.#toShow = null;
      const [quad] = quads;
      await this.panes.open(document, quad ? { quad } : { page }, span);
    } catch (thrown) {
      this.notices.show('error', asWireError(thrown));
    }
  }

  openPassage(passage: Pick<Passage, 'document' | 'file' | 'page'>): void {
    if (!this.library.rows.has(passage.document)) {
      this.notices.show('warning', {
        message: say.library.gone(passage.file),
        hint: say.library.goneHint
      });
      return;
    }
    void this.panes.open(passage.document, { page: passage.page });
  }

  /** Reads pages again that could not be read; where that needs the password, asks for it. */
  async retryPages(document: DocumentId, pages: PageNumber[] = []): Promise<void> {
    try {
      await this.library.retryPages(document, pages);
    } catch (thrown) {
      const error = asWireError(thrown);
      if (error.code !== 'needs_password') {
        this.notices.show('error', error);
        return;
      }
      await this.panes.open(document);
      this.#needsPassword(document);
    }
  }

  /** Hands the open document to the system's own viewer, which prints it. */
  async print(): Promise<void> {
    const { document } = this.viewer;
    const row = document === null ? undefined : this.library.rows.get(document);
    if (row === undefined || !(await this.library.openFile(row.id))) return;
    this.notices.show('info', { message: say.library.opensOutside(row.file_name), hint: null });
  }

  /** Why the picture of a page could not be had, where the app says so. */
  async explainPage(document: DocumentId, page: PageNumber, pixelPerPt: number) {
    const problem = await this.platform.pageProblem(document, page, pixelPerPt);
    if (problem?.code === 'needs_password') this.#needsPassword(document);
    return problem;
  }

  #needsPassword(document: DocumentId): void {
    for (const { viewer } of this.panes.all) viewer.needsPassword(document);
  }

  async #learnPages(): Promise<void> {
    const passages = this.asking.answer?.passages ?? [];
    const documents = passages.map((passage) => passage.document);
    await this.pages.learn(documents.filter((id) => this.library.rows.has(id)));
  }

  #handle(event: Event): void {
    switch (event.type) {
      case 'document': {
        const before = this.library.rows.get(event.row.id);
        this.library.update(event.row);
        if (before && pagesChanged(before, event.row)) {
          this.pages.forget(event.row.id);
          for (const { viewer } of this.panes.all) viewer.stale(event.row.id);
        }
        if (before && sectionsChanged(before, event.row)) {
          for (const { outline } of this.panes.all) outline.stale(event.row.id);
          this.filtering.forget(event.row.id);
        }
        if (event.row.id === this.#toShow) this.#showSoon(event.row.id);
        break;
      }
      case 'show':
        this.#showSoon(event.document);
        break;
      case 'link':
        void this.followLink(event.link);
        break;
      case 'front':
        break; // The window itself comes to the front.
      case 'restart':
        break; // It ends by itself.
      case 'history':
        void this.asking.historyChanged();
        break;
      case 'removed':
        this.library.forget(event.document);
        this.filtering.forget(event.document);
        this.panes.forget(event.document);
        this.notebook.forget(event.document);
        break;
      case 'matrix':
        this.matrices.heard(event.progress);
        break;
      case 'collections':
        this.library.collections.update(event.collections);
        break;
      case 'folders':
        this.folders.update(event.folders);
        break;
      case 'queue':
        this.queue.update(event.state);
        break;
      case 'writing':
        this.writing.update(event.question, event.text);
        break;
      case 'models':
        this.models.update(event.packs);
        break;
      case 'notice':
        this.notices.show(event.level, event.notice, true);
        break;
    }
  }
}

/** Words of a document with where they stand. */
function reference(
  text: string,
  file: string,
  page: PageNumber | null,
  label: string | null
): string {
  const place = page === null ? file : `${file}, ${pageWords(page, label)}`;
  return say.viewer.quoted(text.replace(/\s+/g, ' ').trim(), place);
}

/** Whether what is known of a document's pages is old: their number, or how they were read. */
function pagesChanged(before: DocumentRow, after: DocumentRow): boolean {
  return before.status !== after.status || before.pages_failed !== after.pages_failed;
}

/** Whether what is known of a document's sections is old: it was read, or cut anew. */
function sectionsChanged(before: DocumentRow, after: DocumentRow): boolean {
  if (after.status !== 'ready' || (after.refreshing && !after.by_words)) return false;
  return before.status !== 'ready' || (before.refreshing && !before.by_words);
}

/** "Removed “a.pdf”.", "Removed 3 documents." */
function removedWords(rows: (DocumentRow | undefined)[]): string {
  const [only] = rows;
  const { removed, removedOne } = say.library.removing;
  return rows.length === 1 && only ? removedOne(only.file_name) : removed(rows.length);
}
