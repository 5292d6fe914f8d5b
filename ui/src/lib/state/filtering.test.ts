import { expect, it } from 'vitest';
import { Filtering } from './filtering.svelte';

it('takes each choice back by its key', () => {
  const filtering = new Filtering();
  const rider = { document: 'd', section: 4, label: 'Rider A' };
  filtering.toggleKind('table');
  filtering.toggleSection(rider);
  filtering.toggleSection({ ...rider, section: 5 });
  filtering.from = 2021;
  for (const { key } of filtering.chips.slice(0, 1)) filtering.remove(key);
  expect(filtering.filters.sections).toEqual([{ document: 'd', section: 5 }]);
  filtering.remove('table');
  filtering.remove('years');
  expect(filtering.chips).toHaveLength(1);
  filtering.forget('d');
  expect(filtering.chips).toEqual([]);
});

it('chooses the same section once and lets it go again', () => {
  const filtering = new Filtering();
  const rider = { document: 'd', section: 4, label: 'Rider A' };
  filtering.toggleSection(rider);
  filtering.toggleSection({ ...rider });
  expect(filtering.chips).toEqual([]);
});
