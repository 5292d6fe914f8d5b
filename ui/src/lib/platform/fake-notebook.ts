// The notebook of the fake platform.
import type { Answer, Collected, NotebookEntry, NotebookId } from './bindings';

export class FakeNotebook {
  entries: NotebookEntry[] = [];
  #next = 1;

  collect(collected: Collected, answer: (question: number) => Answer): NotebookId {
    const entry = this.#entry(collected, answer);
    const there = this.entries.find(
      ({ document, span }) =>
        document === entry.document &&
        span.start === entry.span.start &&
        span.end === entry.span.end
    );
    if (there) return there.id;
    this.entries = [...this.entries, entry];
    return entry.id;
  }

  change(id: NotebookId, note: string): void {
    this.entries = this.entries.map((entry) => (entry.id === id ? { ...entry, note } : entry));
  }

  order(order: NotebookId[]): void {
    const place = (entry: NotebookEntry) => (order.indexOf(entry.id) + 1 || order.length + 1) - 1;
    this.entries = [...this.entries].sort((one, two) => place(one) - place(two));
  }

  remove(id: NotebookId): void {
    this.entries = this.entries.filter((entry) => entry.id !== id);
  }

  restore(entry: NotebookEntry): void {
    this.entries = [...this.entries, entry];
  }

  #entry(collected: Collected, answer: (question: number) => Answer): NotebookEntry {
    const own = { id: this.#next++, note: '', added_at_s: Date.now() / 1000 };
    if (collected.what === 'words') {
      const { document, span } = collected;
      const place = { file: 'Selected.pdf', page: 1, label: null, section: '' };
      return {
        ...own,
        ...place,
        document,
        span,
        quote: 'selected words',
        cell: null,
        question: ''
      };
    }
    const { question, citations } = answer(collected.question);
    const cited = citations.find(({ n }) => n === collected.n);
    if (!cited) throw new Error('no such citation');
    const { document, file, page, label, section, span, quote, cell } = cited;
    return { ...own, document, file, page, label, section, span, quote, cell, question };
  }
}
