import { beforeEach, expect, it, vi } from 'vitest';
import { Notices } from './notices.svelte';
import { Preferences } from './preferences.svelte';

let notices: Notices;

beforeEach(() => {
  vi.useFakeTimers();
  notices = new Notices();
});

it('lets information go by itself and keeps errors until they are dismissed', () => {
  notices.show('info', { message: 'Two files were there already.', hint: null });
  notices.show('warning', { message: 'Page 3 could not be read.', hint: null });
  notices.show('error', { message: 'Disk full.', hint: 'Make room.' });
  vi.advanceTimersByTime(7_000);
  expect(notices.list.map(({ level }) => level)).toEqual(['warning', 'error']);
  vi.advanceTimersByTime(3_600_000);
  expect(notices.list.map(({ message }) => message)).toEqual(['Disk full.']);
  notices.dismiss(notices.list[0]!.key);
  expect(notices.list).toEqual([]);
});

it('does not say the same twice at once', () => {
  for (let i = 0; i < 3; i += 1) notices.show('error', { message: 'Disk full.', hint: null });
  expect(notices.list).toHaveLength(1);
});

it('never covers the window: one card for each kind', () => {
  const receive = (
    level: 'info' | 'error',
    code: 'input' | 'unreadable' | 'internal',
    n: number
  ) => {
    for (let i = 0; i < n; i += 1) {
      notices.show(level, { code, message: `${level} ${code} ${i}`, hint: null }, true);
    }
  };
  receive('error', 'unreadable', 1200);
  receive('info', 'input', 3);
  receive('error', 'internal', 1);
  expect(notices.list).toHaveLength(500);
  expect(notices.groups.map(({ kind, title, notices }) => [kind, title, notices.length])).toEqual([
    ['refused', '496 items could not be added', 496],
    ['info', '3 messages', 3],
    ['error', '1 things went wrong', 1]
  ]);
});

it('takes what a command was refused for no file that was not added', () => {
  notices.show('error', { code: 'not_found', message: 'It is gone.', hint: null });
  expect(notices.groups.map(({ kind }) => kind)).toEqual(['error']);
});

it('lets nothing go by itself that is being read, and dismisses a kind at once', () => {
  for (const message of ['a', 'b']) notices.show('info', { message, hint: null });
  notices.show('error', { message: 'c', hint: null });
  notices.hold(notices.groups[0]!.notices);
  vi.advanceTimersByTime(3_600_000);
  expect(notices.list).toHaveLength(3);
  notices.dismissAll(notices.groups[0]!.notices);
  expect(notices.list.map(({ message }) => message)).toEqual(['c']);
});

it('offers something for a while, alone, and once', () => {
  let undone = 0;
  const undo = { words: 'Undo', run: () => (undone += 1) };
  notices.show('info', { message: 'a', hint: null });
  notices.offer('Removed “a.pdf”.', undo, 30_000);
  notices.offer('Removed “b.pdf”.', undo, 30_000);
  expect(notices.groups).toHaveLength(3);
  notices.groups[1]!.notices[0]!.action!.run();
  expect([undone, notices.groups.length]).toEqual([1, 2]);
  notices.hold(notices.list);
  vi.advanceTimersByTime(30_000);
  expect(notices.list.map(({ message }) => message)).toEqual(['a']);
});

it('remembers the window over a restart', () => {
  const preferences = new Preferences();
  preferences.nextTheme();
  preferences.libraryWidth = 333;
  preferences.libraryFolded = true;
  preferences.save();
  const again = new Preferences();
  expect([again.theme, again.shown, again.libraryWidth, again.libraryFolded]).toEqual([
    'light',
    'light',
    333,
    true
  ]);
});

it.each(['{', '7', 'null', '{"theme":"pink","libraryWidth":-4,"questionShare":"wide"}'])(
  'opens with the defaults when storage holds %s',
  (text) => {
    localStorage.setItem('citelight.window', text);
    const preferences = new Preferences();
    expect([preferences.theme, preferences.libraryWidth, preferences.questionShare]).toEqual([
      'system',
      272,
      0.43
    ]);
  }
);

it('works without any storage', () => {
  const setItem = Storage.prototype.setItem;
  Storage.prototype.setItem = () => {
    throw new Error('full');
  };
  try {
    const preferences = new Preferences();
    preferences.nextTheme();
    expect(preferences.theme).toBe('light');
  } finally {
    Storage.prototype.setItem = setItem;
  }
});
