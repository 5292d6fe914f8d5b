import { expect, it, test } from 'vitest';
import type { QueueState } from '../platform/bindings';
import { advance, batchShare, NO_BATCH, queueWords } from './queue';

const state = (rest: Partial<QueueState>): QueueState => ({
  paused: false,
  current: 'a',
  waiting: 0,
  remaining_s: null,
  ...rest
});

test.each([
  [{ current: null }, { done: 3, left: 1 }, { done: 0, left: 0 }],
  [{ waiting: 9 }, { done: 0, left: 0 }, { done: 0, left: 10 }],
  // Between two documents none is under way.
  [
    { current: null, waiting: 9 },
    { done: 0, left: 10 },
    { done: 1, left: 9 }
  ],
  [{ waiting: 8 }, { done: 1, left: 9 }, { done: 1, left: 9 }],
  // New files came.
  [{ waiting: 20 }, { done: 1, left: 9 }, { done: 1, left: 21 }]
])('%o after %o is %o', (rest, before, after) => {
  expect(advance(before, state(rest))).toEqual(after);
});

test.each([
  [{ current: null }, { done: 0, left: 0 }, null],
  [{ paused: true, current: null }, { done: 0, left: 0 }, null],
  [{}, { done: 0, left: 1 }, 'Reading 1 document'],
  [{ remaining_s: 12 }, { done: 0, left: 1 }, 'Reading 1 document · less than a minute'],
  [{ waiting: 9, remaining_s: 120 }, { done: 2, left: 10 }, 'Reading 3 of 12 · about 2 min left'],
  [{ waiting: 9 }, { done: 2, left: 10 }, 'Reading 3 of 12'],
  [{ current: null, waiting: 1200 }, { done: 0, left: 1200 }, '1,200 waiting'],
  [
    { paused: true, current: null, waiting: 9, remaining_s: 70 },
    { done: 2, left: 9 },
    'Paused · 9 waiting'
  ],
  [{ paused: true, waiting: 8 }, { done: 2, left: 9 }, 'Pausing · 9 waiting']
])('%o with %o reads "%s"', (rest, batch, words) => {
  expect(queueWords(state(rest), batch)).toBe(words);
});

it('knows the share that is done', () => {
  expect(batchShare({ done: 1, left: 3 }, 0.5)).toBeCloseTo(0.375);
  expect(batchShare(NO_BATCH, 0)).toBe(0);
});
