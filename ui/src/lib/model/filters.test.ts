import { describe, expect, it } from 'vitest';
import { filterChips, filtersOf, NO_FILTERS, yearOf, type Chosen } from './filters';

const NONE: Chosen = { sections: [], kinds: [], from: null, until: null };

describe('filters', () => {
  it('keep to nothing when nothing is chosen', () => {
    expect(filtersOf(NONE)).toEqual(NO_FILTERS);
    expect(filterChips(NONE)).toEqual([]);
  });

  it('take years the wrong way round', () => {
    const chosen = { ...NONE, from: 2023, until: 2021 };
    expect(filtersOf(chosen)).toMatchObject({ from: { year: 2021 }, until: { year: 2023 } });
    expect(filterChips(chosen).map(({ label }) => label)).toEqual(['2021–2023']);
  });

  it('are listed one by one', () => {
    const section = { document: 'd', section: 4, label: 'Rider A' };
    const chosen: Chosen = {
      sections: [section],
      kinds: ['list', 'table'],
      from: 2021,
      until: null
    };
    expect(filterChips(chosen)).toEqual([
      { key: 'section:d:4', label: 'Rider A' },
      { key: 'table', label: 'Tables' },
      { key: 'list', label: 'Lists' },
      { key: 'years', label: 'from 2021' }
    ]);
    expect(filtersOf(chosen).sections).toEqual([{ document: 'd', section: 4 }]);
  });

  it('know a year from anything else', () => {
    expect(['2022', ' 1999 ', '22', '3000', '2022.5', ''].map(yearOf)).toEqual([
      2022,
      1999,
      null,
      null,
      null,
      null
    ]);
  });
});
