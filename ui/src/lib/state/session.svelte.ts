// Where the person is: kept as it changes, so that the next start goes on from there.
import type { Session, Viewed } from '../platform/bindings';
import type { Platform } from '../platform/types';
import type { Asking } from './asking.svelte';
import type { Library } from './library.svelte';
import type { Panes } from './panes.svelte';

/** What changes is kept this long after it changed, however much changes meanwhile. */
const WAIT_MS = 400;

export class SessionKeeper {
  /** Whether the last session was taken up: before, there is nothing to keep. */
  #taken = $state(false);
  #kept = '';
  #wait: ReturnType<typeof setTimeout> | undefined;

  now = $derived.by<Session>(() => ({
    question: this.asking.answer?.id ?? null,
    citation: this.asking.current,
    draft: this.asking.text,
    scope: [...this.library.chosen],
    viewed: this.panes.first.viewer.viewed,
    beside: this.panes.second?.viewer.viewed ?? null
  }));

  constructor(
    private platform: Platform,
    private library: Library,
    private asking: Asking,
    private panes: Panes
  ) {}

  /** Takes up the last session, as far as what it names is still there. Failing changes nothing. */
  async resume(): Promise<void> {
    try {
      const { question, citation, draft, scope, viewed, beside } = await this.platform.call(
        'session',
        {}
      );
      for (const id of scope) if (this.library.rows.has(id)) this.library.chosen.add(id);
      if (question !== null && this.asking.history.some(({ id }) => id === question)) {
        await this.asking.resume(question, citation);
      }
      if (this.asking.text === '') this.asking.text = draft;
      // What was opened with this start comes before what was open at the last one.
      if (this.panes.first.document !== null) return;
      if (this.#canOpen(viewed)) await this.panes.first.viewer.resume(viewed);
      if (this.#canOpen(beside)) await this.panes.resumeBeside(beside);
    } catch {
      // A start without the last session is like the first one.
    } finally {
      this.#taken = true;
    }
  }

  /** Keeps every change until the returned function is called. */
  follow(): () => void {
    const stop = $effect.root(() => {
      $effect(() => {
        if (!this.#taken || JSON.stringify(this.now) === this.#kept) return;
        this.#wait ??= setTimeout(() => {
          this.#wait = undefined;
          this.#keep(this.now);
        }, WAIT_MS);
      });
    });
    return () => {
      clearTimeout(this.#wait);
      stop();
      if (this.#taken) this.#keep(this.now);
    };
  }

  #keep(session: Session): void {
    const text = JSON.stringify(session);
    if (text === this.#kept) return;
    this.#kept = text;
    // Losing it costs a person a few clicks.
    this.platform.call('keep_session', { session }).catch(() => undefined);
  }

  #canOpen(viewed: Viewed | null): viewed is Viewed {
    const row = viewed ? this.library.rows.get(viewed.document) : undefined;
    return row !== undefined && this.library.openable(row);
  }
}
