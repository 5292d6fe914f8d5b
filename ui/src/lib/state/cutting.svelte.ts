// How documents are cut into passages, as the settings show it.
import { DEFAULT_CHUNKING, fieldOf, isDefault, type Measure } from '../model/chunking';
import type { Chunking, ChunkMode, WireError } from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';

export class Cutting {
  /** Null until it was asked for. */
  chunking = $state.raw<Chunking | null>(null);
  error = $state.raw<WireError | null>(null);
  busy = $state(false);
  usual = $derived(this.chunking !== null && isDefault(this.chunking));
  #turn = 0;

  constructor(private platform: Platform) {}

  async load(): Promise<void> {
    await this.#try(this.chunking, () => this.platform.call('chunking', {}));
  }

  async setMode(mode: ChunkMode): Promise<void> {
    if (this.chunking) await this.#choose({ ...this.chunking, mode });
  }

  async set(measure: Measure, value: number): Promise<void> {
    const { chunking } = this;
    if (chunking) await this.#choose({ ...chunking, [fieldOf(chunking, measure)]: value });
  }

  async setNoise(search_noise: boolean): Promise<void> {
    if (this.chunking) await this.#choose({ ...this.chunking, search_noise });
  }

  async reset(): Promise<void> {
    if (!this.usual) await this.#choose(DEFAULT_CHUNKING);
  }

  async #choose(chunking: Chunking): Promise<void> {
    await this.#try(chunking, () => this.platform.call('choose_chunking', { chunking }));
  }

  /** Shows what is wanted at once; what comes back holds, and of several calls the last. */
  async #try(wanted: Chunking | null, work: () => Promise<Chunking>): Promise<void> {
    const turn = ++this.#turn;
    const before = this.chunking;
    this.chunking = wanted;
    this.busy = true;
    try {
      const held = await work();
      if (turn !== this.#turn) return;
      this.chunking = held;
      this.error = null;
    } catch (thrown) {
      if (turn !== this.#turn) return;
      this.chunking = before;
      this.error = asWireError(thrown);
    }
    this.busy = false;
  }
}
