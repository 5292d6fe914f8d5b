import { expect, it, test } from 'vitest';
import type { ModelPack, ModelState } from '../platform/bindings';
import {
  byRole,
  choosable,
  doneWords,
  downloadWords,
  factWords,
  share,
  sourceWords,
  stateWords,
  writes
} from './models';

function pack(changed: Partial<ModelPack> = {}): ModelPack {
  return {
    name: 'tiny',
    title: 'Tiny',
    role: 'generator',
    licence: 'MIT',
    revision: null,
    source: 'hub.example/who/tiny',
    origin: null,
    bytes: 300_000_000,
    memory_bytes: 340_000_000,
    state: { is: 'absent' },
    bundled: false,
    in_use: false,
    can_install: true,
    pinned: true,
    problem: null,
    ...changed
  };
}

const installing = (done_bytes: number, total_bytes: number | null, checking = false) =>
  ({ is: 'installing', done_bytes, total_bytes, checking }) satisfies ModelState;

it('groups by role, in one order, and leaves out roles of which nothing is known', () => {
  const groups = byRole([pack(), pack({ name: 'e', role: 'embedder' }), pack({ name: 'b' })]);
  expect(groups.map(({ role, packs }) => [role, packs.length])).toEqual([
    ['embedder', 1],
    ['generator', 2]
  ]);
});

it('knows whether answers are written', () => {
  expect(writes([pack({ state: { is: 'installed' } })])).toBe(false);
  expect(writes([pack({ role: 'reranker', in_use: true })])).toBe(false);
  expect(writes([pack({ in_use: true })])).toBe(true);
});

it('offers a choice only where there is one', () => {
  const used = pack({ name: 'used', state: { is: 'installed' }, in_use: true });
  const other = pack({ state: { is: 'installed' } });
  expect(choosable(other, [used, other])).toBe(true);
  expect(choosable(used, [used, other])).toBe(false);
  expect(choosable(pack(), [used])).toBe(false);
  expect(choosable(other, [other])).toBe(false);
});

test.each<[ModelState, boolean, string]>([
  [{ is: 'absent' }, false, 'Not installed'],
  [{ is: 'partial', done_bytes: 4 }, false, 'Download stopped'],
  [installing(4, 9), false, 'Installing'],
  [installing(9, 9, true), false, 'Checking'],
  [{ is: 'installed' }, true, 'In use'],
  [{ is: 'installed' }, false, 'Installed'],
  [{ is: 'broken' }, false, 'Broken, not used']
])('says of %o (in use: %s) “%s”', (state, in_use, words) => {
  expect(stateWords(pack({ state, in_use }))).toBe(words);
});

test.each<[ModelState, number | null, number | null, string]>([
  [{ is: 'absent' }, 300, null, ''],
  [installing(0, null), null, null, 'Beginning…'],
  [installing(150_000_000, 300_000_000), 1, 0.5, '150 MB of 300 MB'],
  [installing(150_000_000, null), 300_000_000, 0.5, '150 MB of 300 MB'],
  [installing(7000, null), null, null, '7.0 kB'],
  [installing(9, 9, true), 9, 1, 'All is here; its content is checked.'],
  [{ is: 'partial', done_bytes: 400 }, 300, 1, '400 B of 300 B']
])('says how far %o of %s bytes is', (state, bytes, part, words) => {
  expect([share(pack({ state, bytes })), doneWords(pack({ state, bytes }))]).toEqual([part, words]);
});

it('leaves out facts that nobody gave', () => {
  expect(factWords(pack())).toEqual(['300 MB', 'needs about 340 MB of memory', 'MIT']);
  expect(factWords(pack({ bytes: null, memory_bytes: null, licence: null }))).toEqual([]);
});

it('never hides that a source is unknown', () => {
  expect(sourceWords(pack())).toBe('From hub.example/who/tiny');
  expect(sourceWords(pack({ bundled: true }))).toBe('Comes with Citelight.');
  expect(sourceWords(pack({ origin: 'unknown', source: null }))).toContain('unknown source');
  expect(sourceWords(pack({ origin: 'known' }))).toContain('that of hub.example/who/tiny');
});

it('says what a download would fetch, from where and to where', () => {
  const words = downloadWords(pack(), '/models');
  expect(words).toContain('about 300 MB from hub.example/who/tiny into /models');
  expect(words).toContain('Nothing of your documents');
  const begun = pack({ state: { is: 'partial', done_bytes: 100_000_000 } });
  expect(downloadWords(begun, '/models')).toContain('about 200 MB');
  expect(downloadWords(pack({ bytes: null, source: null }), '/m')).toContain('files into /m');
});
