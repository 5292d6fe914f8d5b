// The believable library of the fake platform: documents in every state, the text of their pages,
// and answers whose quotes stand on those pages.
import type {
  DocumentRow,
  PageInfo,
  PageNumber,
  PassageKind,
  SectionRow,
  Verdict
} from './bindings';
import { PAGE, type PageText } from './fake-pages';

export const IDS = {
  report: '1f0a4c22b97d3e51',
  lease: '2b8e6f10c3a94d77',
  oldLease: '2a11d09e84c6b3f0',
  battery: '3c95e7a0418d2bf6',
  letters: '4d20b8f7e61c9a35',
  tender: '5e7719c4a0d2f863',
  locked: '6f3c08ab5d91e274'
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
    status: 'ready',
    pages,
    pages_done: ready ? pages : 0,
    pages_ocr: 0,
    pages_failed: 0,
    indexed: ready ? 1 : 0,
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

function reportLabel(page: number): string {
  if (page <= 8) return ROMAN[page - 1] ?? String(page);
  return page > 120 ? `F-${page - 120}` : String(page - 8);
}

/** Level, number, title, page. */
const SECTIONS: Record<string, [number, string | null, string, number][]> = {
  [IDS.report]: [
    [1, null, 'Contents', 2],
    [1, null, 'Letter to shareholders', 4],
    [1, null, 'Operating review', 14],
    [2, null, 'Generation', 16],
    [2, null, 'Liquidity and capital resources', 47],
    [1, null, 'Governance', 62],
    [1, null, 'Financial statements', 121],
    [2, null, 'Consolidated statement of cash flows', 133],
    [2, 'Note 12', 'Borrowings', 151]
  ],
  [IDS.lease]: [
    [1, '1', 'Parties and premises', 1],
    [1, '7', 'Ending the lease before its term', 9],
    [1, '12', 'Repairs', 15]
  ]
};

export function outlineOf(document: DocumentRow): SectionRow[] {
  let around: SectionRow | null = null;
  return (SECTIONS[document.id] ?? []).map(([level, number, title, page], id) => {
    const section: SectionRow = {
      id,
      parent: level > 1 ? (around?.id ?? null) : null,
      level,
      number,
      title,
      page,
      breadcrumb: level > 1 && around ? `${around.title} > ${title}` : title,
      noise: title === 'Contents',
      span: { start: id * 1000, end: id * 1000 + 999 }
    };
    if (level === 1) around = section;
    return section;
  });
}

const FILLER = [
  'The group operates thirty-one generating stations and two storage sites. Their availability is reported monthly to the board and reviewed each quarter by the technical committee.',
  'Estimates are reviewed at every balance sheet date. A change in an estimate is recognised in the period in which it is made, and in later periods where these are affected too.',
  'Where a schedule refers to an amount without stating a currency, the amount is to be read in the currency of the place in which the services are carried out.',
  'The measurements were repeated on three separate days with the instruments named in the annex, and the mean of the three readings is given in the table below.',
  'Nothing in this section limits the rights that either party has under the law that applies, nor does it release a party from its duty to keep its losses small.',
  'Further work is needed to separate the effect of temperature from that of the charging rate, which the present data do not allow for more than a small part of the range.'
];

const HEADINGS = [
  'General remarks',
  'Scope and method',
  'Review of the period',
  'Obligations of the parties',
  'Notes on presentation'
];

const SPECIAL: Record<string, Record<number, Partial<PageText>>> = {
  [IDS.report]: {
    47: {
      heading: 'Liquidity and capital resources',
      paragraphs: [
        'We finance our operations mainly from cash generated by our stations and from long-term project debt. We hold committed credit lines that were undrawn at the end of the year.',
        'Net cash provided by operating activities was $4,312 million in 2023, compared with $3,780 million in 2022, an increase of $532 million. The increase was driven mainly by higher realised power prices and by the first full year of the Tarn Valley storage site.',
        'These effects were partly offset by $118 million of higher interest paid, as two project loans moved from fixed to floating rates in the second quarter. Working capital was broadly unchanged.',
        'Capital expenditure amounted to $2,046 million, of which roughly two thirds went into new wind capacity and the rest into the renewal of existing stations.'
      ]
    },
    133: {
      heading: 'Consolidated statement of cash flows',
      paragraphs: [
        'For the years ended 31 December, in millions of US dollars. The notes on pages F-17 to F-58 are a part of these statements.'
      ],
      table: [
        ['', '2023', '2022', '2021'],
        ['Profit for the year', '1,904', '1,611', '1,385'],
        ['Depreciation and amortisation', '1,722', '1,640', '1,598'],
        ['Change in working capital', '(21)', '(34)', '58'],
        ['Other items that need no cash', '707', '563', '494'],
        ['Net cash provided by operating activities', '4,312', '3,780', '3,535'],
        ['Capital expenditure', '(2,046)', '(1,871)', '(1,702)'],
        ['Interest paid', '(486)', '(368)', '(352)']
      ]
    }
  },
  [IDS.lease]: {
    9: {
      heading: '7. Ending the lease before its term',
      paragraphs: [
        '7.1 The tenant may end this lease at any time after the fifth anniversary by giving the landlord not less than six months’ notice in writing.',
        '7.2 The landlord may end this lease early only if the building is to be demolished or substantially rebuilt, and then by giving not less than twelve months’ notice in writing.',
        '7.3 On an early end under clause 7.2 the landlord shall pay the tenant a sum equal to six months’ rent within thirty days.'
      ]
    }
  },
  [IDS.battery]: {
    12: {
      heading: '3.2 Calendar ageing',
      paragraphs: [
        'Cells stored at a high state of charge lose capacity faster than cells stored half full, and the effect grows with temperature.',
        'At 45 °C and full charge the median loss after one year was 9.4 per cent; at 25 °C and half charge it was 2.1 per cent.'
      ]
    }
  }
};

export function pageText(document: DocumentRow, page: number): PageText {
  const special = SPECIAL[document.id]?.[page];
  const filler = Array.from({ length: 6 }, (_, k) => FILLER[(page * 5 + k) % FILLER.length] ?? '');
  return {
    running: document.title ?? document.file_name.replace(/\.pdf$/, ''),
    folio: document.id === IDS.report ? reportLabel(page) : String(page),
    heading: HEADINGS[page % HEADINGS.length] ?? '',
    scanned: document.id === IDS.letters,
    ...special,
    paragraphs: [...(special?.paragraphs ?? []), ...(special?.table ? [] : filler)]
  };
}

export interface CannedCitation {
  document: string;
  page: number;
  quote: string;
  verdict: Verdict;
  score: number;
}

export interface CannedAnswer {
  /** The question must hold all of these. */
  words: string[];
  answer: string;
  citations: CannedCitation[];
}

export const ANSWERS: CannedAnswer[] = [
  {
    words: ['cash'],
    answer:
      'Net cash provided by operating activities was $4,312 million in 2023, compared with $3,780 million in 2022, an increase of $532 million. [1] [2] The increase was driven mainly by higher realised power prices and by the first full year of the Tarn Valley storage site. [3] These effects were partly offset by $118 million of higher interest paid, as two project loans moved from fixed to floating rates in the second quarter. [4]',
    citations: [
      {
        document: IDS.report,
        page: 47,
        quote:
          'Net cash provided by operating activities was $4,312 million in 2023, compared with $3,780 million in 2022, an increase of $532 million.',
        verdict: 'confirmed',
        score: 0.94
      },
      {
        document: IDS.report,
        page: 133,
        quote: 'Net cash provided by operating activities 4,312 3,780 3,535',
        verdict: 'confirmed',
        score: 0.91
      },
      {
        document: IDS.report,
        page: 47,
        quote:
          'The increase was driven mainly by higher realised power prices and by the first full year of the Tarn Valley storage site.',
        verdict: 'confirmed',
        score: 0.83
      },
      {
        document: IDS.report,
        page: 47,
        quote:
          'These effects were partly offset by $118 million of higher interest paid, as two project loans moved from fixed to floating rates in the second quarter.',
        verdict: 'partly',
        score: 0.71
      }
    ]
  },
  {
    words: ['landlord'],
    answer:
      'The landlord may end this lease early only if the building is to be demolished or substantially rebuilt, and then by giving not less than twelve months’ notice in writing. [1]',
    citations: [
      {
        document: IDS.lease,
        page: 9,
        quote:
          'The landlord may end this lease early only if the building is to be demolished or substantially rebuilt, and then by giving not less than twelve months’ notice in writing.',
        verdict: 'confirmed',
        score: 0.96
      }
    ]
  }
];

export const PASSAGES: {
  document: string;
  page: number;
  section: string;
  kind: PassageKind;
  text: string;
  score: number;
}[] = [
  {
    document: IDS.report,
    page: 47,
    section: 'Operating review > Liquidity and capital resources',
    kind: 'text',
    text: 'Net cash provided by operating activities was $4,312 million in 2023, compared with $3,780 million in 2022, an increase of $532 million. The increase was driven mainly by higher realised power prices and by the first full year of the Tarn Valley storage site.',
    score: 0.0328
  },
  {
    document: IDS.report,
    page: 133,
    section: 'Financial statements > Consolidated statement of cash flows',
    kind: 'table',
    text: 'Net cash provided by operating activities | 4,312 | 3,780 | 3,535\nCapital expenditure | (2,046) | (1,871) | (1,702)\nInterest paid | (486) | (368) | (352)',
    score: 0.0311
  },
  {
    document: IDS.report,
    page: 151,
    section: 'Notes > Note 12 – Borrowings',
    kind: 'text',
    text: 'Two project loans with a carrying amount of $1,930 million moved from fixed to floating rates in the second quarter of 2023. Interest paid on these loans is part of operating activities.',
    score: 0.0244
  },
  {
    document: IDS.battery,
    page: 12,
    section: '3 Results > 3.2 Calendar ageing',
    kind: 'text',
    text: 'Cells stored at a high state of charge lose capacity faster than cells stored half full, and the effect grows with temperature.',
    score: 0.0163
  },
  {
    document: IDS.lease,
    page: 9,
    section: '7 Ending the lease before its term',
    kind: 'list',
    text: '7.3 On an early end under clause 7.2 the landlord shall pay the tenant a sum equal to six months’ rent within thirty days.',
    score: 0.0154
  }
];
