// What a person collects, orders, annotates and saves.
import { fireEvent, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { CASH_QUESTION } from '../lib/platform/fake';
import { IDS } from '../lib/platform/fake-documents';
import { all, ask, called, documentItem, find, one, openWindow, press } from './window';

async function collected() {
  const opened = await openWindow('library');
  await ask(CASH_QUESTION);
  for (const n of [0, 1]) {
    await press((await waitFor(() => all('chip')[n] ?? find('answer'))) as HTMLElement);
    await press(await find('keep-evidence'));
    await waitFor(() => expect(opened.app.notebook.entries).toHaveLength(n + 1));
  }
  return opened;
}

const quotes = () =>
  all('notebook-entry').map((entry) => entry.querySelector('blockquote')!.textContent);

describe('the notebook', () => {
  it('says how to fill it while it is empty', async () => {
    await openWindow('library');
    await press(await find('notebook-toggle'));
    expect((await find('notebook-empty')).textContent).toContain('Nothing is collected yet.');
    await press(one('notebook-toggle'));
    expect(all('notebook-empty')).toHaveLength(0);
  });

  it('holds evidence with its question, each piece once', async () => {
    await collected();
    expect(one('keep-evidence').getAttribute('aria-pressed')).toBe('true');
    expect(one('notebook-toggle').textContent).toContain('2');
    await press(one('notebook-toggle'));
    expect(all('notebook-entry')).toHaveLength(2);
    expect(all('notebook-entry')[0]!.textContent).toContain(CASH_QUESTION);
    await press(one('notebook-toggle'));
    await press(one('keep-evidence'));
    await waitFor(() => expect(one('keep-evidence').getAttribute('aria-pressed')).toBe('false'));
  });

  it('is put in order by keys, and stored so', async () => {
    const { platform } = await collected();
    await press(one('notebook-toggle'));
    const [first, second] = quotes();
    await fireEvent.keyDown(all('notebook-note')[1]!, { key: 'ArrowUp', altKey: true });
    expect(quotes()).toEqual([second, first]);
    await waitFor(() => expect(called(platform, 'order_notebook')).toHaveLength(1));
    expect(platform.notebook.entries.map(({ quote }) => quote.trim())).toEqual(
      [second, first].map((quote) => quote!.trim())
    );
  });

  it('keeps a note when it is left', async () => {
    const { platform } = await collected();
    await press(one('notebook-toggle'));
    const note = all('notebook-note')[0] as HTMLTextAreaElement;
    await fireEvent.input(note, { target: { value: 'See also note 12.' } });
    await fireEvent.blur(note);
    await waitFor(() => expect(platform.notebook.entries[0]!.note).toBe('See also note 12.'));
  });

  it('gives back at its place what was taken out', async () => {
    await collected();
    await press(one('notebook-toggle'));
    const before = quotes();
    await press(all('notebook-remove')[0]!);
    await waitFor(() => expect(quotes()).toEqual([before[1]]));
    await press(await find('notice-action'));
    await waitFor(() => expect(quotes()).toEqual(before));
  });

  it('is saved where the person says', async () => {
    const { platform } = await collected();
    await press(one('notebook-toggle'));
    await press(one('export-notebook'));
    await press(await find('notebook-markdown'));
    await waitFor(() =>
      expect(called(platform, 'save_notebook')[0]).toMatchObject({ format: 'markdown' })
    );
    await press(one('export-notebook'));
    await press(await find('notebook-pdf'));
    await waitFor(() =>
      expect(called(platform, 'save_notebook')[1]).toMatchObject({ format: 'pdf' })
    );
    expect((await find('notices')).textContent).toContain('The notebook is in /home/ada/saved.');
  });

  it('opens the page of an entry', async () => {
    const { app } = await collected();
    await press(one('notebook-toggle'));
    app.viewer.close();
    await press(all('notebook-entry')[0]!.querySelector<HTMLElement>('.place')!);
    await waitFor(() => expect(app.viewer.document).toBe(IDS.report));
  });
});

describe('removing a document', () => {
  it('says that entries of the notebook go with it', async () => {
    await collected();
    const item = documentItem(IDS.report);
    await press(item.querySelector('[data-testid="remove"]')!);
    await waitFor(() =>
      expect(one('entries-go').textContent).toContain('2 entries of the notebook go too.')
    );
  });
});
