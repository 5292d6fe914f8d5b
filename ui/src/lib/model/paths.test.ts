import { expect, test } from 'vitest';
import { partsOf, pathWords, shortPath } from './paths';

const REPORT = ['Annual Report', 'Part II', 'Item 8. Statements', 'Notes', 'Cash Flows'];

test.each([
  ['', []],
  ['A', ['A']],
  ['A > B > C', ['A', 'B', 'C']],
  ['a>b > c', ['a>b', 'c']]
])('"%s" has the parts %o', (path, parts) => {
  expect(partsOf(path)).toEqual(parts);
  expect(pathWords(path)).toBe(parts.join(' › '));
});

test.each([
  [100, REPORT],
  [62, ['Annual Report', null, 'Item 8. Statements', 'Notes', 'Cash Flows']],
  [40, ['Annual Report', null, 'Notes', 'Cash Flows']],
  [32, ['Annual Report', null, 'Cash Flows']],
  [20, [null, 'Cash Flows']],
  [1, [null, 'Cash Flows']]
])('%d letters hold of five parts %o', (room, parts) => {
  const short = shortPath(REPORT, room);
  const length = short.reduce((sum, part) => sum + (part?.length ?? 1) + 3, -3);
  if (room >= 20) expect(length).toBeLessThanOrEqual(room);
  expect(short).toEqual(parts);
});

test.each([
  [['Only one that is long'], 4, ['Only one that is long']],
  [['Statements', 'Cash'], 20, ['Statements', 'Cash']],
  [['Statements', 'Cash'], 10, [null, 'Cash']],
  [[], 10, []]
])('of %o %d letters hold %o', (parts, room, short) => {
  expect(shortPath(parts, room)).toEqual(short);
});
