import { describe, expect, it, test } from 'vitest';
import type { TableView } from '../platform/bindings';
import { CASH_FLOWS, SEGMENTS } from '../platform/fake-tables';
import { firstRows, gridOf, isDash, isFigure } from './tables';

test.each([
  ['4,312', true],
  ['(2,046)', true],
  ['$ 1.4 bn', true],
  ['9.1%', true],
  ['2023', true],
  ['—', false],
  ['', false],
  ['12 months', false],
  ['31 December 2023', false]
])('"%s" is a figure: %s', (text, figure) => {
  expect(isFigure(text)).toBe(figure);
});

test.each([
  ['—', true],
  ['-', true],
  [' – ', true],
  ['-5', false],
  ['', false]
])('"%s" is a dash: %s', (text, dash) => {
  expect(isDash(text)).toBe(dash);
});

describe('gridOf', () => {
  const grid = gridOf(CASH_FLOWS);

  it('covers every column of every row', () => {
    for (const row of [...grid.head, ...grid.bodies.flat()]) {
      expect(row.cells.reduce((sum, cell) => sum + cell.columns, 0)).toBe(5);
    }
    expect(grid.head[0]!.cells.map(({ columns, text }) => [columns, text])).toEqual([
      [1, ''],
      [1, ''],
      [3, 'Year ended 31 December']
    ]);
  });

  it('puts rows under the row that names their group', () => {
    expect(grid.bodies.map(([first]) => first?.cells[0]?.text)).toEqual([
      'Operating activities',
      'Change in working capital',
      'Investing activities',
      'Financing activities'
    ]);
    expect(grid.bodies[0]![0]!.cells).toEqual([
      { column: 0, columns: 5, text: 'Operating activities' }
    ]);
  });

  it('finds columns of figures, and those where digits make room for a parenthesis', () => {
    expect(grid.figures).toEqual([false, true, true, true, true]);
    expect(grid.hanging).toEqual([false, false, true, true, true]);
    expect(gridOf(SEGMENTS).hanging[3]).toBe(false);
  });

  it('survives cells that overlap, stick out or are missing', () => {
    const odd: TableView = {
      caption: null,
      units: null,
      columns: 2,
      label_columns: 5,
      rows: [
        {
          kind: 'body',
          indent: 0,
          cells: [
            { column: 3, columns: 1, text: 'out' },
            { column: 0, columns: 2, text: 'wide' },
            { column: 1, columns: 1, text: 'under' }
          ]
        },
        { kind: 'body', indent: 0, cells: [] }
      ]
    };
    const { bodies, labels } = gridOf(odd);
    expect(bodies[0]!.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
      ['wide', '', 'out'],
      ['', '', '', '']
    ]);
    expect(labels).toBe(4);
    expect(gridOf({ ...odd, rows: [] }).bodies).toEqual([]);
  });
});

describe('firstRows', () => {
  it('are all rows where few would be left out', () => {
    const grid = gridOf(SEGMENTS);
    expect(firstRows(grid)).toBe(grid.bodies);
  });

  it('end with a row that has something to say', () => {
    const first = firstRows(gridOf(CASH_FLOWS)).flat();
    expect(first.length).toBeLessThanOrEqual(12);
    expect(first.at(-1)?.kind).toBe('body');
  });
});
