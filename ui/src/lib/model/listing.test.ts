import { describe, expect, it } from 'vitest';
import { row } from '../platform/fake-documents';
import { families } from './documents';
import { fits, sorted, type Sort } from './listing';

const LIST = families([
  row('new', 'z 10.pdf', { pages: 3, size_bytes: 900 }),
  row('mid', 'x.pdf', { display_title: 'Annual report', pages: 90, size_bytes: 10 }),
  row('old', 'z 9.pdf', { pages: 3, size_bytes: 5_000 })
]);

describe('the order of the list', () => {
  it.each<[Sort, string[]]>([
    ['newest', ['new', 'mid', 'old']],
    ['title', ['mid', 'old', 'new']],
    ['pages', ['mid', 'new', 'old']],
    ['size', ['old', 'new', 'mid']]
  ])('is by %s', (sort, ids) => {
    expect(sorted(LIST, sort).map(({ row }) => row.id)).toEqual(ids);
  });
});

describe('the filter', () => {
  const one = row('a', 'Résumé_2023.pdf', { display_title: 'Über die Größe der Welt' });
  it.each(['', '  ', 'resume', 'uber WELT', 'Große 2023'])('“%s” finds it', (wanted) => {
    expect(fits(one, wanted)).toBe(true);
  });
  it('wants every word', () => {
    expect(fits(one, 'resume 2024')).toBe(false);
  });
});
