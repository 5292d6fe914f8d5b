// The keys of the window: which one means what, and when a key belongs to a text field instead.
import type { Words } from '../words/en';

export type Action =
  | 'question'
  | 'next'
  | 'previous'
  | 'shortcuts'
  | 'fold'
  | 'contents'
  | 'add'
  | 'back'
  | 'forward'
  | 'find'
  | 'beside'
  | 'print'
  | 'find-next'
  | 'find-previous'
  | 'settings'
  | 'zoom-in'
  | 'zoom-out'
  | 'zoom-reset'
  | 'turn-right'
  | 'turn-left';

/** The keys of the window, with the name of what they do; as the English keyboard names them. */
export const SHORTCUTS: { keys: string[]; does: keyof Words['window']['keys'] }[] = [
  { keys: ['/', 'Ctrl K'], does: 'question' },
  { keys: ['Enter'], does: 'ask' },
  { keys: ['Shift Enter'], does: 'newLine' },
  { keys: [']'], does: 'next' },
  { keys: ['['], does: 'previous' },
  { keys: ['Alt ←', 'Alt →'], does: 'jumps' },
  { keys: ['Ctrl F'], does: 'find' },
  { keys: ['Ctrl \\'], does: 'beside' },
  { keys: ['F3', 'Shift F3'], does: 'matches' },
  { keys: ['Shift F10'], does: 'menu' },
  { keys: ['Ctrl C'], does: 'copy' },
  { keys: ['Ctrl +', 'Ctrl −'], does: 'zoom' },
  { keys: ['Ctrl 0'], does: 'zoomReset' },
  { keys: ['Ctrl R', 'Ctrl Shift R'], does: 'turn' },
  { keys: ['Ctrl P'], does: 'print' },
  { keys: ['Ctrl O'], does: 'add' },
  { keys: ['Ctrl click', 'Shift ↓'], does: 'several' },
  { keys: ['Ctrl A'], does: 'all' },
  { keys: ['Ctrl B'], does: 'fold' },
  { keys: ['Ctrl L'], does: 'contents' },
  { keys: ['Ctrl ,'], does: 'settings' },
  { keys: ['?'], does: 'shortcuts' }
];

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> &
  Partial<Pick<KeyboardEvent, 'shiftKey'>>;

const WITH_CONTROL: Record<string, Action> = {
  k: 'question',
  b: 'fold',
  l: 'contents',
  f: 'find',
  o: 'add',
  p: 'print',
  '\\': 'beside',
  ',': 'settings',
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
  '−': 'zoom-out',
  '0': 'zoom-reset'
};

const KEEPS_LETTERS = '[role="menu"], [role="dialog"], [role="listbox"], [role="tree"], select';

const ALONE: Record<string, Action> = {
  '/': 'question',
  ']': 'next',
  '[': 'previous',
  '?': 'shortcuts'
};

/** What a key means, or null. `typing`: whether the focus is in a text field. */
export function actionOf(event: Key, typing: boolean): Action | null {
  // AltGr reports itself as Ctrl and Alt together, and writes "[" on many keyboards.
  const control = (event.ctrlKey || event.metaKey) && !event.altKey;
  if (event.altKey && !event.ctrlKey && !event.metaKey && !typing) {
    if (event.key === 'ArrowLeft') return 'back';
    if (event.key === 'ArrowRight') return 'forward';
  }
  if (event.key === 'F3') return event.shiftKey ? 'find-previous' : 'find-next';
  if (control && event.key.toLowerCase() === 'r')
    return event.shiftKey ? 'turn-left' : 'turn-right';
  if (control) return WITH_CONTROL[event.key.toLowerCase()] ?? null;
  if (typing || (event.altKey && !event.ctrlKey)) return null;
  return ALONE[event.key] ?? null;
}

/**
 * Whether a key begins a question, pressed where nothing takes text: a letter or a digit, by itself.
 * Buttons keep Space and Enter; menus, lists and dialogs find their entries by letters.
 */
export function beginsQuestion(event: Key, target: EventTarget | null): boolean {
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!plain || !/^[\p{L}\p{N}“"]$/u.test(event.key) || takesText(target)) return false;
  const inside = target instanceof Element ? target.closest(KEEPS_LETTERS) : null;
  return inside === null;
}

/** Whether keys typed at an element are text. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target.isContentEditable === true;
}
