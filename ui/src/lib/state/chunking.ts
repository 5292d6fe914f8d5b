// How documents are cut into passages, as the settings show it.
import type { Chunking, ChunkingState } from '../platform/bindings';
import type { Platform } from '../platform/types';
import { Setting } from './setting.svelte';

export class ChunkingSetting extends Setting<Chunking, 'chunking', ChunkingState> {
  constructor(platform: Platform) {
    super('chunking', {
      load: () => platform.call('chunking', {}),
      choose: (chunking) => platform.call('choose_chunking', { chunking })
    });
  }

  async setNoise(search_noise: boolean): Promise<void> {
    await this.change({ search_noise });
  }
}
