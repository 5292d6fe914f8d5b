// The window in German: the setting, what follows from it, and that no view is left in English.
import { fireEvent, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import {
  CASH_QUESTION,
  RICH_QUESTION,
  STRANGE_QUESTION,
  type Scenario
} from '../lib/platform/fake';
import { Preferences } from '../lib/state/preferences.svelte';
import { de } from '../lib/words/de';
import { en } from '../lib/words/en';
import { all, ask, find, key, one, openWindow, press } from './window';

function stringsOf(words: object): string[] {
  return Object.values(words).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? stringsOf(value) : [];
  });
}

const german = new Set(stringsOf(de));
/** What English says and German does not. */
const english = new Set(stringsOf(en).filter((words) => !german.has(words)));

/** Words of documents, and what the app itself answers. */
const NOT_OURS = '[data-testid=passage-table], [data-testid=not-found] .plain';

/** All that is seen, shown as a tooltip or spoken. */
function saidInWindow(): string[] {
  const said: string[] = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest(NOT_OURS)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      said.push(element.getAttribute(name) ?? '');
    for (const child of element.childNodes)
      if (child.nodeType === Node.TEXT_NODE) said.push(child.textContent ?? '');
  }
  return said.map((words) =>
    words.replace(/\s+\((Strg|Umschalt|Alt|Eingabe|Esc)[^)]*\)$/, '').trim()
  );
}

const leftInEnglish = () => saidInWindow().filter((words) => english.has(words));

async function openInGerman(scenario: Scenario) {
  localStorage.setItem('citelight.window', JSON.stringify({ language: 'de' }));
  return openWindow(scenario);
}

describe('the language of the window', () => {
  it('is chosen in the settings, changes at once, and is kept', async () => {
    const { unmount } = await openWindow('library');
    expect(document.documentElement.lang).toBe('en');
    await press(one('settings'));
    const setting = await find('window-language');
    await press(within(setting).getByLabelText('Deutsch'));
    await waitFor(() => expect(document.documentElement.lang).toBe('de'));
    expect(leftInEnglish()).toEqual([]);
    expect(one('summary').textContent).toContain('bereit');
    unmount();

    await openWindow('library');
    expect(document.documentElement.lang).toBe('de');
    await press(one('settings'));
    await press(within(await find('window-language')).getByLabelText('English'));
    await waitFor(() => expect(one('summary').textContent).toContain('ready'));
  });

  it('is that of the system where none is chosen', () => {
    const before = Object.getOwnPropertyDescriptor(Navigator.prototype, 'languages')!;
    const wants = (...languages: string[]) =>
      Object.defineProperty(Navigator.prototype, 'languages', {
        configurable: true,
        get: () => languages
      });
    wants('de-CH', 'fr');
    const preferences = new Preferences();
    expect(preferences.spoken).toBe('de');
    const stop = preferences.followSystem();
    wants('fr', 'en-GB');
    window.dispatchEvent(new Event('languagechange'));
    expect(preferences.spoken).toBe('en');
    preferences.speakIn('de');
    expect(preferences.spoken).toBe('de');
    stop();
    Object.defineProperty(Navigator.prototype, 'languages', before);
  });
});

it('the size of the text is chosen in the settings, and is kept', async () => {
  await openWindow('library');
  expect(document.documentElement.dataset.textSize).toBe('normal');
  await press(one('settings'));
  await press(within(await find('text-size')).getByLabelText('Very large'));
  await waitFor(() => expect(document.documentElement.dataset.textSize).toBe('largest'));
  expect(new Preferences().textSize).toBe('largest');
});

describe('nothing is left in English', () => {
  const SCENARIOS: Scenario[] = ['empty', 'working', 'problems', 'many', 'locked', 'refreshing'];

  it.each(SCENARIOS)(
    'in the window that begins with: %s',
    async (scenario) => {
      await openInGerman(scenario);
      expect(leftInEnglish()).toEqual([]);
    },
    20_000
  ); // One of them has three hundred rows.

  it('of an answer with its evidence, its foot and its menus', async () => {
    await openInGerman('library');
    await ask(CASH_QUESTION);
    await find('answer');
    await press(one('how'));
    await press(one('thumbs-down'));
    await press(one('save'));
    await find('what-is-wrong');
    expect(one('evidence').querySelector('h3')?.textContent).toContain('Fundstelle');
    expect(leftInEnglish()).toEqual([]);
  });

  it.each([RICH_QUESTION, STRANGE_QUESTION])('of: %s', async (question) => {
    await openInGerman('library');
    await ask(question);
    await find('answer');
    await press(one('filters'));
    await fireEvent.change(one('filter-from'), { target: { value: '2019' } });
    await waitFor(() => expect(all('filter-chip')).toHaveLength(1));
    expect(one('filter-chip').textContent).toContain('ab 2019');
    expect(leftInEnglish()).toEqual([]);
  });

  it('of the notebook, earlier questions and keys', async () => {
    await openInGerman('library');
    await press(one('notebook-toggle'));
    await find('notebook-empty');
    expect(leftInEnglish()).toEqual([]);
    await press(one('history-toggle'));
    expect(leftInEnglish()).toEqual([]);
    one('question').blur();
    await key('?');
    await waitFor(() => expect(document.querySelectorAll('kbd').length).toBeGreaterThan(9));
    expect([...document.querySelectorAll('kbd')].map((each) => each.textContent)).toContain('Strg');
    expect(leftInEnglish()).toEqual([]);
  });

  it('of the pages, their contents and the find bar', async () => {
    const { app } = await openInGerman('outlines');
    await press(all('document')[0]!.querySelector('button.name')!);
    await waitFor(() => expect(app.viewer.pages.length).toBeGreaterThan(0));
    await press(one('contents-toggle'));
    await press(one('find-toggle'));
    await find('contents');
    await find('find-text');
    expect(leftInEnglish()).toEqual([]);
  });

  it('of the library: details, choosing, removing', async () => {
    await openInGerman('library');
    await press(all('details-toggle')[0]!);
    await find('details');
    await press(all('choose')[0]!);
    await find('chosen-bar');
    await press(one('remove-chosen'));
    await find('confirm-remove');
    await press(one('add-more'));
    expect(leftInEnglish()).toEqual([]);
  });

  it('of the settings, with models and what is advanced', async () => {
    await openInGerman('models');
    await press(one('settings'));
    await find('watch-folder');
    await waitFor(() => expect(all('model').length).toBeGreaterThan(0));
    await waitFor(() => expect(all('chunk-length')).toHaveLength(1));
    await waitFor(() => expect(all('storage')).toHaveLength(1));
    await waitFor(() => expect(all('language').length).toBeGreaterThan(0));
    expect(all('language')[0]!.textContent).toContain('Englisch');
    expect(leftInEnglish()).toEqual([]);
  });
});
