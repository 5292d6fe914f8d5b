import { beforeEach, expect, it } from 'vitest';
import { FakePlatform } from '../platform/fake';
import { Cutting } from './cutting.svelte';

let platform: FakePlatform;
let cutting: Cutting;

beforeEach(async () => {
  platform = new FakePlatform('library');
  cutting = new Cutting(platform);
  await cutting.load();
});

it('knows what holds, and that it is the default', () => {
  expect([cutting.chunking?.target_tokens, cutting.usual]).toEqual([196, true]);
});

it('changes what belongs to the way of cutting', async () => {
  await cutting.set('length', 128);
  await cutting.setMode('fixed');
  await cutting.set('overlap', 0);
  expect(cutting.chunking).toMatchObject({ mode: 'fixed', target_tokens: 128, overlap_chars: 0 });
  expect(cutting.usual).toBe(false);
  await cutting.reset();
  expect([cutting.chunking?.mode, cutting.usual]).toEqual(['structure', true]);
});

it('shows a choice at once, and then what the app holds it to', async () => {
  const done = cutting.set('length', 9000);
  expect(cutting.chunking?.target_tokens).toBe(9000);
  await done;
  expect(cutting.chunking?.target_tokens).toBe(224);
});

it('lets the last of two quick choices hold', async () => {
  await Promise.all([cutting.set('length', 128), cutting.set('length', 224)]);
  expect([cutting.chunking?.target_tokens, cutting.busy]).toEqual([224, false]);
});

it('asks for nothing when nothing is to be reset', async () => {
  const calls = platform.calls.length;
  await cutting.reset();
  expect(platform.calls).toHaveLength(calls);
});

it('goes back to what held when a choice is refused, and says why', async () => {
  platform.failNext('choose_chunking', { code: 'internal', message: 'Broken.', hint: null });
  await cutting.set('length', 128);
  expect([cutting.chunking?.target_tokens, cutting.error?.message]).toEqual([196, 'Broken.']);
  await cutting.set('length', 128);
  expect(cutting.error).toBeNull();
});

it('says why it cannot be told what holds', async () => {
  const fresh = new Cutting(platform);
  platform.failNext('chunking', { code: 'internal', message: 'Broken.', hint: null });
  await fresh.load();
  expect([fresh.chunking, fresh.error?.message, fresh.busy]).toEqual([null, 'Broken.', false]);
  await fresh.setMode('fixed');
  expect(fresh.chunking).toBeNull();
});
