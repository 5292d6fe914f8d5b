// Backups of the library: those that the person makes, and those that it made of itself.
import { fileSize } from '../model/format';
import type { OwnBackup, WireError } from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';
import { say } from '../words/say.svelte';

/** A backup that may be restored. */
export interface Wanted {
  path: string;
  /** Of one that the library made of itself: when, in seconds since 1970. */
  madeAt: number | null;
}

/** What the file dialog calls a backup. */
const kind = () => ({ name: say.window.dialogs.backups, extension: 'tar' });

export class Backups {
  /** Those that the library made of itself, newest first. */
  own = $state.raw<OwnBackup[] | null>(null);
  busy = $state(false);
  /** What the last one came to. */
  done = $state<string | null>(null);
  error = $state.raw<WireError | null>(null);
  /** The one that the person is asked about. */
  wanted = $state.raw<Wanted | null>(null);
  restoring = $state(false);

  constructor(private platform: Platform) {}

  async load(): Promise<void> {
    this.wanted = null;
    await this.#try(async () => {
      this.own = await this.platform.call('own_backups', {});
    });
  }

  /** Makes one where the person says. */
  async make(): Promise<void> {
    if (this.busy) return;
    await this.#try(async () => {
      const today = new Date().toISOString().slice(0, 10);
      const path = await this.platform.pickSave(`Citelight ${today}.tar`, kind());
      if (path === null) return;
      this.busy = true;
      this.done = null;
      const { files, bytes, missing } = await this.platform.call('back_up', { path });
      const { made, missing: lacking, missingHint } = say.settings.backups;
      this.done = made(files, fileSize(bytes), path);
      if (missing.length > 0) {
        const message = lacking(missing.join(', '));
        this.error = { code: 'not_found', message, hint: missingHint };
      }
    });
    this.busy = false;
  }

  /** Has the person choose one to restore. Nothing is restored before they say so once more. */
  async choose(): Promise<void> {
    await this.#try(async () => {
      const path = await this.platform.pickBackup(kind());
      if (path !== null) this.wanted = { path, madeAt: null };
    });
  }

  /** Restores the one that was asked about: the app ends and starts again. */
  async restore(): Promise<void> {
    const { wanted } = this;
    if (!wanted || this.restoring) return;
    this.restoring = true;
    await this.#try(() => this.platform.call('restore_backup', { path: wanted.path }));
    if (this.error) this.restoring = false;
    this.wanted = null;
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
