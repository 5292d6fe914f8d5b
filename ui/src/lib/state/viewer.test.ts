import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FULL_SCALE } from '../model/layout';
import { FakePlatform } from '../platform/fake';
import { IDS } from '../platform/fake-documents';
import { KnownPages } from './known-pages.svelte';
import { Viewer } from './viewer.svelte';

const quad = { page: 47, x0: 76, y0: 149, x1: 540, y1: 162 };
let platform: FakePlatform;
let known: KnownPages;
let viewer: Viewer;
let clock: number;

/** Where the top of a rectangle stands in the window. */
function placeOf({ page, y0 }: typeof quad): number {
  return viewer.stack.tops[page - 1]! + y0 * viewer.scale - viewer.scrollTop;
}

beforeEach(() => {
  platform = new FakePlatform('library');
  clock = 0;
  known = new KnownPages(platform);
  viewer = new Viewer(known, () => clock);
  viewer.resize({ width: 652, height: 600 });
});

describe('open', () => {
  it('goes to a rectangle and puts it a third from the top', async () => {
    await viewer.open(IDS.report, { quad });
    expect(viewer.pages).toHaveLength(190);
    expect(viewer.scale).toBe(1);
    expect(placeOf(quad)).toBeCloseTo(200);
    expect(viewer.page).toBe(47);
    expect(viewer.label).toBe('39');
    expect(viewer.order).toEqual({ top: viewer.scrollTop, left: viewer.scrollLeft });
  });

  it('moves within the open document without asking for its pages again', async () => {
    await viewer.open(IDS.report, { quad });
    await viewer.open(IDS.report, { quad: { ...quad, page: 133 } });
    expect(viewer.page).toBe(133);
    expect(platform.calls.filter(({ name }) => name === 'document_pages')).toHaveLength(1);
    expect(viewer.jumps).toBe(2);
  });

  it('comes back to where a document was left', async () => {
    await viewer.open(IDS.report, { page: 100 });
    const left = viewer.scrollTop;
    await viewer.open(IDS.lease);
    expect(viewer.scrollTop).toBe(0);
    await viewer.open(IDS.report);
    expect(viewer.scrollTop).toBeCloseTo(left);
  });

  it('lets the last of two quick opens win', async () => {
    await Promise.all([viewer.open(IDS.report), viewer.open(IDS.lease)]);
    expect(viewer.document).toBe(IDS.lease);
    expect(viewer.pages).toHaveLength(24);
    expect(viewer.loading).toBe(false);
  });

  it('shows why pages could not be had, and reaches the place at the second try', async () => {
    const error = { code: 'unreadable', message: 'Damaged.', hint: null } as const;
    platform.failNext('document_pages', error);
    await viewer.open(IDS.report, { quad });
    expect(viewer.error).toEqual(error);
    await viewer.open(IDS.report, { quad });
    expect(viewer.error).toBeNull();
    expect(viewer.page).toBe(47);
  });

  it('finds the rectangle once the window is measured, when it was not before', async () => {
    viewer = new Viewer(new KnownPages(platform));
    await viewer.open(IDS.report, { quad });
    viewer.resize({ width: 900, height: 900 });
    expect(placeOf(quad)).toBeCloseTo(300);
  });
});

describe('turning', () => {
  it('keeps what was jumped to in view, upright or not, and is kept with its document', async () => {
    await viewer.open(IDS.report, { quad });
    const page = viewer.pages[46]!;
    viewer.turnPages(1);
    expect(viewer.pages[46]).toMatchObject({ width: page.height, height: page.width });
    const seen = { ...quad, y0: quad.x0 };
    expect(placeOf(seen)).toBeGreaterThan(0);
    expect(placeOf(seen)).toBeLessThan(600);
    expect(viewer.place).toEqual({ page: 47, y: quad.y0 + 1 });
    viewer.turnPages(1);
    expect(viewer.pages[46]).toMatchObject({ width: page.width, height: page.height });
    viewer.scrolled(viewer.scrollTop + 400, 0);
    // Upside down the lines come from the bottom.
    expect(viewer.place!.y).toBeLessThan(page.height);
    await viewer.open(IDS.lease);
    expect(viewer.turn).toBe(0);
    await viewer.open(IDS.report);
    expect(viewer.turn).toBe(2);
    viewer.turnPages(-1);
    expect(viewer.turn).toBe(1);
  });

  it('goes to the headings of a page that stands on its head', async () => {
    await viewer.open(IDS.report, { page: 1 });
    viewer.turnPages(1);
    viewer.turnPages(1);
    viewer.toPlace({ page: 20, y: 100 });
    const height = viewer.pages[19]!.height;
    const at = viewer.stack.tops[19]! + (height - 100) * viewer.scale - viewer.scrollTop;
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThan(100);
  });
});

describe('the place that is read', () => {
  it('is the one that was jumped to, until the person scrolls', async () => {
    expect(viewer.place).toBeNull();
    await viewer.open(IDS.report);
    viewer.toPlace({ page: 47, y: 500 });
    expect(viewer.place).toEqual({ page: 47, y: 500 });
    expect(placeOf({ ...quad, y0: 500 })).toBeCloseTo(24);
    viewer.scrolled(viewer.scrollTop + 0.4, 0);
    expect(viewer.place).toEqual({ page: 47, y: 500 });
    viewer.scrolled(viewer.scrollTop + 40, 0);
    expect(viewer.place?.y).toBeCloseTo(500 - 24 + 40 + 200, 0);
    await viewer.open(IDS.report, { quad });
    expect(viewer.place).toEqual({ page: 47, y: quad.y0 + 1 });
  });

  it('near the top of its page is shown with that top', async () => {
    await viewer.open(IDS.report);
    viewer.toPlace({ page: 47, y: 76 });
    expect(placeOf({ ...quad, y0: 0 })).toBe(14);
  });

  it('comes to the last page at the end of the document', async () => {
    await viewer.open(IDS.report);
    viewer.scrolled(viewer.stack.total - 600, 0);
    expect(viewer.place?.page).toBe(190);
    expect(viewer.place?.y).toBeGreaterThan(700);
  });

  it('stays in the middle sideways when the window becomes narrower', async () => {
    await viewer.open(IDS.report, { page: 41 });
    viewer.setZoom(2);
    const middle = () => viewer.scrollLeft + viewer.viewport.width / 2;
    expect(middle()).toBeCloseTo(viewer.contentWidth / 2);
    viewer.resize({ width: 400, height: 600 });
    expect(middle()).toBeCloseTo(viewer.contentWidth / 2);
    viewer.scrolled(viewer.scrollTop + 200, viewer.scrollLeft);
    viewer.resize({ width: 500, height: 600 });
    expect(middle()).toBeCloseTo(viewer.contentWidth / 2);
  });
});

describe('zoom', () => {
  beforeEach(() => viewer.open(IDS.report, { quad }));

  it('keeps what is read in its place', () => {
    for (const zoom of [2, 'auto', 0.5, 'width', 3.3] as const) {
      viewer.setZoom(zoom);
      expect(placeOf(quad)).toBeCloseTo(200, 0);
    }
  });

  it('keeps the point under the pointer', () => {
    const y = 450;
    const point = (viewer.scrollTop + y - viewer.stack.tops[46]!) / viewer.scale;
    viewer.setZoom(2.2, y, 300);
    expect((viewer.scrollTop + y - viewer.stack.tops[46]!) / viewer.scale).toBeCloseTo(point);
  });

  it('shows the whole of a page that fits', () => {
    viewer.setZoom('page');
    const top = viewer.stack.tops[46]! - viewer.scrollTop;
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top + viewer.stack.heights[46]!).toBeLessThanOrEqual(600);
  });

  it('steps and stops at the limits', () => {
    viewer.setZoom(FULL_SCALE);
    viewer.zoomStep(1);
    expect(viewer.scale / FULL_SCALE).toBeCloseTo(1.1);
    for (let i = 0; i < 40; i += 1) viewer.zoomStep(1);
    expect(viewer.scale / FULL_SCALE).toBeCloseTo(4);
  });

  it('asks for sharper images only when the zoom has come to rest', () => {
    vi.useFakeTimers();
    const before = viewer.imageScale;
    viewer.setZoom(1.5);
    viewer.setZoom(2);
    expect(viewer.imageScale).toBe(before);
    vi.advanceTimersByTime(200);
    expect(viewer.imageScale).toBe(2);
  });

  it('follows the window while it fits', () => {
    viewer.resize({ width: 346, height: 600 });
    expect(viewer.scale).toBe(0.5);
    expect(placeOf(quad)).toBeCloseTo(200);
  });
});

it('holds the jumped-to place when the window changes, until the person scrolls', async () => {
  await viewer.open(IDS.report, { quad });
  viewer.resize({ width: 652, height: 900 });
  expect(placeOf(quad)).toBeCloseTo(300);
  viewer.scrolled(5000, 0);
  viewer.resize({ width: 652, height: 600 });
  expect(viewer.scrollTop).toBe(5000);
});

it('sees that pages fly by, and that they have come to rest', async () => {
  vi.useFakeTimers();
  await viewer.open(IDS.report);
  viewer.scrolled(1000, 0);
  expect(viewer.flying).toBe(false);
  clock = 16;
  viewer.scrolled(4000, 0);
  expect(viewer.flying).toBe(true);
  clock = 32;
  viewer.scrolled(4020, 0);
  expect(viewer.flying).toBe(false);
  clock = 48;
  viewer.scrolled(9000, 0);
  vi.advanceTimersByTime(150);
  expect(viewer.flying).toBe(false);
});

it('finds pages by number and by printed label', async () => {
  await viewer.open(IDS.report);
  expect(viewer.toPageNamed('f-13')).toBe(true);
  expect(viewer.page).toBe(133);
  expect(viewer.toPageNamed(' 12 ')).toBe(true);
  expect(viewer.page).toBe(12);
  expect(viewer.toPageNamed('iv')).toBe(true);
  expect(viewer.page).toBe(4);
  expect(viewer.toPageNamed('191')).toBe(false);
  expect(viewer.toPageNamed('')).toBe(false);
  expect(viewer.page).toBe(4);
});

it('knows the labels of documents that were never opened', async () => {
  await known.learn([IDS.report, 'gone']);
  expect(known.labelOf(IDS.report, 133)).toBe('F-13');
  expect(known.labelOf('gone', 1)).toBeNull();
});

it('closes', async () => {
  await viewer.open(IDS.report, { quad });
  viewer.close();
  expect([viewer.document, viewer.pages.length, viewer.page]).toEqual([null, 0, 0]);
});

describe('pages that could not be read', () => {
  it('are known once the pages are', async () => {
    expect(known.unread(IDS.battery)).toBeNull();
    await known.learn([IDS.battery]);
    expect(known.unread(IDS.battery)?.map(({ page }) => page)).toEqual([2, 17, 18]);
  });

  it('that are read at the second try leave the person where they were', async () => {
    await viewer.open(IDS.battery, { page: 30 });
    const before = placeOf({ ...quad, page: 30 });
    const total = viewer.stack.total;
    platform.imports.retryPages(platform.documents.get(IDS.battery)!, [17, 18]);
    platform.imports.finishAgain(IDS.battery);
    viewer.stale(IDS.battery);
    await vi.waitFor(() => expect(viewer.stack.total).toBeLessThan(total));
    expect(placeOf({ ...quad, page: 30 })).toBeCloseTo(before, 0);
    expect(known.unread(IDS.battery)?.map(({ page }) => page)).toEqual([2]);
  });
});

describe('a document that is locked', () => {
  it('counts only while it is the open one', async () => {
    await viewer.open(IDS.lease);
    viewer.needsPassword(IDS.report);
    expect(viewer.locked).toBe(false);
    viewer.needsPassword(IDS.lease);
    expect(viewer.locked).toBe(true);
    viewer.unlocked(IDS.report);
    expect([viewer.locked, viewer.unlocks]).toEqual([true, 0]);
    viewer.unlocked(IDS.lease);
    expect([viewer.locked, viewer.unlocks]).toEqual([false, 1]);
  });

  it('is forgotten when another one is opened', async () => {
    await viewer.open(IDS.lease);
    viewer.needsPassword(IDS.lease);
    await viewer.open(IDS.report);
    expect(viewer.locked).toBe(false);
  });

  it('whose pages were refused is asked for them again', async () => {
    platform.failNext('document_pages', { code: 'needs_password', message: 'Locked.', hint: null });
    await viewer.open(IDS.lease);
    expect(viewer.error?.code).toBe('needs_password');
    viewer.unlocked(IDS.lease);
    await vi.waitFor(() => expect(viewer.pages).toHaveLength(24));
    expect(viewer.error).toBeNull();
  });
});

describe('back and forward', () => {
  it('lead through the jumps, over documents, and not through what was scrolled', async () => {
    await viewer.open(IDS.report, { page: 10 });
    viewer.scrolled(viewer.scrollTop + 40, 0);
    const left = viewer.scrollTop;
    viewer.toPage(50);
    await viewer.open(IDS.lease);
    expect([viewer.jumped.canGoBack, viewer.jumped.canGoForward]).toEqual([true, false]);
    await viewer.back();
    expect([viewer.document, viewer.page]).toEqual([IDS.report, 50]);
    await viewer.back();
    expect(viewer.scrollTop).toBeCloseTo(left);
    expect([viewer.jumped.canGoBack, viewer.jumped.canGoForward]).toEqual([false, true]);
    await viewer.forward();
    await viewer.forward();
    expect(viewer.document).toBe(IDS.lease);
  });

  it('forget what lies ahead after another jump, and documents that are gone', async () => {
    await viewer.open(IDS.report);
    viewer.toPage(20);
    await viewer.back();
    viewer.toPage(30);
    expect(viewer.jumped.canGoForward).toBe(false);
    await viewer.open(IDS.lease);
    viewer.forget(IDS.report);
    expect([viewer.document, viewer.jumped.canGoBack]).toEqual([IDS.lease, false]);
  });

  it('take no part in looking through matches', async () => {
    await viewer.open(IDS.report);
    viewer.reveal(quad);
    expect([viewer.page, viewer.jumped.canGoBack]).toEqual([47, false]);
  });
});
