// The choices of how documents are cut into passages, in words. Pure.
import type { Chunking, ChunkingState } from '../platform/bindings';
import { say } from '../words/say.svelte';
import { choicesOf, type Choice, type Step } from './setting';

/** What of the chunking can be chosen by a number. */
export type Measure = 'length' | 'overlap';

type Field = 'target_tokens' | 'overlap_sentences' | 'window_chars' | 'overlap_chars';

/** Which number it is depends on the mode. */
export function fieldOf({ mode }: Chunking, measure: Measure): Field {
  if (mode === 'structure') return measure === 'length' ? 'target_tokens' : 'overlap_sentences';
  return measure === 'length' ? 'window_chars' : 'overlap_chars';
}

function stepsOf(field: Field): Step[] {
  const { short, medium, usual, long, none, little } = say.settings.passages;
  switch (field) {
    case 'target_tokens':
      return [{ value: 128, words: short }, { words: usual }, { value: 224, words: long }];
    case 'overlap_sentences':
      return [{ value: 0, words: none }, { value: 1, words: little }, { words: usual }];
    case 'window_chars':
      return [{ value: 500, words: short }, { value: 750, words: medium }, { words: usual }];
    case 'overlap_chars':
      return [{ value: 0, words: none }, { value: 100, words: little }, { words: usual }];
  }
}

/** How contents pages, indexes and references are searched. */
export function noiseChoices(): Choice[] {
  const { noiseLast, noiseLikeRest } = say.settings.passages;
  return [
    { value: 0, words: noiseLast },
    { value: 1, words: noiseLikeRest }
  ];
}

export function measureChoices({ chunking, defaults }: ChunkingState, measure: Measure): Choice[] {
  const field = fieldOf(chunking, measure);
  return choicesOf(stepsOf(field), chunking[field], defaults[field]);
}

/** Words in a token of English, roughly: three in four. */
const WORDS_IN_TOKEN = 0.75;

export function lengthWords(chunking: Chunking): string {
  const { characters, words: inWords } = say.settings.passages;
  if (chunking.mode === 'fixed') return characters(chunking.window_chars);
  const words = Math.round((chunking.target_tokens * WORDS_IN_TOKEN) / 10) * 10;
  return inWords(words, chunking.target_tokens);
}

export function overlapWords(chunking: Chunking): string {
  const { noOverlap, noWindowOverlap, sentences, windowOverlap } = say.settings.passages;
  if (chunking.mode === 'fixed') {
    return chunking.overlap_chars === 0 ? noWindowOverlap : windowOverlap(chunking.overlap_chars);
  }
  return chunking.overlap_sentences === 0 ? noOverlap : sentences(chunking.overlap_sentences);
}
