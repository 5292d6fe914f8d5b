// The room that the library takes, and whether it holds together, as the settings show them.
import type { LibraryCheck, Storage, WireError } from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';

export class StorageUse {
  used = $state.raw<Storage | null>(null);
  error = $state.raw<WireError | null>(null);
  /** What the last check found. */
  checked = $state.raw<LibraryCheck | null>(null);
  checking = $state(false);

  constructor(private platform: Platform) {}

  async load(): Promise<void> {
    await this.#try(async () => {
      this.used = await this.platform.call('storage', {});
    });
  }

  /** Checks the whole library, which takes a while where it is large. */
  async check(): Promise<void> {
    if (this.checking) return;
    this.checking = true;
    this.checked = null;
    await this.#try(async () => {
      this.checked = await this.platform.call('check_library', {});
    });
    this.checking = false;
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
