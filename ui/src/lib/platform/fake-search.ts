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

  /** Takes them up, held to what is sensible. */
  choose(wanted: SearchSettings): SearchState {
    const held = (value: number, low: number, high: number) =>
      Math.max(low, Math.min(high, Math.round(value)));
    this.settings = {
      index: wanted.index,
      ef_search: held(wanted.ef_search, 64, 8192),
      nprobe: held(wanted.nprobe, 1, 256),
      passages: held(wanted.passages, 1, 50),
      write: wanted.write
    };
    return this.state;
  }
}
