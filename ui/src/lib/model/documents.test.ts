import { describe, expect, it, test } from 'vitest';
import { row } from '../platform/fake-documents';
import {
  activeWords,
  busyWords,
  canOpen,
  canRetry,
  families,
  inOrder,
  progressOf,
  remarks,
  statusWords,
  steady,
  summarise,
  summaryWords
} from './documents';

describe('families', () => {
  it('folds replaced versions under the newest, newest first', () => {
    const rows = [
      row('c', 'a.pdf', { version: 3 }),
      row('x', 'b.pdf', {}),
      row('a', 'a.pdf', { version: 1, superseded_by: 'b' }),
      row('b', 'a.pdf', { version: 2, superseded_by: 'c' })
    ];
    const list = families(rows);
    expect(list.map(({ row, older }) => [row.id, older.map(({ id }) => id)])).toEqual([
      ['c', ['b', 'a']],
      ['x', []]
    ]);
  });

  it('lets a version stand for itself when its successor is gone', () => {
    const list = families([row('a', 'a.pdf', { superseded_by: 'gone' })]);
    expect(list.map(({ row }) => row.id)).toEqual(['a']);
  });

  it('loses no document to a ring', () => {
    const rows = [
      row('a', 'a.pdf', { superseded_by: 'b' }),
      row('b', 'a.pdf', { superseded_by: 'a' })
    ];
    expect(families(rows)).toHaveLength(2);
  });
});

it('keeps the families that have not changed', () => {
  const rows = [
    row('a', 'a.pdf', { version: 1, superseded_by: 'b' }),
    row('b', 'a.pdf', { version: 2 }),
    row('c', 'c.pdf', {}),
    row('d', 'd.pdf', {})
  ];
  const before = families(rows);
  const after = steady(before, families([{ ...rows[0]! }, rows[1]!, rows[2]!, { ...rows[3]! }]));
  expect(after.map((family, index) => family === before[index])).toEqual([false, true, false]);
});

it('sorts newest first, and files of one second by name with numbers in order', () => {
  const rows = [
    row('1', 'Filing 10.pdf', { added_at_s: 5 }),
    row('2', 'Filing 9.pdf', { added_at_s: 5 }),
    row('3', 'old.pdf', { added_at_s: 1 })
  ];
  expect(inOrder(rows).map(({ id }) => id)).toEqual(['2', '1', '3']);
});

test.each([
  [{ status: 'queued' }, 'Waiting', 0],
  [{ status: 'reading' }, 'Opening', 0],
  [{ status: 'reading', pages: 64, pages_done: 32 }, 'Reading page 32 of 64', 0.4],
  [{ status: 'reading', pages: 2400, pages_done: 1200 }, 'Reading page 1,200 of 2,400', 0.4],
  [{ status: 'indexing', pages: 9, pages_done: 9, indexed: 0.5 }, 'Indexing 50 %', 0.9],
  [{ status: 'ready', pages: 1 }, '1 page', 1],
  [{ status: 'ready', pages: 9, refreshing: true, indexed: 0.426 }, 'Updating… 43\u00a0%', 1],
  [
    { status: 'ready', pages: 9, refreshing: true, by_words: true, indexed: 0.5 },
    'Can be asked, 50\u00a0% indexed',
    0.9
  ],
  [{ status: 'ready', pages: 1200 }, '1,200 pages', 1],
  [{ status: 'cancelled', pages: 10, pages_done: 5 }, 'Cancelled after 5 pages', 0.4],
  [{ status: 'failed' }, 'Could not be added', 0],
  [{ status: 'needs_password' }, 'Needs a password', 0]
] as const)('%o reads "%s"', (rest, words, progress) => {
  const document = row('a', 'a.pdf', rest);
  expect(statusWords(document)).toBe(words);
  expect(progressOf(document)).toBeCloseTo(progress);
});

test.each([
  [{ status: 'queued' }, 'Waiting'],
  [{ status: 'reading' }, 'Paused'],
  [{ status: 'reading', pages: 64, pages_done: 32 }, 'Paused at page 32 of 64'],
  [{ status: 'indexing', pages: 9, indexed: 0.5 }, 'Paused at 50 %'],
  [{ status: 'ready', pages: 9 }, '9 pages']
] as const)('while imports are paused, %o reads "%s"', (rest, words) => {
  expect(statusWords(row('a', 'a.pdf', rest), true)).toBe(words);
});

test.each([
  ['ready', 3, true],
  ['indexing', 3, true],
  ['cancelled', 3, true],
  ['cancelled', 0, false],
  ['reading', 3, false],
  ['failed', 0, false]
] as const)('%s with %i pages read: can be opened %s', (status, pages_done, expected) => {
  expect(canOpen(row('a', 'a.pdf', { status, pages: 3, pages_done }))).toBe(expected);
});

it('says what was recognised and what could not be read', () => {
  const document = row('a', 'a.pdf', {
    pages: 9,
    pages_ocr: 9,
    pages_failed: 1,
    active_content: ['launch'],
    warnings: ['W.']
  });
  expect(remarks(document)).toEqual([
    'Scanned: the text was recognised from images.',
    '1 page could not be read.',
    'Contains commands that start programs; Citelight never runs them.',
    'W.'
  ]);
});

test.each([
  [['java_script'], 'Contains scripts; Citelight never runs them.'],
  [
    ['embedded_files', 'java_script'],
    'Contains scripts and attachments; Citelight never runs them.'
  ],
  [
    ['submit_form', 'launch', 'java_script'],
    'Contains scripts, commands that start programs and forms that send data; Citelight never runs them.'
  ]
] as const)('%o reads "%s"', (active, words) => expect(activeWords(active)).toBe(words));

test.each([
  ['failed', true],
  ['cancelled', true],
  // Once more without its password would end the same.
  ['needs_password', false],
  ['ready', false]
] as const)('%s can be tried again: %s', (status, expected) => {
  expect(canRetry(row('a', 'a.pdf', { status }))).toBe(expected);
});

test.each([
  [0, 0, 0, 'No documents'],
  [1, 1, 0, '1 document'],
  [300, 12, 288, '12 of 300 ready'],
  [3, 0, 3, '0 of 3 ready'],
  [2, 0, 0, '2 documents'],
  [5, 4, 0, '4 of 5 ready'],
  [1204, 1204, 0, '1,204 documents'],
  [1204, 1100, 3, '1,100 of 1,204 ready']
])('%i documents, %i ready, %i busy', (total, ready, busy, words) => {
  expect(summaryWords({ total, ready, busy, troubled: 0 })).toBe(words);
});

it('counts current documents only', () => {
  const list = families([
    row('a', 'a.pdf', { superseded_by: 'b' }),
    row('b', 'a.pdf', {}),
    row('c', 'c.pdf', { status: 'failed' })
  ]);
  expect(summarise(list)).toEqual({ total: 2, ready: 1, busy: 0, troubled: 1 });
});

test.each([
  ['queued', 'Waiting…'],
  ['reading', 'Reading…'],
  ['indexing', 'Reading…'],
  ['ready', null],
  ['failed', null]
] as const)('a button that waits for a document that is %s says %s', (status, words) => {
  expect(busyWords(row('a', 'a.pdf', { status }))).toBe(words);
});
