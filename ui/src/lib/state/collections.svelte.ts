// Collections: named groups of documents. The one that is shown narrows the list and is what is asked.
import type {
  Collection,
  CollectionId,
  Commands,
  DocumentId,
  WireError
} from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';

export class Collections {
  all = $state.raw<Collection[]>([]);
  #shown = $state<CollectionId | null>(null);
  /** The collection that is shown; null for all documents. */
  shown = $derived(this.all.find(({ id }) => id === this.#shown) ?? null);

  constructor(
    private platform: Platform,
    private report: (error: WireError) => void
  ) {}

  async load(): Promise<void> {
    try {
      this.update(await this.platform.call('collections', {}));
    } catch (thrown) {
      this.report(asWireError(thrown));
    }
  }

  update(all: Collection[]): void {
    this.all = all;
  }

  /** Names of the collections that a document is in. */
  holding(document: DocumentId): string[] {
    return this.all.filter(({ documents }) => documents.includes(document)).map(({ name }) => name);
  }

  show(id: CollectionId | null): void {
    this.#shown = id;
  }

  /** Puts documents into the collection of this name; gives why not, where that fails. */
  async collect(name: string, documents: DocumentId[]): Promise<WireError | null> {
    return this.#attempt('put_in_collection', { name, documents });
  }

  async rename(collection: CollectionId, name: string): Promise<WireError | null> {
    return this.#attempt('rename_collection', { collection, name });
  }

  async take(collection: CollectionId, documents: DocumentId[]): Promise<void> {
    const error = await this.#attempt('take_from_collection', { collection, documents });
    if (error) this.report(error);
  }

  async delete(collection: CollectionId): Promise<void> {
    const error = await this.#attempt('delete_collection', { collection });
    if (error) this.report(error);
  }

  async #attempt<K extends keyof Commands>(
    name: K,
    args: Commands[K]['args']
  ): Promise<WireError | null> {
    try {
      // What came of it is told by an event.
      await this.platform.call(name, args);
      return null;
    } catch (thrown) {
      return asWireError(thrown);
    }
  }
}
