// Reading the list of documents: order, versions folded under their successor, states in words,
// the summary. Pure.
import type { ActiveContent, DocumentId, DocumentRow, DocumentStatus } from '../platform/bindings';
import { say, told } from '../words/say.svelte';

/** A current document and the versions it replaced, newest first. */
export interface Family {
  row: DocumentRow;
  older: DocumentRow[];
}

const BY_NAME = new Intl.Collator(undefined, { numeric: true });

/** Newest first; files added in the same second by name. */
export function inOrder(rows: Iterable<DocumentRow>): DocumentRow[] {
  return [...rows].sort(
    (a, b) =>
      b.added_at_s - a.added_at_s ||
      BY_NAME.compare(a.file_name, b.file_name) ||
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

/**
 * The families of `after`, each one that has not changed since `before` being the very same object:
 * a long list draws anew only what an event was about.
 */
export function steady(before: readonly Family[], after: Family[]): Family[] {
  const known = new Map(before.map((family) => [family.row, family]));
  return after.map((family) => {
    const old = known.get(family.row);
    const same =
      old?.older.length === family.older.length &&
      old.older.every((row, index) => row === family.older[index]);
    return same ? old : family;
  });
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
export const canRetry = (row: DocumentRow) => row.status === 'failed' || row.status === 'cancelled';
/** Whether its pages can be looked at. */
export const canOpen = (row: DocumentRow) =>
  row.status === 'ready' ||
  row.status === 'indexing' ||
  (row.status === 'cancelled' && row.pages_done > 0);

/** Share of the whole import that is done, 0 to 1. Reading takes by far the most of it. */
export function progressOf(row: DocumentRow): number {
  const read = row.pages > 0 ? Math.min(1, row.pages_done / row.pages) : 0;
  if (row.status === 'ready') return row.by_words ? 0.8 + 0.2 * row.indexed : 1;
  return 0.8 * read + 0.2 * Math.min(1, Math.max(0, row.indexed));
}

/** The state in a few words, as it stands under the file name. `still`: all imports are paused. */
export function statusWords(row: DocumentRow, still = false): string {
  const { state: words } = say.library;
  const percent = Math.round(row.indexed * 100);
  switch (row.status) {
    case 'queued':
      return words.waiting;
    case 'reading':
      if (row.pages === 0) return still ? words.paused : words.opening;
      return still
        ? words.readingPaused(row.pages_done, row.pages)
        : words.reading(row.pages_done, row.pages);
    case 'indexing':
      return still ? words.indexingPaused(percent) : words.indexing(percent);
    case 'ready':
      if (row.by_words) return words.byWords(percent);
      return row.refreshing ? words.refreshing(percent) : pagesWords(row.pages);
    case 'needs_password':
      return words.password;
    case 'failed':
      return words.failed;
    case 'cancelled':
      return row.pages_done > 0 ? words.cancelledAfter(row.pages_done) : words.cancelled;
  }
}

/** What an import is at, as a button says it that waits for its end; null when none is under way. */
export function busyWords(row: DocumentRow): string | null {
  if (!isBusy(row)) return null;
  const { readingMore, waitingMore } = say.library.state;
  return row.status === 'queued' ? waitingMore : readingMore;
}

export function pagesWords(pages: number): string {
  return say.figures.pages(pages);
}

/** How its words were had, where some were recognised from images; else null. */
export function recognisedWords(row: DocumentRow): string | null {
  if (row.pages_ocr === 0) return null;
  const { recognised, scanned } = say.library.state;
  return row.pages_ocr === row.pages ? scanned : recognised(row.pages_ocr);
}

/** What is worth knowing of a document, in words; empty when nothing is. */
export function remarks(row: DocumentRow): string[] {
  const recognised = recognisedWords(row);
  return [
    ...(recognised === null ? [] : [recognised]),
    ...(row.pages_failed > 0 ? [say.library.state.unread(row.pages_failed)] : []),
    ...(row.active_content.length > 0 ? [activeWords(row.active_content)] : []),
    ...row.warnings.map(told)
  ];
}

/** "Contains scripts and attachments; Citelight never runs them." */
export function activeWords(active: readonly ActiveContent[]): string {
  const { active: contains, activeKinds } = say.library.state;
  const things = (Object.keys(activeKinds) as ActiveContent[])
    .filter((each) => active.includes(each))
    .map((each) => activeKinds[each]);
  return contains(things);
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
  if (total === 0) return say.library.none;
  if (ready < total && (busy > 0 || ready > 0)) return say.library.readyOf(ready, total);
  return say.figures.documents(total);
}
