// What the window does by itself: folds the list where there is no room, keeps times fresh.
import { render, waitFor } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import Ago from '../lib/components/shared/Ago.svelte';
import { Preferences } from '../lib/state/preferences.svelte';

describe('the list of documents in a narrow window', () => {
  it('folds by itself, and comes back with the room', () => {
    const preferences = new Preferences();
    preferences.setNarrow(true);
    expect(preferences.folded).toBe(true);
    preferences.setNarrow(false);
    expect(preferences.folded).toBe(false);
    expect(new Preferences().folded).toBe(false);
  });

  it('is unfolded by hand, until the window is narrow anew', () => {
    const preferences = new Preferences();
    preferences.setNarrow(true);
    preferences.toggleLibrary();
    preferences.setNarrow(true);
    expect(preferences.folded).toBe(false);
    preferences.setNarrow(false);
    preferences.setNarrow(true);
    expect(preferences.folded).toBe(true);
  });

  it('stays folded in any window once the person folded it', () => {
    const preferences = new Preferences();
    preferences.toggleLibrary();
    preferences.setNarrow(true);
    preferences.setNarrow(false);
    expect(preferences.folded).toBe(true);
    expect(new Preferences().folded).toBe(true);
  });
});

it('a time goes on while it is shown, and says the exact one', async () => {
  vi.useFakeTimers({ now: new Date(2025, 2, 14, 9, 5) });
  const { container } = render(Ago, { props: { thenS: Date.now() / 1000 } });
  const time = container.querySelector('time');
  expect(time?.textContent).toBe('just now');
  expect(time?.title).toContain('March 14, 2025');
  await vi.advanceTimersByTimeAsync(5 * 60_000 + 20_000);
  await waitFor(() => expect(time?.textContent).toBe('5 min ago'));
});
