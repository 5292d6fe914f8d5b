// Selecting, copying and looking for the words of pages, in the whole window on a fake platform.
import { fireEvent, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { coveredRects, wordAt } from '../lib/model/page-text';
import { IDS } from '../lib/platform/fake-documents';
import { fakeMatches, fakeWords } from '../lib/platform/fake-page-text';
import { all, documentItem, find, key, one, openWindow, press } from './window';

async function opened() {
  const window = await openWindow('library');
  await press(documentItem(IDS.report).querySelector('.name')!);
  await waitFor(() => expect(window.app.reading.document).not.toBeNull());
  await waitFor(() => expect(window.app.viewer.pages.length).toBeGreaterThan(0));
  await window.app.reading.want(1);
  return window;
}

describe('words of a page', () => {
  it('are told by where the pointer is', () => {
    const words = fakeWords(1);
    const at = (x: number, y: number) => words.indexOf(wordAt(words, x, y)!);
    expect(at(110, 105)).toBe(0);
    expect(at(500, 106)).toBe(4);
    expect(at(110, 300)).toBe(5);
    expect(wordAt([], 1, 1)).toBeNull();
  });

  it('are covered line by line, the first and the last in part', () => {
    const words = fakeWords(1);
    const whole = coveredRects(words, { start: 0, end: 1000 });
    expect(whole).toHaveLength(2);
    expect(whole[0]).toEqual({ x0: 100, y0: 100, x1: 390, y1: 112 });
    // "sh" of "cash".
    expect(coveredRects(words, { start: 2, end: 4 })).toEqual([
      { x0: 125, y0: 100, x1: 150, y1: 112 }
    ]);
    expect(coveredRects(words, { start: 4, end: 5 })).toEqual([]);
  });
});

describe('a selection', () => {
  it('follows the text over lines, is copied with its place, and goes into a question', async () => {
    const { app } = await opened();
    app.reading.begin({ page: 1, x: 170, y: 105 }, 1);
    expect(app.reading.selected).toBeNull();
    app.reading.extend({ page: 1, x: 170, y: 125 });
    await app.reading.end();
    expect(app.reading.text).toBe('and cash equivalents rose in the');
    expect(app.reading.selectedOn(1)).toHaveLength(2);
    await find('selection-menu');
    await press(one('ask-selection'));
    expect(app.asking.text).toBe('“and cash equivalents rose in the” ');
    expect(app.library.chosen.has(app.reading.document!)).toBe(true);
    expect(app.reading.selected).toBeNull();
    await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'));
  });

  it('takes a word by two presses and a line by three', async () => {
    const { app } = await opened();
    app.reading.begin({ page: 1, x: 120, y: 105 }, 2);
    await app.reading.end();
    expect(app.reading.text).toBe('cash');
    app.reading.begin({ page: 1, x: 120, y: 105 }, 3);
    await app.reading.end();
    expect(app.reading.text).toBe('cash and cash equivalents rose');
    app.reading.extend({ page: 1, x: 120, y: 125 });
    await app.reading.end();
    expect(app.reading.text.split(' '), 'it grows by lines').toHaveLength(10);
  });
});

describe('the menu of the pages', () => {
  const names = () =>
    [...one('selection-menu').querySelectorAll('button')].map((button) => button.textContent);

  it('is called by keys, stepped through by arrows, and gives the focus back', async () => {
    const { app } = await opened();
    one('scroller').focus();
    await key('F10', { shiftKey: true });
    expect(one('selection-menu').getAttribute('role')).toBe('menu');
    expect(names()).toEqual(["Select the page's text", 'Copy page reference', 'Find']);
    expect(document.activeElement).toBe(one('select-page'));
    await key('ArrowUp');
    expect(document.activeElement).toBe(one('find-from-menu'));
    await key('Escape');
    expect(all('selection-menu')).toHaveLength(0);
    expect(document.activeElement).toBe(one('scroller'));
    await key('ContextMenu');
    await press(one('select-page'));
    await waitFor(() => expect(app.reading.text.split(' ')).toHaveLength(10));
    await find('selection-menu');
    await key('ContextMenu');
    await waitFor(() => expect(document.activeElement).toBe(one('copy-selection')));
    expect(names()).toEqual(['Copy', 'Copy with reference', 'Keep', 'Ask about this']);
  });

  it('opens under the right button, for the page where it is not on the selection', async () => {
    const { app } = await opened();
    await app.reading.selectPage(1);
    await find('selection-menu');
    const rect = { left: 100, right: 400, top: 100, bottom: 112 } as DOMRect;
    for (const element of all('selected')) element.getBoundingClientRect = () => rect;
    const at = (clientX: number, clientY: number) =>
      fireEvent.contextMenu(all('page')[0]!, { clientX, clientY, button: 2 });
    await at(200, 105);
    expect(names()[0]).toBe('Copy');
    await at(200, 300);
    expect(names()[0]).toBe("Select the page's text");
    await press(one('find-from-menu'));
    await find('find-text');
    expect(all('selection-menu').map((menu) => menu.getAttribute('role'))).toEqual(['toolbar']);
  });
});

describe('the find bar', () => {
  it('begins at the place in view, and is opened by a button too', async () => {
    const { app } = await opened();
    await press(one('find-toggle'));
    // Under the first line: the first "cash" that comes is the fourth of the page.
    app.reading.openFind({ page: 2, y: 115 });
    app.reading.type('cash', null, 0);
    await waitFor(() => expect(app.reading.settled).toBe(true));
    expect(app.reading.current?.span.start).toBe(fakeWords(2)[8]!.span.start);
    await press(one('find-toggle'));
    await waitFor(() => expect(all('find')).toHaveLength(0));
  });

  it('counts, steps over the ends, and says when there is nothing', async () => {
    const { app } = await opened();
    await key('f', { ctrlKey: true });
    const input = (await find('find-text')) as HTMLInputElement;
    await waitFor(() => expect(document.activeElement).toBe(input));
    await fireEvent.input(input, { target: { value: 'CASH' } });
    const pages = app.viewer.pages.length;
    const expected = fakeMatches(pages, 'cash', false).matches.length;
    await waitFor(() =>
      expect(one('find-count').textContent).toBe(`1 of ${expected.toLocaleString('en')}`)
    );
    await waitFor(() => expect(all('found').length).toBeGreaterThan(0));
    await fireEvent.keyDown(input, { key: 'Enter', shiftKey: true });
    await waitFor(() => expect(app.reading.at).toBe(expected - 1));
    await fireEvent.keyDown(input, { key: 'Enter' });
    await waitFor(() => expect(app.reading.at).toBe(0));
    await fireEvent.input(input, { target: { value: 'zebra' } });
    await waitFor(() => expect(one('find-count').textContent).toBe('No match'));
    await fireEvent.keyDown(input, { key: 'Escape' });
    await waitFor(() => expect(all('find')).toHaveLength(0));
    expect(all('found')).toHaveLength(0);
  });
});

describe('the webview', () => {
  it('shows no menu of its own but in fields, and does not reload', async () => {
    await opened();
    const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
    document.body.dispatchEvent(menu);
    expect(menu.defaultPrevented).toBe(true);
    const field = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
    document.querySelector('textarea')!.dispatchEvent(field);
    expect(field.defaultPrevented).toBe(false);
    const reload = new KeyboardEvent('keydown', { key: 'F5', bubbles: true, cancelable: true });
    document.body.dispatchEvent(reload);
    expect(reload.defaultPrevented).toBe(true);
  });
});

it('a page that is not there is told', async () => {
  const { app } = await opened();
  const box = one('page-number');
  await fireEvent.input(box, { target: { value: '9999' } });
  await fireEvent.submit(box.closest('form')!);
  expect((await find('no-page')).textContent).toContain(
    `There is no page 9999; this document has ${app.viewer.pages.length}.`
  );
});
