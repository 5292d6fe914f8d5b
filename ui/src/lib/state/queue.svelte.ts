// The queue of imports: how far it is, whether it is paused, which document comes next. What it
// holds comes from the app, at the start and by its events.
import { advance, NO_BATCH, queueWords, type Batch } from '../model/queue';
import type { DocumentId, QueueState, WireError } from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';

export class Queue {
  state = $state.raw<QueueState | null>(null);
  batch = $state.raw<Batch>(NO_BATCH);
  /** The document that was let come first, the last time that one was. */
  next = $state<DocumentId | null>(null);
  /** What is under way, in words; null when nothing is. */
  words = $derived(this.state === null ? null : queueWords(this.state, this.batch));
  paused = $derived(this.state?.paused ?? false);

  constructor(
    private platform: Platform,
    private report: (error: WireError) => void
  ) {}

  async load(): Promise<void> {
    try {
      const state = await this.platform.call('queue', {});
      // What an event brought meanwhile is newer.
      if (this.state === null) this.update(state);
    } catch {
      // The line stays away; the documents show their own state.
    }
  }

  update(state: QueueState): void {
    this.batch = advance(this.batch, state);
    this.state = state;
  }

  /** Pauses all imports, or lets them go on. */
  async toggle(): Promise<void> {
    await this.#try(async () =>
      this.update(await this.platform.call('pause_imports', { paused: !this.paused }))
    );
  }

  async first(document: DocumentId): Promise<void> {
    await this.#try(async () => {
      await this.platform.call('import_first', { document });
      this.next = document;
    });
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      this.report(asWireError(thrown));
    }
  }
}
