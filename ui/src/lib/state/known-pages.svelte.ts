// The pages of every document that was looked at or cited, for all that name or show them.
import { SvelteMap } from 'svelte/reactivity';
import { isUnread } from '../model/pages';
import type { DocumentId, PageInfo, PageNumber } from '../platform/bindings';
import type { Platform } from '../platform/types';

export class KnownPages {
  #pages = new SvelteMap<DocumentId, PageInfo[]>();

  constructor(private platform: Platform) {}

  of(document: DocumentId): PageInfo[] | undefined {
    return this.#pages.get(document);
  }

  async fetch(document: DocumentId): Promise<PageInfo[]> {
    const pages = await this.platform.call('document_pages', { document });
    this.#pages.set(document, pages);
    return pages;
  }

  /** What was known of a document's pages is no longer so. */
  forget(document: DocumentId): void {
    this.#pages.delete(document);
  }

  /** Learns the pages of documents that are about to be named. Failing changes nothing. */
  async learn(documents: Iterable<DocumentId>): Promise<void> {
    const unknown = [...new Set(documents)].filter((id) => !this.#pages.has(id));
    await Promise.allSettled(unknown.map((id) => this.fetch(id)));
  }

  /** The printed label of a page, once its document's pages are known. */
  labelOf(document: DocumentId, page: PageNumber): string | null {
    return this.of(document)?.[page - 1]?.label ?? null;
  }

  /** Pages of a document that could not be read; null until its pages are known. */
  unread(document: DocumentId): PageInfo[] | null {
    return this.of(document)?.filter(isUnread) ?? null;
  }
}
