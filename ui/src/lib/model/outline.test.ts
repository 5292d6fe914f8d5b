import { describe, expect, it, test } from 'vitest';
import type { SectionRow } from '../platform/bindings';
import {
  filtered,
  filterWords,
  firstDepth,
  lineAt,
  lineOf,
  linesNear,
  linesOf,
  marked,
  scrollToLine,
  sectionAt,
  sectionWords,
  stepOf,
  treeOf,
  typedTo,
  type Line,
  type Tree
} from './outline';

/** Sections from a drawing: two spaces a level, "title page y". */
function tree(drawing: string): Tree {
  const open: number[] = [];
  const lines = drawing.split('\n').filter((line) => line.trim() !== '');
  const margin = Math.min(...lines.map((line) => line.search(/\S/)));
  return treeOf(
    lines.map((line, id) => {
      const level = (line.search(/\S/) - margin) / 2 + 1;
      const [title = '', page = '1', y = '0'] = line.trim().split(/\s+/);
      const parent = level > 1 ? (open[level - 2] ?? null) : null;
      open[level - 1] = id;
      return section({ id, parent, level, title, page: Number(page), y: Number(y) });
    })
  );
}

function section(rest: Partial<SectionRow>): SectionRow {
  return {
    id: 0,
    parent: null,
    level: 1,
    number: null,
    title: '',
    page: 1,
    y: 0,
    last_page: 1,
    breadcrumb: '',
    kind: 'body',
    noise: false,
    span: { start: 0, end: 0 },
    ...rest
  };
}

const report = tree(`
  front 1 50
  one 2 80
    apple 2 300
    pear 4 80
      seed 4 200
    plum 7 10
  two 9 80
    apricot 9 400
`);
const titles = (of: Tree, lines: Line[]) => lines.map(({ index }) => of.sections[index]!.title);
const all = () => true;
const none = () => false;

describe('treeOf', () => {
  it('counts depths and children', () => {
    expect([...report.depths]).toEqual([0, 0, 1, 1, 2, 1, 0, 1]);
    expect([...report.children]).toEqual([0, 3, 0, 1, 0, 0, 1, 0]);
  });

  it('makes a top section of one whose surroundings are missing or come later', () => {
    const odd = treeOf([
      section({ id: 0, parent: 7 }),
      section({ id: 1, parent: 2 }),
      section({ id: 2, parent: 0 })
    ]);
    expect([...odd.parents]).toEqual([-1, -1, 0]);
  });

  it('of nothing is empty', () => {
    const empty = treeOf([]);
    expect([linesOf(empty, all), firstDepth(empty), sectionAt(empty, { page: 1, y: 0 })]).toEqual([
      [],
      0,
      -1
    ]);
  });
});

describe('sectionAt', () => {
  test.each([
    [1, 0, null],
    [1, 50, 'front'],
    [1, 700, 'front'],
    [2, 79, 'front'],
    [2, 80, 'one'],
    [2, 299.9, 'one'],
    [3, 0, 'apple'],
    [4, 100, 'pear'],
    [6, 800, 'seed'],
    [8, 0, 'plum'],
    [900, 0, 'apricot']
  ])('page %d, %d points down: %s', (page, y, title) => {
    const found = sectionAt(report, { page, y });
    expect(report.sections[found]?.title ?? null).toBe(title);
  });

  it('goes by height where columns let the reading order go up again', () => {
    const columns = tree(`
      left 1 500
      right 1 90
    `);
    expect(sectionAt(columns, { page: 1, y: 100 })).toBe(1);
    expect(sectionAt(columns, { page: 1, y: 600 })).toBe(0);
  });

  it('takes the innermost of several at one height', () => {
    const nested = tree(`
      part 3 70
        chapter 3 70
    `);
    expect(sectionAt(nested, { page: 3, y: 70 })).toBe(1);
  });
});

describe('linesOf', () => {
  it('draws what lies under unfolded sections only', () => {
    expect(titles(report, linesOf(report, none))).toEqual(['front', 'one', 'two']);
    const lines = linesOf(report, (index) => index === 1);
    expect(titles(report, lines)).toEqual(['front', 'one', 'apple', 'pear', 'plum', 'two']);
    expect(lines.map(({ unfolded }) => unfolded)).toEqual([null, true, null, false, null, false]);
  });

  it('hides what is unfolded under something folded', () => {
    expect(
      titles(
        report,
        linesOf(report, (index) => index === 3)
      )
    ).toHaveLength(3);
  });

  it('numbers the lines of one branch', () => {
    const lines = linesOf(report, all);
    expect(lines.map(({ at, of }) => `${at}/${of}`)).toEqual(
      '1/3 2/3 1/3 2/3 1/1 3/3 3/3 1/1'.split(' ')
    );
  });
});

describe('firstDepth', () => {
  test.each([
    [8, 2],
    [7, 1],
    [6, 0],
    [1, 0]
  ])('at most %d lines: %d levels are unfolded', (most, depth) => {
    expect(firstDepth(report, most)).toBe(depth);
  });

  it('looks past a title that stands alone over the rest', () => {
    const book = tree(`
      book
        a
        b
          c
    `);
    expect(firstDepth(book, 2)).toBe(1);
  });
});

describe('filter', () => {
  const find = (words: string) => filtered(report, filterWords(words));

  it('keeps what fits and what leads there', () => {
    const lines = find('  SEED ');
    expect(titles(report, lines)).toEqual(['one', 'pear', 'seed']);
    expect(lines.map(({ fits }) => fits)).toEqual([false, false, true]);
    expect(lines.every(({ unfolded }) => unfolded === null)).toBe(true);
  });

  it('wants every word, in numbers too', () => {
    const items = treeOf([section({ number: 'Item 7A.', title: 'Market risk' })]);
    expect(filtered(items, ['7a', 'risk'])).toHaveLength(1);
    expect(filtered(items, ['7a', 'weather'])).toHaveLength(0);
  });

  test.each([
    ['Market risk', ['risk'], 'Market |risk'],
    ['Market risk', [], 'Market risk'],
    ['banana', ['an', 'nan'], 'b|anan|a'],
    ['İstanbul', ['stan'], 'İstanbul']
  ])('marks in "%s" the words %o', (text, words, runs) => {
    expect(
      marked(text, words)
        .map((run) => run.text)
        .join('|')
    ).toBe(runs);
  });
});

test.each([
  ['Item 1.', 'Business', 'Item 1. Business'],
  ['Part I', 'Part I', 'Part I'],
  ['IV', '', 'IV'],
  [null, 'Index', 'Index']
])('%s and %s are said as "%s"', (number, title, words) => {
  expect(sectionWords({ number, title })).toBe(words);
});

it('shows a hidden section by the line around it', () => {
  const lines = linesOf(report, none);
  expect(titles(report, [lines[lineOf(report, lines, 4)]!])).toEqual(['one']);
  expect(lineOf(report, lines, -1)).toBe(-1);
  expect(lineOf(report, [], 4)).toBe(-1);
  expect([lineAt(lines, 6), lineAt(lines, 4)]).toEqual([2, -1]);
});

describe('keys', () => {
  const lines = linesOf(report, (index) => index === 1);
  test.each([
    [0, 'ArrowDown', { to: 1 }],
    [0, 'ArrowUp', { to: 0 }],
    [5, 'ArrowDown', { to: 5 }],
    [3, 'Home', { to: 0 }],
    [3, 'End', { to: 5 }],
    [0, 'ArrowRight', null],
    [1, 'ArrowRight', { to: 2 }],
    [3, 'ArrowRight', { fold: 3, unfolded: true }],
    [1, 'ArrowLeft', { fold: 1, unfolded: false }],
    [3, 'ArrowLeft', { to: 1 }],
    [0, 'ArrowLeft', null],
    [3, '*', { level: 3 }],
    [3, 'x', null],
    [9, 'ArrowDown', null]
  ])('at line %d %s: %o', (at, key, step) => {
    expect(stepOf(report, lines, at, key)).toEqual(step);
  });

  test.each([
    [2, 'p', 3],
    [3, 'p', 4],
    [4, 'p', 3],
    [3, 'pe', 3],
    [4, 'PEA', 3],
    [0, 'z', -1]
  ])('at line %d typing "%s" leads to %d', (at, typed, to) => {
    expect(typedTo(report, lines, at, typed)).toBe(to);
  });
});

describe('scrolling', () => {
  const line = (top: number) => ({ top, height: 20 });
  test.each([
    [0, 100, 0],
    [0, 190, 30],
    [500, 300, 280],
    [500, 540, 500],
    [500, 0, 0]
  ])('from %d a line at %d is shown at %d', (from, top, to) => {
    expect(scrollToLine(from, 200, line(top), 20)).toBe(to);
  });

  it('with all the margin there is, a line comes to the middle', () => {
    expect(scrollToLine(0, 200, line(600), Infinity)).toBe(510);
  });

  it('draws all lines of a short tree, and of a long one those near', () => {
    expect(linesNear(200, 4000, 500, 20)).toEqual({ first: 0, end: 200 });
    expect(linesNear(3000, 0, 500, 20)).toEqual({ first: 0, end: 80 });
    const { first, end } = linesNear(3000, 20_000, 500, 20);
    expect(first).toBeLessThanOrEqual(1000 - 8);
    expect(end).toBeGreaterThanOrEqual(1025 + 8);
    expect(linesNear(3000, 60_000, 500, 20).end).toBe(3000);
    expect(linesNear(300, 60_000, 500, 20).first).toBeLessThan(300);
  });
});
