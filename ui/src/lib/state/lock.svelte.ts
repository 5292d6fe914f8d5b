// Whether the library is encrypted, and whether it waits for its passphrase.
import type { LibraryLock, WireError } from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';

export class Lock {
  state = $state.raw<LibraryLock | null>(null);
  /** Nothing but the passphrase can be said to the app. */
  locked = $derived(this.state?.locked ?? false);
  busy = $state(false);
  /** The app ends and starts again. */
  restarting = $state(false);
  /** What the last change came to. */
  changed = $state(false);
  error = $state.raw<WireError | null>(null);
  #opened: (() => void) | null = null;

  constructor(private platform: Platform) {}

  async load(): Promise<void> {
    try {
      this.state = await this.platform.call('library_lock', {});
    } catch {
      this.state = null; // what is wrong is told by all else that is asked for
    }
  }

  /** Resolves once the library is open. */
  async opened(): Promise<void> {
    await this.load();
    if (this.locked) await new Promise<void>((resolve) => (this.#opened = resolve));
  }

  unlock = (passphrase: string): Promise<WireError | null> =>
    this.#enter(() => this.platform.call('unlock_library', { passphrase }));

  /** Opens a library that is not encrypted yet, and leaves it so. */
  leave = (): Promise<WireError | null> =>
    this.#enter(() => this.platform.call('leave_unencrypted', {}));

  encrypt = (passphrase: string): Promise<boolean> =>
    this.#restart(() => this.platform.call('encrypt_library', { passphrase }));

  decrypt = (passphrase: string): Promise<boolean> =>
    this.#restart(() => this.platform.call('decrypt_library', { passphrase }));

  change = (old: string, passphrase: string): Promise<boolean> =>
    this.#try(async () => {
      await this.platform.call('change_passphrase', { old, new: passphrase });
      this.changed = true;
    });

  async #enter(work: () => Promise<unknown>): Promise<WireError | null> {
    if (!(await this.#try(work))) return this.error;
    await this.load();
    this.#opened?.();
    this.#opened = null;
    return null;
  }

  async #restart(work: () => Promise<unknown>): Promise<boolean> {
    this.restarting = await this.#try(work);
    return this.restarting;
  }

  async #try(work: () => Promise<unknown>): Promise<boolean> {
    this.error = null;
    this.changed = false;
    this.busy = true;
    try {
      await work();
    } catch (thrown) {
      this.error = asWireError(thrown);
    }
    this.busy = false;
    return this.error === null;
  }
}
