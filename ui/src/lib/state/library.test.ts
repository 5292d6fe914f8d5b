import { beforeEach, describe, expect, it } from 'vitest';
import type { WireError } from '../platform/bindings';
import { FakePlatform } from '../platform/fake';
import { IDS, row } from '../platform/fake-documents';
import { Library } from './library.svelte';

const broken: WireError = { code: 'internal', message: 'Broken.', hint: 'Try again.' };
let platform: FakePlatform;
let reported: WireError[];
let library: Library;

beforeEach(async () => {
  platform = new FakePlatform('library');
  reported = [];
  library = new Library(platform, (error) => reported.push(error));
  await platform.onEvent((event) => {
    if (event.type === 'document') library.update(event.row);
    if (event.type === 'removed') library.forget(event.document);
  });
  await library.load();
});

it('lists current documents with the replaced ones folded', () => {
  expect(library.list).toHaveLength(6);
  expect(library.list.find(({ row }) => row.id === IDS.lease)?.older[0]?.id).toBe(IDS.oldLease);
  expect(library.summary).toEqual({ total: 6, ready: 3, busy: 2, troubled: 1 });
});

it('follows the events of an import from queued to ready', () => {
  const start = row('n', 'new.pdf', { status: 'queued', pages: 10 });
  platform.put(start);
  expect(library.summary).toMatchObject({ total: 7, ready: 3, busy: 3 });
  platform.put({ ...start, status: 'reading', pages_done: 4 });
  expect(library.rows.get('n')?.pages_done).toBe(4);
  platform.put({ ...start, status: 'ready', pages_done: 10, indexed: 1 });
  expect(library.summary).toMatchObject({ total: 7, ready: 4, busy: 2 });
});

it('does not let a slow first list undo what an event already said', async () => {
  const fresh = new Library(platform, () => undefined);
  const loading = fresh.load();
  const newer = { ...platform.documents.get(IDS.tender)!, indexed: 0.99 };
  fresh.update(newer);
  fresh.forget(IDS.battery);
  await loading;
  expect(fresh.rows.get(IDS.tender)?.indexed).toBe(0.99);
  expect(fresh.rows.has(IDS.battery)).toBe(false);
  expect(fresh.rows.size).toBe(6);
});

it('says why the list could not be loaded, and loads it at the second try', async () => {
  const fresh = new Library(platform, () => undefined);
  platform.failNext('list_documents', broken);
  await fresh.load();
  expect(fresh.error).toEqual(broken);
  await fresh.load();
  expect(fresh.error).toBeNull();
  expect(fresh.rows.size).toBe(7);
});

describe('scope', () => {
  it('is empty, meaning all, until documents are chosen', () => {
    expect(library.scope).toEqual([]);
    library.choosing.toggle(IDS.report);
    library.choosing.toggle(IDS.lease);
    expect(library.scope).toEqual([IDS.report, IDS.lease]);
    library.choosing.toggle(IDS.report);
    expect(library.scope).toEqual([IDS.lease]);
    library.choosing.none();
    expect(library.scope).toEqual([]);
  });

  it('holds no document that is not ready or no longer there', () => {
    library.choosing.toggle(IDS.report);
    library.choosing.toggle(IDS.lease);
    platform.put({ ...platform.documents.get(IDS.lease)!, status: 'reading' });
    platform.emit({ type: 'removed', document: IDS.report });
    expect(library.scope).toEqual([]);
  });
});

describe('adding', () => {
  it('imports what was picked', async () => {
    platform.picks = ['/x/a.pdf', '/x/b.pdf'];
    await library.addFiles();
    expect(platform.calls.at(-1)).toEqual({
      name: 'import_paths',
      args: { paths: ['/x/a.pdf', '/x/b.pdf'] }
    });
    expect(library.summary.total).toBe(8);
  });

  it('asks for nothing when nothing was picked', async () => {
    const before = platform.calls.length;
    await library.addFolder();
    expect(platform.calls).toHaveLength(before);
  });

  it('reports a refusal', async () => {
    platform.failNext('import_paths', broken);
    await library.addPaths(['/x/a.pdf']);
    expect(reported).toEqual([broken]);
  });

  it('reports a file dialog that does not open', async () => {
    platform.pickFiles = () => Promise.reject(new Error('no dialog'));
    await library.addFiles();
    expect(reported[0]?.message).toBe('no dialog');
  });
});

it('cancels, retries and removes', async () => {
  await library.cancel(IDS.letters);
  expect(library.rows.get(IDS.letters)?.status).toBe('cancelled');
  await library.retry(IDS.letters);
  expect(library.rows.get(IDS.letters)?.status).toBe('queued');
  await library.remove([IDS.letters]);
  expect(library.rows.has(IDS.letters)).toBe(false);
});

it('keeps a document whose removal was refused', async () => {
  platform.failNext('remove_documents', broken);
  await library.remove([IDS.report]);
  expect(library.rows.has(IDS.report)).toBe(true);
  expect(reported).toEqual([broken]);
});

it('filters by name and title, and by trouble until there is none', () => {
  library.filter = 'POWER HOLD';
  expect(library.shown.map(({ row }) => row.id)).toEqual([IDS.report]);
  library.filter = '';
  library.onlyTroubled = true;
  expect(library.shown.map(({ row }) => row.id)).toEqual([IDS.locked]);
  platform.emit({ type: 'removed', document: IDS.locked });
  expect(library.onlyTroubled).toBe(false);
  expect(library.shown).toHaveLength(5);
});

it('stays quick with 300 documents importing at once', async () => {
  const many = new FakePlatform('many');
  const large = new Library(many, () => undefined);
  await large.load();
  const since = performance.now();
  for (const each of many.documents.values()) {
    large.update({ ...each, status: 'reading', pages: 40, pages_done: 1 });
    expect(large.summary.total).toBe(300);
  }
  // 300 events with the whole list read after each; a frame is 16 ms.
  expect((performance.now() - since) / 300).toBeLessThan(16);
});

it('keeps a document open to the eye while its pages are read again', async () => {
  const openable = (id: string) => library.openable(library.rows.get(id)!);
  expect([openable(IDS.battery), openable(IDS.letters)]).toEqual([true, false]);
  await library.retryPages(IDS.battery, [17]);
  expect(platform.calls.at(-1)).toEqual({
    name: 'retry_pages',
    args: { document: IDS.battery, pages: [17] }
  });
  expect(library.rows.get(IDS.battery)?.status).toBe('queued');
  expect(openable(IDS.battery)).toBe(true);
  expect([16, 17].map((page) => library.asked(IDS.battery, page))).toEqual([false, true]);
  platform.imports.finishAgain(IDS.battery);
  expect(library.asked(IDS.battery, 17)).toBe(false);
  platform.put({ ...library.rows.get(IDS.battery)!, status: 'failed' });
  expect(openable(IDS.battery)).toBe(false);
});

it('draws anew only the document that an event is about', () => {
  const before = new Set(library.list);
  platform.put({ ...platform.documents.get(IDS.letters)!, pages_done: 32 });
  const changed = library.list.filter((family) => !before.has(family));
  expect(changed.map(({ row }) => row.id)).toEqual([IDS.letters]);
});
