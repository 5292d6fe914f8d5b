import { beforeEach, expect, it } from 'vitest';
import type { WireError } from '../platform/bindings';
import { FakePlatform } from '../platform/fake';
import { SearchSetting } from './searching';

const broken: WireError = { code: 'internal', message: 'Broken.', hint: null };
let platform: FakePlatform;
let searching: SearchSetting;

const settings = () => searching.state?.settings;

beforeEach(async () => {
  platform = new FakePlatform('library');
  searching = new SearchSetting(platform);
  await searching.load();
});

it('changes one thing and leaves the rest', async () => {
  await searching.setIndex('hnsw');
  await searching.setEffort(4096);
  await searching.setShown(7);
  expect(settings()).toEqual({
    index: 'hnsw',
    ef_search: 4096,
    nprobe: 32,
    passages: 7,
    write: true
  });
  expect(searching.isDefault).toBe(false);
  await searching.reset();
  expect([settings()?.index, searching.isDefault]).toEqual(['flat', true]);
});

it('gives the effort to the kind of index in use, and to none where it has none', async () => {
  await searching.setIndex('ivf_pq');
  await searching.setEffort(8);
  expect(settings()).toMatchObject({ ef_search: 1024, nprobe: 8 });
  await searching.setIndex('flat');
  const calls = platform.calls.length;
  await searching.setEffort(64);
  expect(platform.calls).toHaveLength(calls);
});

it('brings the passages shown within what may be chosen, before it asks', async () => {
  const done = searching.setShown(400);
  expect(settings()?.passages).toBe(50);
  await done;
  expect(platform.calls.at(-1)?.args).toMatchObject({ settings: { passages: 50 } });
  await searching.setShown(0);
  expect(settings()?.passages).toBe(1);
  const calls = platform.calls.length;
  await searching.setShown(NaN);
  expect(platform.calls).toHaveLength(calls);
});

it('shows what the app holds a choice to', async () => {
  await searching.setIndex('hnsw');
  const done = searching.setEffort(100_000);
  expect(settings()?.ef_search).toBe(100_000);
  await done;
  expect(settings()?.ef_search).toBe(8192);
});

it('lets the last of two quick choices hold', async () => {
  await Promise.all([searching.setIndex('hnsw'), searching.setIndex('ivf_pq')]);
  expect([settings()?.index, searching.busy]).toEqual(['ivf_pq', false]);
});

it('goes back to what held when a choice is refused, and says why', async () => {
  platform.failNext('choose_search_settings', broken);
  await searching.setShown(3);
  expect([settings()?.passages, searching.error]).toEqual([10, broken]);
  await searching.setShown(3);
  expect([settings()?.passages, searching.error]).toEqual([3, null]);
});

it('says why it could not be read', async () => {
  const fresh = new SearchSetting(platform);
  platform.failNext('search_settings', broken);
  await fresh.load();
  expect([fresh.state, fresh.error, fresh.busy]).toEqual([null, broken, false]);
  await fresh.setIndex('hnsw');
  expect(fresh.state).toBeNull();
});
