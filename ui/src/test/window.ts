// Opens the whole window on a fake platform, and speaks to it as a person does.
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import Window from '../App.svelte';
import type { Commands } from '../lib/platform/bindings';
import { FakePlatform, type Scenario } from '../lib/platform/fake';
import { App } from '../lib/state/app.svelte';

export async function openWindow(scenario: Scenario, prepare?: (platform: FakePlatform) => void) {
  const platform = new FakePlatform(scenario);
  prepare?.(platform);
  const app = new App(platform);
  const { unmount } = render(Window, { props: { app } });
  await waitFor(() => {
    // Before a locked library nothing else is loaded.
    if (app.lock.locked) return;
    if (!app.library.loaded || app.info === null) throw new Error('not loaded yet');
  });
  return { platform, app, unmount };
}

export const all = (id: string) => screen.queryAllByTestId(id);
export const one = (id: string) => screen.getByTestId(id);
export const find = (id: string) => screen.findByTestId(id);
export const press = (element: Element) => fireEvent.click(element);

/** With what a command was called, in order. */
export function called<K extends keyof Commands>(platform: FakePlatform, name: K) {
  const calls = platform.calls.filter((call) => call.name === name);
  return calls.map(({ args }) => args as Commands[K]['args']);
}

/** A key, at the element that has the focus. */
export function key(name: string, modifiers: Partial<KeyboardEventInit> = {}) {
  return fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...modifiers });
}

export async function ask(question: string) {
  await fireEvent.input(one('question'), { target: { value: question } });
  one('question').focus();
  await key('Enter');
}

export function documentItem(id: string): HTMLElement {
  const item = all('document').find((element) => element.dataset.id === id);
  if (!item) throw new Error(`no document ${id} in the list`);
  return item;
}
