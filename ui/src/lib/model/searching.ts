// The choices of how a library is searched, in words. Pure.
import type { IndexChoice, SearchSettings, SearchState } from '../platform/bindings';
import { count, counted } from './format';
import { choicesOf, type Choice, type Step } from './setting';

/** Every kind of index: its name, and what it trades. */
export const INDEX_WORDS: Record<IndexChoice, { label: string; detail: string }> = {
  flat: {
    label: 'Exact',
    detail: 'Compares the question with every passage. Misses nothing; slower the more there are.'
  },
  hnsw: {
    label: 'Graph (HNSW)',
    detail:
      'Goes from near passages to nearer ones. Fast in large libraries; takes longer to build.'
  },
  ivf_pq: {
    label: 'Compact codes (IVF-PQ)',
    detail: 'Keeps a short code of each passage. Takes the least memory; may miss a little.'
  }
};

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

const STEPS: Record<EffortField, Step[]> = {
  ef_search: [
    { value: 256, words: 'Fast' },
    { words: 'Usual' },
    { value: 4096, words: 'Thorough' }
  ],
  nprobe: [{ value: 8, words: 'Fast' }, { words: 'Usual' }, { value: 128, words: 'Thorough' }]
};

export function effortChoices({ settings, defaults }: SearchState, field: EffortField): Choice[] {
  return choicesOf(STEPS[field], settings[field], defaults[field]);
}

export function effortWords(settings: SearchSettings, field: EffortField): string {
  const looks =
    field === 'ef_search'
      ? `Keeps the ${count(settings.ef_search)} nearest while it looks (ef_search).`
      : `Reads ${counted(settings.nprobe, 'list')} of 256 (nprobe).`;
  return `${looks} More finds better, and takes longer.`;
}

/** What another kind of index would bring; null where the one in use suits. */
export function proposalWords({ settings, proposed, passages }: SearchState): string | null {
  if (proposed === settings.index) return null;
  const many = `With ${counted(passages, 'passage')}`;
  switch (proposed) {
    case 'flat':
      return `${many} an exact search is fast enough, and misses nothing.`;
    case 'hnsw':
      return `${many} a graph answers faster.`;
    case 'ivf_pq':
      return `${many} compact codes take far less memory.`;
  }
}
