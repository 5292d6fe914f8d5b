// The small pages beside the contents, in the whole window on a fake platform.
import { waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { seenOf, stackThumbnails } from '../lib/model/thumbnails';
import { CASH_QUESTION } from '../lib/platform/fake';
import type { PageInfo } from '../lib/platform/bindings';
import { all, ask, find, key, one, openWindow, press } from './window';

const page = (number: number, width = 600, height = 800) =>
  ({ page: number, width, height, label: null, status: 'text' }) as unknown as PageInfo;

describe('small pages', () => {
  it('lie under one another by their own sizes', () => {
    const { width, tops, heights, total } = stackThumbnails(
      [page(1), page(2, 800, 400), page(3, 100, 9000)],
      196
    );
    expect(width).toBe(148);
    expect([...heights]).toEqual([197, 74, 252]);
    expect([...tops]).toEqual([10, 233, 333]);
    expect(total).toBe(333 + 252 + 26 + 10);
  });

  it('of thousands only those near the window exist', () => {
    const pages = Array.from({ length: 5000 }, (_, index) => page(index + 1));
    const stack = stackThumbnails(pages, 196);
    for (const top of [0, 400_000, stack.total - 600]) {
      const { first, end } = seenOf(stack, top, 600);
      expect(end - first).toBeLessThan(9);
      expect(stack.tops[first]).toBeLessThanOrEqual(Math.max(top, 10));
      expect(end === 5000 || stack.tops[end]! >= top + 600).toBe(true);
    }
    expect(seenOf(stackThumbnails([], 196), 0, 600)).toEqual({ first: 0, end: 0 });
  });

  it('stand in a tab of their own, carry dots, and go to their page by keys', async () => {
    const { app } = await openWindow('library');
    await ask(CASH_QUESTION);
    await find('answer');
    await waitFor(() => expect(app.viewer.page).toBe(47));
    app.outline.roomy = true;
    if (!app.outline.shown) await press(one('contents-toggle'));
    await press(await find('tab-pages'));
    const list = await find('thumbnails');
    expect(list.getAttribute('aria-activedescendant')).toMatch(/-47$/);
    await waitFor(() => expect(all('thumbnail').length).toBeGreaterThan(0));
    expect(all('thumbnail').length).toBeLessThan(40);
    list.focus();
    await key('Home');
    await key('ArrowDown');
    expect(app.viewer.page, 'the keys alone go nowhere').toBe(47);
    await key('Enter');
    expect(app.viewer.page).toBe(2);
    await key('End');
    expect(list.getAttribute('aria-activedescendant')).toMatch(/-190$/);
    await app.viewer.back();
    expect(app.viewer.page).toBe(47);
    await press(one('tab-contents'));
    expect(all('thumbnails')).toHaveLength(0);
  });
});
