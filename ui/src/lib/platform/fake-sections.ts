// The headings of the fake library's documents: an annual report in four levels, a short lease, a
// handbook of 3,000 headings; the review has none.
import type { DocumentId, PageNumber, SectionKind } from './bindings';
import { IDS } from './fake-documents';

export interface Heading {
  level: number;
  number: string | null;
  title: string;
  page: PageNumber;
  kind: SectionKind;
}

type Line = [level: number, number: string | null, title: string, page: number, kind?: SectionKind];

const REPORT: Line[] = [
  [1, null, 'Contents', 2, 'contents'],
  [1, null, 'Letter to shareholders', 4],
  [1, 'Part I', 'Part I', 9],
  [2, 'Item 1.', 'Business', 9],
  [3, null, 'Overview', 9],
  [3, null, 'Our segments', 10],
  [4, null, 'Generation', 10],
  [4, null, 'Networks', 11],
  [4, null, 'Supply', 12],
  [3, null, 'Regulation', 13],
  [4, null, 'Grid codes and licences', 13],
  [4, null, 'Environmental permits', 14],
  [3, null, 'People', 15],
  [2, 'Item 1A.', 'Risk factors', 16],
  [3, null, 'Risks related to markets and weather', 16],
  [3, null, 'Risks related to construction', 20],
  [
    3,
    null,
    'Risks related to our indebtedness and to the covenants that our principal financing arrangements contain',
    23
  ],
  [3, null, 'Risks related to information technology', 26],
  [2, 'Item 1B.', 'Unresolved staff comments', 29],
  [2, 'Item 2.', 'Properties', 30],
  [2, 'Item 3.', 'Legal proceedings', 32],
  [1, 'Part II', 'Part II', 33],
  [2, 'Item 5.', 'Market for our shares', 33],
  [2, 'Item 7.', 'Management’s discussion and analysis', 36],
  [3, null, 'Overview of the year', 36],
  [3, null, 'Results of operations', 38],
  [4, null, 'Revenue', 38],
  [4, null, 'Cost of generation', 40],
  [4, null, 'Operating result by segment', 42],
  [3, null, 'Liquidity and capital resources', 47],
  [4, null, 'Borrowings and covenants', 49],
  [4, null, 'Capital expenditure', 51],
  [3, null, 'Critical accounting estimates', 54],
  [2, 'Item 7A.', 'Quantitative and qualitative disclosures about market risk', 57],
  [2, 'Item 8.', 'Financial statements and supplementary data', 59],
  [2, 'Item 9A.', 'Controls and procedures', 60],
  [1, 'Part III', 'Part III', 62],
  [2, 'Item 10.', 'Directors and governance', 62],
  [2, 'Item 11.', 'Executive compensation', 66],
  [3, null, 'Base salaries', 67],
  [3, null, 'Long-term incentives', 70],
  [2, 'Item 12.', 'Ownership of shares', 82],
  [1, 'Part IV', 'Part IV', 86],
  [2, 'Item 15.', 'Exhibits and schedules', 86],
  [1, null, 'Financial statements', 121],
  [2, null, 'Report of the independent auditors', 122],
  [2, null, 'Consolidated income statement', 128],
  [2, null, 'Consolidated balance sheet', 130],
  [2, null, 'Consolidated statement of cash flows', 133],
  [2, null, 'Notes', 136],
  [3, 'Note 1', 'Basis of preparation', 136],
  [3, 'Note 2', 'Revenue', 138],
  [3, 'Note 7', 'Property, plant and equipment', 144],
  [3, 'Note 12', 'Borrowings', 151],
  [4, null, 'Project loans', 151],
  [4, null, 'Covenants', 153],
  [3, 'Note 18', 'Contingencies', 162],
  [3, 'Note 24', 'Events after the reporting period', 179],
  [1, null, 'Signatures', 186, 'signatures'],
  [1, null, 'Index', 188, 'index']
];

const LEASE: Line[] = [
  [1, '1', 'Parties and premises', 1],
  [1, '2', 'Rent and service charge', 3],
  [2, '2.1', 'Rent', 3],
  [2, '2.2', 'Review of the rent', 3],
  [2, '2.3', 'Service charge', 4],
  [1, '7', 'Ending the lease before its term', 9],
  [1, '12', 'Repairs', 15],
  [1, null, 'Schedule of condition', 19]
];

const PARTS = ['Bogies', 'Brakes', 'Couplers', 'Doors', 'Traction', 'Cab', 'Body', 'Heating'];
const CHAPTERS = ['Description', 'Inspection', 'Removal', 'Overhaul', 'Fitting', 'Testing'];
const SECTIONS = ['Safety', 'Tools and materials', 'Preparation', 'Procedure', 'Limits of wear'];
const STEPS = ['Left side', 'Right side', 'Torque values', 'Records'];

/** Parts, chapters, sections and steps, numbered; as many as a maintenance handbook has. */
function handbook(most: number): Heading[] {
  const list: Heading[] = [];
  const put = (number: string, title: string, page: number) =>
    list.push({ level: number.split('.').length, number, title, page, kind: 'body' });
  const at = () => 3 + Math.floor(list.length * 0.62);
  for (let part = 1; list.length < most; part += 1) {
    put(`${part}`, PARTS[(part - 1) % PARTS.length] ?? '', at());
    for (const [c, chapter] of CHAPTERS.entries()) {
      put(`${part}.${c + 1}`, chapter, at());
      for (const [s, section] of SECTIONS.entries()) {
        put(`${part}.${c + 1}.${s + 1}`, section, at());
        for (const [n, step] of STEPS.entries()) {
          put(`${part}.${c + 1}.${s + 1}.${n + 1}`, step, at());
        }
      }
    }
  }
  return list.slice(0, most);
}

export const HANDBOOK_PAGES = 1900;

const read = (lines: Line[]): Heading[] =>
  lines.map(([level, number, title, page, kind = 'body']) => ({
    level,
    number,
    title,
    page,
    kind
  }));

const HEADINGS: Record<DocumentId, Heading[]> = {
  [IDS.report]: read(REPORT),
  [IDS.lease]: read(LEASE),
  [IDS.handbook]: handbook(3000)
};

export function headingsOf(document: DocumentId): Heading[] {
  return HEADINGS[document] ?? [];
}

/** As it is printed: "Item 7A. Market risk"; "Part I" only once. */
export function headingWords({ number, title }: Heading): string {
  return number === null || number === title ? title : `${number} ${title}`;
}
