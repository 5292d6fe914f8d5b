// The believable library of the fake platform: documents in every state, and their pages.
import type { DocumentRow, PageInfo, PageNumber } from './bindings';
import { PAGE } from './fake-pages';

export const IDS = {
  report: '1f0a4c22b97d3e51',
  lease: '2b8e6f10c3a94d77',
  oldLease: '2a11d09e84c6b3f0',
  battery: '3c95e7a0418d2bf6',
  letters: '4d20b8f7e61c9a35',
  tender: '5e7719c4a0d2f863',
  locked: '6f3c08ab5d91e274',
  handbook: '7a4d15e8c0b62f93'
} as const;

const NOW_S = Math.floor(Date.now() / 1000);

export function row(id: string, file_name: string, rest: Partial<DocumentRow>): DocumentRow {
  const pages = rest.pages ?? 0;
  const ready = (rest.status ?? 'ready') === 'ready';
  return {
    id,
    file_name,
    path: `/home/mira/Documents/${file_name}`,
    title: null,
    display_title: null,
    status: 'ready',
    pages,
    pages_done: ready ? pages : 0,
    pages_ocr: 0,
    pages_failed: 0,
    indexed: ready ? 1 : 0,
    refreshing: false,
    by_words: false,
    version: 1,
    superseded_by: null,
    size_bytes: 1_482_000,
    added_at_s: NOW_S - 7200,
    active_content: [],
    warnings: [],
    error: null,
    ...rest
  };
}

export function libraryRows(): DocumentRow[] {
  return [
    row(IDS.tender, 'Tender specification – rolling stock.pdf', {
      status: 'indexing',
      pages: 212,
      pages_done: 212,
      indexed: 0.62,
      size_bytes: 8_914_000,
      added_at_s: NOW_S - 40
    }),
    row(IDS.letters, 'Scanned letters 1987–1991.pdf', {
      status: 'reading',
      pages: 64,
      pages_done: 31,
      pages_ocr: 31,
      size_bytes: 41_300_000,
      added_at_s: NOW_S - 70
    }),
    row(IDS.locked, 'Supplier framework agreement.pdf', {
      status: 'needs_password',
      size_bytes: 640_000,
      added_at_s: NOW_S - 300,
      error: {
        code: 'needs_password',
        message: '“Supplier framework agreement.pdf” is protected by a password.',
        hint: 'Enter its password to have it read.'
      }
    }),
    row(IDS.report, 'Northwind annual report 2023.pdf', {
      title: 'Northwind Power Holdings – Annual Report 2023',
      display_title: 'Northwind Power Holdings – Annual Report 2023',
      pages: 190,
      active_content: ['java_script', 'embedded_files'],
      size_bytes: 12_740_000,
      added_at_s: NOW_S - 5400
    }),
    row(IDS.lease, 'Harbour Street office lease.pdf', {
      pages: 24,
      version: 2,
      added_at_s: NOW_S - 9000
    }),
    row(IDS.oldLease, 'Harbour Street office lease.pdf', {
      pages: 22,
      version: 1,
      superseded_by: IDS.lease,
      added_at_s: NOW_S - 90_000
    }),
    row(IDS.battery, 'Battery degradation review.pdf', {
      pages: 38,
      pages_ocr: 3,
      pages_failed: 3,
      warnings: ['The file states no title.'],
      added_at_s: NOW_S - 96_000
    })
  ];
}

/** Pages that could not be read, until they are read again. */
export const UNREAD: Record<string, [PageNumber, Pick<PageInfo, 'status' | 'problem'>][]> = {
  [IDS.battery]: [
    [2, { status: 'ocr_error', problem: 'The recognition was stopped after 120 seconds.' }],
    [17, { status: 'read_error', problem: 'The content of the page is damaged.' }],
    [18, { status: 'read_error', problem: 'The content of the page is damaged.' }]
  ]
};

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii'];

export function pageInfos(document: DocumentRow): PageInfo[] {
  return Array.from({ length: document.pages }, (_, index) => ({
    page: index + 1,
    label: document.id === IDS.report ? reportLabel(index + 1) : null,
    // A landscape table now and then, as reports have them.
    width: index % 41 === 40 ? PAGE.height : PAGE.width,
    height: index % 41 === 40 ? PAGE.width : PAGE.height,
    status: document.pages_ocr > index ? 'ocr' : 'native',
    problem: null
  }));
}

export function reportLabel(page: number): string {
  if (page <= 8) return ROMAN[page - 1] ?? String(page);
  return page > 120 ? `F-${page - 120}` : String(page - 8);
}
