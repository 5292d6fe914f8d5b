import { describe, expect, it, test } from 'vitest';
import {
  DEFAULT_SEARCH as defaults,
  type IndexChoice,
  type SearchSettings,
  type SearchState
} from '../platform/bindings';
import { clampShown, effortChoices, effortField, effortWords, proposalWords } from './searching';

const state = (
  settings: Partial<SearchSettings> = {},
  passages = 1000,
  proposed: IndexChoice = 'flat'
): SearchState => ({ settings: { ...defaults, ...settings }, defaults, passages, proposed });

test.each([
  [7, 7],
  [0, 1],
  [-3, 1],
  [51, 50],
  [12.4, 12],
  [NaN, null],
  [Infinity, null]
])('%d passages are shown as %s', (typed, shown) => {
  expect(clampShown(typed)).toBe(shown);
});

describe('effort', () => {
  it('belongs to the graph and the codes', () => {
    expect((['flat', 'hnsw', 'ivf_pq'] as const).map(effortField)).toEqual([
      null,
      'ef_search',
      'nprobe'
    ]);
  });

  it('offers the usual steps, and what holds beside them', () => {
    const values = (known: SearchState, field: 'ef_search' | 'nprobe') =>
      effortChoices(known, field).map(({ value }) => value);
    expect(values(state(), 'ef_search')).toEqual([256, 1024, 4096]);
    expect(values(state({ nprobe: 64 }), 'nprobe')).toEqual([8, 32, 64, 128]);
    const own = effortChoices(state({ ef_search: 8192 }), 'ef_search').at(-1);
    expect(own).toEqual({ value: 8192, words: '8,192' });
  });

  it('offers a step once where the default is another one of them', () => {
    const known = { ...state(), defaults: { ...defaults, nprobe: 8 } };
    expect(effortChoices({ ...known, settings: known.defaults }, 'nprobe')).toHaveLength(2);
  });

  it('says what it means', () => {
    expect(effortWords(defaults, 'ef_search')).toContain('the 1,024 nearest');
    expect(effortWords({ ...defaults, nprobe: 1 }, 'nprobe')).toContain('Reads 1 list of 256');
  });
});

describe('a proposal', () => {
  it('is made where another kind suits', () => {
    expect(proposalWords(state({}, 212_000, 'hnsw'))).toBe(
      'With 212,000 passages a graph answers faster.'
    );
    expect(proposalWords(state({ index: 'hnsw' }, 1))).toContain('With 1 passage an exact search');
    expect(proposalWords(state({}, 9_000_000, 'ivf_pq'))).toContain('less memory');
  });

  it('is not made for what is in use', () => {
    expect(proposalWords(state())).toBeNull();
  });
});
