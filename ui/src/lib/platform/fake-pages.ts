// Pages for the fake platform: blank sheets with a heading and their number, and rectangles where words could
// be. Page space: points, top-left origin, y downward.
import type { Quad } from './bindings';

export const PAGE = { width: 612, height: 792 };
const MARGIN = 76;

/** Where a heading of a page begins, from 0 on. */
export const headingTop = (at: number) => MARGIN + at * 120;

/** Two lines for every quote, below those of the quotes before it. */
export function quadsOf(page: number, at: number): Quad[] {
  const y0 = MARGIN + 44 + at * 60;
  return [
    { page, x0: MARGIN, y0, x1: PAGE.width - MARGIN, y1: y0 + 13 },
    { page, x0: MARGIN, y0: y0 + 17, x1: PAGE.width / 2, y1: y0 + 30 }
  ];
}

/** The page as an SVG data address, `pixelPerPt` device pixels to the point. */
export function drawPage(words: string, pixelPerPt: number): string {
  const size = [PAGE.width, PAGE.height].map((side) => Math.round(side * pixelPerPt));
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}" height="${size[1]}" ` +
    `viewBox="0 0 ${PAGE.width} ${PAGE.height}"><rect width="100%" height="100%" fill="#fff"/>` +
    `<text x="${MARGIN}" y="${MARGIN + 17}" font-family="serif" font-size="17">${words}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
