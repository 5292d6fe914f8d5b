import { beforeEach, expect, it } from 'vitest';
import type { DocumentId, WireError } from '../platform/bindings';
import { FakePlatform } from '../platform/fake';
import { IDS } from '../platform/fake-documents';
import { PASSWORD } from '../platform/fake-imports';
import { Library } from './library.svelte';
import { Passwords } from './passwords.svelte';

let platform: FakePlatform;
let library: Library;
let passwords: Passwords;
let opened: DocumentId[];
let messages: string[];

async function open(scenario: 'library' | 'locked') {
  platform = new FakePlatform(scenario);
  library = new Library(platform, () => undefined);
  await platform.onEvent((event) => {
    if (event.type === 'document') library.update(event.row);
    if (event.type === 'removed') library.forget(event.document);
  });
  await library.load();
  opened = [];
  messages = [];
  passwords = new Passwords(
    platform,
    () => library.locked(),
    (document) => opened.push(document),
    (_, notice) => messages.push(notice.message)
  );
}

beforeEach(() => open('locked'));

it('gives the reason when a document stays closed', async () => {
  const error = await passwords.unlock(IDS.locked, 'guess');
  expect(error?.code).toBe('needs_password');
  expect([opened, passwords.others]).toEqual([[], []]);
  expect(library.rows.get(IDS.locked)?.status).toBe('needs_password');
});

it('opens one, and offers the password to those that wait too', async () => {
  expect(await passwords.unlock(IDS.locked, PASSWORD)).toBeNull();
  expect(opened).toEqual([IDS.locked]);
  expect(library.rows.get(IDS.locked)?.status).toBe('queued');
  expect(passwords.others).toHaveLength(3);
  const [gone] = passwords.others;
  platform.emit({ type: 'removed', document: gone! });
  expect(passwords.others).toHaveLength(2);
});

it('tries the others, and says how many it opened', async () => {
  await passwords.unlock(IDS.locked, PASSWORD);
  await passwords.tryOthers();
  expect(library.locked()).toHaveLength(1);
  expect(messages).toEqual(['The password opens 2 of 3 documents.']);
  expect(passwords.others).toEqual([]);
  // Forgotten: nothing can be tried with it any more.
  await passwords.tryOthers();
  const tried = platform.calls.filter(({ name }) => name === 'unlock_document');
  expect(tried).toHaveLength(4);
});

it.each([
  ['harbour', 'The password opens all 3 as well.'],
  ['other', 'The password opens none of the others.']
])('when the others open with “%s”: %s', async (theirs, words) => {
  for (const id of library.locked()) platform.imports.passwords.set(id, theirs);
  platform.imports.passwords.set(IDS.locked, PASSWORD);
  await passwords.unlock(IDS.locked, PASSWORD);
  await passwords.tryOthers();
  expect(messages).toEqual([words]);
});

it('reports another trouble with one of them', async () => {
  const broken: WireError = { code: 'internal', message: 'Broken.', hint: null };
  await passwords.unlock(IDS.locked, PASSWORD);
  platform.failNext('unlock_document', broken);
  await passwords.tryOthers();
  expect(messages).toEqual(['Broken.', 'The password opens 1 of 3 documents.']);
});

it('offers nothing when no other document waits, nor after a no', async () => {
  await passwords.unlock(IDS.locked, PASSWORD);
  passwords.decline();
  expect(passwords.others).toEqual([]);
  await open('library');
  await passwords.unlock(IDS.locked, PASSWORD);
  expect(passwords.others).toEqual([]);
});
