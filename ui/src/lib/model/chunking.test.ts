import { expect, it, test } from 'vitest';
import { DEFAULT_CHUNKING } from '../platform/bindings';
import { fieldOf, lengthWords, measureChoices, overlapWords } from './chunking';

const fixed = { ...DEFAULT_CHUNKING, mode: 'fixed' } as const;

test.each([
  [DEFAULT_CHUNKING, 'length', 'target_tokens'],
  [DEFAULT_CHUNKING, 'overlap', 'overlap_sentences'],
  [fixed, 'length', 'window_chars'],
  [fixed, 'overlap', 'overlap_chars']
] as const)('%o: %s is %s', (chunking, measure, field) => {
  expect(fieldOf(chunking, measure)).toBe(field);
});

it('offers what holds, also where it is none of the usual', () => {
  const values = (target_tokens: number) =>
    measureChoices(
      { chunking: { ...DEFAULT_CHUNKING, target_tokens }, defaults: DEFAULT_CHUNKING },
      'length'
    ).map(({ value }) => value);
  expect(values(196)).toEqual([128, 196, 224]);
  expect(values(170)).toEqual([128, 170, 196, 224]);
});

it('says in words what a choice means', () => {
  expect(lengthWords(DEFAULT_CHUNKING)).toBe('About 150 words (196 tokens).');
  expect(lengthWords(fixed)).toBe('1,000 characters.');
  expect(overlapWords(DEFAULT_CHUNKING)).toContain('up to 3 short sentences');
  expect(overlapWords({ ...DEFAULT_CHUNKING, overlap_sentences: 1 })).toContain(
    '1 short sentence '
  );
  expect(overlapWords({ ...DEFAULT_CHUNKING, overlap_sentences: 0 })).toContain('repeats nothing');
  expect(overlapWords(fixed)).toContain('last 200 characters');
  expect(overlapWords({ ...fixed, overlap_chars: 0 })).toContain('begins where');
});
