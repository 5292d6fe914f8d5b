// An answer that the text generator writes: quotes first, then its words, then what holds of them.
import { waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { CASH_QUESTION, STRANGE_QUESTION } from '../lib/platform/fake';
import { CRASHED } from '../lib/platform/fake-writing';
import { all, ask, find, one, openWindow, press } from './window';

const asked = async (tickMs = 0, prepare?: Parameters<typeof openWindow>[1]) => {
  const opened = await openWindow('library', (platform) => {
    platform.models.installGenerator();
    platform.writing.tickMs = tickMs;
    prepare?.(platform);
  });
  await ask(CASH_QUESTION);
  await find('answer');
  return opened;
};

describe('a written answer', () => {
  it('comes after its quotes, with a verdict on each sentence, and the quotes stay', async () => {
    await asked();
    await waitFor(() => expect(one('mode').textContent).toContain('Written from the cited'));
    const verdicts = all('sentence-verdict').map(({ dataset }) => dataset.verdict);
    expect(verdicts).toEqual(['confirmed', 'not_confirmed']);
    expect(one('answer').textContent).toContain('In the documents’ words');
    expect(all('chip').map(({ dataset }) => dataset.n)).toEqual(['1', '2', '3', '4', '5']);
    expect(all('writing')).toEqual([]);
  });

  it('shows its words as they come below nothing that moves away: the quotes are there first', async () => {
    await asked(40);
    await waitFor(() => expect(one('writing').textContent).toContain('In short'));
    expect(all('chip').length).toBeGreaterThan(0);
    expect(one('mode').textContent).toContain('Quoted word for word');
  });

  it('can be stopped, and keeps what was written', async () => {
    await asked(40);
    await waitFor(() => expect(one('writing').textContent).toContain('In short'));
    await press(one('stop-writing'));
    await waitFor(() => expect(all('writing')).toEqual([]));
    expect(one('answer').textContent).toContain('You stopped it here.');
  });

  it('that fails leaves the quotes, and can be tried again', async () => {
    const { platform } = await asked(0, (platform) => (platform.writing.failure = CRASHED));
    expect((await find('writing-failed')).textContent).toContain('crashed');
    expect(all('chip')).toHaveLength(4);
    platform.writing.failure = null;
    await press(one('writing-failed').querySelector('button')!);
    await waitFor(() => expect(one('mode').textContent).toContain('Written'));
  });

  it('waits for a click where the settings say so', async () => {
    await asked(0, (platform) =>
      platform.searching.choose({ ...platform.searching.settings, write: false })
    );
    expect(one('mode').textContent).toContain('Quoted');
    await press(await find('write'));
    await waitFor(() => expect(one('mode').textContent).toContain('Written'));
  });

  it('is not offered where nothing was found', async () => {
    await asked();
    await ask(STRANGE_QUESTION);
    await find('not-found');
    expect([...all('write'), ...all('writing')]).toEqual([]);
  });
});

describe('another question', () => {
  it('stops the writing of the one before, whose words never show in the new answer', async () => {
    const { app } = await asked(40);
    await find('writing');
    await ask(STRANGE_QUESTION);
    await find('not-found');
    expect(all('writing')).toEqual([]);
    await waitFor(() => expect(app.writing.question).toBe(null));
    expect(one('answer').textContent).not.toContain('In short');
  });
});
