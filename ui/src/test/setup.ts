// What jsdom lacks and the interface needs.
import { afterEach, beforeEach, vi } from 'vitest';

class StillObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver ??= StillObserver;

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal(
    'matchMedia',
    (media: string) =>
      ({
        media,
        matches: false,
        addEventListener() {},
        removeEventListener() {}
      }) as unknown as MediaQueryList
  );
});

afterEach(() => {
  vi.useRealTimers();
});
