// The collections of the fake platform.
import type { Collection, CollectionId, Commands, DocumentId, WireError } from './bindings';

type Name =
  | 'collections'
  | 'put_in_collection'
  | 'take_from_collection'
  | 'rename_collection'
  | 'delete_collection';
type Handlers = { [K in Name]: (args: Commands[K]['args']) => Commands[K]['result'] };

export class FakeCollections {
  all: Collection[] = [];

  /** `tell`: hears of every change. */
  constructor(private tell: (all: Collection[]) => void) {}

  handlers: Handlers = {
    collections: () => this.all,
    put_in_collection: ({ name, documents }) => {
      if (name.trim() === '') throw refused('A collection needs a name.');
      const found = this.all.find((one) => one.name.toLowerCase() === name.toLowerCase());
      const made = found ?? { id: this.all.length + 1, name, documents: [] };
      this.#put({ ...made, documents: [...new Set([...made.documents, ...documents])] });
      return made.id;
    },
    take_from_collection: ({ collection, documents }) => {
      const one = this.#find(collection);
      const left = (id: DocumentId) => !documents.includes(id);
      this.#put({ ...one, documents: one.documents.filter(left) });
      return null;
    },
    rename_collection: ({ collection, name }) => {
      const taken = this.all.some((one) => one.id !== collection && one.name === name);
      if (taken) throw refused(`There is a collection “${name}” already.`);
      this.#put({ ...this.#find(collection), name });
      return null;
    },
    delete_collection: ({ collection }) => {
      this.#set(this.all.filter(({ id }) => id !== collection));
      return null;
    }
  };

  #find(wanted: CollectionId): Collection {
    const found = this.all.find(({ id }) => id === wanted);
    if (!found) throw refused('This collection is not there any more.');
    return found;
  }

  #put(changed: Collection): void {
    this.#set([...this.all.filter(({ id }) => id !== changed.id), changed]);
  }

  #set(all: Collection[]): void {
    this.all = all;
    this.tell(all);
  }
}

const refused = (message: string): WireError => ({ code: 'input', message, hint: null });
