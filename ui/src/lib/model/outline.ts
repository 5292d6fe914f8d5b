// Reading an outline: the tree of its sections, which one a place of the document lies in, which
// ones are unfolded at first, what a filter leaves of them. Pure.
import type { PageNumber, SectionRow } from '../platform/bindings';

/** A place in the document; y in points from the top of the page, downward. */
export interface Place {
  page: PageNumber;
  y: number;
}

/** Sections in reading order, each with what its place in the tree is. Indices, not ids. */
export interface Tree {
  sections: readonly SectionRow[];
  /** Index of the section around it; -1 for a top section. */
  parents: Int32Array;
  /** 0 for a top section. */
  depths: Int32Array;
  /** How many sections lie right below it. */
  children: Int32Array;
  /** Indices by place on the pages: columns let reading order and height differ. */
  byPlace: readonly number[];
}

/** One line of the tree as drawn. */
export interface Line {
  index: number;
  /** Null where there is nothing to fold. */
  unfolded: boolean | null;
  /** Its place among the lines of the same section around it, from 1, and their number. */
  at: number;
  of: number;
  /** Whether the filter speaks of it; false for one that only leads to such a one. */
  fits: boolean;
}

/** Up to so many lines are taken in at a glance: an outline is unfolded as far as that goes. */
export const GLANCE = 40;
/** Few headings are found by looking. */
export const FILTER_FROM = 31;

export function treeOf(sections: readonly SectionRow[]): Tree {
  const at = new Map(sections.map(({ id }, index) => [id, index]));
  const parents = new Int32Array(sections.length);
  const depths = new Int32Array(sections.length);
  const children = new Int32Array(sections.length);
  sections.forEach(({ parent }, index) => {
    const found = parent === null ? undefined : at.get(parent);
    // A section stands behind the one around it; whatever says otherwise is a top section.
    const above = found !== undefined && found < index ? found : -1;
    parents[index] = above;
    if (above === -1) return;
    depths[index] = (depths[above] ?? 0) + 1;
    children[above] = (children[above] ?? 0) + 1;
  });
  const byPlace = sections
    .map((_, index) => index)
    .sort((a, b) => {
      const [one, two] = [sections[a], sections[b]];
      return one && two ? one.page - two.page || one.y - two.y || a - b : 0;
    });
  return { sections, parents, depths, children, byPlace };
}

/** "Item 7A. Market risk"; where the number is all there is, it stands once. */
export function sectionWords({ number, title }: Pick<SectionRow, 'number' | 'title'>): string {
  return number === null || number === title ? title : `${number} ${title}`.trim();
}

/** Index of the last section that begins at a place or before it; -1 before the first. */
export function sectionAt({ sections, byPlace }: Tree, place: Place): number {
  let low = 0;
  let high = byPlace.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const section = sections[byPlace[middle] ?? 0];
    const begun =
      section !== undefined &&
      (section.page < place.page || (section.page === place.page && section.y <= place.y));
    if (begun) low = middle + 1;
    else high = middle;
  }
  return byPlace[low - 1] ?? -1;
}

/** The sections around one, the nearest first. */
export function around({ parents }: Tree, index: number): number[] {
  const found: number[] = [];
  for (let up = parents[index] ?? -1; up >= 0; up = parents[up] ?? -1) found.push(up);
  return found;
}

/** Down to which depth an outline is unfolded at first: as deep as {@link GLANCE} allows. */
export function firstDepth({ depths }: Tree, most = GLANCE): number {
  const counts: number[] = [];
  for (const depth of depths) counts[depth] = (counts[depth] ?? 0) + 1;
  let lines = counts[0] ?? 0;
  let depth = 0;
  while (depth + 1 < counts.length) {
    lines += counts[depth + 1] ?? 0;
    // One line alone, the title of the whole, shows nothing of what is in it.
    if (lines > most && (counts[depth] ?? 0) > 1) break;
    depth += 1;
  }
  return depth;
}

/** The lines of the tree, given which of its sections are unfolded. */
export function linesOf(tree: Tree, unfolded: (index: number) => boolean): Line[] {
  const { sections, parents, children } = tree;
  const open = new Uint8Array(sections.length);
  const lines: Line[] = [];
  for (let index = 0; index < sections.length; index += 1) {
    const above = parents[index] ?? -1;
    if (above >= 0 && open[above] !== 1) continue;
    const branch = (children[index] ?? 0) > 0;
    if (branch && unfolded(index)) open[index] = 1;
    lines.push({ index, unfolded: branch ? open[index] === 1 : null, at: 0, of: 0, fits: true });
  }
  return placed(tree, lines);
}

/** The lines that hold the words of a filter, and those that lead to them; nothing folds there. */
export function filtered(tree: Tree, wanted: readonly string[]): Line[] {
  const { sections } = tree;
  const leads = new Uint8Array(sections.length);
  const fits = sections.map((section, index) => {
    const words = sectionWords(section).toLowerCase();
    const held = wanted.every((word) => words.includes(word));
    if (held) for (const up of around(tree, index)) leads[up] = 1;
    return held;
  });
  const lines: Line[] = [];
  for (let index = 0; index < sections.length; index += 1) {
    if (!fits[index] && leads[index] !== 1) continue;
    lines.push({ index, unfolded: null, at: 0, of: 0, fits: fits[index] ?? false });
  }
  return placed(tree, lines);
}

/** The words of a filter, lower case. */
export function filterWords(filter: string): string[] {
  return filter.toLowerCase().split(/\s+/).filter(Boolean);
}

/** A title cut where it holds the words of a filter. */
export function marked(
  text: string,
  words: readonly string[]
): { text: string; strong: boolean }[] {
  const lower = text.toLowerCase();
  // Some letters change their number with their case; then the places would be others.
  if (words.length === 0 || lower.length !== text.length) return [{ text, strong: false }];
  const strong = new Uint8Array(text.length);
  for (const word of words) {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
      strong.fill(1, at, at + word.length);
    }
  }
  const runs: { text: string; strong: boolean }[] = [];
  for (const [at, char] of text.split('').entries()) {
    const last = runs.at(-1);
    if (last && last.strong === (strong[at] === 1)) last.text += char;
    else runs.push({ text: char, strong: strong[at] === 1 });
  }
  return runs;
}

function placed({ parents }: Tree, lines: Line[]): Line[] {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const above = parents[line.index] ?? -1;
    line.at = (counts.get(above) ?? 0) + 1;
    counts.set(above, line.at);
  }
  for (const line of lines) line.of = counts.get(parents[line.index] ?? -1) ?? 0;
  return lines;
}

/** Where a section is to be seen: its own line, else that of the nearest one around it; -1: nowhere. */
export function lineOf(tree: Tree, lines: readonly Line[], index: number): number {
  if (index < 0) return -1;
  const wanted = [index, ...around(tree, index)];
  for (const each of wanted) {
    const found = lineAt(lines, each);
    if (found >= 0) return found;
  }
  return -1;
}

/** Position of a section's own line; -1 when it has none. Lines stand in the order of indices. */
export function lineAt(lines: readonly Line[], index: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const here = lines[middle]?.index ?? -1;
    if (here === index) return middle;
    if (here < index) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** What a key does in the tree; null when it means nothing there. */
export type Step = { to: number } | { fold: number; unfolded: boolean } | { level: number };

/** The key of the tree pattern (WAI-ARIA practices, tree view), at line `at`. */
export function stepOf(tree: Tree, lines: readonly Line[], at: number, key: string): Step | null {
  const line = lines[at];
  if (!line) return null;
  const last = lines.length - 1;
  switch (key) {
    case 'ArrowDown':
      return { to: Math.min(last, at + 1) };
    case 'ArrowUp':
      return { to: Math.max(0, at - 1) };
    case 'Home':
      return { to: 0 };
    case 'End':
      return { to: last };
    case 'ArrowRight':
      if (line.unfolded === false) return { fold: line.index, unfolded: true };
      return line.unfolded ? { to: Math.min(last, at + 1) } : null;
    case 'ArrowLeft': {
      if (line.unfolded) return { fold: line.index, unfolded: false };
      const above = lineAt(lines, tree.parents[line.index] ?? -1);
      return above >= 0 ? { to: above } : null;
    }
    case '*':
      return { level: line.index };
    default:
      return null;
  }
}

/** The next line after `at`, round the end, whose words begin with what was typed; -1 when none. */
export function typedTo(tree: Tree, lines: readonly Line[], at: number, typed: string): number {
  const wanted = typed.toLowerCase();
  // A first letter leads on; more of them may still mean the line at hand.
  const from = wanted.length > 1 ? at : at + 1;
  for (let offset = 0; offset < lines.length; offset += 1) {
    const position = (from + offset) % lines.length;
    const section = tree.sections[lines[position]?.index ?? -1];
    if (!section) continue;
    const names = [section.title, sectionWords(section)];
    if (names.some((name) => name.toLowerCase().startsWith(wanted))) return position;
  }
  return -1;
}

/** More lines than these are drawn only near where they are seen. */
const LONG = 200;
/** So many lines are drawn above and below what is seen, and the window moves in steps of as many. */
const NEAR = 16;

/** The half-open range of lines to draw, of lines that are all as high. */
export function linesNear(
  total: number,
  scrollTop: number,
  height: number,
  lineHeight: number
): { first: number; end: number } {
  if (total <= LONG) return { first: 0, end: total };
  const step = Math.floor(scrollTop / lineHeight / NEAR) * NEAR;
  // A list that has just become shorter may still be scrolled to where it was longer.
  const first = Math.max(0, Math.min(step, total) - NEAR);
  const seen = Math.ceil(height / lineHeight / NEAR) * NEAR;
  return { first, end: Math.min(total, first + seen + 3 * NEAR) };
}

/** Scroll position that shows a line with `margin` around it; as it was where it does already. */
export function scrollToLine(
  scrollTop: number,
  height: number,
  line: { top: number; height: number },
  margin: number
): number {
  const room = Math.max(0, Math.min(margin, (height - line.height) / 2));
  const highest = line.top - room;
  const lowest = line.top + line.height + room - height;
  return Math.max(0, Math.min(Math.max(scrollTop, lowest), highest));
}
