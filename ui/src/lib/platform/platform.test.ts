import { expect, it, test } from 'vitest';
import { FakePlatform } from './fake';
import { ANSWERS } from './fake-answers';
import { IDS, libraryRows } from './fake-documents';
import { findQuads, PAGE, setPage } from './fake-pages';
import { pageText } from './fake-texts';
import { asWireError, problemOf, roundPixelPerPt } from './types';

test.each([
  [
    { code: 'not_found', message: 'Gone.', hint: 'Add it.' },
    { code: 'not_found', message: 'Gone.', hint: 'Add it.' }
  ],
  [
    { code: 'new_code', message: 'Odd.' },
    { code: 'internal', message: 'Odd.', hint: null }
  ],
  [new Error('thrown'), { code: 'internal', message: 'thrown', hint: null }],
  ['plain words', { code: 'internal', message: 'plain words', hint: null }],
  [undefined, { code: 'internal', message: 'undefined', hint: null }]
])('%o can be shown', (thrown, error) => {
  expect(asWireError(thrown)).toEqual(error);
});

test.each([
  [true, '{"code":"internal","message":"Odd."}', null],
  [
    false,
    '{"code":"needs_password","message":"Locked.","hint":null}',
    { code: 'needs_password', message: 'Locked.', hint: null }
  ],
  [false, 'Plain words.', null],
  [false, '', null],
  [false, '"words"', null],
  [false, '{"message":"Without a code."}', null]
])('an answer that is fine: %s, and says %s, gives %o', async (ok, body, problem) => {
  expect(await problemOf({ ok, json: async () => JSON.parse(body) })).toEqual(problem);
});

test.each([
  [1.33333333, 1.333],
  [2, 2],
  [0.0004, 0]
])('%d pixels per point are asked for as %d', (from, to) => {
  expect(roundPixelPerPt(from)).toBe(to);
});

it('draws every quote of the fake answers within its page, one rectangle a line', () => {
  const rows = libraryRows();
  for (const citation of ANSWERS.flatMap(({ citations }) => citations)) {
    const document = rows.find(({ id }) => id === citation.document)!;
    const words = setPage(pageText(document, citation.page));
    const quads = findQuads(words, citation.quote, citation.page);
    expect(quads.length, citation.quote).toBeGreaterThan(0);
    for (const [index, quad] of quads.entries()) {
      expect(quad.x1).toBeGreaterThan(quad.x0);
      expect(quad.x1).toBeLessThanOrEqual(PAGE.width);
      if (index > 0) expect(quad.y0).toBeGreaterThan(quads[index - 1]!.y0);
    }
  }
});

it('gives other image addresses for other scales', () => {
  const platform = new FakePlatform('library');
  expect(platform.pageImage(IDS.report, 1, 1)).not.toBe(platform.pageImage(IDS.report, 1, 2));
});
