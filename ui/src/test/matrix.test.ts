// The answer matrix as a person works it, mostly by the keyboard; and the changes of a contract.
import { fireEvent, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { IDS } from '../lib/platform/fake-documents';
import { all, called, find, key, one, openWindow, press } from './window';

async function made() {
  const opened = await openWindow('library');
  await press(await find('matrix-open'));
  await fireEvent.input(await find('matrix-name'), { target: { value: 'Terms' } });
  await fireEvent.input(one('matrix-questions'), {
    target: { value: 'What is the rent?\n\nHow long is the term?' }
  });
  await press(one('make-matrix'));
  await waitFor(() => expect(one('matrix-progress').textContent).not.toMatch(/^0 of/));
  await waitFor(() => expect(all('matrix-cell')[1]!.textContent).toContain('1 of 2'));
  return opened;
}

describe('an answer matrix', () => {
  it('needs a name and questions before it can be made', async () => {
    await openWindow('library');
    await press(await find('matrix-open'));
    expect((await find('make-matrix')).hasAttribute('disabled')).toBe(true);
    await fireEvent.input(one('matrix-name'), { target: { value: 'Terms' } });
    await fireEvent.input(one('matrix-questions'), { target: { value: '# nothing' } });
    expect(one('make-matrix').hasAttribute('disabled')).toBe(true);
  });

  it('is made, filled, and shows what is not said', async () => {
    const { platform } = await made();
    expect(called(platform, 'set_matrix')[0]).toMatchObject({
      name: 'Terms',
      questions: ['What is the rent?', 'How long is the term?'],
      documents: []
    });
    expect(all('matrix-cell')[0]!.textContent).toContain('not said');
    expect(all('matrix-cell')[1]!.className).toContain('doubtful');
    expect(one('matrix-fill').hasAttribute('disabled')).toBe(true);
  });

  it('is worked by keys: move, correct, take back, show', async () => {
    const { platform, app } = await made();
    const first = all('matrix-cell')[0]!;
    first.focus();
    await key('ArrowRight');
    await waitFor(() => expect(document.activeElement).toBe(all('matrix-cell')[1]));
    await key('F2');
    const field = (await find('matrix-correction')) as HTMLTextAreaElement;
    await fireEvent.input(field, { target: { value: 'five years' } });
    await fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(called(platform, 'correct_cell')).toHaveLength(1));
    await waitFor(() => expect(all('matrix-cell')[1]!.className).toContain('corrected'));
    expect(all('matrix-cell')[1]!.textContent).toContain('five years');
    expect(all('matrix-cell')[1]!.title).toContain('The document says: 1 of 2');
    all('matrix-cell')[1]!.focus();
    await key('Delete');
    await waitFor(() => expect(all('matrix-cell')[1]!.textContent).toContain('1 of 2'));
    all('matrix-cell')[1]!.focus();
    await key('Enter');
    await waitFor(() => expect(app.sheet).toBe(null));
    expect(app.viewer.document).not.toBe(null);
  });

  it('leaves a cell as it was where the edit is given up', async () => {
    const { platform } = await made();
    all('matrix-cell')[1]!.focus();
    await key('x');
    const field = (await find('matrix-correction')) as HTMLTextAreaElement;
    expect(field.value).toBe('x');
    await fireEvent.keyDown(field, { key: 'Escape' });
    await waitFor(() => expect(all('matrix-correction')).toHaveLength(0));
    expect(called(platform, 'correct_cell')).toHaveLength(0);
    expect(one('matrices')).toBeTruthy();
  });

  it('is sorted, filtered and saved', async () => {
    const { platform } = await made();
    const rows = all('matrix-cell').length / 2;
    expect(rows).toBeGreaterThan(1);
    const first = () => all('matrix-cell')[0]!.textContent;
    await press(all('matrix-sort')[1]!);
    expect(first()).not.toContain('not said');
    await fireEvent.change(one('matrix-choice'), { target: { value: 'doubtful' } });
    await waitFor(() => expect(all('matrix-cell')).toHaveLength(2));
    await press(one('matrix-save'));
    await press(await find('matrix-xlsx'));
    await waitFor(() => expect(called(platform, 'save_matrix')).toHaveLength(1));
  });

  it('is deleted once the person has said so', async () => {
    const { platform } = await made();
    await press(one('matrix-remove'));
    expect(called(platform, 'delete_matrix')).toHaveLength(0);
    await press(await find('matrix-remove-yes'));
    await waitFor(() => expect(called(platform, 'delete_matrix')).toHaveLength(1));
    expect(await find('new-matrix')).toBeTruthy();
  });
});

describe('the changes of a contract', () => {
  it('stand side by side, each with its place', async () => {
    const { app, platform } = await openWindow('library');
    await app.panes.open(IDS.lease, { page: 1 });
    await press(await find('changes-open'));
    await waitFor(() => expect(all('change')).toHaveLength(2));
    const [first, second] = all('change');
    expect(first!.textContent).toContain('£48,500');
    expect(first!.textContent).toContain('£51,250');
    expect(first!.textContent).toContain('1 May 2024');
    expect(second!.textContent).toContain('These words no longer hold.');
    await press(one('changes-save'));
    await press(await find('changes-csv'));
    await waitFor(() =>
      expect(called(platform, 'save_changes')[0]).toMatchObject({ format: 'csv' })
    );
    await press(first!.querySelector('[data-testid="change-place"]')!);
    await waitFor(() => expect(app.sheet).toBe(null));
  });

  it('are said to be none where none are found', async () => {
    const { app } = await openWindow('library');
    await app.panes.open(IDS.report, { page: 1 });
    await press(await find('changes-open'));
    expect(await find('no-changes')).toBeTruthy();
  });
});
