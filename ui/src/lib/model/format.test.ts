import { expect, test } from 'vitest';
import { pagesWords } from './documents';
import { ago, duration, fileSize, listed, pageWords, remaining } from './format';

test.each([
  [0.2, '1 ms'],
  [171.4, '171 ms'],
  [1400, '1.4 s'],
  [9960, '10 s'],
  [65_000, '65 s']
])('%d ms is %s', (ms, words) => expect(duration(ms)).toBe(words));

test.each([
  [12, '12 B'],
  [1482, '1.5 kB'],
  [999_700, '1.0 MB'],
  [41_300_000, '41 MB'],
  [2_000_000_000, '2.0 GB']
])('%i bytes are %s', (bytes, words) => expect(fileSize(bytes)).toBe(words));

test.each([
  [5, 'just now'],
  [150, '2 min ago'],
  [7200, '2 h ago'],
  [100_000, 'yesterday'],
  [300_000, '3 days ago']
])('%i seconds back is %s', (back, words) => expect(ago(1e9 - back, 1e9)).toBe(words));

test.each([
  [47, '39', 'p. 47 (39)'],
  [47, '47', 'p. 47'],
  [47, null, 'p. 47'],
  [47, '', 'p. 47']
])('page %i labelled %s is %s', (page, label, words) => expect(pageWords(page, label)).toBe(words));

test.each([
  [0, '0 pages'],
  [1, '1 page'],
  [1204, '1,204 pages']
])('%i counted is %s', (number, words) => expect(pagesWords(number)).toBe(words));

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c']
])('%o listed is "%s"', (words, text) => expect(listed(words)).toBe(text));

test.each([
  [0, 'less than a minute'],
  [54, 'less than a minute'],
  [59, 'about 1 min'],
  [89, 'about 1 min'],
  [170, 'about 3 min'],
  [580, 'about 10 min'],
  [720, 'about 10 min'],
  [56 * 60, 'about 55 min'],
  [58 * 60, 'about 1 h'],
  [79 * 60, 'about 1 h 20 min'],
  [594 * 60, 'about 9 h 50 min'],
  [640 * 60, 'about 11 h']
])('%i seconds are "%s"', (seconds, words) => expect(remaining(seconds)).toBe(words));
