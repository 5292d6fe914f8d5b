// The choices of how a library is searched, in words. Pure.
import type { IndexChoice, SearchSettings, SearchState } from '../platform/bindings';
import { say } from '../words/say.svelte';
import { choicesOf, type Choice, type Step } from './setting';

/** Passages that can be shown with an answer. */
export const SHOWN = { min: 1, max: 50 } as const;

/** The nearest whole number that may be chosen; null where it is no number. */
export function clampShown(value: number): number | null {
  if (!Number.isFinite(value)) return null;
  return Math.max(SHOWN.min, Math.min(SHOWN.max, Math.round(value)));
}

/** What says how hard a kind of index looks; exact search has no such number. */
export type EffortField = 'ef_search' | 'nprobe';

export function effortField(index: IndexChoice): EffortField | null {
  return index === 'hnsw' ? 'ef_search' : index === 'ivf_pq' ? 'nprobe' : null;
}

function stepsOf(field: EffortField): Step[] {
  const { fast, usual, thorough } = say.settings.search;
  const [least, most] = field === 'ef_search' ? [256, 4096] : [8, 128];
  return [{ value: least, words: fast }, { words: usual }, { value: most, words: thorough }];
}

export function effortChoices({ settings, defaults }: SearchState, field: EffortField): Choice[] {
  return choicesOf(stepsOf(field), settings[field], defaults[field]);
}

export function effortWords(settings: SearchSettings, field: EffortField): string {
  const { keepsNearest, readsLists } = say.settings.search;
  return field === 'ef_search' ? keepsNearest(settings.ef_search) : readsLists(settings.nprobe);
}

/** What another kind of index would bring; null where the one in use suits. */
export function proposalWords({ settings, proposed, passages }: SearchState): string | null {
  return proposed === settings.index ? null : say.settings.search.proposals[proposed](passages);
}
