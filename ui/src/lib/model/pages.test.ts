import { expect, test } from 'vitest';
import type { PageInfo } from '../platform/bindings';
import { isUnread, pagesNamed, pageTitle, unreadTitle } from './pages';

const page = (number: number, rest: Partial<PageInfo> = {}): PageInfo => ({
  page: number,
  label: null,
  width: 600,
  height: 800,
  status: 'native',
  problem: null,
  ...rest
});

test.each([
  ['native', false],
  ['ocr', false],
  ['mixed', false],
  ['empty', false],
  ['ocr_error', true],
  ['read_error', true]
] as const)('a page with status %s is unread: %s', (status, unread) => {
  expect(isUnread(page(1, { status }))).toBe(unread);
});

test.each([
  [null, 'Page 47'],
  ['47', 'Page 47'],
  ['', 'Page 47'],
  ['F-4', 'Page 47 (F-4)']
])('labelled %s it is called %s', (label, title) => {
  expect(pageTitle(page(47, { label }))).toBe(title);
});

test.each([
  ['read_error', 'Page 9 (iv) could not be read.'],
  ['ocr_error', 'The text of page 9 (iv) could not be recognised.']
] as const)('%s reads "%s"', (status, words) => {
  expect(unreadTitle(page(9, { status, label: 'iv' }))).toBe(words);
});

test.each([
  [[3], 'Page 3'],
  [[7, 3], 'Pages 3 and 7'],
  [[12, 13, 14, 15, 3, 7], 'Pages 3, 7 and 12–15'],
  [
    Array.from({ length: 40 }, (_, k) => 2 * k + 1),
    'Pages 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21 and 29 more'
  ]
])('%o are named %s', (numbers, words) => {
  expect(pagesNamed(numbers.map((number) => page(number)))).toBe(words);
});

test('printed labels stand beside the numbers', () => {
  const pages = [4, 121, 122, 123].map((number) =>
    page(number, { label: number < 10 ? 'iv' : `F-${number - 120}` })
  );
  expect(pagesNamed(pages)).toBe('Pages 4 (iv) and 121–123 (F-1–F-3)');
});
