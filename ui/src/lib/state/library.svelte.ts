// The documents: what is in the library, how far each import is, which ones are chosen for a
// question. The rows come from the app; this keeps them up to date by its events.
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import {
  canOpen,
  families,
  inOrder,
  isBusy,
  isTroubled,
  steady,
  summarise,
  type Family
} from '../model/documents';
import { fits, sorted, type Sort } from '../model/listing';
import type { DocumentId, DocumentRow, PageNumber, WireError } from '../platform/bindings';
import { Collections } from './collections.svelte';
import { Choosing } from './choosing.svelte';
import { asWireError, type Platform } from '../platform/types';

/** What goes for good with documents that are removed. */
export interface GoesWith {
  /** Earlier answers that cite them. */
  answers: number;
  /** Entries of the notebook. */
  entries: number;
  /** Earlier versions; one of each would be asked again if they stayed. */
  earlier: DocumentId[];
}

/** Shorter words stand in every text. */
const SHORTEST_WORDS = 3;

export class Library {
  rows = new SvelteMap<DocumentId, DocumentRow>();
  collections: Collections;
  choosing = new Choosing(() => this.shown.map(({ row }) => row.id));
  chosen = this.choosing.ids;
  #drawn: Family[] = [];
  loaded = $state(false);
  /** Why the list could not be loaded. */
  error = $state<WireError | null>(null);
  /** Words that the titles, file names or texts shown must hold. */
  filter = $state('');
  /** Documents whose text holds them. */
  #holding = $state.raw<ReadonlySet<DocumentId>>(new Set());
  onlyTroubled = $state(false);

  list = $derived.by(() => {
    const now = families(inOrder(this.rows.values()));
    return (this.#drawn = steady(this.#drawn, now));
  });
  summary = $derived(summarise(this.list));
  /** The list as the filter leaves it, in the order that was chosen. */
  shown = $derived.by(() =>
    sorted(
      this.list.filter(
        ({ row }) =>
          (this.collections.shown?.documents.includes(row.id) ?? true) &&
          (!this.onlyTroubled || isTroubled(row)) &&
          (fits(row, this.filter) || this.#holding.has(row.id))
      ),
      this.sort()
    )
  );
  /** The rows of the chosen documents. */
  chosenRows = $derived(
    [...this.chosen].flatMap((id) => {
      const row = this.rows.get(id);
      return row ? [row] : [];
    })
  );
  /** The documents that are asked, as far as they can be: the chosen ones, or those of the collection
      that is shown; none for all. */
  scope = $derived.by(() => {
    const asked =
      this.chosen.size > 0 ? [...this.chosen] : (this.collections.shown?.documents ?? []);
    return asked.filter((id) => this.rows.get(id)?.status === 'ready');
  });
  ready = $derived(this.summary.ready > 0);

  /** Documents whose pages could be looked at since the window opened. */
  #seen = new SvelteSet<DocumentId>();
  /** Pages that are being read again; none named: all that could not be read. */
  #again = new SvelteMap<DocumentId, PageNumber[]>();
  /** Rows that events have touched while the first list was under way: events are newer. */
  #touched: Set<DocumentId> | null = null;

  constructor(
    private platform: Platform,
    private report: (error: WireError) => void,
    private sort: () => Sort = () => 'newest'
  ) {
    this.collections = new Collections(platform, report);
  }

  async load(): Promise<void> {
    this.#touched = new Set();
    void this.collections.load();
    try {
      const rows = await this.platform.call('list_documents', {});
      for (const row of rows) if (!this.#touched.has(row.id)) this.#keep(row);
      this.error = null;
    } catch (thrown) {
      this.error = asWireError(thrown);
    }
    this.#touched = null;
    this.loaded = true;
  }

  /** Finds the documents whose text holds the words of the filter. */
  async lookIntoTexts(): Promise<void> {
    const words = this.filter.trim();
    this.#holding = new Set();
    if (words.length < SHORTEST_WORDS) return;
    try {
      const found = await this.platform.call('documents_with', { words });
      if (this.filter.trim() === words) this.#holding = new Set(found);
    } catch (thrown) {
      this.report(asWireError(thrown));
    }
  }

  update(row: DocumentRow): void {
    this.#touched?.add(row.id);
    this.#keep(row);
    if (this.onlyTroubled && this.summary.troubled === 0) this.onlyTroubled = false;
  }

  forget(id: DocumentId): void {
    this.#touched?.add(id);
    this.rows.delete(id);
    this.chosen.delete(id);
    this.#seen.delete(id);
    this.#again.delete(id);
    if (this.onlyTroubled && this.summary.troubled === 0) this.onlyTroubled = false;
  }

  /** Whether its pages can be looked at: also while some of them are read again. */
  openable(row: DocumentRow): boolean {
    return canOpen(row) || (this.#seen.has(row.id) && row.status !== 'failed');
  }

  /** Documents that wait for their password, newest first. */
  locked(): DocumentId[] {
    return this.list.filter(({ row }) => row.status === 'needs_password').map(({ row }) => row.id);
  }

  async addFiles(): Promise<void> {
    await this.#try(async () => this.addPaths(await this.platform.pickFiles()));
  }

  async addFolder(): Promise<void> {
    await this.#try(async () => this.addPaths(await this.platform.pickFolder()));
  }

  async addPaths(paths: string[]): Promise<void> {
    if (paths.length === 0) return;
    await this.#try(() => this.platform.call('import_paths', { paths }));
  }

  async addSamples(): Promise<void> {
    await this.#try(() => this.platform.call('import_samples', {}));
  }

  async cancel(document: DocumentId): Promise<void> {
    await this.#try(() => this.platform.call('cancel_import', { document }));
  }

  /** Has documents read again, or cut anew where nothing is wrong with them. */
  async readAgain(documents: DocumentId[]): Promise<void> {
    await this.#try(() => this.platform.call('read_again', { documents }));
  }

  async retry(document: DocumentId): Promise<void> {
    await this.#try(() => this.platform.call('retry_import', { document }));
  }

  /**
   * Reads pages again that could not be read; all of them when none is named. Rejects with a
   * `WireError`.
   */
  async retryPages(document: DocumentId, pages: PageNumber[] = []): Promise<void> {
    this.#again.set(document, pages);
    try {
      await this.platform.call('retry_pages', { document, pages });
    } catch (thrown) {
      this.#again.delete(document);
      throw thrown;
    }
  }

  /** Whether a page is among those that are being read again. */
  asked(document: DocumentId, page: PageNumber): boolean {
    const pages = this.#again.get(document);
    return pages !== undefined && (pages.length === 0 || pages.includes(page));
  }

  /** Takes documents out of the library. Gives the seconds in which they can be restored; null: failed. */
  async remove(documents: DocumentId[]): Promise<number | null> {
    let seconds: number | null = null;
    await this.#try(async () => {
      seconds = await this.platform.call('remove_documents', { documents });
      for (const document of documents) this.forget(document);
    });
    return seconds;
  }

  async restore(documents: DocumentId[]): Promise<void> {
    await this.#try(() => this.platform.call('restore_documents', { documents }));
  }

  /** What goes with documents; nothing where that cannot be told. */
  async goesWith(documents: DocumentId[]): Promise<GoesWith> {
    const goes: GoesWith = { answers: 0, entries: 0, earlier: [] };
    await this.#try(async () => {
      [goes.answers, goes.entries, goes.earlier] = await Promise.all([
        this.platform.call('answers_citing', { documents }),
        this.platform.call('notebook_entries_of', { documents }),
        this.platform.call('earlier_versions', { documents })
      ]);
    });
    return goes;
  }

  async showInFolder(document: DocumentId): Promise<void> {
    await this.#try(() => this.platform.call('show_in_folder', { document }));
  }

  /** Opens a document's own file in the system's viewer; gives whether that could be done. */
  async openFile(document: DocumentId): Promise<boolean> {
    return this.#try(() => this.platform.call('open_file', { document }));
  }

  #keep(row: DocumentRow): void {
    this.rows.set(row.id, row);
    if (canOpen(row)) this.#seen.add(row.id);
    if (!isBusy(row)) this.#again.delete(row.id);
  }

  /** Gives whether it went well. */
  async #try(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (thrown) {
      this.report(asWireError(thrown));
      return false;
    }
  }
}
