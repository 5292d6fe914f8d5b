import { describe, expect, it, test } from 'vitest';
import type { Citation, Verdict } from '../platform/bindings';
import {
  answerBlocks,
  answerPieces,
  emphasise,
  leadCitations,
  marksByPage,
  nothingFound,
  tagPlaces,
  tellingWords,
  type Piece,
  writingNote
} from './answer';

function citation(n: number, rest: Partial<Citation> = {}): Citation {
  return {
    n,
    document: 'd',
    file: 'a.pdf',
    page: 1,
    label: null,
    section: '',
    span: { start: 0, end: 1 },
    quote: 'words',
    verdict: 'confirmed',
    score: 1,
    quads: [{ page: 1, x0: 10, y0: 20 * n, x1: 50, y1: 20 * n + 10 }],
    context: [],
    cell: null,
    ...rest
  };
}

/** Pieces as one line: chips in braces. */
function line(pieces: Piece[]): string {
  return pieces
    .map((p) => {
      if (p.kind === 'text') return p.text;
      if (p.kind === 'verdict') return `<${p.verdict}>`;
      return `${p.word}{${p.citations.map(({ n }) => n).join()}}`;
    })
    .join('|');
}

describe('answerPieces', () => {
  test.each([
    ['One. [1] Two. [2]', 'One.{1}| |Two.{2}'],
    ['A long one. [1] [2] End', 'A long |one.{1,2}| End'],
    ['No marker.', 'No marker.'],
    ['Array [7] of things. [1]', 'Array [7] of |things.{1}'],
    ['[1] first', '{1}| first'],
    ['tight[1][2]', 'tight{1,2}'],
    ['', '']
  ])('%s', (answer, expected) => {
    const pieces = answerPieces({ answer, citations: [citation(1), citation(2)] });
    expect(line(pieces)).toBe(expected);
  });

  it('shows the verdict behind each sentence that a model wrote, and on none that is quoted', () => {
    const sentence = (text: string, verdict: Verdict) => ({
      parts: [{ text, key: false, citations: [] }],
      verdict,
      item: false,
      aside: false
    });
    const sentences = [sentence('It rose.', 'confirmed'), sentence('Much.', 'partly')];
    const answer = { answer: '', sentences, citations: [] };
    expect(line(answerPieces({ ...answer, mode: 'generated' }))).toBe(
      'It rose.|<confirmed>| |Much.|<partly>'
    );
    expect(line(answerPieces({ ...answer, mode: 'extractive' }))).toBe('It rose.| |Much.');
  });

  it('says why a written answer ends early, and nothing where the quotes stayed the answer', () => {
    const written = {
      model: 'Flan-T5',
      ended: 'limit' as const,
      windows: 1,
      windows_left: 0,
      first_ms: 1,
      total_ms: 2
    };
    const quotes = [{ parts: [], verdict: 'confirmed' as const, item: false, aside: false }];
    expect(writingNote({ written: { ...written, quotes } })).toContain('cut off');
    expect(writingNote({ written: { ...written, ended: 'complete', quotes } })).toBe(null);
    expect(writingNote({ written: { ...written, quotes: [] } })).toBe(null);
    expect(writingNote({ written: null })).toBe(null);
  });

  it('takes sentences at their parts, whatever the documents write in brackets', () => {
    const part = (text: string, key: boolean, citations: number[]) => ({ text, key, citations });
    const parts = [part('It rose [1]', false, []), part('by 3.5%', true, [1])];
    const last = [part(', as said.', false, [2])];
    const sentences = [
      { parts: [...parts, ...last], verdict: 'confirmed' as const, item: false, aside: false },
      {
        parts: [part('Twice.', false, [2])],
        verdict: 'confirmed' as const,
        item: false,
        aside: false
      }
    ];
    const citations = [citation(1), citation(2)];
    const pieces = answerPieces({ answer: 'unused', sentences, citations });
    expect(line(pieces)).toBe('It rose [1]| |by |3.5%{1}|, as |said.{2}| |Twice.{2}');
    expect(pieces.filter((piece) => piece.kind !== 'verdict' && piece.key)).toHaveLength(2);
  });
});

describe('answerBlocks', () => {
  const sentence = (text: string, item: boolean, n: number) => ({
    parts: [{ text, key: false, citations: [n] }],
    verdict: 'confirmed' as const,
    item,
    aside: false
  });
  const citations = [citation(1), citation(2), citation(3)];
  const lead = (text: string, numbers: number[]) => ({
    kind: 'no' as const,
    text,
    citations: numbers
  });

  it('sets the items of a list apart from the sentences around it', () => {
    const sentences = [
      sentence('Covered are:', false, 1),
      sentence('care', true, 2),
      sentence('drugs', true, 3)
    ];
    const blocks = answerBlocks({ answer: 'unused', sentences, citations });
    expect(
      blocks.map((block) => (block.kind === 'text' ? line(block.pieces) : block.items.map(line)))
    ).toEqual(['Covered |are:{1}', ['care{2}', 'drugs{3}']]);
  });

  it('is one text without items', () => {
    const sentences = [sentence('One.', false, 1), sentence('Two.', false, 2)];
    const blocks = answerBlocks({ answer: 'unused', sentences, citations });
    expect(blocks).toHaveLength(1);
    expect(answerBlocks({ answer: '', citations })).toHaveLength(1);
  });

  it('sets what is nearly as likely apart from the answer', () => {
    const other = { ...sentence('Guests pay 40 dollars.', false, 2), aside: true };
    other.parts.unshift({ text: 'Nearly as likely:', key: false, citations: [] });
    const sentences = [sentence('The fee is 30 dollars.', false, 1), other];
    const blocks = answerBlocks({ answer: 'unused', sentences, citations });
    expect(
      blocks.map((block) => block.kind === 'text' && [line(block.pieces), block.aside])
    ).toEqual([
      ['The fee is 30 |dollars.{1}', undefined],
      ['Nearly as likely:| |Guests pay 40 |dollars.{2}', true]
    ]);
  });

  it('tells what comes nearest from the words that nothing was found', () => {
    const near = { ...sentence('Guests pay 40 dollars.', false, 1), aside: true };
    near.parts.unshift({ text: 'The nearest that I found:', key: false, citations: [] });
    const answer = 'I found nothing in a.pdf that says when.\nThe nearest that I found: … [1]';
    const { said, nearest } = nothingFound({ answer, sentences: [near], citations });
    expect(said).toBe('I found nothing in a.pdf that says when.');
    expect(nearest.map((block) => block.kind === 'text' && line(block.pieces))).toEqual([
      'The nearest that I found:| |Guests pay 40 |dollars.{1}'
    ]);
    expect(nothingFound({ answer: said, sentences: [], citations: [] })).toEqual({
      said,
      nearest: []
    });
  });

  test.each([
    ['No. USD 5 = a. [1]', 'No', '|USD 5 = |a.{1}'],
    ['5 May [1]. It was so.', '5 May', '|It was so.'],
    ['Nothing is due. [1]', 'No', '|Nothing is |due.{1}']
  ])('leaves the lead out of %s', (answer, text, expected) => {
    const [block] = answerBlocks({ answer, citations, lead: lead(text, [1]) });
    expect(block?.kind === 'text' && `|${line(block.pieces)}`).toBe(expected);
  });

  it('finds the evidence for the lead', () => {
    const found = leadCitations({ citations, lead: lead('No', [3, 1, 9]) });
    expect(found.map(({ n }) => n)).toEqual([3, 1]);
    expect(leadCitations({ citations, lead: null })).toEqual([]);
  });
});

describe('marksByPage', () => {
  it('parts what gives a cell its meaning from the cell', () => {
    const heading = { page: 1, x0: 0, y0: 0, x1: 9, y1: 9 };
    const marks = marksByPage([citation(1, { context: [heading] })], 'd').get(1);
    expect(marks?.map(({ context, first }) => [context, first])).toEqual([
      [false, true],
      [true, false]
    ]);
  });

  const two = citation(1, {
    quads: [
      { page: 3, x0: 0, y0: 700, x1: 9, y1: 710 },
      { page: 3, x0: 0, y0: 715, x1: 9, y1: 725 },
      { page: 4, x0: 0, y0: 50, x1: 9, y1: 60 }
    ]
  });

  it('sorts rectangles by page and marks the first of each citation', () => {
    const marks = marksByPage([two, citation(2, { quads: two.quads.slice(2) })], 'd');
    expect([...marks.keys()]).toEqual([3, 4]);
    expect(marks.get(3)?.map((mark) => mark.first)).toEqual([true, false]);
    expect(marks.get(4)?.map((mark) => [mark.n, mark.first])).toEqual([
      [1, true],
      [2, true]
    ]);
  });

  it('leaves other documents out', () => {
    expect(marksByPage([two], 'e').size).toBe(0);
    expect(marksByPage([two], null).size).toBe(0);
  });
});

describe('tagPlaces', () => {
  const quads = [
    { page: 1, x0: 200, y0: 100, x1: 300, y1: 110 },
    { page: 1, x0: 72, y0: 115, x1: 300, y1: 125 }
  ];

  it('stands in the margin, beside the first line of the citation', () => {
    const marks = marksByPage([citation(1, { quads })], 'd').get(1) ?? [];
    expect(tagPlaces(marks, 2)).toEqual([{ n: 1, left: 3, top: 200 }]);
  });

  it('puts the numbers of one line under one another', () => {
    const cited = [1, 2, 3].map((n) => citation(n, { quads }));
    const marks = marksByPage(cited, 'd').get(1) ?? [];
    expect(tagPlaces(marks, 1).map(({ left, top }) => [left, top])).toEqual([
      [3, 100],
      [3, 117],
      [3, 134]
    ]);
  });

  it('keeps the numbers of close lines close', () => {
    const rows = [0, 1, 2, 3].map((row) => ({
      ...quads[0]!,
      y0: 100 + 15 * row,
      y1: 112 + 15 * row
    }));
    const cited = rows.map((quad, row) => citation(row + 1, { quads: [quad] }));
    const marks = marksByPage(cited, 'd').get(quads[0]!.page) ?? [];
    expect(tagPlaces(marks, 1).map(({ top }) => top)).toEqual([100, 117, 134, 151]);
  });
});

describe('emphasise', () => {
  const strong = (text: string, question: string) =>
    emphasise(text, tellingWords(question))
      .filter((run) => run.strong)
      .map((run) => run.text);

  test.each([
    ['The cash flow of 2023', 'What was the cash flow in 2023?', ['cash', 'flow', '2023']],
    ['Leases and one lease', 'the lease', ['Leases', 'lease']],
    ['operating activities', 'operate activity', []],
    ['Operations and operational', 'operation', ['Operations', 'operational']],
    ['the of and', 'the of and', []],
    ['Änderung der Miete', 'änderung', ['Änderung']]
  ])('%s ← %s', (text, question, expected) => {
    expect(strong(text, question)).toEqual(expected);
  });

  test.each([
    ['list', 'a\n b cash'],
    ['code', 'a\n  b\tcash']
  ] as const)('keeps the lines of a %s', (as, text) => {
    const runs = emphasise('a\n  b\tcash', new Set(['cash']), as);
    expect(runs.map((run) => run.text).join('')).toBe(text);
  });

  it('folds white space and loses nothing', () => {
    const runs = emphasise('a\n  b\tcash', new Set(['cash']));
    expect(runs.map((run) => run.text).join('')).toBe('a b cash');
  });
});
