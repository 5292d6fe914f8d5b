// The choices of how documents are cut into passages, in words. Pure.
import type { Chunking, ChunkingState } from '../platform/bindings';
import { count, counted } from './format';
import { choicesOf, type Choice, type Step } from './setting';

/** What of the chunking can be chosen by a number. */
export type Measure = 'length' | 'overlap';

type Field = 'target_tokens' | 'overlap_sentences' | 'window_chars' | 'overlap_chars';

/** Which number it is depends on the mode. */
export function fieldOf({ mode }: Chunking, measure: Measure): Field {
  if (mode === 'structure') return measure === 'length' ? 'target_tokens' : 'overlap_sentences';
  return measure === 'length' ? 'window_chars' : 'overlap_chars';
}

const STEPS: Record<Field, Step[]> = {
  target_tokens: [
    { value: 128, words: 'Short' },
    { words: 'Usual' },
    { value: 224, words: 'Long' }
  ],
  overlap_sentences: [
    { value: 0, words: 'None' },
    { value: 1, words: 'A little' },
    { words: 'Usual' }
  ],
  window_chars: [
    { value: 500, words: 'Short' },
    { value: 750, words: 'Medium' },
    { words: 'Usual' }
  ],
  overlap_chars: [
    { value: 0, words: 'None' },
    { value: 100, words: 'A little' },
    { words: 'Usual' }
  ]
};

/** How contents pages, indexes and references are searched. */
export const NOISE_CHOICES: Choice[] = [
  { value: 0, words: 'Last' },
  { value: 1, words: 'Like the rest' }
];

export function measureChoices({ chunking, defaults }: ChunkingState, measure: Measure): Choice[] {
  const field = fieldOf(chunking, measure);
  return choicesOf(STEPS[field], chunking[field], defaults[field]);
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
