// Pages turned for the eye by quarters of a circle. Pure.
//
// Page space is that of layout.ts: points, origin at the top-left of the page as the file displays it, y
// downward. Turned space is the same of the page as it is seen: a quarter swaps width and height. Everything
// known of a document is in page space; only what is drawn, or pointed at, is in turned space.
import type { PageInfo, Rect } from '../platform/bindings';

/** Quarters of a circle, clockwise. */
export type Turn = 0 | 1 | 2 | 3;

interface Size {
  width: number;
  height: number;
}

export function turnedBy(turn: Turn, quarters: 1 | -1): Turn {
  return ((turn + quarters + 4) % 4) as Turn;
}

/** Swaps the sides where the turn does; of a turned size that is the size in page space. */
export function turnSize<T extends Size>(size: T, turn: Turn): T {
  return turn % 2 === 0 ? size : { ...size, width: size.height, height: size.width };
}

export function turnPages(pages: PageInfo[], turn: Turn): PageInfo[] {
  return turn % 2 === 0 ? pages : pages.map((page) => turnSize(page, turn));
}

/** A rectangle of page space in turned space. `seen`: size of the turned page. */
export function turnRect<T extends Rect>(rect: T, seen: Size, turn: Turn): T {
  const { width: w, height: h } = turnSize(seen, turn);
  const { x0, y0, x1, y1 } = rect;
  if (turn === 1) return { ...rect, x0: h - y1, y0: x0, x1: h - y0, y1: x1 };
  if (turn === 2) return { ...rect, x0: w - x1, y0: h - y1, x1: w - x0, y1: h - y0 };
  if (turn === 3) return { ...rect, x0: y0, y0: w - x1, x1: y1, y1: w - x0 };
  return rect;
}

/** A point of turned space in page space: the way back of {@link turnRect}. */
export function unturnPoint(x: number, y: number, seen: Size, turn: Turn) {
  const { width: w, height: h } = turnSize(seen, turn);
  if (turn === 1) return { x: y, y: h - x };
  if (turn === 2) return { x: w - x, y: h - y };
  if (turn === 3) return { x: w - y, y: x };
  return { x, y };
}

/** Styles of a box in page space that fills a turned one of this size, in CSS pixels. */
export function turnedStyle(seen: Size, turn: Turn): string {
  const { width, height } = turnSize(seen, turn);
  const [left, top] = [
    [0, 0],
    [seen.width, 0],
    [seen.width, seen.height],
    [0, seen.height]
  ][turn] ?? [0, 0];
  const box = `width: ${width}px; height: ${height}px`;
  return turn === 0
    ? box
    : `${box}; transform: translate(${left}px, ${top}px) rotate(${90 * turn}deg)`;
}
