import { expect, test } from 'vitest';
import { actionOf, takesText } from './shortcuts';

const none = { ctrlKey: false, metaKey: false, altKey: false };
const ctrl = { ...none, ctrlKey: true };

test.each([
  ['/', none, false, 'question'],
  ['/', none, true, null],
  ['k', ctrl, true, 'question'],
  ['K', ctrl, true, 'question'],
  ['k', { ...none, metaKey: true }, false, 'question'],
  [']', none, false, 'next'],
  ['[', none, true, null],
  ['ArrowLeft', { ...none, altKey: true }, false, 'back'],
  ['ArrowLeft', { ...none, altKey: true }, true, null],
  ['f', ctrl, true, 'find'],
  ['[', { ...ctrl, altKey: true }, false, 'previous'], // AltGr on a German keyboard
  ['[', { ...ctrl, altKey: true }, true, null],
  ['?', none, false, 'shortcuts'],
  ['=', ctrl, false, 'zoom-in'],
  ['-', ctrl, false, 'zoom-out'],
  ['0', ctrl, false, 'zoom-reset'],
  [',', ctrl, true, 'settings'],
  ['l', ctrl, true, 'contents'],
  ['l', none, false, null],
  [',', none, false, null],
  ['a', none, false, null],
  ['c', ctrl, false, null]
] as const)('%s with %o, typing %s: %s', (key, modifiers, typing, action) => {
  expect(actionOf({ key, ...modifiers }, typing)).toBe(action);
});

test('only text fields take text', () => {
  const make = (html: string) => {
    const holder = document.createElement('div');
    holder.innerHTML = html;
    return holder.firstElementChild;
  };
  expect(takesText(make('<textarea></textarea>'))).toBe(true);
  expect(takesText(make('<input type="search">'))).toBe(true);
  expect(takesText(make('<input type="checkbox">'))).toBe(false);
  expect(takesText(make('<button></button>'))).toBe(false);
  expect(takesText(null)).toBe(false);
});
