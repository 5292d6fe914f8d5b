// Which piece of a page shows some of its words, and at what scale. Pure; points of the page.
import type { Quad, Rect } from '../platform/bindings';
import { clamp } from './layout';

/** Room around the words. */
const AROUND = { across: 18, down: 10 };
/** Words in less than this are shown with what stands beside them. */
const NARROWEST = 230;
const SCALE = { least: 0.75, most: 1.7 };

export interface Crop {
  /** The piece, which may reach over the edge of the page. */
  piece: Rect;
  /** CSS pixels per point. */
  scale: number;
  /** What is lit of it. */
  lit: Quad[];
  /** The page after, where the words go on; null where they do not. */
  next: Quad | null;
}

/**
 * The piece of the first page that a citation's rectangles lie on, for a card of this size in CSS pixels, with
 * what gives them their meaning where both fit. Null without rectangles.
 */
export function cropOf(
  quads: readonly Quad[],
  context: readonly Quad[],
  width: number,
  mostHeight: number
): Crop | null {
  const [first] = quads;
  if (!first) return null;
  const lit = quads.filter(({ page }) => page === first.page);
  const all = [...lit, ...context.filter(({ page }) => page === first.page)];
  const whole = frame(all, width);
  const fits = (whole.y1 - whole.y0) * whole.scale <= mostHeight;
  const { x0, y0, x1, y1, scale } = fits ? whole : frame(lit, width);
  const across = width / scale;
  // Words beside each other stand in the middle; a line too wide for the card is read from its beginning.
  const left = across >= x1 - x0 ? Math.max(0, (x0 + x1 - across) / 2) : Math.max(0, x0);
  const top = Math.max(0, y0);
  const down = Math.min(y1 - top, mostHeight / scale);
  return {
    piece: { x0: left, y0: top, x1: left + across, y1: top + down },
    scale,
    lit,
    next: quads.find(({ page }) => page > first.page) ?? null
  };
}

function frame(quads: readonly Quad[], width: number) {
  const x0 = Math.min(...quads.map((quad) => quad.x0)) - AROUND.across;
  const x1 = Math.max(...quads.map((quad) => quad.x1)) + AROUND.across;
  const y0 = Math.min(...quads.map((quad) => quad.y0)) - AROUND.down;
  const y1 = Math.max(...quads.map((quad) => quad.y1)) + AROUND.down;
  const scale = clamp(width / Math.max(x1 - x0, NARROWEST), SCALE.least, SCALE.most);
  return { x0, y0, x1, y1, scale };
}
