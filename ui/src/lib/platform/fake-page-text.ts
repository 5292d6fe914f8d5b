// The text of fake pages: every page has the same two lines of five words.
import type { PageNumber, Span, TextMatches, TextWord } from './bindings';

const LINES = [
  ['cash', 'and', 'cash', 'equivalents', 'rose'],
  ['in', 'the', 'third', 'Cash', 'quarter']
];
const TEXT = LINES.map((line) => line.join(' ')).join(' ') + '\n';

/** The words of a page, in points: lines of 12 at 100 and 120, words of 50 in steps of 60. */
export function fakeWords(page: PageNumber): TextWord[] {
  let at = (page - 1) * TEXT.length;
  return LINES.flatMap((line, row) =>
    line.map((word, column) => {
      const span = { start: at, end: at + word.length };
      at = span.end + 1;
      const [x0, y0] = [100 + column * 60, 100 + row * 20];
      return { span, line: (page - 1) * 2 + row, rect: { x0, y0, x1: x0 + 50, y1: y0 + 12 } };
    })
  );
}

/** What the words of a page cover. */
export function fakeSpan(page: PageNumber): Span {
  return { start: (page - 1) * TEXT.length, end: page * TEXT.length - 1 };
}

export function fakeText(pages: number, { start, end }: Span): string {
  return TEXT.repeat(pages).slice(start, end);
}

export function fakeMatches(pages: number, query: string, matchCase: boolean): TextMatches {
  const fold = (text: string) => (matchCase ? text : text.toLowerCase());
  const [text, wanted] = [fold(TEXT.repeat(pages)), fold(query.trim())];
  const matches: TextMatches['matches'] = [];
  for (let at = text.indexOf(wanted); wanted && at >= 0; at = text.indexOf(wanted, at + 1)) {
    const page = Math.floor(at / TEXT.length) + 1;
    const depth = (at % TEXT.length) / TEXT.length;
    matches.push({ page, depth, span: { start: at, end: at + wanted.length } });
  }
  return { matches, more: false, pages };
}
