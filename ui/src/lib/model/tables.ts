// A table of the app as a grid that can be drawn: every column of every row covered, its rows in
// the groups that they stand under, its figures parted from its words. Pure.
import type { RowView, TableView } from '../platform/bindings';

export interface GridCell {
  column: number;
  columns: number;
  /** Empty where the table has no cell. */
  text: string;
}

export interface GridRow {
  kind: RowView['kind'];
  indent: number;
  cells: GridCell[];
}

export interface Grid {
  head: GridRow[];
  /** Each begins with the row that names its group, where it has one. */
  bodies: GridRow[][];
  /** Columns at the left that hold labels. */
  labels: number;
  /** By column: whether it holds figures, which stand at the right. */
  figures: boolean[];
  /** By column: whether a parenthesis may stand behind its last digits. */
  hanging: boolean[];
  /** Rows below the header. */
  rows: number;
}

export function gridOf(table: TableView): Grid {
  const ends = table.rows.flatMap(({ cells }) => cells.map((cell) => cell.column + cell.columns));
  const columns = Math.max(1, table.columns, ...ends);
  const rows = table.rows.map((row) => covered(row, columns));
  const body = rows.filter(({ kind }) => kind !== 'header');
  const bodies: GridRow[][] = [];
  for (const row of body) {
    const last = bodies[bodies.length - 1];
    if (row.kind === 'group' || !last) bodies.push([row]);
    else last.push(row);
  }
  const labels = Math.min(table.label_columns, columns);
  const texts = Array.from({ length: columns }, (_, column) =>
    body
      .flatMap(({ kind, cells }) => (kind === 'body' ? cells : []))
      .filter((cell) => cell.column === column && cell.text !== '' && !isDash(cell.text))
      .map(({ text }) => text)
  );
  return {
    head: rows.filter(({ kind }) => kind === 'header'),
    bodies,
    labels,
    figures: texts.map(
      (each, column) => column >= labels && each.filter(isFigure).length >= each.length / 2
    ),
    hanging: texts.map((each) => each.some((text) => text.endsWith(')'))),
    rows: body.length
  };
}

function covered({ kind, indent, cells }: RowView, columns: number): GridRow {
  const found = [...cells].sort((a, b) => a.column - b.column);
  const [only] = found;
  // The name of a group has the row for itself.
  if (kind === 'group' && found.length === 1 && only) {
    return { kind, indent, cells: [{ column: 0, columns, text: only.text }] };
  }
  const full: GridCell[] = [];
  let next = 0;
  for (const cell of found) {
    // What overlaps another cell has no place of its own.
    if (cell.column < next) continue;
    for (; next < cell.column; next += 1) full.push({ column: next, columns: 1, text: '' });
    full.push({ ...cell, columns: Math.max(1, cell.columns) });
    next = cell.column + Math.max(1, cell.columns);
  }
  for (; next < columns; next += 1) full.push({ column: next, columns: 1, text: '' });
  return { kind, indent, cells: full };
}

/** "4,312", "(2,046)", "$ 1.4 bn", "9.1%": a number with at most two letters. */
export function isFigure(text: string): boolean {
  return /\d/.test(text) && (text.match(/\p{L}/gu) ?? []).length <= 2;
}

/** What stands where there is no figure. */
export function isDash(text: string): boolean {
  return /^[-–—−]+$/.test(text.trim());
}

/** This many rows are shown at first; a few more are shown rather than hidden. */
export const FIRST_ROWS = 12;
const SPARED = 3;

/** The first rows of the bodies; all of them where few would be left out. */
export function firstRows({ bodies, rows }: Grid): GridRow[][] {
  if (rows <= FIRST_ROWS + SPARED) return bodies;
  const first: GridRow[][] = [];
  let left = FIRST_ROWS;
  for (const body of bodies) {
    const some = body.slice(0, left);
    left -= some.length;
    // The name of a group without its rows says nothing.
    if (some.some(({ kind }) => kind === 'body')) first.push(some);
    if (left <= 0) break;
  }
  return first;
}
