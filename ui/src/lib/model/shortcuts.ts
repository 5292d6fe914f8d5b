// The keys of the window: which one means what, and when a key belongs to a text field instead.

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

export const SHORTCUTS: { keys: string[]; does: string }[] = [
  { keys: ['/', 'Ctrl K'], does: 'Go to the question; typing goes there too' },
  { keys: ['Enter'], does: 'Ask' },
  { keys: ['Shift Enter'], does: 'New line in the question' },
  { keys: [']'], does: 'Next piece of evidence' },
  { keys: ['['], does: 'Previous piece of evidence' },
  { keys: ['Alt ←', 'Alt →'], does: 'Back to where a jump was made, and forward again' },
  { keys: ['Ctrl F'], does: 'Find in the open document' },
  { keys: ['Ctrl \\'], does: 'Show two documents beside each other, or one' },
  { keys: ['F3', 'Shift F3'], does: 'Next or previous match' },
  { keys: ['Shift F10'], does: 'What can be done with the selection, or with the page' },
  { keys: ['Ctrl C'], does: 'Copy what is selected' },
  { keys: ['Ctrl +', 'Ctrl −'], does: 'Zoom the page' },
  { keys: ['Ctrl 0'], does: 'Page back to automatic size' },
  { keys: ['Ctrl R', 'Ctrl Shift R'], does: 'Turn the pages, clockwise or back' },
  { keys: ['Ctrl P'], does: 'Open the document in your PDF viewer, to print it' },
  { keys: ['Ctrl O'], does: 'Add files' },
  { keys: ['Ctrl click', 'Shift ↓'], does: 'Choose several documents of the list' },
  { keys: ['Ctrl A'], does: 'Choose all documents, in the list' },
  { keys: ['Ctrl B'], does: 'Show or fold the library' },
  { keys: ['Ctrl L'], does: 'Show or hide the contents' },
  { keys: ['Ctrl ,'], does: 'Settings' },
  { keys: ['?'], does: 'Show these shortcuts' }
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
