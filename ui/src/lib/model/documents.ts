// Reading the list of documents: order, versions folded under their successor, states in words,
// the summary. Pure.
import type { DocumentId, DocumentRow, DocumentStatus } from '../platform/bindings';

/** A current document and the versions it replaced, newest first. */
export interface Family {
  row: DocumentRow;
  older: DocumentRow[];
}

/** Newest first; files added in the same second by name. */
export function inOrder(rows: Iterable<DocumentRow>): DocumentRow[] {
  return [...rows].sort(
    (a, b) =>
      b.added_at_s - a.added_at_s ||
      a.file_name.localeCompare(b.file_name, undefined, { numeric: true }) ||
      (a.id < b.id ? -1 : 1)
  );
}

/** Folds every replaced version under the document that stands in its place now. */
export function families(rows: readonly DocumentRow[]): Family[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = new Map<DocumentId, Family>();
  for (const row of rows) {
    if (successor(row, byId) === row) found.set(row.id, { row, older: [] });
  }
  for (const row of rows) {
    const current = successor(row, byId);
    if (current !== row) found.get(current.id)?.older.push(row);
  }
  for (const family of found.values()) family.older.sort((a, b) => b.version - a.version);
  return [...found.values()];
}

function successor(row: DocumentRow, byId: Map<DocumentId, DocumentRow>): DocumentRow {
  const seen = new Set([row.id]);
  let current = row;
  for (;;) {
    const next = current.superseded_by === null ? undefined : byId.get(current.superseded_by);
    if (!next) return current;
    // A ring has no newest version: each one stands for itself.
    if (seen.has(next.id)) return row;
    seen.add(next.id);
    current = next;
  }
}

const BUSY: ReadonlySet<DocumentStatus> = new Set(['queued', 'reading', 'indexing']);
const TROUBLED: ReadonlySet<DocumentStatus> = new Set(['failed', 'needs_password']);

export const isBusy = (row: DocumentRow) => BUSY.has(row.status);
export const isTroubled = (row: DocumentRow) => TROUBLED.has(row.status);
export const canRetry = (row: DocumentRow) => isTroubled(row) || row.status === 'cancelled';
/** Whether its pages can be looked at. */
export const canOpen = (row: DocumentRow) =>
  row.status === 'ready' ||
  row.status === 'indexing' ||
  (row.status === 'cancelled' && row.pages_done > 0);

/** Share of the whole import that is done, 0 to 1. Reading takes by far the most of it. */
export function progressOf(row: DocumentRow): number {
  const read = row.pages > 0 ? Math.min(1, row.pages_done / row.pages) : 0;
  if (row.status === 'ready') return 1;
  return 0.8 * read + 0.2 * Math.min(1, Math.max(0, row.indexed));
}

/** The state in a few words, as it stands under the file name. */
export function statusWords(row: DocumentRow): string {
  switch (row.status) {
    case 'queued':
      return 'Waiting';
    case 'reading':
      return row.pages > 0 ? `Reading page ${row.pages_done} of ${row.pages}` : 'Opening';
    case 'indexing':
      return `Indexing ${Math.round(row.indexed * 100)} %`;
    case 'ready':
      return pagesWords(row.pages);
    case 'needs_password':
      return 'Needs a password';
    case 'failed':
      return 'Could not be added';
    case 'cancelled':
      return row.pages_done > 0 ? `Cancelled after ${pagesWords(row.pages_done)}` : 'Cancelled';
  }
}

export function pagesWords(pages: number): string {
  return pages === 1 ? '1 page' : `${pages.toLocaleString('en')} pages`;
}

/** What is worth knowing of a document's pages, in words; empty when nothing is. */
export function remarks(row: DocumentRow): string[] {
  const words: string[] = [];
  if (row.pages_ocr > 0) {
    words.push(
      row.pages_ocr === row.pages
        ? 'Scanned: the text was recognised from images.'
        : `${pagesWords(row.pages_ocr)} recognised from images.`
    );
  }
  if (row.pages_failed > 0) words.push(`${pagesWords(row.pages_failed)} could not be read.`);
  return [...words, ...row.warnings];
}

export interface Summary {
  total: number;
  ready: number;
  busy: number;
  troubled: number;
}

/** Counts over current documents; replaced versions do not count. */
export function summarise(list: readonly Family[]): Summary {
  const rows = list.map((family) => family.row);
  return {
    total: rows.length,
    ready: rows.filter((row) => row.status === 'ready').length,
    busy: rows.filter(isBusy).length,
    troubled: rows.filter(isTroubled).length
  };
}

export function summaryWords({ total, ready, busy }: Summary): string {
  if (total === 0) return 'No documents';
  if (ready === total) return total === 1 ? '1 document' : `${total} documents`;
  if (busy > 0 || ready > 0) return `${ready} of ${total} ready`;
  return total === 1 ? '1 document' : `${total} documents`;
}
