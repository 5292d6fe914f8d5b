// Links of pages: where they lie, where they lead, and what is asked before one leads out.
import { screen, waitFor } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { IDS } from '../lib/platform/fake-documents';
import { one, openWindow, press } from './window';

/** They come once the pictures had their time. */
const links = () => screen.findAllByTestId('page-link', undefined, { timeout: 5_000 });
const RECT = { x0: 72, y0: 80, x1: 200, y1: 102 };

it('links of a page lead within the document, and back', async () => {
  const { platform, app } = await openWindow('library');
  platform.links = [{ rects: [RECT], target: { page: { page: 3, y: 50 } } }];
  app.openDocument(IDS.lease);
  const [link] = await links();
  expect(link?.title).toBe('Go to page 3');
  if (link) await press(link);
  await waitFor(() => expect(app.viewer.place?.page).toBe(3));
  await app.viewer.back();
  expect(app.viewer.place?.page).toBe(1);
});

it('a link out of the document is shown, and opened only when the person says so', async () => {
  const { platform, app } = await openWindow('library');
  platform.links = [{ rects: [RECT, RECT], target: { address: 'https://example.org/a' } }];
  app.openDocument(IDS.lease);
  const [first, second] = await links();
  expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1]);
  if (first) await press(first);
  expect(one('notice').textContent).toContain('https://example.org/a');
  const opened = () => platform.calls.filter(({ name }) => name === 'open_address');
  expect(opened()).toEqual([]);
  await press(one('notice-action'));
  expect(opened()).toEqual([{ name: 'open_address', args: { address: 'https://example.org/a' } }]);
});
