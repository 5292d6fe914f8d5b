import { describe, expect, it } from 'vitest';
import type { CellAnswer, Matrix, MatrixCell } from '../platform/bindings';
import { questionsIn, rowsOf, sortedBy, stateOf, textOf } from './matrix';

const answer = (text: string, confidence = 0.9): CellAnswer => ({
  found: text !== '',
  text,
  confidence,
  note: null,
  citation: null,
  problem: null
});

const cell = (document: string, question: number, given: Partial<MatrixCell>): MatrixCell => ({
  document,
  question,
  answer: null,
  outdated: false,
  corrected: null,
  ...given
});

const MATRIX: Matrix = {
  row: { id: 1, name: 'Terms', made_at_s: 0, questions: 2, documents: 3 },
  questions: [
    { id: 1, text: 'Rent?' },
    { id: 2, text: 'Term?' }
  ],
  documents: [
    { id: 'b', file: 'b.pdf', title: null },
    { id: 'a', file: 'a.pdf', title: 'Anchor lease' },
    { id: 'c', file: 'c.pdf', title: null }
  ],
  cells: [
    cell('b', 1, { answer: answer('£900') }),
    cell('a', 1, { answer: answer('£1200', 0.3) }),
    cell('c', 1, { answer: answer('') }),
    cell('a', 2, { answer: answer('five years'), corrected: 'six years' })
  ]
};
const ALL = { filter: '', choice: 'all' as const, sorting: null };
const ids = (rows: ReturnType<typeof rowsOf>) => rows.map(({ document }) => document.id);

describe('the rows of a matrix', () => {
  it('have a cell for each question, in order', () => {
    const rows = rowsOf(MATRIX, ALL);
    expect(ids(rows)).toEqual(['b', 'a', 'c']);
    expect(rows.map(({ cells }) => cells.map(stateOf))).toEqual([
      ['said', 'waiting'],
      ['doubtful', 'corrected'],
      ['none', 'waiting']
    ]);
    expect(textOf(rows[1]!.cells[1]!)).toBe('six years');
  });

  it('are sorted as numbers, and what says nothing stands last', () => {
    const by = (question: number | null, down: boolean) =>
      ids(rowsOf(MATRIX, { ...ALL, sorting: { question, down } }));
    expect(by(1, false)).toEqual(['b', 'a', 'c']);
    expect(by(1, true)).toEqual(['a', 'b', 'c']);
    expect(by(null, false)).toEqual(['a', 'b', 'c']);
  });

  it('are chosen by words and by state', () => {
    expect(ids(rowsOf(MATRIX, { ...ALL, filter: 'anchor' }))).toEqual(['a']);
    expect(ids(rowsOf(MATRIX, { ...ALL, filter: '900' }))).toEqual(['b']);
    expect(ids(rowsOf(MATRIX, { ...ALL, choice: 'doubtful' }))).toEqual(['a']);
    expect(ids(rowsOf(MATRIX, { ...ALL, choice: 'corrected' }))).toEqual(['a']);
    expect(ids(rowsOf(MATRIX, { ...ALL, choice: 'open' }))).toEqual(['b', 'c']);
  });

  it('are sorted up, down, and not at all, press by press', () => {
    const up = sortedBy(null, 1);
    const down = sortedBy(up, 1);
    expect([up, down, sortedBy(down, 1)]).toEqual([
      { question: 1, down: false },
      { question: 1, down: true },
      null
    ]);
    expect(sortedBy(down, 2)).toEqual({ question: 2, down: false });
  });
});

describe('questions in a text', () => {
  it('stand one a line, each once', () => {
    expect(questionsIn('# terms\n\nWhat is  the rent?\r\nTerm?\nTerm?\n')).toEqual([
      'What is the rent?',
      'Term?'
    ]);
  });
});
