// Words of a page, where they lie, and what of them a range of text covers. Pure.
//
// Page space: points, origin at the top-left of the page as displayed, y downward. Spans are half-open
// ranges of bytes of the document's text.
import type { Rect, Span, TextMatch, TextWord } from '../platform/bindings';

/** How much farther away a word is that lies above or below the pointer than one beside it. */
const OTHER_LINE = 4;

/** The word at a point of its page, or the nearest one; null on a page without words. */
export function wordAt(words: readonly TextWord[], x: number, y: number): TextWord | null {
  let best: TextWord | null = null;
  let least = Infinity;
  for (const word of words) {
    const { x0, y0, x1, y1 } = word.rect;
    const beside = Math.max(x0 - x, 0, x - x1);
    const above = Math.max(y0 - y, 0, y - y1);
    const far = beside + OTHER_LINE * above;
    if (far < least) {
      least = far;
      best = word;
    }
  }
  return best;
}

/** The words of the line that a word stands on. */
export function lineOf(words: readonly TextWord[], word: TextWord): Span {
  const line = words.filter((other) => other.line === word.line);
  return {
    start: Math.min(...line.map(({ span }) => span.start)),
    end: Math.max(...line.map(({ span }) => span.end))
  };
}

/** The smallest span that holds both. */
export function spanOf(a: Span, b: Span): Span {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

/**
 * One rectangle a line over what a span covers of these words. A word that is covered in part is cut in
 * proportion to its bytes, which is where its letters are, about.
 */
export function coveredRects(words: readonly TextWord[], span: Span): Rect[] {
  const rects: Rect[] = [];
  let line = -1;
  for (const word of words) {
    if (word.span.start >= span.end || word.span.end <= span.start) continue;
    const rect = coveredPart(word, span);
    const last = rects[rects.length - 1];
    if (last && word.line === line) {
      rects[rects.length - 1] = {
        x0: Math.min(last.x0, rect.x0),
        y0: Math.min(last.y0, rect.y0),
        x1: Math.max(last.x1, rect.x1),
        y1: Math.max(last.y1, rect.y1)
      };
    } else rects.push(rect);
    line = word.line;
  }
  return rects;
}

function coveredPart({ span: own, rect }: TextWord, span: Span): Rect {
  const length = own.end - own.start;
  const width = rect.x1 - rect.x0;
  const at = (byte: number) =>
    rect.x0 + (width * Math.min(Math.max(byte - own.start, 0), length)) / Math.max(length, 1);
  return { ...rect, x0: at(span.start), x1: at(span.end) };
}

/** The matches that start on a page, or run over onto it from the page before. */
export function matchesOn(matches: readonly TextMatch[], page: number): TextMatch[] {
  let low = 0;
  let high = matches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((matches[middle]?.page ?? 0) < page - 1) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < matches.length && (matches[end]?.page ?? 0) <= page) end += 1;
  return matches.slice(low, end);
}
