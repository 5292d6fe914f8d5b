import { expect, test } from 'vitest';
import type { HistoryRow } from '../platform/bindings';
import { conversations, found } from './history';

const row = (id: number, question: string, follows: number | null = null): HistoryRow => ({
  id,
  question,
  follows,
  found: true,
  mode: 'extractive',
  asked_at_s: id,
  removed: []
});

test('follow-ups stand behind what they follow up, the latest conversation first', () => {
  const rows = [
    row(5, 'and in 2022?', 4),
    row(4, 'and in 2021?', 2),
    row(3, 'Rent?'),
    row(2, 'Cash?')
  ];
  expect(conversations(rows).map((asked) => asked.map(({ id }) => id))).toEqual([[2, 4, 5], [3]]);
});

test('one whose predecessor was forgotten begins a conversation', () => {
  expect(conversations([row(5, 'and in 2022?', 4)])).toHaveLength(1);
});

test('words are found in any order, accents and capitals aside', () => {
  const rows = [row(1, 'Où est le siège?'), row(2, 'What is the rent?')];
  expect(found(rows, 'SIEGE ou').map(({ id }) => id)).toEqual([1]);
  expect(found(rows, '')).toHaveLength(2);
  expect(found(rows, 'siege rent')).toEqual([]);
});
