// The room that the library takes, as the settings show it.
import type { Storage, WireError } from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';

export class StorageUse {
  used = $state.raw<Storage | null>(null);
  error = $state.raw<WireError | null>(null);

  constructor(private platform: Platform) {}

  async load(): Promise<void> {
    await this.#try(async () => {
      this.used = await this.platform.call('storage', {});
    });
  }

  /** Shows the library's folder in the system's file manager. */
  async show(): Promise<void> {
    await this.#try(() => this.platform.call('show_library', {}));
  }

  async #try(work: () => Promise<unknown>): Promise<void> {
    this.error = null;
    try {
      await work();
    } catch (thrown) {
      this.error = asWireError(thrown);
    }
  }
}
