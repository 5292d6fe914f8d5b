import { beforeEach, expect, it } from 'vitest';
import type { WireError } from '../platform/bindings';
import { FakePlatform } from '../platform/fake';
import { IDS, row } from '../platform/fake-documents';
import { Queue } from './queue.svelte';

const broken: WireError = { code: 'internal', message: 'Broken.', hint: null };
let platform: FakePlatform;
let reported: WireError[];
let queue: Queue;

beforeEach(async () => {
  platform = new FakePlatform('library');
  reported = [];
  queue = new Queue(platform, (error) => reported.push(error));
  await platform.onEvent((event) => {
    if (event.type === 'queue') queue.update(event.state);
  });
  await queue.load();
});

it('says how far it is, and nothing of a time that is not known', () => {
  expect(queue.words).toBe('Reading 1 of 2');
  platform.imports.secondsPerPage = 4;
  platform.put({ ...platform.documents.get(IDS.letters)!, pages_done: 34 });
  expect(queue.words).toBe('Reading 1 of 2 · about 2 min left');
});

it('counts what is done until nothing is left', () => {
  platform.put(row('n', 'new.pdf', { status: 'queued', pages: 10 }));
  expect(queue.words).toBe('Reading 1 of 3');
  platform.put({ ...platform.documents.get(IDS.tender)!, status: 'ready' });
  expect(queue.words).toBe('Reading 2 of 3');
  platform.put({ ...platform.documents.get(IDS.letters)!, status: 'cancelled' });
  platform.put({ ...platform.documents.get('n')!, status: 'ready' });
  expect(queue.words).toBeNull();
  platform.put({ ...platform.documents.get('n')!, status: 'reading' });
  expect(queue.words).toBe('Reading 1 document');
});

it('pauses and goes on', async () => {
  await queue.toggle();
  expect([queue.paused, queue.words]).toEqual([true, 'Paused · 2 waiting']);
  await queue.toggle();
  expect([queue.paused, queue.words]).toEqual([false, 'Reading 1 of 2']);
  expect(platform.calls.map(({ args }) => args)).toEqual([{}, { paused: true }, { paused: false }]);
});

it('reports a pause that was refused, and stays as it is', async () => {
  platform.failNext('pause_imports', broken);
  await queue.toggle();
  expect([queue.paused, reported]).toEqual([false, [broken]]);
});

it('lets a document come first', async () => {
  for (const id of ['x', 'y']) platform.put(row(id, `${id}.pdf`, { status: 'queued' }));
  await queue.first('y');
  for (const id of [IDS.tender, IDS.letters]) {
    platform.put({ ...platform.documents.get(id)!, status: 'ready' });
  }
  expect(platform.calls.at(-1)).toEqual({ name: 'import_first', args: { document: 'y' } });
  expect(queue.next).toBe('y');
  await queue.first('gone');
  expect(queue.next).toBe('y');
  expect(reported[0]?.code).toBe('not_found');
});

it('believes an event more than the slower first answer, and stays silent without any', async () => {
  const fresh = new Queue(platform, (error) => reported.push(error));
  const loading = fresh.load();
  fresh.update({ paused: true, current: null, waiting: 7, remaining_s: null });
  await loading;
  expect(fresh.words).toBe('Paused · 7 waiting');
  platform.failNext('queue', broken);
  const silent = new Queue(platform, (error) => reported.push(error));
  await silent.load();
  expect([silent.words, reported]).toEqual([null, []]);
});
