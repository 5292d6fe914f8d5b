// The choices of how documents are cut into passages, in words. Pure.
import type { Chunking } from '../platform/bindings';
import { count, counted } from './format';

/** What holds until the person chooses otherwise; as `Chunking::default` of crates/core. */
export const DEFAULT_CHUNKING: Chunking = {
  mode: 'structure',
  target_tokens: 196,
  min_tokens: 48,
  max_tokens: 224,
  overlap_sentences: 3,
  window_chars: 1000,
  overlap_chars: 200,
  search_noise: false
};

export interface Choice {
  value: number;
  words: string;
}

/** What of the cutting can be chosen by a number. */
export type Measure = 'length' | 'overlap';

type Field = 'target_tokens' | 'overlap_sentences' | 'window_chars' | 'overlap_chars';

/** Which number it is depends on the way of cutting. */
export function fieldOf({ mode }: Chunking, measure: Measure): Field {
  if (mode === 'structure') return measure === 'length' ? 'target_tokens' : 'overlap_sentences';
  return measure === 'length' ? 'window_chars' : 'overlap_chars';
}

const CHOICES: Record<Field, Choice[]> = {
  target_tokens: [
    { value: 128, words: 'Short' },
    { value: 196, words: 'Usual' },
    { value: 224, words: 'Long' }
  ],
  overlap_sentences: [
    { value: 0, words: 'None' },
    { value: 1, words: 'A little' },
    { value: 3, words: 'Usual' }
  ],
  window_chars: [
    { value: 500, words: 'Short' },
    { value: 750, words: 'Medium' },
    { value: 1000, words: 'Usual' }
  ],
  overlap_chars: [
    { value: 0, words: 'None' },
    { value: 100, words: 'A little' },
    { value: 200, words: 'Usual' }
  ]
};

/** How contents pages, indexes and references are searched. */
export const NOISE_CHOICES: Choice[] = [
  { value: 0, words: 'Last' },
  { value: 1, words: 'Like the rest' }
];

/** The usual choices, and what holds where it is none of them: the command line knows more. */
export function choicesOf(chunking: Chunking, measure: Measure): Choice[] {
  const field = fieldOf(chunking, measure);
  const value = chunking[field];
  const usual = CHOICES[field];
  return usual.some((each) => each.value === value)
    ? usual
    : [...usual, { value, words: count(value) }].sort((a, b) => a.value - b.value);
}

/** Words in a token of English, roughly: three in four. */
const WORDS_IN_TOKEN = 0.75;

export function lengthWords(chunking: Chunking): string {
  if (chunking.mode === 'fixed') return `${count(chunking.window_chars)} characters.`;
  const words = Math.round((chunking.target_tokens * WORDS_IN_TOKEN) / 10) * 10;
  return `About ${count(words)} words (${count(chunking.target_tokens)} tokens).`;
}

export function overlapWords(chunking: Chunking): string {
  if (chunking.mode === 'fixed') {
    return chunking.overlap_chars === 0
      ? 'A window begins where the one before ends.'
      : `A window repeats the last ${count(chunking.overlap_chars)} characters of the one before.`;
  }
  return chunking.overlap_sentences === 0
    ? 'A passage repeats nothing of the one before.'
    : `A passage repeats up to ${counted(chunking.overlap_sentences, 'short sentence')} of the one before, so that nothing is torn apart between them.`;
}

export function isDefault(chunking: Chunking): boolean {
  return (Object.keys(DEFAULT_CHUNKING) as (keyof Chunking)[]).every(
    (key) => chunking[key] === DEFAULT_CHUNKING[key]
  );
}
