// What a question was taken to ask, and how it is corrected: the whole window on a fake platform.
import { fireEvent, screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { Corrections } from '../lib/platform/bindings';
import { CASH_QUESTION, RICH_QUESTION, type FakePlatform } from '../lib/platform/fake';
import { IDS } from '../lib/platform/fake-documents';
import { all, ask, find, key, one, openWindow, press } from './window';

const LEASE_QUESTION = 'Under what conditions may the landlord end the lease in 2024?';

async function asked(question: string) {
  const opened = await openWindow('library');
  await ask(question);
  await find('answer');
  return opened;
}

const finding = (start: string): HTMLElement => {
  const found = all('finding').find(({ dataset }) => dataset.key?.startsWith(start));
  if (!found) throw new Error(`no finding ${start}`);
  return found;
};
const lastCorrections = (platform: FakePlatform): Corrections | undefined => {
  const last = platform.calls.filter(({ name }) => name === 'ask').at(-1);
  return (last?.args as { corrections: Corrections } | undefined)?.corrections;
};
const pressed = (element: HTMLElement) => element.getAttribute('aria-pressed');
const settled = () =>
  waitFor(() => expect(one('understood').getAttribute('aria-busy')).toBe('false'));

describe('what was understood', () => {
  it('stands above the answer: the kind always, and each finding', async () => {
    await asked(LEASE_QUESTION);
    expect(one('kind-chip').textContent?.trim()).toBe('Fact');
    expect(
      all('finding').map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim())
    ).toEqual(['2024', 'Only Harbour Street office lease.pdf']);
    expect(finding('period').title).toContain('Time: 2024');
    expect(finding('document').title).toContain('Only these documents were searched');
    expect(all('more-findings')).toHaveLength(0);
    expect(all('reset-findings')).toHaveLength(0);
    const read = one('understood').compareDocumentPosition(one('chip'));
    expect(read & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('shows the sides of a comparison, and keeps what seldom matters behind "more"', async () => {
    await asked(RICH_QUESTION);
    expect(one('kind-chip').textContent).toContain('Comparison: annual report | lease');
    const kinds = () => all('finding').map(({ dataset }) => dataset.key?.split(':')[0]);
    expect(kinds()).not.toContain('unit');
    expect(one('more-findings').textContent).toContain('+2 more');
    await press(one('more-findings'));
    expect(kinds()).toEqual(expect.arrayContaining(['unit', 'instruction']));
    expect(one('more-findings').getAttribute('aria-expanded')).toBe('true');
    await press(finding('instruction'));
    await settled();
    await press(one('more-findings'));
    expect(kinds()).toContain('instruction');
    expect(one('more-findings').textContent).toContain('+1 more');
  });

  it('has no row where an older version kept nothing of it', async () => {
    const { app } = await asked(CASH_QUESTION);
    const answer = app.asking.answer!;
    app.asking.answer = { ...answer, interpretation: { ...answer.interpretation, ...NOTHING } };
    await waitFor(() => expect(all('understood')).toHaveLength(0));
  });
});

const NOTHING = { chips: [], elsewhere: 0, periods: [] };

describe('a finding', () => {
  it('is switched off, and the answer takes the place of the one before', async () => {
    const { platform, app } = await asked(LEASE_QUESTION);
    const before = app.asking.answer!.id;
    expect(all('passage')).toHaveLength(1);
    platform.latencyMs = 20;
    one('question').focus();
    const chip = finding('document');
    await press(chip);
    expect(one('understood').getAttribute('aria-busy')).toBe('true');
    expect(one('answer').getAttribute('aria-busy')).toBe('true');
    expect([pressed(chip), app.asking.answer!.id]).toEqual(['false', before]);
    await settled();
    expect(lastCorrections(platform)).toEqual({ off: [`document:${IDS.lease}`], kind: null });
    expect(app.asking.answer!.id).toBe(before);
    expect(app.asking.history.filter(({ question }) => question === LEASE_QUESTION)).toHaveLength(
      1
    );
    expect(all('passage')).toHaveLength(7);
    expect(finding('document')).toBe(chip);
    expect(chip.title).toContain('Left out; click to use it');
    expect(chip.textContent).not.toContain('Only');
    expect(all('answer')).toHaveLength(1);
    expect((one('question') as HTMLTextAreaElement).value).toBe(LEASE_QUESTION);
  });

  it('is switched on again, while others stay off', async () => {
    const { platform } = await asked(LEASE_QUESTION);
    for (const start of ['document', 'period', 'document']) {
      await press(finding(start));
      await settled();
    }
    expect(lastCorrections(platform)).toEqual({ off: ['period:2024'], kind: null });
    expect([pressed(finding('document')), pressed(finding('period'))]).toEqual(['true', 'false']);
  });

  it('stays on when the question cannot be asked again, which is said', async () => {
    const { platform, app } = await asked(LEASE_QUESTION);
    const before = app.asking.answer;
    platform.failNext('ask', { code: 'internal', message: 'Broken.', hint: 'Start again.' });
    await press(finding('period'));
    const error = await find('refine-error');
    expect(error.textContent).toContain('The answer is as it was. Broken. Start again.');
    expect([app.asking.answer, pressed(finding('period'))]).toEqual([before, 'true']);
    expect(screen.queryByText('Earlier answer')).toBeNull();
    await press(within(error).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(pressed(finding('period'))).toBe('false'));
    expect(all('refine-error')).toHaveLength(0);
  });

  it('waits while a question is under way', async () => {
    const { platform } = await asked(LEASE_QUESTION);
    platform.latencyMs = 20;
    await ask(CASH_QUESTION);
    expect(finding('period').getAttribute('aria-disabled')).toBe('true');
    await press(finding('period'));
    await waitFor(() => expect(one('answer').textContent).toContain('$4,312 million'));
    expect(platform.calls.filter(({ name }) => name === 'ask')).toHaveLength(2);
  });

  it('of an earlier answer stands as it was, and asks anew', async () => {
    const { platform } = await asked(LEASE_QUESTION);
    await press(finding('period'));
    await settled();
    await ask(CASH_QUESTION);
    await waitFor(() => expect(one('answer').textContent).toContain('$4,312 million'));
    expect(lastCorrections(platform)).toEqual({ off: [], kind: null });
    await press(one('history-toggle'));
    await press(all('history')[1]!);
    await waitFor(() => expect(pressed(finding('period'))).toBe('false'));
    await press(finding('document'));
    await settled();
    expect(lastCorrections(platform)?.off).toEqual(['period:2024', `document:${IDS.lease}`]);
  });
});

describe('the kind of answer', () => {
  const menu = () => screen.queryByRole('menu', { name: 'Kind of answer' });

  it('is chosen from a menu', async () => {
    const { platform } = await asked(CASH_QUESTION);
    await press(one('kind-chip'));
    expect(all('kind-choice').map(({ textContent }) => textContent?.trim())).toEqual([
      'Fact',
      'Number',
      'Definition',
      'Yes or no',
      'List',
      'Comparison',
      'Summary'
    ]);
    expect(all('kind-choice')[0]!.getAttribute('aria-checked')).toBe('true');
    await press(all('kind-choice')[6]!);
    await settled();
    expect(lastCorrections(platform)).toEqual({ off: [], kind: 'summary' });
    expect(one('kind-chip').textContent).toContain('Summary');
    expect(menu()).toBeNull();
  });

  it('asks nothing when it stays as it is', async () => {
    const { platform } = await asked(CASH_QUESTION);
    await press(one('kind-chip'));
    await press(all('kind-choice')[0]!);
    expect(platform.calls.filter(({ name }) => name === 'ask')).toHaveLength(1);
  });

  it('is chosen by the keyboard', async () => {
    const { platform } = await asked(CASH_QUESTION);
    one('kind-chip').focus();
    await press(one('kind-chip'));
    await waitFor(() => expect(document.activeElement).toBe(all('kind-choice')[0]));
    await key('ArrowUp');
    expect(document.activeElement?.textContent).toContain('Summary');
    await key('Escape');
    expect([menu(), document.activeElement]).toEqual([null, one('kind-chip')]);
    await press(one('kind-chip'));
    await waitFor(() => expect(document.activeElement).toBe(all('kind-choice')[0]));
    await key('ArrowDown');
    await press(document.activeElement!);
    expect(document.activeElement).toBe(one('kind-chip'));
    await settled();
    expect(lastCorrections(platform)).toEqual({ off: [], kind: 'number' });
  });

  it('closes its menu when something else is pressed', async () => {
    await asked(CASH_QUESTION);
    await press(one('kind-chip'));
    await fireEvent.pointerDown(one('answer'));
    expect(menu()).toBeNull();
  });

  it('and all findings go back to what was read at first', async () => {
    const { platform } = await asked(LEASE_QUESTION);
    await press(finding('period'));
    await settled();
    await press(one('kind-chip'));
    await press(all('kind-choice')[4]!);
    await settled();
    expect(lastCorrections(platform)).toEqual({ off: ['period:2024'], kind: 'list' });
    one('reset-findings').focus();
    await press(one('reset-findings'));
    await settled();
    expect(lastCorrections(platform)).toEqual({ off: [], kind: null });
    expect(one('kind-chip').textContent).toContain('Fact');
    expect(all('reset-findings')).toHaveLength(0);
    expect(document.activeElement).toBe(one('kind-chip'));
  });
});

it('every chip is a stop of the keyboard, and keeps the focus while it is asked again', async () => {
  await asked(RICH_QUESTION);
  const stops = [one('kind-chip'), ...all('finding'), one('more-findings')];
  // Enter and Space press what is a button, without a line of code.
  for (const stop of stops) expect([stop.tagName, stop.tabIndex]).toEqual(['BUTTON', 0]);
  const chip = finding('period');
  chip.focus();
  await press(chip);
  expect((chip as HTMLButtonElement).disabled).toBe(false);
  await settled();
  expect(document.activeElement).toBe(chip);
});
