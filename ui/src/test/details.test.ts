// What the library says of one document, and what can be done with it there.
import { fireEvent, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { IDS } from '../lib/platform/fake-documents';
import { all, called, documentItem, find, key, one, openWindow, press } from './window';

describe('what is known of a document', () => {
  it('is told with where its file lies, and leads there', async () => {
    const { platform } = await openWindow('library');
    await press(within(documentItem(IDS.lease)).getByTestId('details-toggle'));
    const { textContent } = one('details');
    expect(textContent).toContain('/home/mira/Documents/');
    expect(textContent).toMatch(/Pages\s*\d/);
    await press(one('show-in-folder'));
    expect(platform.calls.at(-1)).toEqual({
      name: 'show_in_folder',
      args: { document: IDS.lease }
    });
    await press(one('open-file'));
    expect(platform.calls.at(-1)).toEqual({ name: 'open_file', args: { document: IDS.lease } });
    await press(one('read-again'));
    expect(platform.calls).toContainEqual({
      name: 'read_again',
      args: { documents: [IDS.lease] }
    });
    expect(all('details')).toHaveLength(0);
  });

  it('names the collections that it is in', async () => {
    const { platform } = await openWindow('library');
    for (const name of ['Leases', 'Of 2023'])
      await platform.call('put_in_collection', { name, documents: [IDS.lease] });
    await press(within(documentItem(IDS.lease)).getByTestId('details-toggle'));
    expect(one('details').textContent).toMatch(/Collections\s*Leases, Of 2023/);
  });

  it('opens by the right button of the mouse too', async () => {
    await openWindow('library');
    await fireEvent.contextMenu(documentItem(IDS.lease));
    expect(one('details')).toBeTruthy();
  });
});

it('Ctrl P hands the open document to the viewer of the system, which can print', async () => {
  const { platform, app } = await openWindow('library');
  await key('p', { ctrlKey: true });
  expect(called(platform, 'open_file')).toEqual([]);
  app.openDocument(IDS.lease);
  await key('p', { ctrlKey: true });
  expect(called(platform, 'open_file')).toEqual([{ document: IDS.lease }]);
  expect((await find('notice')).textContent).toContain('can print it');
});

it('parts that are missing stand on one card', async () => {
  const missing = (what: string) => ({
    code: 'missing_part' as const,
    message: `${what} is missing.`,
    hint: 'Install Citelight again.'
  });
  await openWindow('library', (platform) => {
    platform.info.problems = [missing('The PDF library'), missing('The language model')];
  });
  const { textContent } = one('problem');
  expect(textContent).toContain('2 parts of Citelight are missing.');
  expect(textContent).toContain('The language model is missing.');
  expect(textContent?.match(/Install/g)).toHaveLength(1);
});
