// What a row of the library can do; the pane carries it out.
import type { GoesWith } from '../../state/library.svelte';
import type { DocumentId, DocumentRow, PageInfo, WireError } from '../../platform/bindings';

export interface DocumentActions {
  open: (id: DocumentId) => void;
  /** Shows it beside the document that is open. */
  openBeside: (id: DocumentId) => void;
  choose: (id: DocumentId) => void;
  /** Chooses all from the one that was chosen last. */
  reach: (id: DocumentId) => void;
  cancel: (id: DocumentId) => void;
  /** Imports it before all others that wait. */
  first: (id: DocumentId) => void;
  retry: (id: DocumentId) => void;
  /** Reads all its pages again that could not be read. */
  retryPages: (id: DocumentId) => void;
  /** Reads the whole document again. */
  readAgain: (id: DocumentId) => void;
  showInFolder: (id: DocumentId) => void;
  /** Opens its file in the system's own viewer. */
  openFile: (id: DocumentId) => void;
  /** What goes for good with these documents. */
  goesWith: (ids: DocumentId[]) => Promise<GoesWith>;
  remove: (ids: DocumentId[]) => void;
  /** Opens it with a password; gives the reason when it stays closed. */
  unlock: (id: DocumentId, password: string) => Promise<WireError | null>;
  openable: (row: DocumentRow) => boolean;
  /** Names of the collections that it is in: in any number of them, as with tags. */
  collections: (id: DocumentId) => string[];
  /** Pages that could not be read; null while they are being looked up. */
  unread: (id: DocumentId) => PageInfo[] | null;
  /** Looks them up. */
  learn: (id: DocumentId) => void;
}
