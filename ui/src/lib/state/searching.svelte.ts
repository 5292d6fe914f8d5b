// How the library is searched, as the settings show it.
import { clampShown, effortField, isUsual } from '../model/searching';
import type { IndexChoice, SearchSettings, SearchState, WireError } from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';

export class Searching {
  /** Null until it was asked for. */
  state = $state.raw<SearchState | null>(null);
  error = $state.raw<WireError | null>(null);
  busy = $state(false);
  usual = $derived(this.state !== null && isUsual(this.state));
  #turn = 0;

  constructor(private platform: Platform) {}

  async load(): Promise<void> {
    await this.#try(this.state, () => this.platform.call('search_settings', {}));
  }

  async setIndex(index: IndexChoice): Promise<void> {
    await this.#choose({ index });
  }

  /** How hard the kind of index in use looks. */
  async setEffort(value: number): Promise<void> {
    const field = this.state && effortField(this.state.settings.index);
    if (field) await this.#choose({ [field]: value });
  }

  /** Passages shown with an answer, brought within what may be chosen. */
  async setShown(value: number): Promise<void> {
    const passages = clampShown(value);
    if (passages !== null) await this.#choose({ passages });
  }

  /** Whether answers are written by the text generator without being asked to. */
  async setWrite(write: boolean): Promise<void> {
    await this.#choose({ write });
  }

  async reset(): Promise<void> {
    if (this.state && !this.usual) await this.#choose(this.state.defaults);
  }

  async #choose(changed: Partial<SearchSettings>): Promise<void> {
    if (!this.state) return;
    const settings = { ...this.state.settings, ...changed };
    await this.#try({ ...this.state, settings }, () =>
      this.platform.call('choose_search_settings', { settings })
    );
  }

  /** Shows what is wanted at once; what comes back holds, and of several calls the last. */
  async #try(wanted: SearchState | null, work: () => Promise<SearchState>): Promise<void> {
    const turn = ++this.#turn;
    const before = this.state;
    this.state = wanted;
    this.busy = true;
    try {
      const held = await work();
      if (turn !== this.#turn) return;
      this.state = held;
      this.error = null;
    } catch (thrown) {
      if (turn !== this.#turn) return;
      this.state = before;
      this.error = asWireError(thrown);
    }
    this.busy = false;
  }
}
