// The imports of the fake platform: one after the other, paused or not, with passwords and with
// pages that can be read again. Tests drive them.
import type {
  DocumentId,
  DocumentRow,
  PageInfo,
  PageNumber,
  QueueState,
  WireError
} from './bindings';
import { pageInfos, UNREAD } from './fake-documents';

/** Opens every protected document of the fake library but those named in {@link FakeImports}. */
export const PASSWORD = 'harbour';

const WORKING = ['reading', 'indexing'];

export class FakeImports {
  paused = false;
  /** By which the remaining time is given; null: not known yet. */
  secondsPerPage: number | null = null;
  /** Documents that are encrypted, with their passwords. */
  passwords = new Map<DocumentId, string>();
  /** Waiting documents that come first, the first of all at the front. */
  #first: DocumentId[] = [];
  #opened = new Set<DocumentId>();
  #unread = new Map(Object.entries(UNREAD).map(([id, pages]) => [id, new Map(pages)]));
  #again = new Map<DocumentId, PageNumber[]>();

  constructor(
    private documents: Map<DocumentId, DocumentRow>,
    private put: (row: DocumentRow) => void,
    private changed: () => void
  ) {}

  state(): QueueState {
    const busy = this.#queue();
    const [current] = busy;
    const working = current && !this.paused && WORKING.includes(current.status);
    const pages = busy.reduce((sum, row) => sum + (row.pages || 20) - row.pages_done, 0);
    return {
      paused: this.paused,
      current: working ? current.id : null,
      waiting: busy.length - (working ? 1 : 0),
      remaining_s:
        this.secondsPerPage === null || busy.length === 0 ? null : pages * this.secondsPerPage
    };
  }

  pause(paused: boolean): QueueState {
    this.paused = paused;
    this.changed();
    return this.state();
  }

  first(document: DocumentId): void {
    this.#first = [document, ...this.#first.filter((each) => each !== document)];
  }

  /** Whether the document's file cannot be opened now. */
  closed(document: DocumentId): boolean {
    return this.passwords.has(document) && !this.#opened.has(document);
  }

  unlock(row: DocumentRow, password: string): void {
    if (this.passwords.get(row.id) !== password) {
      throw {
        code: 'needs_password',
        message: `“${row.file_name}” does not open with this password.`,
        hint: null
      } satisfies WireError;
    }
    this.#opened.add(row.id);
    if (row.status !== 'needs_password') return;
    this.put({ ...row, status: 'queued', pages: 18, error: null });
  }

  pagesOf(row: DocumentRow): PageInfo[] {
    const unread = this.#unread.get(row.id);
    return pageInfos(row).map((page) => ({ ...page, ...unread?.get(page.page) }));
  }

  retryPages(row: DocumentRow, pages: PageNumber[]): void {
    const unread = [...(this.#unread.get(row.id)?.keys() ?? [])];
    this.#again.set(row.id, pages.length > 0 ? pages : unread);
    this.put({ ...row, status: 'queued' });
  }

  /** Ends the second reading of a document: its pages could be read this time. */
  finishAgain(document: DocumentId): void {
    const row = this.documents.get(document);
    if (!row) return;
    const unread = this.#unread.get(document);
    for (const page of this.#again.get(document) ?? []) unread?.delete(page);
    this.#again.delete(document);
    this.put({
      ...row,
      status: 'ready',
      pages_done: row.pages,
      indexed: 1,
      pages_failed: unread?.size ?? 0
    });
  }

  /** What is under way, then what waits, in the order in which it comes. */
  #queue(): DocumentRow[] {
    const rows = [...this.documents.values()];
    const place = ({ id }: DocumentRow) => {
      const at = this.#first.indexOf(id);
      return at === -1 ? Infinity : at;
    };
    return [
      ...rows.filter(({ status }) => WORKING.includes(status)),
      ...rows
        .filter(({ status }) => status === 'queued')
        .sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)))
    ];
  }
}
