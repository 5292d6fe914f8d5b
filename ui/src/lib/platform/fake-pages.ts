// Pages for the fake platform: sets paragraphs into a page of words with boxes, draws the page as
// SVG, and finds the rectangles of a quote. Page space: points, top-left origin, y downward.
import type { Quad } from './bindings';

export const PAGE = { width: 612, height: 792 };
const MARGIN = 76;
const SIZE = 11;
const LEADING = 16.5;

interface PlacedWord {
  text: string;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  size: number;
  bold: boolean;
  line: number;
}

export interface PageText {
  running: string;
  folio: string;
  heading: string;
  /** Paragraphs, and further headings between them. */
  paragraphs: (string | { heading: string })[];
  /** Rows of a table under the paragraphs: a label and figures. */
  table?: string[][];
  /** Drawn slightly askew and grey, as from a scanner. */
  scanned?: boolean;
}

/** Width of a word in points; roughly that of a serif text face. */
function widthOf(word: string, size: number, bold: boolean): number {
  let units = 0;
  for (const char of word) {
    if ("iljtI.,:;'|!".includes(char)) units += 0.285;
    else if ('fr()-[]/“”‘’"'.includes(char)) units += 0.36;
    else if ('mwMW%—'.includes(char)) units += 0.78;
    else if (/[A-Z]/.test(char)) units += 0.66;
    else if (/[0-9$€]/.test(char)) units += 0.5;
    else units += 0.47;
  }
  return units * size * (bold ? 1.06 : 1);
}

export function setPage(page: PageText): PlacedWord[] {
  return layOut(page).words;
}

/** Where the headings of a page begin, in points from its top. */
export function headingTops(page: PageText): number[] {
  return layOut(page).tops;
}

function layOut(page: PageText): { words: PlacedWord[]; tops: number[] } {
  const words: PlacedWord[] = [];
  const tops = [MARGIN];
  let line = 0;
  let y = MARGIN;
  const put = (text: string, x: number, size: number, bold: boolean) => {
    const width = widthOf(text, size, bold);
    words.push({ text, x0: x, y0: y, x1: x + width, y1: y + size * 1.22, size, bold, line });
    return width;
  };
  const flow = (text: string, size: number, bold: boolean, leading: number) => {
    let x = MARGIN;
    const space = 0.25 * size;
    for (const word of text.split(' ')) {
      if (x > MARGIN && x + widthOf(word, size, bold) > PAGE.width - MARGIN) {
        x = MARGIN;
        y += leading;
        line += 1;
      }
      x += put(word, x, size, bold) + space;
    }
    y += leading;
    line += 1;
  };
  flow(page.heading, 17, true, 24);
  y += 8;
  for (const paragraph of page.paragraphs) {
    if (y > PAGE.height - MARGIN - 3 * LEADING) break;
    if (typeof paragraph === 'string') flow(paragraph, SIZE, false, LEADING);
    else {
      y += 8;
      tops.push(y);
      flow(paragraph.heading, 13, true, 19);
    }
    y += typeof paragraph === 'string' ? 8 : 2;
  }
  for (const [label = '', ...figures] of page.table ?? []) {
    y += 3;
    let x = MARGIN;
    for (const word of label.split(' ')) x += put(word, x, 10, false) + 2.6;
    figures.forEach((figure, column) => {
      const right = PAGE.width - MARGIN - (figures.length - 1 - column) * 84;
      put(figure, right - widthOf(figure, 10, false), 10, false);
    });
    y += 15;
    line += 1;
  }
  return { words, tops };
}

/** One rectangle for each line that holds a part of the quote; none when it is not on the page. */
export function findQuads(words: readonly PlacedWord[], quote: string, page: number): Quad[] {
  const wanted = quote.split(' ');
  const start = words.findIndex((_, at) =>
    wanted.every((word, offset) => words[at + offset]?.text === word)
  );
  if (start === -1) return [];
  const quads: Quad[] = [];
  let line = -1;
  for (const word of words.slice(start, start + wanted.length)) {
    const last = quads[quads.length - 1];
    if (last && word.line === line) {
      last.x1 = word.x1;
      last.y0 = Math.min(last.y0, word.y0);
      last.y1 = Math.max(last.y1, word.y1);
    } else {
      quads.push({ page, x0: word.x0, y0: word.y0, x1: word.x1, y1: word.y1 });
      line = word.line;
    }
  }
  return quads;
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The page as an SVG data address, `pixelPerPt` device pixels to the point. */
export function drawPage(page: PageText, pixelPerPt: number): string {
  const ink = page.scanned ? '#3a3733' : '#1c1c1c';
  const paper = page.scanned ? '#f4f1e8' : '#ffffff';
  const texts = setPage(page).map(
    (word) =>
      `<text x="${word.x0.toFixed(1)}" y="${(word.y0 + word.size * 0.93).toFixed(1)}" ` +
      `font-size="${word.size}"${word.bold ? ' font-weight="700"' : ''} ` +
      `textLength="${(word.x1 - word.x0).toFixed(1)}" lengthAdjust="spacingAndGlyphs">` +
      `${escape(word.text)}</text>`
  );
  const width = Math.round(PAGE.width * pixelPerPt);
  const height = Math.round(PAGE.height * pixelPerPt);
  const tilt = page.scanned ? ' transform="rotate(-0.15 306 396)"' : '';
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${PAGE.width} ${PAGE.height}">` +
    `<rect width="100%" height="100%" fill="${paper}"/>` +
    `<g font-family="'Liberation Serif','DejaVu Serif',Georgia,serif" fill="${ink}"${tilt}>` +
    `<text x="${MARGIN}" y="46" font-size="8.5" fill="#767676">${escape(page.running)}</text>` +
    `<path d="M${MARGIN} 54H${PAGE.width - MARGIN}" stroke="#c9c9c9" stroke-width=".6"/>` +
    texts.join('') +
    `<text x="${PAGE.width / 2}" y="756" font-size="9" fill="#767676" text-anchor="middle">` +
    `${escape(page.folio)}</text></g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
