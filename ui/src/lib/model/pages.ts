// What is to be said of single pages: their names, and those that could not be read. Pure.
import type { LinkTarget, PageInfo, PageStatus } from '../platform/bindings';
import { say } from '../words/say.svelte';

const UNREAD: ReadonlySet<PageStatus> = new Set(['ocr_error', 'read_error']);
/** More pieces than this are a list that nobody reads. */
const MOST_NAMED = 12;

export const isUnread = (page: PageInfo) => UNREAD.has(page.status);

type Named = Pick<PageInfo, 'page' | 'label'>;

const labelled = ({ page, label }: Named) => label !== null && label !== '' && label !== `${page}`;

/** "47 (F-4)". */
const numbered = (page: Named) =>
  labelled(page) ? `${page.page} (${page.label})` : `${page.page}`;

/** "Page 47 (F-4)"; the printed label only where it differs from the number. */
export function pageTitle(page: Named): string {
  const { title, titleLabelled } = say.viewer.page;
  return labelled(page) ? titleLabelled(page.page, page.label ?? '') : title(page.page);
}

/** Where a page stands, to be put into a text: "report.pdf, p. 47 (F-4)". */
export function pageReference(file: string, page: number, label: string | null): string {
  return say.viewer.page.reference(file, numbered({ page, label }));
}

/** What went wrong with a page that {@link isUnread}. Its picture can be looked at all the same. */
export function unreadTitle(page: PageInfo): string {
  const { notRead, notRecognised } = say.viewer.page;
  return page.status === 'ocr_error' ? notRecognised(numbered(page)) : notRead(pageTitle(page));
}

/** "Page 3", "Pages 3, 7 (v) and 12–15"; in order, neighbours joined, the printed labels with them. */
export function pagesNamed(pages: readonly Named[]): string {
  const runs: { first: Named; last: Named }[] = [];
  for (const page of [...pages].sort((a, b) => a.page - b.page)) {
    const run = runs[runs.length - 1];
    if (run && page.page === run.last.page + 1) run.last = page;
    else runs.push({ first: page, last: page });
  }
  const pieces = runs.map(({ first, last }) => {
    const labels = labelled(first) || labelled(last);
    if (first === last) return numbered(first);
    const range = `${first.page}–${last.page}`;
    return labels ? `${range} (${first.label ?? first.page}–${last.label ?? last.page})` : range;
  });
  if (pieces.length > MOST_NAMED) {
    const shown = runs.slice(0, MOST_NAMED - 1);
    const named = shown.reduce((sum, { first, last }) => sum + last.page - first.page + 1, 0);
    pieces.splice(MOST_NAMED - 1, Infinity, say.viewer.page.more(pages.length - named));
  }
  return say.viewer.page.named(pages.length, pieces);
}

/** Where a link leads, in words: "Go to page 12", or the address itself. */
export function linkWords(target: LinkTarget): string {
  return 'page' in target ? say.viewer.page.goTo(target.page.page) : target.address;
}
