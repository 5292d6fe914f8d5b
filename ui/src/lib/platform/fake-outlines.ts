// The outlines of the fake library's documents, as the app gives them.
import type { DocumentId, DocumentRow, PageNumber, SectionRow } from './bindings';
import { headingTop } from './fake-pages';
import { headingsOf, headingWords } from './fake-sections';

const NOISE = new Set(['contents', 'index', 'references', 'cover', 'signatures']);

/** Bytes of flow text that every section has, without those below it. */
const OWN = 1000;

const known = new Map<DocumentId, SectionRow[]>();

export function outlineOf(document: DocumentRow): SectionRow[] {
  const before = known.get(document.id);
  if (before) return before;
  const headings = headingsOf(document.id);
  const open: SectionRow[] = [];
  const rows = headings.map((heading, id): SectionRow => {
    const { level, number, title, page, kind } = heading;
    open.length = level - 1;
    const parent = open.at(-1);
    const words = headingWords(heading);
    const end = headings.findIndex((each, at) => at > id && each.level <= level);
    const row: SectionRow = {
      id,
      parent: parent?.id ?? null,
      level,
      number,
      title,
      page,
      y: headingTop(headings.slice(0, id).filter((each) => each.page === page).length),
      last_page: headings[end]?.page ?? document.pages,
      breadcrumb: parent ? `${parent.breadcrumb} > ${words}` : words,
      kind,
      noise: NOISE.has(kind) || (parent?.noise ?? false),
      span: { start: id * OWN, end: (end === -1 ? headings.length : end) * OWN }
    };
    open.push(row);
    return row;
  });
  known.set(document.id, rows);
  return rows;
}

/** Path of the last section that begins on a page or before it; empty when there is none. */
export function pathAt(document: DocumentRow, page: PageNumber): string {
  const begun = outlineOf(document).filter((each) => each.page <= page);
  return begun.at(-1)?.breadcrumb ?? '';
}
