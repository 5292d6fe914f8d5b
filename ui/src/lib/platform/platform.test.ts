import { expect, it, test } from 'vitest';
import { FakePlatform } from './fake';
import { IDS } from './fake-documents';
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

it('gives other image addresses for other scales', () => {
  const platform = new FakePlatform('library');
  expect(platform.pageImage(IDS.report, 1, 1)).not.toBe(platform.pageImage(IDS.report, 1, 2));
});
