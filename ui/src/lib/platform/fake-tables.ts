// Tables of the fake library's passages, as the app shows them.
import type { RowView, TableView } from './bindings';

/** A row from its label and its values; empty ones are no cells. */
function row(kind: RowView['kind'], indent: number, ...texts: string[]): RowView {
  const cells = texts.map((text, column) => ({ column, columns: 1, text }));
  return { kind, indent, cells: cells.filter(({ text }) => text !== '') };
}

const head = (...texts: string[]) => row('header', 0, ...texts);
const group = (indent: number, label: string) => row('group', indent, label);
const body = (indent: number, ...texts: string[]) => row('body', indent, ...texts);

/** A header over several columns each. */
const spanning = (...cells: [column: number, columns: number, text: string][]): RowView => ({
  kind: 'header',
  indent: 0,
  cells: cells.map(([column, columns, text]) => ({ column, columns, text }))
});

export const CASH_FLOWS: TableView = {
  caption: 'Consolidated statement of cash flows',
  units: 'in $ million',
  columns: 5,
  label_columns: 1,
  rows: [
    spanning([2, 3, 'Year ended 31 December']),
    head('', 'Note', '2023', '2022', '2021'),
    group(0, 'Operating activities'),
    body(1, 'Profit for the year', '', '1,904', '1,611', '1,385'),
    body(1, 'Depreciation and amortisation', '7', '1,722', '1,640', '1,598'),
    body(1, 'Impairment', '7', '86', '—', '—'),
    group(1, 'Change in working capital'),
    body(2, 'Trade receivables', '', '(312)', '(204)', '17'),
    body(2, 'Inventories', '', '46', '(18)', '(9)'),
    body(2, 'Trade payables', '', '245', '188', '50'),
    body(1, 'Other items that need no cash', '', '621', '563', '494'),
    body(0, 'Net cash provided by operating activities', '', '4,312', '3,780', '3,535'),
    group(0, 'Investing activities'),
    body(1, 'Capital expenditure', '7', '(2,046)', '(1,871)', '(1,702)'),
    body(1, 'Purchase of businesses, net of the cash acquired with them', '3', '(410)', '—', '—'),
    body(1, 'Sale of property, plant and equipment', '7', '58', '31', '24'),
    body(0, 'Net cash used in investing activities', '', '(2,398)', '(1,840)', '(1,678)'),
    group(0, 'Financing activities'),
    body(1, 'New project loans', '12', '900', '450', '—'),
    body(1, 'Repayment of project loans', '12', '(1,215)', '(988)', '(902)'),
    body(1, 'Interest paid', '12', '(486)', '(368)', '(352)'),
    body(1, 'Dividends paid', '', '(772)', '(740)', '(711)'),
    body(0, 'Net cash used in financing activities', '', '(1,573)', '(1,646)', '(1,965)'),
    body(0, 'Change in cash and cash equivalents', '', '341', '294', '(108)')
  ]
};

/** Wider than its card. */
export const SEGMENTS: TableView = {
  caption: 'Operating result by segment',
  units: 'in $ million, except percentages',
  columns: 10,
  label_columns: 1,
  rows: [
    spanning([1, 3, 'Generation'], [4, 3, 'Networks'], [7, 3, 'Supply']),
    head('', '2023', '2022', 'Change', '2023', '2022', 'Change', '2023', '2022', 'Change'),
    body(0, 'Revenue', ...'6,204 5,688 9.1% 3,117 3,042 2.5% 8,430 8,911 (5.4)%'.split(' ')),
    body(1, 'of which abroad', ...'1,120 988 13.4% — — — 640 702 (8.8)%'.split(' ')),
    body(0, 'Operating costs', ...'(4,101) (3,992) 2.7% (2,204) (2,188) 0.7%'.split(' ')),
    body(0, 'Operating result', ...'2,103 1,696 24.0% 913 854 6.9% 402 377 6.6%'.split(' '))
  ]
};
