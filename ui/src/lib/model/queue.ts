// The queue of imports in words: how far it is, how long it will take. Pure.
import type { QueueState } from '../platform/bindings';
import { say } from '../words/say.svelte';
import { remaining } from './format';

/** The imports since the queue was last empty. */
export interface Batch {
  done: number;
  /** Under way or waiting. */
  left: number;
}

export const NO_BATCH: Batch = { done: 0, left: 0 };

/** What became of a batch by the queue's new state. Whatever left the queue is done with. */
export function advance(batch: Batch, state: QueueState): Batch {
  const left = state.waiting + (state.current === null ? 0 : 1);
  if (left === 0) return NO_BATCH;
  return { done: batch.done + Math.max(0, batch.left - left), left };
}

/** "Reading 3 of 12 · about 2 min left"; null when nothing is imported and nothing waits. */
export function queueWords(state: QueueState, batch: Batch): string | null {
  if (batch.left === 0) return null;
  const words = say.library.queue;
  if (state.paused) {
    return state.current === null ? words.paused(batch.left) : words.pausing(batch.left);
  }
  if (state.current === null) return words.waiting(batch.left);
  const total = batch.done + batch.left;
  const reading = total === 1 ? words.readingOne : words.reading(batch.done + 1, total);
  if (state.remaining_s === null) return reading;
  const time = remaining(state.remaining_s);
  return `${reading} · ${time === say.figures.lessThanMinute ? time : words.left(time)}`;
}

/** Share of the batch that is done, 0 to 1; `current`: that of the document under way. */
export function batchShare(batch: Batch, current: number): number {
  const total = batch.done + batch.left;
  return total === 0 ? 0 : (batch.done + current) / total;
}
