// How the fake platform's library is searched. Of its choices nothing is felt but the number of
// passages shown.
import type { SearchSettings, SearchState } from './bindings';

const DEFAULTS: SearchSettings = {
  index: 'flat',
  ef_search: 1024,
  nprobe: 32,
  passages: 10,
  write: true
};
/** Up to here the exact search is proposed. */
const EXACT_AT_MOST = 150_000;

export class FakeSearch {
  settings = DEFAULTS;

  /** `passages`: how many can be searched. */
  constructor(public passages: number) {}

  get state(): SearchState {
    return {
      settings: this.settings,
      defaults: DEFAULTS,
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
