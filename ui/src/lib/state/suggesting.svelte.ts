// Questions to try, made by the app from what the documents hold.
import type { Suggestion } from '../platform/bindings';
import type { Platform } from '../platform/types';
import type { Library } from './library.svelte';

export class Suggesting {
  list = $state.raw<Suggestion[]>([]);
  /** Of which documents the list is, and of which one is under way. */
  #made = '';
  #under = '';

  /** What the questions are made from: the documents that would be asked. */
  key = $derived.by(() => {
    const { scope, list } = this.library;
    if (scope.length > 0) return [...scope].sort().join(' ');
    return list
      .filter(({ row }) => row.status === 'ready')
      .map(({ row }) => row.id)
      .sort()
      .join(' ');
  });
  /** Documents are still being read: the list would be another one in a moment. */
  #settling = $derived.by(() => this.library.summary.busy > 0);

  constructor(
    private platform: Platform,
    private library: Library
  ) {}

  /** Makes the list where documents came or went, or others were chosen. Failing leaves it empty. */
  async refresh(): Promise<void> {
    const { key } = this;
    // While documents are read, the first one that is ready gives the questions.
    const waits = this.#settling && this.list.length > 0 && this.library.scope.length === 0;
    if (key === this.#made || key === this.#under || waits) return;
    this.#under = key;
    let list: Suggestion[] = [];
    try {
      if (key !== '') {
        list = await this.platform.call('suggestions', { documents: this.library.scope });
      }
    } catch {
      // Nothing is suggested: a question can be asked all the same.
    }
    if (this.#under !== key) return;
    this.#under = '';
    this.#made = key;
    this.list = list;
  }
}
