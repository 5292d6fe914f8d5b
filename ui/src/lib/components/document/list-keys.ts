// Keys of the list of documents: the arrows go from row to row, with Shift they choose, Ctrl A chooses all.
import type { Choosing } from '../../state/choosing.svelte';

/** What takes the focus in a row. */
const TARGET = 'button.name, [data-testid="choose"]';

/** Carries out a key that was pressed in the list; gives whether it was one of the list's. */
export function listKey(event: KeyboardEvent, list: HTMLElement, choosing: Choosing): boolean {
  const control = event.ctrlKey || event.metaKey;
  const row = rowOf(event.target);
  if (control && event.key.toLowerCase() === 'a') {
    choosing.all();
    return true;
  }
  if (event.key === 'Escape' && choosing.ids.size > 0) {
    choosing.none();
    return true;
  }
  if (row === null) return false;
  if (control && event.key === ' ') {
    choosing.toggle(row.dataset.id ?? '');
    return true;
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return false;
  const rows = [...list.querySelectorAll<HTMLElement>('[data-testid="document"]')];
  const next = rows[rows.indexOf(row) + step];
  if (!next) return true;
  if (event.shiftKey) choosing.extend(row.dataset.id ?? '', next.dataset.id ?? '');
  next.querySelector<HTMLElement>(TARGET)?.focus();
  return true;
}

function rowOf(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof HTMLElement)) return null;
  // In the panels under a row keys mean what they mean there.
  return target.closest<HTMLElement>('[data-testid="document"]');
}
