// What a question is limited to: the whole window on a fake platform.
import { fireEvent, waitFor } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { FakePlatform } from '../lib/platform/fake';
import { CASH_QUESTION } from '../lib/platform/fake';
import { IDS } from '../lib/platform/fake-documents';
import { all, ask, find, key, one, openWindow, press } from './window';

const asked = (platform: FakePlatform) =>
  platform.calls.filter(({ name }) => name === 'ask').at(-1)?.args as { filters: unknown };

it('kinds of passages and years hold until they are taken back', async () => {
  const { platform } = await openWindow('library');
  await press(one('filters'));
  await press(one('filter-table'));
  await fireEvent.change(one('filter-from'), { target: { value: '2023' } });
  await fireEvent.change(one('filter-until'), { target: { value: 'soon' } });
  expect((one('filter-until') as HTMLInputElement).value).toBe('');
  expect(all('filter-chip').map((chip) => chip.textContent?.trim())).toEqual([
    'Tables',
    'from 2023'
  ]);
  await ask(CASH_QUESTION);
  await find('answer');
  const from = { year: 2023, part: 'whole' };
  expect(asked(platform).filters).toEqual({ sections: [], kinds: ['table'], from, until: null });
  await press(all('filter-chip')[0]!);
  await press(all('filter-chip')[0]!);
  expect(all('filter-chip')).toHaveLength(0);
});

it('Escape leaves the menu and gives the focus back', async () => {
  await openWindow('library');
  await press(one('filters'));
  await waitFor(() => expect(document.activeElement).toBe(one('filter-text')));
  await key('Escape');
  expect(all('filter-text')).toHaveLength(0);
  expect(document.activeElement).toBe(one('filters'));
});

it('a section is chosen in the contents, by pointer or keys', async () => {
  const { app, platform } = await openWindow('library');
  app.openDocument(IDS.report);
  await press(await find('contents-toggle'));
  await waitFor(() => expect(all('section').length).toBeGreaterThan(5));
  const line = () => all('section').find((each) => each.textContent.trim().startsWith('Item 7.'))!;
  const page = app.viewer.page;
  await press(line().querySelector('[data-testid="keep-section"]')!);
  expect(app.viewer.page).toBe(page);
  expect(one('filter-chip').textContent).toContain('Item 7.');
  line().focus();
  await key('Enter', { ctrlKey: true });
  expect(all('filter-chip')).toHaveLength(0);
  await key('Enter', { ctrlKey: true });
  await ask(CASH_QUESTION);
  await waitFor(() =>
    expect(asked(platform).filters).toMatchObject({ sections: [{ document: IDS.report }] })
  );
});
