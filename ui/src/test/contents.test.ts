// The contents of the open document, its tree and keys: the whole window on a fake platform.
import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { WireError } from '../lib/platform/bindings';
import type { Scenario } from '../lib/platform/fake';
import { IDS } from '../lib/platform/fake-documents';
import { all, find, key, one, openWindow, press } from './window';
import { WINDOW } from './setup';

const broken: WireError = { code: 'internal', message: 'Broken.', hint: 'Try it later.' };

async function opened(document: string = IDS.report, scenario: Scenario = 'library') {
  const window = await openWindow(scenario);
  window.app.openDocument(document);
  await press(await find('contents-toggle'));
  return window;
}

/** A line as it is read aloud. */
const spoken = (line: Element | null) =>
  line?.textContent
    .replace(/\s+/g, ' ')
    .replace(/ ([,.])/g, '$1')
    .trim();
const titles = () => all('section').map(spoken);
const line = (words: string) => {
  const found = all('section').find((each) => spoken(each)?.startsWith(words));
  if (!found) throw new Error(`no line "${words}"`);
  return found;
};
const here = () => all('section').find((each) => each.hasAttribute('aria-current'));
const focused = () => spoken(document.activeElement);

async function unfold(words: string) {
  await press(line(words).querySelector('.twisty')!);
}

describe('the tree', () => {
  it('shows levels, pages by their labels, and what is searched last', async () => {
    await opened();
    await waitFor(() => expect(titles()[0]).toBe('Contents, page ii. Searched last'));
    expect(one('outline').getAttribute('role')).toBe('tree');
    const item = line('Item 7.');
    expect(item.getAttribute('aria-level')).toBe('2');
    expect(item.getAttribute('aria-expanded')).toBe('false');
    expect([item.getAttribute('aria-posinset'), item.getAttribute('aria-setsize')]).toEqual([
      '2',
      '5'
    ]);
    expect(item.title).toBe('Item 7. Management’s discussion and analysis');
    expect(line('Contents').title).toBe('Contents\nSearched last');
    expect(line('Contents').classList.contains('noise')).toBe(true);
    expect(line('Consolidated balance').textContent).toContain('F-10');
  });

  it('leads to the page and height of a section, and follows the pages', async () => {
    const { app } = await opened();
    await waitFor(() => expect(all('section').length).toBeGreaterThan(20));
    await press(line('Consolidated statement of cash flows'));
    expect(app.viewer.page).toBe(133);
    expect(here()?.textContent).toContain('Consolidated statement of cash flows');
    const { tops } = app.viewer.stack;
    app.viewer.scrolled(tops[46]!, 0);
    await waitFor(() => expect(here()?.textContent).toContain('Liquidity'));
    app.viewer.scrolled(tops[50]!, 0);
    // It lies in a branch that was folded.
    await waitFor(() => expect(here()?.textContent).toContain('Capital expenditure'));
  });

  it('goes to the lower one of two headings on a page', async () => {
    const { app } = await opened();
    await waitFor(() => expect(all('section').length).toBeGreaterThan(20));
    await unfold('Item 1. Business');
    await unfold('Our segments');
    const { sections } = app.outline.tree!;
    const [above, below] = ['Our segments', 'Generation'].map((title) =>
      sections.find((each) => each.title === title)!
    );
    expect(above!.page).toBe(below!.page);
    await press(line('Generation'));
    expect(here()).toBe(line('Generation'));
    const first = app.viewer.scrollTop;
    await press(line('Our segments'));
    expect(here()).toBe(line('Our segments'));
    expect(app.viewer.scrollTop).toBeLessThan(first);
  });

  it('shows where a citation stands', async () => {
    const { app } = await opened();
    const quad = { page: 133, x0: 76, y0: 200, x1: 400, y1: 212 };
    await app.viewer.open(IDS.report, { quad });
    await waitFor(() => expect(here()?.textContent).toContain('cash flows'));
  });

  it('is not moved while a hand is on it', async () => {
    const { app } = await opened();
    await waitFor(() => expect(all('section').length).toBeGreaterThan(20));
    await fireEvent.pointerMove(one('outline'));
    app.viewer.toPage(51);
    // The line around it, which stays folded.
    await waitFor(() => expect(here()?.textContent).toContain('Item 7.'));
    expect(titles().some((each) => each?.startsWith('Capital expenditure'))).toBe(false);
    await fireEvent.wheel(one('scroller'));
    await waitFor(() => expect(here()?.textContent).toContain('Capital expenditure'));
  });

  it('unfolds and folds everything', async () => {
    const { app } = await opened();
    await waitFor(() => expect(all('section').length).toBeGreaterThan(20));
    await press(one('unfold-all'));
    expect(app.outline.lines).toHaveLength(60);
    await press(one('unfold-all'));
    expect(titles()).toHaveLength(9);
  });

  it('of 3,000 sections draws those near, and keeps the one with the focus', async () => {
    const { app } = await opened(IDS.handbook, 'outlines');
    await waitFor(() => expect(all('section').length).toBeGreaterThan(5));
    await press(one('unfold-all'));
    expect(app.outline.lines).toHaveLength(3000);
    expect(all('section').length).toBeLessThan(120);
    all('section')[0]!.focus();
    await key('End');
    await waitFor(() => expect(focused()).toContain('page'));
    const last = app.outline.tree!.sections.at(-1)!;
    await waitFor(() => expect(focused()).toContain(last.number));
    expect(all('section').length).toBeLessThan(120);
    expect(all('section')[0]!.getAttribute('aria-level')).not.toBe(null);
  });
});

describe('keys', () => {
  it('Ctrl+L shows the contents with the focus where the person is, and hides them', async () => {
    const { app } = await openWindow('library');
    await key('l', { ctrlKey: true });
    expect(app.outline.shown).toBe(false);
    app.openDocument(IDS.report);
    await waitFor(() => expect(app.viewer.pages).toHaveLength(190));
    app.viewer.toPage(62);
    await key('l', { ctrlKey: true });
    await waitFor(() => expect(focused()).toContain('Part III'));
    await key('l', { ctrlKey: true });
    await waitFor(() => expect(all('contents')).toHaveLength(0));
    await waitFor(() => expect(document.activeElement).toBe(one('scroller')));
  });

  it('come to the panel itself where it has no tree, and to no later one', async () => {
    const { app } = await openWindow('library');
    app.openDocument(IDS.battery);
    await waitFor(() => expect(app.viewer.pages).toHaveLength(38));
    await key('l', { ctrlKey: true });
    await waitFor(() => expect(document.activeElement).toBe(one('contents')));
    await press(one('question'));
    one('question').focus();
    app.openDocument(IDS.report);
    await waitFor(() => expect(all('section').length).toBeGreaterThan(20));
    expect(document.activeElement).toBe(one('question'));
  });

  it('walk the tree, fold it, and go', async () => {
    const { app } = await opened();
    await waitFor(() => expect(all('section').length).toBeGreaterThan(20));
    line('Part I,').focus();
    await fireEvent.click(line('Part I,'));
    await key('ArrowRight');
    await waitFor(() => expect(focused()).toContain('Item 1. Business'));
    await key('ArrowRight');
    await waitFor(() =>
      expect(line('Item 1. Business').getAttribute('aria-expanded')).toBe('true')
    );
    await key('ArrowRight');
    await waitFor(() => expect(focused()).toContain('Overview'));
    await key('ArrowDown');
    await waitFor(() => expect(focused()).toContain('Our segments'));
    await key('Enter');
    expect(app.viewer.page).toBe(10);
    expect(focused()).toContain('Our segments');
    await key('ArrowLeft');
    await waitFor(() => expect(focused()).toContain('Item 1. Business'));
    await key('ArrowLeft');
    await key('ArrowLeft');
    await waitFor(() => expect(focused()).toMatch(/^Part I,/));
    await key('r');
    await waitFor(() => expect(focused()).toContain('Risk factors'));
    await key('e');
    await waitFor(() => expect(focused()).toContain('Report of the independent auditors'));
    await key('Home');
    await waitFor(() => expect(focused()).toContain('Contents'));
    expect(all('section').filter((each) => each.tabIndex === 0)).toHaveLength(1);
    await key('Escape');
    expect(document.activeElement).toBe(one('scroller'));
  });

  it('leave the focus to the line around one that is folded away', async () => {
    await opened();
    await waitFor(() => expect(all('section').length).toBeGreaterThan(20));
    await fireEvent.click(line('Item 2. Properties'));
    line('Item 2. Properties').focus();
    await unfold('Part I,');
    await waitFor(() => expect(focused()).toMatch(/^Part I,/));
  });
});

describe('the filter', () => {
  it('narrows the tree, marks what it found, and leads to it', async () => {
    const { app } = await opened();
    const box = (await find('filter-sections')) as HTMLInputElement;
    await fireEvent.input(box, { target: { value: 'note borrow' } });
    expect(titles()).toEqual([
      'Financial statements, page F-1',
      'Notes, page F-16',
      'Note 12 Borrowings, page F-31'
    ]);
    expect(line('Note 12').querySelector('mark')?.textContent).toBe('Note');
    expect(line('Notes').classList.contains('leads')).toBe(true);
    expect(screen.getByText('1 heading found')).toBeTruthy();
    box.focus();
    await key('Enter');
    expect(app.viewer.page).toBe(151);
    await waitFor(() => expect(focused()).toContain('Note 12'));
    await key('Escape');
    expect(box.value).toBe('');
    expect(titles().length).toBeGreaterThan(20);
    await fireEvent.input(box, { target: { value: 'zebra' } });
    expect(screen.getByText('No heading fits the filter.')).toBeTruthy();
  });

  it('is not offered for a few headings', async () => {
    await opened(IDS.lease);
    await waitFor(() => expect(all('section')).toHaveLength(8));
    expect(all('filter-sections')).toHaveLength(0);
  });
});

describe('states', () => {
  it('say that there are no headings, or none yet', async () => {
    const { app } = await opened(IDS.battery);
    await waitFor(() =>
      expect(one('contents').textContent).toContain('no headings that could be found')
    );
    app.openDocument(IDS.tender);
    await waitFor(() =>
      expect(one('contents').textContent).toContain('once the document has been read')
    );
  });

  it('say why the headings cannot be had, and try again', async () => {
    const { app, platform } = await opened(IDS.battery);
    platform.failNext('outline', broken);
    app.openDocument(IDS.report);
    expect((await find('contents-error')).textContent).toContain('Try it later.');
    await press(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(all('section').length).toBeGreaterThan(20));
  });

  it('are looked at anew when the document was read or cut anew', async () => {
    const { app, platform } = await opened();
    const calls = () => platform.calls.filter(({ name }) => name === 'outline').length;
    await waitFor(() => expect(calls()).toBe(1));
    const row = platform.documents.get(IDS.report)!;
    platform.put({ ...row, refreshing: true, indexed: 0.5 });
    platform.put({ ...row, refreshing: true, indexed: 0.9 });
    expect(calls()).toBe(1);
    platform.put({ ...row, refreshing: false });
    expect(calls()).toBe(2);
    platform.put({ ...row, status: 'reading' });
    platform.put(row);
    expect(calls()).toBe(3);
    platform.put({ ...platform.documents.get(IDS.lease)!, refreshing: true });
    platform.put({ ...platform.documents.get(IDS.lease)!, refreshing: false });
    expect(calls()).toBe(3);
    expect(app.outline.tree?.sections).toHaveLength(60);
  });
});

describe('in a narrow pane', () => {
  it('they lie over the pages, and go when they have been used', async () => {
    WINDOW.width = 640;
    try {
      const { app } = await opened();
      await waitFor(() => expect(one('contents').classList.contains('drawer')).toBe(true));
      await waitFor(() => expect(all('section').length).toBeGreaterThan(20));
      expect(app.preferences.contentsShown).toBe(false);
      await press(line('Financial statements'));
      expect(all('contents')).toHaveLength(0);
      expect(app.viewer.page).toBe(121);
      await press(one('contents-toggle'));
      await fireEvent.pointerDown(one('scroller'));
      expect(all('contents')).toHaveLength(0);
    } finally {
      WINDOW.width = 1280;
    }
  });
});
