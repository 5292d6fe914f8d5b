// The watched folders, as the settings show them.
import type { WatchedFolder, WireError } from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';

export class Folders {
  /** Null until they were asked for. */
  list = $state.raw<WatchedFolder[] | null>(null);
  error = $state.raw<WireError | null>(null);
  busy = $state(false);

  /** `warn`: says that a folder is out of reach. */
  constructor(
    private platform: Platform,
    private warn: (problem: WireError) => void
  ) {}

  async load(): Promise<void> {
    try {
      this.list = await this.platform.call('watched_folders', {});
    } catch (thrown) {
      this.error = asWireError(thrown);
    }
  }

  /** Folders as an event brings them. */
  update(folders: WatchedFolder[]): void {
    const out = new Set(this.list?.filter((each) => each.problem).map((each) => each.path));
    for (const { path, problem } of folders) if (problem && !out.has(path)) this.warn(problem);
    this.list = folders;
  }

  /** Watches a folder that the person picks. */
  async add(): Promise<void> {
    await this.#try(async () => {
      const [path] = await this.platform.pickFolder();
      return path === undefined ? null : await this.platform.call('watch_folder', { path });
    });
  }

  async stop(path: string): Promise<void> {
    await this.#try(() => this.platform.call('stop_watching', { path }));
  }

  async #try(work: () => Promise<WatchedFolder[] | null>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.error = null;
    try {
      this.list = (await work()) ?? this.list;
    } catch (thrown) {
      this.error = asWireError(thrown);
    } finally {
      this.busy = false;
    }
  }
}
