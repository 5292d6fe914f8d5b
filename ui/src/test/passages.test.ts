// Passages of every kind and how documents are cut into them: the whole window on a fake platform.
import { screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { CASH_QUESTION } from '../lib/platform/fake';
import { IDS } from '../lib/platform/fake-documents';
import { all, ask, documentItem, find, key, one, openWindow, press } from './window';

async function answered() {
  const opened = await openWindow('library');
  await ask(CASH_QUESTION);
  await find('answer');
  return opened;
}

const folded = (element: Element | null) => element?.textContent?.replace(/\s+/g, ' ').trim();

describe('the path of a section', () => {
  it('stands on the evidence and on every passage that has one', async () => {
    await answered();
    const inCard = within(one('evidence')).getByTestId('section-path');
    expect(inCard.title).toBe(
      'Part II › Item 7. Management’s discussion and analysis › Liquidity and capital resources'
    );
    expect(inCard.querySelector('.last')?.textContent).toBe('Liquidity and capital resources');
    expect(inCard.querySelector('.unseen')?.textContent).toContain('In Part II, Item 7.');
    const [first, , , battery] = all('passage');
    expect(within(first!).getByTestId('section-path').title).toBe(inCard.title);
    expect(within(battery!).queryByTestId('section-path')).toBeNull();
  });
});

describe('a table', () => {
  const table = () => screen.getByRole('table', { name: /statement of cash flows/ });

  it('is drawn as one, with its caption, header and groups', async () => {
    await answered();
    expect(folded(table().querySelector('caption'))).toContain('in $ million');
    const spanning = screen.getByRole('columnheader', { name: 'Year ended 31 December' });
    expect([spanning.getAttribute('colspan'), spanning.getAttribute('scope')]).toEqual([
      '3',
      'colgroup'
    ]);
    const groups = [...table().querySelectorAll('tbody > .group')];
    expect(groups.map((group) => group.textContent?.trim())).toContain('Operating activities');
  });

  it('says what its rows and figures are', async () => {
    await answered();
    const row = within(table()).getByRole('row', { name: /^Impairment/ });
    const [label, ...cells] = [...row.children];
    expect([label!.tagName, label!.getAttribute('scope')]).toEqual(['TH', 'row']);
    expect((label as HTMLElement).style.getPropertyValue('--indent')).toBe('1');
    expect(cells.map((cell) => cell.textContent)).toEqual(['7', '86', '—', '—']);
    expect(cells.every((cell) => cell.classList.contains('figure'))).toBe(true);
    const bodies = table().querySelectorAll('tbody');
    expect(bodies[1]!.querySelector('th')!.getAttribute('scope')).toBe('rowgroup');
    expect(bodies[1]!.querySelector('th')!.getAttribute('colspan')).toBe('5');
  });

  it('shows its first rows, and all of them when asked', async () => {
    await answered();
    const rows = () => table().querySelectorAll('tbody tr').length;
    expect(rows()).toBe(12);
    await press(one('all-rows'));
    expect(rows()).toBe(22);
    expect(one('all-rows').getAttribute('aria-expanded')).toBe('true');
    await press(one('all-rows'));
    expect(rows()).toBe(12);
  });

  it('leads to its page by what stands above it', async () => {
    const { app } = await answered();
    await press(all('passage')[1]!);
    await waitFor(() => expect(app.viewer.page).toBe(133));
    expect(all('passage')[1]!.contains(table())).toBe(false);
  });
});

it('a passage is lit where it stands, until Escape or the next jump', async () => {
  const { app } = await answered();
  const at = all('passage')[1]!;
  const { span } = app.asking.answer!.passages[1]!;
  await press(at);
  await waitFor(() => expect(app.viewer.passage).toEqual(span));
  await waitFor(() => expect(all('lit-passage').length).toBeGreaterThan(0));
  app.viewer.toPage(3);
  expect(app.viewer.passage).toBeNull();
  await press(at);
  await waitFor(() => expect(app.viewer.passage).not.toBeNull());
  one('scroller').focus();
  await key('Escape');
  expect(app.viewer.passage).toBeNull();
  await app.viewer.back();
  expect(app.viewer.page).toBe(3);
});

it('lists and code keep their lines', async () => {
  await answered();
  const snippet = (at: number) => all('passage')[at]!.querySelector('.snippet')!;
  expect(snippet(4).textContent?.split('\n')).toHaveLength(3);
  expect(snippet(6).classList.contains('code')).toBe(true);
  expect(snippet(6).textContent).toContain('\n    rate = A');
  expect(snippet(0).textContent).not.toContain('\n');
});

describe('the settings of passages', () => {
  const radio = (name: RegExp) => screen.getByRole('radio', { name }) as HTMLInputElement;

  it('choose how documents are cut, which go on answering meanwhile', async () => {
    const { platform, app } = await openWindow('library');
    await press(one('settings'));
    await waitFor(() => expect(all('chunk-mode')).toHaveLength(2));
    expect(radio(/By structure/).checked).toBe(true);
    expect(one('reset-chunking').getAttribute('aria-disabled')).toBe('true');
    await press(within(one('chunk-length')).getByRole('radio', { name: 'Short' }));
    await waitFor(() => expect(one('chunk-length').textContent).toContain('128 tokens'));
    const chosen = () => platform.calls.filter(({ name }) => name === 'choose_chunking');
    expect(chosen(), 'nothing is cut before it is applied').toEqual([]);
    expect(one('apply-chunking').textContent).toMatch(/This cuts \d+ documents anew/);
    await press(one('keep-chunking'));
    await waitFor(() => expect(one('chunk-length').textContent).toContain('196 tokens'));
    await press(within(one('chunk-length')).getByRole('radio', { name: 'Short' }));
    await press(await find('apply'));
    await waitFor(() => expect(all('apply-chunking')).toHaveLength(0));
    expect(chosen().at(-1)).toMatchObject({
      name: 'choose_chunking',
      args: { chunking: { mode: 'structure', target_tokens: 128 } }
    });
    await waitFor(() =>
      expect(one('chunking-updating').textContent).toContain('Updating 4 documents')
    );
    expect(app.library.summary.ready).toBe(3);
    await press(radio(/Fixed windows/));
    await waitFor(() => expect(one('chunk-length').textContent).toContain('1,000 characters'));
    await press(one('reset-chunking'));
    await waitFor(() => expect(radio(/By structure/).checked).toBe(true));
    expect(one('chunk-length').textContent).toContain('196 tokens');
    expect(chosen()).toHaveLength(1);
  });

  it('say why a choice was refused', async () => {
    const { platform } = await openWindow('library');
    await press(one('settings'));
    await waitFor(() => expect(all('chunk-mode')).toHaveLength(2));
    platform.failNext('choose_chunking', { code: 'internal', message: 'Broken.', hint: null });
    await press(radio(/Fixed windows/));
    await press(await find('apply'));
    expect((await find('chunking-error')).textContent).toContain('Broken.');
    expect(radio(/By structure/).checked).toBe(true);
  });
});

it('a document that is cut anew says so quietly, opens and can be asked', async () => {
  const { platform, app } = await openWindow('library');
  platform.put({ ...platform.documents.get(IDS.report)!, refreshing: true, indexed: 0.4 });
  const item = () => documentItem(IDS.report);
  await waitFor(() => expect(item().textContent).toContain('Updating… 40\u00a0%'));
  expect(within(item()).queryByRole('progressbar')).toBeNull();
  expect(within(item()).getByTestId('choose')).toBeTruthy();
  await press(item().querySelector('button.name')!);
  await waitFor(() => expect(app.viewer.document).toBe(IDS.report));
  await ask(CASH_QUESTION);
  await find('answer');
  while (platform.documents.get(IDS.report)!.refreshing) platform.chunking.step();
  await waitFor(() => expect(item().textContent).toContain('190 pages'));
});
