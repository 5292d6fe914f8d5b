// The room that a library takes, by what takes it.
import type { Storage } from '../platform/bindings';
import { say } from '../words/say.svelte';

export interface StoragePart {
  name: string;
  detail: string;
  bytes: number;
}

/** By what takes the room; what takes none is left out where it may well take none. */
export function storageParts({ files, database, index, other, models }: Storage): StoragePart[] {
  const { parts: words } = say.settings.storage;
  const parts = [
    { ...words.files, bytes: files },
    { ...words.database, bytes: database },
    { ...words.index, bytes: index },
    { ...words.other, bytes: other },
    { ...words.models, bytes: models }
  ];
  return parts.filter(({ bytes }, at) => bytes > 0 || at === 0);
}
