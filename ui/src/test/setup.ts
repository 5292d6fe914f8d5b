// What jsdom lacks and the interface needs.
import { cleanup } from '@testing-library/svelte';
import { afterEach, beforeEach, vi } from 'vitest';
import { speak } from '../lib/words/say.svelte';

class StillObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver ??= StillObserver;

// Nothing is laid out here: every element is as large as a window.
export const WINDOW = { width: 1280, height: 800 };
Object.defineProperties(HTMLElement.prototype, {
  clientWidth: { configurable: true, get: () => WINDOW.width },
  clientHeight: { configurable: true, get: () => WINDOW.height }
});

beforeEach(() => {
  localStorage.clear();
  window.matchMedia = (media: string) =>
    ({
      media,
      matches: false,
      addEventListener() {},
      removeEventListener() {}
    }) as unknown as MediaQueryList;
});

afterEach(() => {
  cleanup();
  speak('en');
  vi.useRealTimers();
});
