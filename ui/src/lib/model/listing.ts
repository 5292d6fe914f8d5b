// How the list of documents is put in order and narrowed. Pure.
import type { DocumentRow } from '../platform/bindings';
import type { Family } from './documents';
import { holdsWords } from './words';

export type Sort = 'newest' | 'title' | 'pages' | 'size';

/** The orders, as the menu offers them. */
export const SORTS: readonly Sort[] = ['newest', 'title', 'pages', 'size'];

export const isSort = (value: unknown): value is Sort => SORTS.some((sort) => sort === value);

const BY_NAME = new Intl.Collator(undefined, { numeric: true });

/** What a person calls a document: its title, or the name of its file. */
export const calledOf = (row: DocumentRow) => row.display_title ?? row.file_name;

const ORDERS: Record<Exclude<Sort, 'newest'>, (a: DocumentRow, b: DocumentRow) => number> = {
  title: (a, b) =>
    BY_NAME.compare(calledOf(a), calledOf(b)) || BY_NAME.compare(a.file_name, b.file_name),
  pages: (a, b) => b.pages - a.pages,
  size: (a, b) => b.size_bytes - a.size_bytes
};

/** Families, which come newest first, in another order; equals stay newest first. */
export function sorted(list: readonly Family[], sort: Sort): Family[] {
  if (sort === 'newest') return [...list];
  const order = ORDERS[sort];
  return [...list].sort((a, b) => order(a.row, b.row));
}

/** Whether a document's title or name holds every word that is wanted. */
export function fits(row: DocumentRow, wanted: string): boolean {
  return holdsWords(`${row.display_title ?? ''} ${row.title ?? ''} ${row.file_name}`, wanted);
}
