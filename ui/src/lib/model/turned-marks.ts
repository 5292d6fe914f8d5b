// The rectangles of citations as they are seen. Pure.
import type { PageInfo } from '../platform/bindings';
import type { Mark } from './answer';
import { turnRect, type Turn } from './turning';

/**
 * Marks in page space, on pages turned for the eye. What names several cells is there once: one colour over
 * the other would hide its words.
 */
export function marksSeen(
  marks: ReadonlyMap<number, readonly Mark[]>,
  pages: readonly PageInfo[],
  turn: Turn
): Map<number, Mark[]> {
  const seen = new Map<number, Mark[]>();
  for (const [number, all] of marks) {
    const page = pages[number - 1];
    const named = new Set<string>();
    const once = all.filter(({ context, quad: { x0, y0, x1, y1 } }) => {
      const place = `${x0} ${y0} ${x1} ${y1}`;
      const again = context && named.has(place);
      if (context) named.add(place);
      return !again;
    });
    const turned = (mark: Mark) =>
      page ? { ...mark, quad: turnRect(mark.quad, page, turn) } : mark;
    seen.set(number, once.map(turned));
  }
  return seen;
}
