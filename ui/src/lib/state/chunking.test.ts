import { beforeEach, expect, it } from 'vitest';
import { FakePlatform } from '../platform/fake';
import { ChunkingSetting } from './chunking';

let platform: FakePlatform;
let chunking: ChunkingSetting;

beforeEach(async () => {
  platform = new FakePlatform('library');
  chunking = new ChunkingSetting(platform);
  await chunking.load();
});

it('knows what holds, and that it is the default', () => {
  expect([chunking.state?.chunking.target_tokens, chunking.isDefault]).toEqual([196, true]);
});

it('changes what belongs to the mode', async () => {
  await chunking.change({ target_tokens: 128 });
  await chunking.change({ mode: 'fixed' });
  await chunking.change({ overlap_chars: 0 });
  expect(chunking.state?.chunking).toMatchObject({
    mode: 'fixed',
    target_tokens: 128,
    overlap_chars: 0
  });
  expect(chunking.isDefault).toBe(false);
  await chunking.reset();
  expect([chunking.state?.chunking.mode, chunking.isDefault]).toEqual(['structure', true]);
});

it('shows a choice at once, and then what the app holds it to', async () => {
  const done = chunking.change({ target_tokens: 9000 });
  expect(chunking.state?.chunking.target_tokens).toBe(9000);
  await done;
  expect(chunking.state?.chunking.target_tokens).toBe(224);
});

it('lets the last of two quick choices hold', async () => {
  await Promise.all([
    chunking.change({ target_tokens: 128 }),
    chunking.change({ target_tokens: 224 })
  ]);
  expect([chunking.state?.chunking.target_tokens, chunking.busy]).toEqual([224, false]);
});

it('asks for nothing when nothing is to be reset', async () => {
  const calls = platform.calls.length;
  await chunking.reset();
  expect(platform.calls).toHaveLength(calls);
});

it('goes back to what held when a choice is refused, and says why', async () => {
  platform.failNext('choose_chunking', { code: 'internal', message: 'Broken.', hint: null });
  await chunking.change({ target_tokens: 128 });
  expect([chunking.state?.chunking.target_tokens, chunking.error?.message]).toEqual([
    196,
    'Broken.'
  ]);
  await chunking.change({ target_tokens: 128 });
  expect(chunking.error).toBeNull();
});

it('says why it could not be read', async () => {
  const fresh = new ChunkingSetting(platform);
  platform.failNext('chunking', { code: 'internal', message: 'Broken.', hint: null });
  await fresh.load();
  expect([fresh.state, fresh.error?.message, fresh.busy]).toEqual([null, 'Broken.', false]);
  await fresh.change({ mode: 'fixed' });
  expect(fresh.state).toBeNull();
});
