// Questions that lean on the one before: the whole window on a fake platform.
import { waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { all, ask, find, one, openWindow, press } from './window';

const QUESTION = 'What of cash in 2022?';

async function followed() {
  const opened = await openWindow('library');
  await ask(QUESTION);
  await find('answer');
  await ask('and in 2021?');
  await find('written');
  return opened;
}

describe('a follow-up', () => {
  it('shows the question in full, and the one that it follows up', async () => {
    await followed();
    expect(one('written').textContent).toContain('What of cash in 2021?');
    expect(one('understood').textContent).not.toContain('Understood as:');
    expect(one('followed').textContent).toContain(QUESTION);
  });

  it('leads back to the earlier question', async () => {
    const { app } = await followed();
    await press(one('followed'));
    await waitFor(() => expect(app.asking.answer?.question).toBe(QUESTION));
    expect(all('followed')).toHaveLength(0);
    expect(all('written')).toHaveLength(0);
  });

  it('is asked as typed, and as a follow-up again', async () => {
    const { app } = await followed();
    await press(one('as-typed'));
    await waitFor(() => expect(app.asking.answer?.interpretation.rewritten).toBeNull());
    expect(one('written').textContent).toContain('Asked as typed');
    await press(one('as-follow-up'));
    await waitFor(() => expect(one('written').textContent).toContain('What of cash in 2021?'));
  });

  it('is shown in the history', async () => {
    await followed();
    await press(one('history-toggle'));
    const [before, after] = all('history');
    expect(before!.textContent).toContain(QUESTION);
    expect(after!.textContent).toContain('and in 2021?');
    expect(
      after!.closest('li')?.querySelector('[title="Follows up the question above"]')
    ).not.toBeNull();
    expect(before!.closest('li')?.querySelector('[title^="Follows up"]')).toBeNull();
  });
});

describe('the question box', () => {
  it('says that one may follow up, and starts anew on request', async () => {
    const { app, platform } = await openWindow('library');
    expect(one('question-hint').textContent).toContain('Ask your documents');
    expect(all('new-topic')).toHaveLength(0);
    await ask(QUESTION);
    await find('answer');
    app.asking.text = '';
    await waitFor(() => expect(one('question-hint').textContent).toContain('Follow up'));
    await press(one('new-topic'));
    await waitFor(() => expect(all('answer')).toHaveLength(0));
    expect(document.activeElement).toBe(one('question'));
    await ask('and in 2021?');
    await find('answer');
    expect(platform.calls.filter(({ name }) => name === 'ask').at(-1)?.args).toMatchObject({
      previous: null
    });
    expect(all('written')).toHaveLength(0);
  });
});
