// The room that a library takes, by what takes it.
import type { Storage } from '../platform/bindings';

export interface StoragePart {
  name: string;
  detail: string;
  bytes: number;
}

/** By what takes the room; what takes none is left out where it may well take none. */
export function storageParts({ files, database, index, other, models }: Storage): StoragePart[] {
  const parts = [
    { name: 'PDFs', detail: 'Copies of the documents that you added', bytes: files },
    {
      name: 'Text and answers',
      detail: 'What was read, with its places, and your questions',
      bytes: database
    },
    {
      name: 'Search index',
      detail: 'Made from the text; it is made again when it is lost',
      bytes: index
    },
    { name: 'Other files', detail: 'Language data and the like', bytes: other },
    { name: 'Models', detail: 'Installed by you, shared by all libraries', bytes: models }
  ];
  return parts.filter(({ name, bytes }) => bytes > 0 || name === 'PDFs');
}
