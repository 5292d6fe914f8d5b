import { expect, test } from 'vitest';
import { ago, duration, fileSize, pageWords } from './format';

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
