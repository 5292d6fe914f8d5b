// The notebook: quotes and cells that the person collects, with notes, in an order of their own.
import type { Collected, DocumentId, NotebookEntry, NotebookId, Span } from '../platform/bindings';
import type { Platform } from '../platform/types';
import { say } from '../words/say.svelte';
import type { Notices } from './notices.svelte';

/** So long an entry that was taken out can be brought back, in milliseconds. */
const UNDO_MS = 12_000;

export class Notebook {
  entries = $state.raw<NotebookEntry[]>([]);
  /** Whether it was read; before, that it is empty is not known. */
  loaded = $state(false);
  /** Counts the times that what is stored became another. */
  changes = $state(0);
  #kept = $derived(new Set(this.entries.map(({ document, span }) => keyOf(document, span))));

  constructor(
    private platform: Platform,
    private notices: Notices
  ) {}

  /** Whether these words are in it. */
  holds(document: DocumentId, span: Span): boolean {
    return this.#kept.has(keyOf(document, span));
  }

  async load(): Promise<void> {
    await this.notices.attempt(async () => {
      this.entries = await this.platform.call('notebook', {});
      this.loaded = true;
      this.changes += 1;
    });
  }

  /** A document left the library, and its entries with it. */
  forget(document: DocumentId): void {
    const left = this.entries.filter((entry) => entry.document !== document);
    if (left.length === this.entries.length) return;
    this.entries = left;
    this.changes += 1;
  }

  /** Puts words at its end, or takes them out where they are in it. */
  async toggle(collected: Collected, document: DocumentId, span: Span): Promise<void> {
    const there = this.entries.find((entry) => isAt(entry, document, span));
    if (there) await this.remove(there.id);
    else await this.collect(collected);
  }

  /** Puts words at its end; gives whether that could be done. */
  async collect(collected: Collected): Promise<boolean> {
    return this.notices.attempt(async () => {
      await this.platform.call('collect', { collected });
      await this.load();
    });
  }

  async write(entry: NotebookId, note: string): Promise<void> {
    if (this.entries.find(({ id }) => id === entry)?.note === note.trim()) return;
    await this.notices.attempt(async () => {
      await this.platform.call('write_note', { entry, note });
      this.entries = this.entries.map((each) =>
        each.id === entry ? { ...each, note: note.trim() } : each
      );
      this.changes += 1;
    });
  }

  /** Puts an entry at another place, from 0; shown at once, stored by `keepOrder`. */
  place(entry: NotebookId, to: number): void {
    const moved = this.entries.find(({ id }) => id === entry);
    if (!moved || this.entries[to] === moved) return;
    const others = this.entries.filter((each) => each !== moved);
    const at = Math.max(0, Math.min(others.length, to));
    this.entries = [...others.slice(0, at), moved, ...others.slice(at)];
  }

  async keepOrder(): Promise<void> {
    const order = this.entries.map(({ id }) => id);
    await this.notices.attempt(async () => {
      await this.platform.call('order_notebook', { order });
      this.changes += 1;
    });
  }

  /** One place up or down. */
  async step(entry: NotebookId, direction: 1 | -1): Promise<void> {
    const at = this.entries.findIndex(({ id }) => id === entry);
    if (at < 0 || at + direction < 0 || at + direction >= this.entries.length) return;
    this.place(entry, at + direction);
    await this.keepOrder();
  }

  /** Takes an entry out, and offers to undo it. */
  async remove(id: NotebookId): Promise<void> {
    const entry = this.entries.find((each) => each.id === id);
    if (!entry) return;
    const order = this.entries.map((each) => each.id);
    await this.notices.attempt(async () => {
      await this.platform.call('remove_from_notebook', { entry: id });
      this.entries = this.entries.filter((each) => each.id !== id);
      this.changes += 1;
      const run = () =>
        void this.notices.attempt(async () => {
          await this.platform.call('restore_to_notebook', { entry });
          await this.platform.call('order_notebook', { order });
          await this.load();
        });
      this.notices.offer(say.notebook.takenOut, { words: say.shared.undo, run }, UNDO_MS);
    });
  }
}

const keyOf = (document: DocumentId, span: Span) => `${document} ${span.start} ${span.end}`;

function isAt(entry: NotebookEntry, document: DocumentId, span: Span): boolean {
  return keyOf(entry.document, entry.span) === keyOf(document, span);
}
