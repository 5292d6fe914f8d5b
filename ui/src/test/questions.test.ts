// Before and after a question: what is suggested, typing, the earlier ones.
import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { CASH_QUESTION, STRANGE_QUESTION } from '../lib/platform/fake';
import { IDS } from '../lib/platform/fake-documents';
import { all, ask, called, find, key, one, openWindow, press } from './window';

async function answered() {
  const opened = await openWindow('library');
  await ask(CASH_QUESTION);
  await find('answer');
  return opened;
}

describe('questions to try', () => {
  it('are there before the first one, and are asked by a press', async () => {
    const { app } = await openWindow('library');
    await waitFor(() => expect(all('suggestion')).toHaveLength(2));
    await press(all('suggestion')[1]!);
    await find('answer');
    expect(app.asking.answer?.question).toBe(CASH_QUESTION);
    expect(all('suggestion')).toHaveLength(0);
  });

  it('are made anew where other documents are asked', async () => {
    const { app, platform } = await openWindow('library');
    await waitFor(() => expect(all('suggestion')).toHaveLength(2));
    app.library.choosing.toggle(IDS.report);
    await waitFor(() =>
      expect(called(platform, 'suggestions').at(-1)).toEqual({ documents: [IDS.report] })
    );
  });
});

describe('typing', () => {
  it('goes to the question from anywhere but fields and menus', async () => {
    await openWindow('library');
    const box = one('question') as HTMLTextAreaElement;
    box.blur();
    await key('Shift');
    await key('?');
    await waitFor(() => expect(screen.queryByText('Keyboard shortcuts')).not.toBeNull());
    await key('t');
    expect(document.activeElement).not.toBe(box);
    await key('?');
    await key('t');
    expect(document.activeElement).toBe(box);
  });

  it('replaces a question that has its answer', async () => {
    await answered();
    const box = one('question') as HTMLTextAreaElement;
    expect(document.activeElement).not.toBe(box);
    await key('w');
    expect(document.activeElement).toBe(box);
    expect([box.selectionStart, box.selectionEnd]).toEqual([0, CASH_QUESTION.length]);
  });
});

describe('earlier questions', () => {
  it('are searched, changed and asked again', async () => {
    const { app, platform } = await answered();
    await press(one('history-toggle'));
    await fireEvent.input(one('history-search'), { target: { value: 'LOGO colour' } });
    await waitFor(() => expect(all('history')).toHaveLength(1));
    await press(one('history-edit'));
    await waitFor(() =>
      expect((one('question') as HTMLTextAreaElement).value).toBe(STRANGE_QUESTION)
    );
    expect(app.asking.answer).toBeNull();
    await press(one('history-toggle'));
    await press(all('history-again')[0]!);
    await find('answer');
    expect(called(platform, 'ask').at(-1)).toMatchObject({
      question: CASH_QUESTION,
      previous: null
    });
    await press(one('history-toggle'));
    await fireEvent.input(one('history-search'), { target: { value: 'zebra' } });
    expect((await find('history-none')).textContent).toContain('zebra');
  });

  it('are saved as a table where the person says', async () => {
    const { platform, app } = await answered();
    await press(one('history-toggle'));
    await press(one('save-log'));
    await waitFor(() => expect(platform.saved).toEqual([platform.savePath]));
    expect(app.notices.groups[0]?.notices[0]?.message).toContain(platform.savePath!);
  });

  it('reopen with their answer and can be forgotten', async () => {
    const { platform } = await answered();
    await press(one('history-toggle'));
    const rows = () => all('history').map(({ textContent }) => textContent);
    expect(rows()[0]).toContain(CASH_QUESTION);
    expect(rows()).toHaveLength(3);
    await press(all('forget')[1]!);
    await press(one('confirm-forget'));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(called(platform, 'forget_question')).toHaveLength(1);
    await press(all('history')[1]!);
    await find('not-found');
    expect((one('question') as HTMLTextAreaElement).value).toBe(STRANGE_QUESTION);
  });
});
