// Where pages, rectangles and the visible window lie. Pure: no DOM, no state.
//
// Two spaces. Page space: points, origin at the top-left of the page as displayed, y downward.
// Stack space: CSS pixels, origin at the top-left of the scrolled content, y downward. `scale` is
// CSS pixels per point.
import type { PageInfo, Quad } from '../platform/bindings';
import type { Place } from './outline';
import { isUnread } from './pages';

/** Space between two pages, in CSS pixels. */
export const GAP_PX = 14;
/** Space around the stack of pages, in CSS pixels. */
export const EDGE_PX = 20;
/** Room above a page that could not be read, for the note that says so, in CSS pixels. */
export const NOTE_PX = 54;
/** 100 %: a point is 1/72 inch, a CSS pixel 1/96 inch. */
export const FULL_SCALE = 96 / 72;
export const MIN_SCALE = 0.25 * FULL_SCALE;
export const MAX_SCALE = 4 * FULL_SCALE;
/** A page's image never has more pixels than this, so that memory stays bounded at any zoom. */
export const MAX_IMAGE_PIXELS = 20_000_000;

const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const;
/** "auto" grows with the window up to here: wider lines are harder to read, not easier. */
const AUTO_LIMIT = 1.35 * FULL_SCALE;

export type Fit = 'auto' | 'width' | 'page';

export interface Size {
  width: number;
  height: number;
}

/** A document's pages laid out under one another at one scale, in stack space. */
export interface Stack {
  /** Top edge of each page, whole pixels. */
  tops: Float64Array;
  /** Height of each page. */
  heights: Float64Array;
  /** Room kept for a note above each page, between it and the page before. */
  notes: Float64Array;
  /** Width of the widest page. */
  width: number;
  /** Height of everything, edges included. */
  total: number;
}

export function stackPages(pages: readonly PageInfo[], scale: number): Stack {
  const tops = new Float64Array(pages.length);
  const heights = new Float64Array(pages.length);
  const notes = new Float64Array(pages.length);
  let y = EDGE_PX;
  let width = 0;
  pages.forEach((page, index) => {
    if (isUnread(page)) notes[index] = NOTE_PX;
    y += notes[index] ?? 0;
    tops[index] = y;
    heights[index] = page.height * scale;
    width = Math.max(width, page.width * scale);
    y = Math.round(y + page.height * scale + GAP_PX);
  });
  return { tops, heights, notes, width, total: pages.length === 0 ? 0 : y - GAP_PX + EDGE_PX };
}

/** Index of the last page whose top is at or above `y`; 0 above the first. */
export function pageIndexAt(stack: Stack, y: number): number {
  let low = 0;
  let high = stack.tops.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((stack.tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Half-open ranges of page indices: those on screen, and those kept ready around them. */
export interface VisibleWindow {
  firstVisible: number;
  endVisible: number;
  first: number;
  end: number;
}

export function visibleWindow(
  stack: Stack,
  scrollTop: number,
  viewportHeight: number,
  around = 2
): VisibleWindow {
  const count = stack.tops.length;
  if (count === 0) return { firstVisible: 0, endVisible: 0, first: 0, end: 0 };
  const bottom = scrollTop + Math.max(viewportHeight, 1);
  let firstVisible = pageIndexAt(stack, scrollTop);
  // The gap under a page belongs to no page: there the next one is the first to be seen.
  const itsBottom = (stack.tops[firstVisible] ?? 0) + (stack.heights[firstVisible] ?? 0);
  if (itsBottom <= scrollTop && firstVisible < count - 1) firstVisible += 1;
  const lastVisible = Math.max(firstVisible, pageIndexAt(stack, bottom - 1));
  return {
    firstVisible,
    endVisible: lastVisible + 1,
    first: Math.max(0, firstVisible - around),
    end: Math.min(count, lastVisible + 1 + around)
  };
}

/**
 * So long a page waits before its image is asked for, in milliseconds: the page that is read comes first,
 * then the others on screen, then those that are only near. Page numbers count from 1.
 */
export function imageWait(page: number, read: number, window: VisibleWindow): number {
  if (page === read) return 0;
  return page > window.firstVisible && page <= window.endVisible ? 40 : 250;
}

export function clampScale(scale: number): number {
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));
}

/** Scale at which the document's usual page fits. A rare fold-out does not shrink all others. */
export function fitScale(fit: Fit, pages: readonly PageInfo[], viewport: Size): number {
  if (pages.length === 0 || viewport.width <= 0) return FULL_SCALE;
  const usual = median(pages.map((page) => page.width));
  const byWidth = (viewport.width - 2 * EDGE_PX) / usual;
  if (fit === 'width') return clampScale(byWidth);
  if (fit === 'auto') return clampScale(Math.min(byWidth, AUTO_LIMIT));
  const byHeight = (viewport.height - 2 * EDGE_PX) / median(pages.map((page) => page.height));
  return clampScale(Math.min(byWidth, byHeight));
}

function median(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 1;
}

/** The next larger (+1) or smaller (−1) of the usual zoom steps. */
export function stepScale(scale: number, direction: 1 | -1): number {
  const zoom = scale / FULL_SCALE;
  const steps = direction === 1 ? STEPS : [...STEPS].reverse();
  const next = steps.find((step) => (step - zoom) * direction > 0.005);
  return (next ?? (direction === 1 ? 4 : 0.25)) * FULL_SCALE;
}

/** A rectangle in CSS pixels from the page's own top-left corner: times the scale, nothing else. */
export function quadBox(quad: Quad, scale: number) {
  return {
    left: quad.x0 * scale,
    top: quad.y0 * scale,
    width: (quad.x1 - quad.x0) * scale,
    height: (quad.y1 - quad.y0) * scale
  };
}

/** Left edge of a page that is centred in content of the given width, whole pixels. */
export function pageLeft(page: PageInfo, scale: number, contentWidth: number): number {
  return Math.round((contentWidth - page.width * scale) / 2);
}

/** Width of the scrolled content: the window, or more where a page is wider than it. */
export function contentWidth(stack: Stack, viewportWidth: number): number {
  return Math.max(viewportWidth, Math.ceil(stack.width) + 2 * EDGE_PX);
}

/** Scroll position that puts the rectangle's top a third from the top of the window. */
export function scrollToQuad(
  pages: readonly PageInfo[],
  stack: Stack,
  quad: Quad,
  scale: number,
  viewport: Size
): { top: number; left: number } {
  const index = quad.page - 1;
  const page = pages[index];
  if (!page) return { top: 0, left: 0 };
  const content = contentWidth(stack, viewport.width);
  const box = quadBox(quad, scale);
  const top = (stack.tops[index] ?? 0) + box.top - viewport.height / 3;
  const start = pageLeft(page, scale, content) + box.left;
  // A line that is wider than the window is read from its beginning.
  const spare = Math.max(2 * EDGE_PX, viewport.width - box.width);
  const left = start - spare / 2;
  return {
    top: clamp(top, 0, stack.total - viewport.height),
    left: clamp(left, 0, content - viewport.width)
  };
}

/** Scroll position that puts a page's top edge, or its note's, just under the top of the window. */
export function scrollToPage(stack: Stack, page: number, viewport: Size): number {
  const top = (stack.tops[page - 1] ?? 0) - (stack.notes[page - 1] ?? 0) - GAP_PX;
  return clamp(top, 0, stack.total - viewport.height);
}

/** Room above a heading that was jumped to, in CSS pixels. */
const HEADING_ROOM_PX = 24;
/** A heading within this share of the window from its page's top is shown with that top. */
const HEADING_SHARE = 0.14;

/** Scroll position that puts a place on a page just under the top of the window. */
export function scrollToPlace(stack: Stack, place: Place, scale: number, viewport: Size): number {
  const below = place.y * scale;
  if (!(below > viewport.height * HEADING_SHARE)) return scrollToPage(stack, place.page, viewport);
  const top = (stack.tops[place.page - 1] ?? 0) + below - HEADING_ROOM_PX;
  return clamp(top, 0, stack.total - viewport.height);
}

/**
 * The line that is read, a third down the window. Near the document's end it moves down, so that
 * the last sections have their turn, which cannot come that high.
 */
export function readingLine(stack: Stack, scrollTop: number, viewportHeight: number): number {
  const usual = viewportHeight / 3;
  const most = stack.total - viewportHeight;
  const range = Math.min(most, viewportHeight);
  const share = range > 0 ? clamp(1 - (most - scrollTop) / range, 0, 1) : 0;
  return scrollTop + usual + (viewportHeight - usual) * share;
}

/** The place at a height of the stack. In the gap below a page it lies beyond that page's end. */
export function placeAt(stack: Stack, y: number, scale: number): Place {
  const index = pageIndexAt(stack, y);
  return { page: index + 1, y: (y - (stack.tops[index] ?? 0)) / scale };
}

/** A place in the document that stays the same at every scale. */
export interface Anchor {
  index: number;
  /** Share of the page's height; beyond 1 in the gap below it. */
  fraction: number;
}

export function anchorAt(stack: Stack, y: number): Anchor {
  const index = pageIndexAt(stack, y);
  const height = stack.heights[index] ?? 1;
  return { index, fraction: (y - (stack.tops[index] ?? 0)) / height };
}

export function anchorTop(stack: Stack, anchor: Anchor): number {
  return (stack.tops[anchor.index] ?? 0) + anchor.fraction * (stack.heights[anchor.index] ?? 0);
}

/** Device pixels per point for a page's image, within {@link MAX_IMAGE_PIXELS}. */
export function imageScale(page: PageInfo, scale: number, devicePixelRatio: number): number {
  const limit = Math.sqrt(MAX_IMAGE_PIXELS / Math.max(1, page.width * page.height));
  return Math.min(scale * devicePixelRatio, limit);
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, Math.max(low, high)));
}
