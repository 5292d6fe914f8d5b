// Which documents are chosen: those that a question is put to, and those that the bar over the list does
// something with. One by one, or from the one that was chosen last to another.
import { SvelteSet } from 'svelte/reactivity';
import type { DocumentId } from '../platform/bindings';

export class Choosing {
  ids = new SvelteSet<DocumentId>();
  /** Where a range begins. */
  #from: DocumentId | null = null;

  /** `shown`: the documents of the list from top to bottom. */
  constructor(private shown: () => DocumentId[]) {}

  toggle(id: DocumentId): void {
    if (!this.ids.delete(id)) this.ids.add(id);
    this.#from = id;
  }

  /** All from the one that was chosen last to this one. */
  reach(id: DocumentId): void {
    const shown = this.shown();
    const [from, to] = [shown.indexOf(this.#from ?? id), shown.indexOf(id)];
    if (to < 0) return;
    const start = from < 0 ? to : from;
    for (const each of shown.slice(Math.min(start, to), Math.max(start, to) + 1))
      this.ids.add(each);
    this.#from ??= id;
  }

  /** One more row up or down: that it began with is chosen too; going back lets go. */
  extend(from: DocumentId, to: DocumentId): void {
    if (this.ids.has(from) && this.ids.has(to)) this.ids.delete(from);
    else {
      this.ids.add(from);
      this.ids.add(to);
    }
    this.#from = to;
  }

  all(): void {
    for (const id of this.shown()) this.ids.add(id);
  }

  only(id: DocumentId): void {
    this.ids.clear();
    this.toggle(id);
  }

  none(): void {
    this.ids.clear();
    this.#from = null;
  }
}
