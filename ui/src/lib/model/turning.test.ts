import { describe, expect, it } from 'vitest';
import type { PageInfo, Rect } from '../platform/bindings';
import { FULL_SCALE, pageLeft, quadBox, stackPages } from './layout';
import { marksSeen } from './turned-marks';
import { turnedBy, turnedStyle, turnPages, turnRect, unturnPoint, type Turn } from './turning';

const TURNS: Turn[] = [0, 1, 2, 3];
const page = { page: 1, width: 612, height: 792, label: null } as unknown as PageInfo;
const words: Rect[] = [
  { x0: 72, y0: 90, x1: 131.5, y1: 102 },
  { x0: 500, y0: 700.25, x1: 540, y1: 712 }
];

/** What the browser makes of a point of the box in page space: the styles, carried out. */
function drawn(style: string, x: number, y: number) {
  const [, left = 0, top = 0, degrees = 0] = (
    /translate\(([-\d.]+)px, ([-\d.]+)px\) rotate\((\d+)deg\)/.exec(style) ?? []
  ).map(Number);
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return { x: left + x * cos - y * sin, y: top + x * sin + y * cos };
}

describe('turned pages', () => {
  it('swap their sides by a quarter and come round after four', () => {
    expect(turnPages([page], 1)[0]).toMatchObject({ width: 792, height: 612 });
    expect(turnPages([page], 2)[0]).toBe(page);
    expect([1, 1, 1, 1].reduce<Turn>((turn) => turnedBy(turn, 1), 0)).toBe(0);
    expect(turnedBy(0, -1)).toBe(3);
  });

  it('have the top of the page at the right after one quarter', () => {
    const [seen] = turnPages([page], 1);
    const top = turnRect({ x0: 0, y0: 0, x1: 612, y1: 10 }, seen!, 1);
    expect(top).toEqual({ x0: 782, y0: 0, x1: 792, y1: 612 });
  });

  it('carry rectangles where the image has the words, within a pixel, at every zoom and density', () => {
    for (const turn of TURNS)
      for (const zoom of [0.25, 0.66, 1, 1.5, 4])
        for (const density of [1, 1.25, 2, 3]) {
          const scale = zoom * FULL_SCALE;
          const [seen] = turnPages([page], turn);
          const size = { width: seen!.width * scale, height: seen!.height * scale };
          // An image has whole pixels; stretched over its box it is off by no more than one of them.
          const image = Math.round(page.width * scale * density) / density / (page.width * scale);
          for (const rect of words) {
            const box = quadBox({ page: 1, ...turnRect(rect, seen!, turn) }, scale);
            const style = turnedStyle(size, turn);
            const a = drawn(style, rect.x0 * scale * image, rect.y0 * scale);
            const b = drawn(style, rect.x1 * scale * image, rect.y1 * scale);
            expect(Math.abs(Math.min(a.x, b.x) - box.left)).toBeLessThanOrEqual(1);
            expect(Math.abs(Math.min(a.y, b.y) - box.top)).toBeLessThanOrEqual(1);
            expect(Math.abs(Math.abs(a.x - b.x) - box.width)).toBeLessThanOrEqual(1);
            expect(Math.abs(Math.abs(a.y - b.y) - box.height)).toBeLessThanOrEqual(1);
          }
        }
  });

  it('give back the point of the page that is pointed at', () => {
    for (const turn of TURNS) {
      const [seen] = turnPages([page], turn);
      for (const rect of words) {
        const { x0, y0, x1, y1 } = turnRect(rect, seen!, turn);
        const middle = unturnPoint((x0 + x1) / 2, (y0 + y1) / 2, seen!, turn);
        expect(middle.x).toBeCloseTo((rect.x0 + rect.x1) / 2);
        expect(middle.y).toBeCloseTo((rect.y0 + rect.y1) / 2);
        expect(turn === 0 || x0 !== rect.x0).toBe(true);
      }
    }
  });

  it('show the heading of several cells once, and every cell', () => {
    const heading = { page: 1, x0: 300, y0: 80, x1: 340, y1: 92 };
    const cells = [100, 120].map((y0) => ({ ...heading, y0, y1: y0 + 12 }));
    const marks = cells.flatMap((quad, at) => [
      { n: at + 1, quad, first: true, context: false },
      { n: at + 1, quad: heading, first: false, context: true }
    ]);
    const seen = marksSeen(new Map([[1, marks]]), turnPages([page], 1), 1).get(1)!;
    expect(seen.map(({ n, context }) => [n, context])).toEqual([
      [1, false],
      [1, true],
      [2, false]
    ]);
    expect(seen[1]!.quad).toEqual({ page: 1, x0: 700, y0: 300, x1: 712, y1: 340 });
  });

  it('stand in the middle of the window', () => {
    const pages = turnPages([page], 1);
    expect(pageLeft(pages[0]!, 1, 1000)).toBe(104);
    expect(stackPages(pages, 1).heights[0]).toBe(612);
  });
});
