import { expect, it } from 'vitest';
import { DEFAULT_CHUNKING, DEFAULT_SEARCH } from '../platform/bindings';
import { isDefault } from './setting';

it('knows the defaults', () => {
  const fixed = { ...DEFAULT_CHUNKING, mode: 'fixed' } as const;
  expect([
    isDefault({ ...DEFAULT_CHUNKING }, DEFAULT_CHUNKING),
    isDefault(fixed, DEFAULT_CHUNKING)
  ]).toEqual([true, false]);
  expect([
    isDefault({ ...DEFAULT_SEARCH }, DEFAULT_SEARCH),
    isDefault({ ...DEFAULT_SEARCH, passages: 11 }, DEFAULT_SEARCH)
  ]).toEqual([true, false]);
});
