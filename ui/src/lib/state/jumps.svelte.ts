// Where jumps have led away from, so that one can go back, and forward again.
import type { Anchor } from '../model/layout';
import type { DocumentId } from '../platform/bindings';

/** A place that was left by a jump. */
export interface Stop {
  document: DocumentId;
  anchor: Anchor;
}

/** Jumps that can be undone. */
const MOST_STOPS = 100;

export class Jumps {
  /** Places that were left, and those that were come back from; the nearest is the last. */
  #behind = $state.raw<Stop[]>([]);
  #ahead = $state.raw<Stop[]>([]);
  canGoBack = $derived(this.#behind.length > 0);
  canGoForward = $derived(this.#ahead.length > 0);

  /** A jump leaves this place. */
  leave(here: Stop): void {
    this.#behind = [...this.#behind.slice(1 - MOST_STOPS), here];
    this.#ahead = [];
  }

  /** The place to go back to. */
  back(here: Stop | null): Stop | undefined {
    const stop = this.#behind.at(-1);
    if (!stop) return undefined;
    this.#behind = this.#behind.slice(0, -1);
    if (here) this.#ahead = [...this.#ahead, here];
    return stop;
  }

  /** The place that was come back from. */
  forward(here: Stop | null): Stop | undefined {
    const stop = this.#ahead.at(-1);
    if (!stop) return undefined;
    this.#ahead = this.#ahead.slice(0, -1);
    if (here) this.#behind = [...this.#behind, here];
    return stop;
  }

  /** A document is not in the library any more. */
  forget(document: DocumentId): void {
    const others = (stops: Stop[]) => stops.filter((stop) => stop.document !== document);
    this.#behind = others(this.#behind);
    this.#ahead = others(this.#ahead);
  }
}
