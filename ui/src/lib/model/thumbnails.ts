// Where small pages lie under one another. Pure. CSS pixels, origin at the top of the list.
import type { PageInfo } from '../platform/bindings';
import { clamp } from './layout';

/** Room above the first and under the last one. */
const EDGE_PX = 10;
/** The number under a page, and the room after it. */
export const NUMBER_PX = 26;
/** Room beside a page. */
const SIDE_PX = 24;
const WIDTH = { least: 72, most: 148 };
/** A page that is longer than this, in its widths, is shown in part of its width. */
const LONGEST = 1.7;
/** Kept on either side of what is seen, in heights of the list. */
const AROUND = 0.5;

export interface Thumbnails {
  /** Width of a page. */
  width: number;
  tops: Float64Array;
  /** Heights of the pages, without their numbers. */
  heights: Float64Array;
  total: number;
}

export function stackThumbnails(pages: readonly PageInfo[], listWidth: number): Thumbnails {
  const width = Math.round(clamp(listWidth - 2 * SIDE_PX, WIDTH.least, WIDTH.most));
  const tops = new Float64Array(pages.length);
  const heights = new Float64Array(pages.length);
  let y = EDGE_PX;
  pages.forEach((page, index) => {
    tops[index] = y;
    const height = Math.round(width * Math.min(page.height / Math.max(page.width, 1), LONGEST));
    heights[index] = height;
    y += height + NUMBER_PX;
  });
  return { width, tops, heights, total: pages.length === 0 ? 0 : y + EDGE_PX };
}

/** Half-open range of the places in view, and of a few around them. */
export function seenOf({ tops }: Thumbnails, scrollTop: number, height: number) {
  const from = scrollTop - height * AROUND;
  const to = scrollTop + height * (1 + AROUND);
  const end = firstBelow(tops, to);
  return { first: Math.min(Math.max(0, firstBelow(tops, from) - 1), end), end };
}

/** The first place whose top lies below a height. */
function firstBelow(tops: Float64Array, y: number): number {
  let low = 0;
  let high = tops.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle] ?? 0) <= y) low = middle + 1;
    else high = middle;
  }
  return low;
}
