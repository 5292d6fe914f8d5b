// How documents are cut into passages, as the settings show it.
import { fieldOf, type Measure } from '../model/chunking';
import type { Chunking, ChunkingState, ChunkMode } from '../platform/bindings';
import type { Platform } from '../platform/types';
import { Setting } from './setting.svelte';

export class ChunkingSetting extends Setting<Chunking, 'chunking', ChunkingState> {
  constructor(platform: Platform) {
    super('chunking', {
      load: () => platform.call('chunking', {}),
      choose: (chunking) => platform.call('choose_chunking', { chunking })
    });
  }

  async setMode(mode: ChunkMode): Promise<void> {
    await this.change({ mode });
  }

  async set(measure: Measure, value: number): Promise<void> {
    if (this.state) await this.change({ [fieldOf(this.state.chunking, measure)]: value });
  }

  async setNoise(search_noise: boolean): Promise<void> {
    await this.change({ search_noise });
  }
}
