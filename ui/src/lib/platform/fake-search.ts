// How the fake platform's library is searched. Of its choices nothing is felt but the number of
// passages shown.
import { DEFAULT_SEARCH, type SearchSettings, type SearchState } from './bindings';

/** Up to here the exact search is proposed. */
const EXACT_AT_MOST = 150_000;

export class FakeSearch {
  settings = DEFAULT_SEARCH;

  /** `passages`: how many can be searched. */
  constructor(public passages: number) {}

  get state(): SearchState {
    return {
      settings: this.settings,
      defaults: DEFAULT_SEARCH,
      passages: this.passages,
      proposed: this.passages <= EXACT_AT_MOST ? 'flat' : 'hnsw'
    };
  }

  /** Takes them up, the numbers held to what is sensible. */
  choose(wanted: SearchSettings): SearchState {
    const { ef_search, passages } = wanted;
    this.settings = {
      ...wanted,
      ef_search: Math.min(8192, ef_search),
      passages: Math.min(50, passages)
    };
    return this.state;
  }
}
