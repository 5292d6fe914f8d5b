// The plot of a series: where its points lie on a field of a given size.
import type { SeriesPoint } from '../platform/bindings';

export interface Plot {
  dots: { x: number; y: number }[];
  /** Height of the line of nothing, where values lie on both sides of it or at it. */
  zero: number | null;
}

/** Room for the dots at the edges, in the plot's own units. */
const EDGE = 4;

export function plotOf(
  points: Pick<SeriesPoint, 'number'>[],
  { width, height }: { width: number; height: number }
): Plot {
  const numbers = points.map(({ number }) => number);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const spread = most - least;
  const y = (value: number) =>
    spread === 0 ? height / 2 : EDGE + (1 - (value - least) / spread) * (height - 2 * EDGE);
  const step = (width - 2 * EDGE) / Math.max(1, points.length - 1);
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    dots: numbers.map((number, at) => ({ x: round(EDGE + at * step), y: round(y(number)) })),
    zero: least < 0 && most > 0 ? round(y(0)) : null
  };
}
