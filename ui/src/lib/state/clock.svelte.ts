// The time of day as the window says it ("3 min ago"), kept fresh while anything on screen reads it.
import { createSubscriber } from 'svelte/reactivity';

/** Minutes are the finest step that is shown. */
const EVERY_MS = 15_000;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, EVERY_MS);
  // Timers sleep in a window that is hidden.
  document.addEventListener('visibilitychange', update);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', update);
  };
});

export const clock = {
  /** Seconds since 1970-01-01 UTC. */
  get nowS(): number {
    subscribe();
    return Date.now() / 1000;
  }
};
