// How the library is searched, and what earlier feedback did: the whole window on a fake platform.
import { fireEvent, screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { CASH_QUESTION, type FakePlatform } from '../lib/platform/fake';
import { all, ask, find, one, openWindow, press } from './window';

async function settings(prepare?: (platform: FakePlatform) => void) {
  const opened = await openWindow('library', prepare);
  await press(one('settings'));
  await waitFor(() => expect(all('index-kind')).toHaveLength(3));
  return opened;
}

const radio = (name: RegExp) => screen.getByRole('radio', { name }) as HTMLInputElement;
const shown = () => one('shown-passages') as HTMLInputElement;
const type = (value: string) => fireEvent.change(shown(), { target: { value } });

describe('the settings of searching', () => {
  it('say what holds, and of how many passages', async () => {
    await settings();
    expect(one('searched-passages').textContent).toContain('among 1,846 passages');
    expect([radio(/^Exact/).checked, shown().value]).toEqual([true, '10']);
    expect(all('index-proposal')).toHaveLength(0);
    expect(all('search-effort')).toHaveLength(0);
    expect(one('reset-search').getAttribute('aria-disabled')).toBe('true');
  });

  it('show the effort of the kind in use only', async () => {
    const { platform } = await settings();
    await press(radio(/^Graph/));
    await waitFor(() => expect(one('search-effort').textContent).toContain('ef_search'));
    await press(within(one('search-effort')).getByRole('radio', { name: 'Thorough' }));
    await waitFor(() => expect(one('search-effort').textContent).toContain('the 4,096 nearest'));
    expect(platform.calls.at(-1)).toMatchObject({
      name: 'choose_search_settings',
      args: { settings: { index: 'hnsw', ef_search: 4096, nprobe: 32 } }
    });
    await press(radio(/^Compact codes/));
    await waitFor(() => expect(one('search-effort').textContent).toContain('Reads 32 lists'));
    await press(one('reset-search'));
    await waitFor(() => expect(radio(/^Exact/).checked).toBe(true));
    expect(all('search-effort')).toHaveLength(0);
  });

  it('propose another kind where it suits, and take it up', async () => {
    await settings((platform) => (platform.searching.passages = 212_000));
    expect(one('index-proposal').textContent).toContain(
      'With 212,000 passages a graph answers faster.'
    );
    await press(one('use-proposal'));
    await waitFor(() => expect(radio(/^Graph/).checked).toBe(true));
    expect(all('index-proposal')).toHaveLength(0);
  });

  it('hold the passages shown within 1 and 50', async () => {
    const { platform } = await settings();
    await type('400');
    await waitFor(() => expect(platform.searching.settings.passages).toBe(50));
    expect(shown().value).toBe('50');
    await type('400');
    expect(shown().value).toBe('50');
    await type('0');
    await waitFor(() => expect(platform.searching.settings.passages).toBe(1));
    const calls = platform.calls.length;
    await type('');
    expect([shown().value, platform.calls.length]).toEqual(['1', calls]);
  });

  it('say why a choice was refused, and go back', async () => {
    const { platform } = await settings();
    const error = { code: 'internal' as const, message: 'Broken.', hint: null };
    platform.failNext('choose_search_settings', error);
    await press(radio(/^Graph/));
    expect((await find('search-error')).textContent).toContain('Broken.');
    expect(radio(/^Exact/).checked).toBe(true);
    platform.failNext('choose_search_settings', error);
    await type('5');
    await waitFor(() => expect(shown().value).toBe('10'));
  });

  it('can be asked for again when they could not be read', async () => {
    const { platform } = await openWindow('library');
    platform.failNext('search_settings', { code: 'internal', message: 'Broken.', hint: null });
    await press(one('settings'));
    await press(within(await find('search-error')).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(all('index-kind')).toHaveLength(3));
    expect(all('search-error')).toHaveLength(0);
  });
});

describe('a passage that earlier feedback moved', () => {
  const marks = () => all('passage').map((each) => within(each).queryByTestId('feedback-mark'));

  it('says which way', async () => {
    const { app } = await openWindow('library');
    await ask(CASH_QUESTION);
    await find('answer');
    expect(marks().filter(Boolean)).toEqual([]);
    const answer = app.asking.answer!;
    const moved = ['raised', 'lowered'] as const;
    const passages = answer.passages.map((each, at) => ({ ...each, feedback: moved[at] ?? null }));
    app.asking.answer = { ...answer, passages };
    await waitFor(() => expect(marks().filter(Boolean)).toHaveLength(2));
    expect(marks().map((mark) => mark?.textContent?.trim())).toEqual([
      'Helped before',
      'Marked wrong before',
      ...Array(5).fill(undefined)
    ]);
    expect(marks()[0]!.title).toBe(
      'Your feedback on this question or one much like it moved it. Take the feedback back to undo.'
    );
  });
});
