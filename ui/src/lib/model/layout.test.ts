import { describe, expect, it, test } from 'vitest';
import type { PageInfo } from '../platform/bindings';
import {
  anchorAt,
  anchorTop,
  EDGE_PX,
  fitScale,
  imageWait,
  FULL_SCALE,
  GAP_PX,
  imageScale,
  MAX_IMAGE_PIXELS,
  MAX_SCALE,
  MIN_SCALE,
  NOTE_PX,
  pageIndexAt,
  pageLeft,
  placeAt,
  quadBox,
  readingLine,
  scrollToPage,
  scrollToPlace,
  scrollToQuad,
  stackPages,
  stepScale,
  visibleWindow
} from './layout';

function pages(count: number, width = 600, height = 800): PageInfo[] {
  return Array.from({ length: count }, (_, index) => ({
    page: index + 1,
    label: null,
    width,
    height,
    status: 'native',
    problem: null
  }));
}

describe('stackPages', () => {
  it('puts pages under one another with a gap, and edges around', () => {
    const stack = stackPages(pages(3), 0.5);
    expect([...stack.tops]).toEqual([
      EDGE_PX,
      EDGE_PX + 400 + GAP_PX,
      EDGE_PX + 2 * (400 + GAP_PX)
    ]);
    expect(stack.total).toBe(EDGE_PX + 3 * 400 + 2 * GAP_PX + EDGE_PX);
    expect(stack.width).toBe(300);
  });

  it('keeps tops on whole pixels at an odd scale', () => {
    const stack = stackPages(pages(50), 1.2345);
    expect([...stack.tops].every(Number.isInteger)).toBe(true);
  });

  it('keeps room for a note above a page that could not be read', () => {
    const list = pages(3);
    list[1] = { ...list[1]!, status: 'read_error' };
    const stack = stackPages(list, 0.5);
    const second = EDGE_PX + 400 + GAP_PX + NOTE_PX;
    expect([...stack.tops]).toEqual([EDGE_PX, second, second + 400 + GAP_PX]);
    const top = scrollToPage(stack, 2, { width: 600, height: 300 });
    expect(top).toBe(second - NOTE_PX - GAP_PX);
  });

  it('has no height without pages', () => {
    expect(stackPages([], 1).total).toBe(0);
  });
});

describe('imageWait', () => {
  it('lets the page that is read come first, then what is on screen, then what is near', () => {
    const window = { firstVisible: 3, endVisible: 6, first: 1, end: 8 };
    const waits = [2, 3, 4, 5, 6, 7].map((page) => imageWait(page, 5, window));
    const [seen, near] = [imageWait(4, 5, window), imageWait(7, 5, window)];
    expect(waits).toEqual([near, near, seen, 0, seen, near]);
    expect(0 < seen && seen < near).toBe(true);
  });
});

describe('visibleWindow', () => {
  // Ten pages of 400 px, tops at 20, 434, 848, 1262, …
  const stack = stackPages(pages(10), 0.5);
  test.each([
    // scrollTop, height, first visible, end visible, first kept, end kept
    [0, 300, 0, 1, 0, 3],
    [0, 434, 0, 1, 0, 3],
    [0, 435, 0, 2, 0, 4],
    [419, 300, 0, 2, 0, 4],
    [420, 300, 1, 2, 0, 4], // the gap belongs to no page
    [430, 300, 1, 2, 0, 4],
    [1700, 800, 4, 6, 2, 8],
    [3700, 600, 8, 10, 6, 10],
    [99_999, 600, 9, 10, 7, 10], // beyond the end
    [-50, 300, 0, 1, 0, 3], // elastic scrolling
    [1000, 0, 2, 3, 0, 5] // not measured yet
  ])('at %i with height %i shows [%i, %i), keeps [%i, %i)', (top, height, a, b, c, d) => {
    const { firstVisible, endVisible, first, end } = visibleWindow(stack, top, height);
    expect([firstVisible, endVisible, first, end]).toEqual([a, b, c, d]);
  });

  it('keeps no more of a thousand pages than of ten', () => {
    const long = stackPages(pages(1000), 1);
    for (let top = 0; top < long.total; top += 997) {
      const { first, end } = visibleWindow(long, top, 900);
      expect(end - first).toBeLessThanOrEqual(7);
    }
  });

  it('is empty without pages', () => {
    expect(visibleWindow(stackPages([], 1), 0, 500).end).toBe(0);
  });
});

test.each([
  [-10, 0],
  [0, 0],
  [433, 0],
  [434, 1],
  [847.9, 1],
  [848, 2],
  [1e9, 9]
])('pageIndexAt(%d) is %i', (y, index) => {
  expect(pageIndexAt(stackPages(pages(10), 0.5), y)).toBe(index);
});

describe('fitScale', () => {
  const viewport = { width: 640, height: 440 };
  test.each([
    ['width', 1],
    ['page', 0.5],
    ['auto', 1]
  ] as const)('%s', (fit, scale) => {
    expect(fitScale(fit, pages(3), viewport)).toBe(scale);
  });

  it('is not shrunk by one fold-out', () => {
    const mixed = [...pages(5), ...pages(1, 3000)];
    expect(fitScale('width', mixed, viewport)).toBe(1);
  });

  it('does not grow without end in a wide window, unless asked to', () => {
    const wide = { width: 2400, height: 1300 };
    expect(fitScale('auto', pages(1), wide)).toBeCloseTo(1.35 * FULL_SCALE);
    expect(fitScale('width', pages(1), wide)).toBeGreaterThan(3.9);
  });

  it('is 100 % until the window is measured', () => {
    expect(fitScale('width', pages(1), { width: 0, height: 0 })).toBe(FULL_SCALE);
  });

  it('stays within the limits', () => {
    expect(fitScale('width', pages(1, 10), viewport)).toBe(MAX_SCALE);
    expect(fitScale('width', pages(1, 1e6), viewport)).toBe(MIN_SCALE);
  });
});

test.each([
  [1, 1, 1.1],
  [1, -1, 0.9],
  [0.62, 1, 0.67],
  [0.62, -1, 0.5],
  [4, 1, 4],
  [0.25, -1, 0.25]
] as const)('from %d one step %i is %d', (from, direction, to) => {
  expect(stepScale(from * FULL_SCALE, direction) / FULL_SCALE).toBeCloseTo(to);
});

test.each([0.5, 1, 1.3333, 2.75])('a rectangle at scale %d is its points times the scale', (s) => {
  const quad = { page: 1, x0: 72, y0: 100.5, x1: 300, y1: 113.5 };
  expect(quadBox(quad, s)).toEqual({
    left: 72 * s,
    top: 100.5 * s,
    width: 228 * s,
    height: 13 * s
  });
});

describe('scrollToQuad', () => {
  const document = pages(10);
  const viewport = { width: 700, height: 600 };
  const quad = { page: 5, x0: 100, y0: 300, x1: 200, y1: 312 };

  it('puts the rectangle a third from the top', () => {
    const stack = stackPages(document, 1);
    const { top, left } = scrollToQuad(document, stack, quad, 1, viewport);
    expect((stack.tops[4] ?? 0) + 300 - top).toBe(200);
    expect(left).toBe(0);
  });

  it('stops at the ends of the document', () => {
    const stack = stackPages(document, 1);
    const first = { ...quad, page: 1, y0: 5 };
    const last = { ...quad, page: 10, y0: 790 };
    expect(scrollToQuad(document, stack, first, 1, viewport).top).toBe(0);
    expect(scrollToQuad(document, stack, last, 1, viewport).top).toBe(stack.total - 600);
  });

  it('centres a rectangle sideways when the page is wider than the window', () => {
    const stack = stackPages(document, 3);
    const { left } = scrollToQuad(document, stack, { ...quad, x0: 300, x1: 400 }, 3, viewport);
    // Its middle is at 350 points: 1050 pixels into the page, which begins at the edge.
    expect(left).toBe(EDGE_PX + 1050 - 350);
  });

  it('shows the beginning of a line that is wider than the window', () => {
    const stack = stackPages(document, 3);
    const { left } = scrollToQuad(document, stack, { ...quad, x1: 500 }, 3, viewport);
    expect(left).toBe(EDGE_PX + 300 - EDGE_PX);
  });

  it('goes nowhere for a page that the document has not', () => {
    const stack = stackPages(document, 1);
    const target = scrollToQuad(document, stack, { ...quad, page: 11 }, 1, viewport);
    expect(target).toEqual({ top: 0, left: 0 });
  });
});

it('scrolls to a page so that its top edge shows', () => {
  const stack = stackPages(pages(10), 1);
  expect(scrollToPage(stack, 3, { width: 700, height: 600 })).toBe((stack.tops[2] ?? 0) - GAP_PX);
});

it('finds the same place again at another scale', () => {
  const document = pages(20);
  const small = stackPages(document, 0.7);
  const large = stackPages(document, 2.1);
  for (let y = EDGE_PX; y < small.total - EDGE_PX; y += 123) {
    const there = anchorTop(large, anchorAt(small, y));
    expect(anchorTop(small, anchorAt(large, there))).toBeCloseTo(y, 6);
  }
});

it('centres a page on whole pixels', () => {
  const [page] = pages(1, 601);
  expect(page && pageLeft(page, 1, 800)).toBe(100);
});

describe('imageScale', () => {
  const [page] = pages(1);
  it('follows the screen', () => {
    expect(page && imageScale(page, 1.25, 2)).toBe(2.5);
  });

  it('bounds the pixels of one image', () => {
    const scale = page ? imageScale(page, MAX_SCALE, 3) : 0;
    expect(600 * scale * 800 * scale).toBeLessThanOrEqual(MAX_IMAGE_PIXELS * 1.0001);
  });
});

describe('reading', () => {
  const stack = stackPages(pages(5), 1);
  const most = stack.total - 600;

  test.each([
    [0, 200],
    [1000, 1200],
    [most - 600, most - 400],
    [most - 300, most - 300 + 400],
    [most, stack.total]
  ])('at %d the line that is read lies at %d', (top, line) => {
    expect(readingLine(stack, top, 600)).toBeCloseTo(line);
  });

  it('begins at the top of a document that fits, or nearly fits, its window', () => {
    expect(readingLine(stackPages(pages(1), 0.5), 0, 600)).toBe(200);
    expect(readingLine(stackPages(pages(1), 0.5), 0, 300)).toBe(100);
    expect(readingLine(stackPages([], 1), 0, 600)).toBe(200);
  });

  it('is a place of its page, in points, at every scale', () => {
    for (const scale of [0.5, 1, 2.25]) {
      const scaled = stackPages(pages(3), scale);
      const y = scaled.tops[1]! + 300 * scale;
      expect(placeAt(scaled, y, scale).page).toBe(2);
      expect(placeAt(scaled, y, scale).y).toBeCloseTo(300);
    }
  });

  test.each([
    [400, 2, 376],
    [60, 2, -14],
    [NaN, 2, -14]
  ])('a heading %d points down comes under the top of the window', (y, page, below) => {
    const top = scrollToPlace(stack, { page, y }, 1, { width: 600, height: 600 });
    expect(top - stack.tops[page - 1]!).toBeCloseTo(below);
  });
});
