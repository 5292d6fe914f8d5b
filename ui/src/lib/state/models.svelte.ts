// The model packs of this computer, as the settings show them.
import { byRole, writes } from '../model/models';
import type { ModelPack, ModelShelf, WireError } from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';

export class Models {
  /** Null until they were asked for. */
  packs = $state.raw<ModelPack[] | null>(null);
  folder = $state('');
  error = $state.raw<WireError | null>(null);
  busy = $state(false);
  /** What waits for the person's word: a pack, and what is to become of it. */
  asked = $state.raw<{ name: string; what: 'download' | 'remove' } | null>(null);

  groups = $derived(byRole(this.packs ?? []));
  writes = $derived(writes(this.packs ?? []));

  /** `changed`: another model may be in use. */
  constructor(
    private platform: Platform,
    private changed: () => void
  ) {}

  async load(): Promise<void> {
    this.busy = true;
    await this.#try(() => this.platform.call('models', {}));
    this.busy = false;
  }

  /** Packs as an event brings them. */
  update(packs: ModelPack[]): void {
    const used = inUse(this.packs ?? []);
    this.packs = packs;
    if (inUse(packs) !== used) this.changed();
  }

  ask(name: string, what: 'download' | 'remove'): void {
    this.asked = { name, what };
  }

  leave(): void {
    this.asked = null;
  }

  /** Does what was asked about, now that the person agreed. */
  async agree(): Promise<void> {
    if (!this.asked) return;
    const { name, what } = this.asked;
    this.asked = null;
    await this.#try(() =>
      what === 'download'
        ? this.platform.call('install_model', { name })
        : this.platform.call('remove_model', { name })
    );
  }

  async stop(name: string): Promise<void> {
    try {
      await this.platform.call('stop_model', { name });
    } catch (thrown) {
      this.error = asWireError(thrown);
    }
  }

  async use(name: string): Promise<void> {
    await this.#try(() => this.platform.call('use_model', { name }));
  }

  /** Takes a model in from a folder that the person picks. */
  async importFolder(): Promise<void> {
    await this.#try(async () => {
      const folder = await this.platform.pickModel();
      return folder === null
        ? null
        : await this.platform.call('import_model', { folder, role: null });
    });
  }

  async #try(work: () => Promise<ModelShelf | null>): Promise<void> {
    this.error = null;
    try {
      const shelf = await work();
      if (!shelf) return;
      this.folder = shelf.folder;
      this.update(shelf.packs);
    } catch (thrown) {
      const error = asWireError(thrown);
      // What was stopped was stopped by the person. Why a pack could not be installed stands beside
      // the pack.
      const beside = this.packs?.some((pack) => pack.problem?.message === error.message);
      if (error.code !== 'cancelled' && !beside) this.error = error;
    }
  }
}

function inUse(packs: readonly ModelPack[]): string {
  return packs
    .filter((pack) => pack.in_use)
    .map((pack) => pack.name)
    .join('\n');
}
