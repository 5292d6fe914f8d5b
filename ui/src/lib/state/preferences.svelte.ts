// What the person set about the window itself, kept in the webview's own storage: theme, widths of
// the panes, whether the library is folded and the contents are shown. Nothing of their documents is kept here.

import { isSort, type Sort } from '../model/listing';

export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'citelight.window';
const DARK = '(prefers-color-scheme: dark)';

interface Stored {
  theme: ThemeChoice;
  libraryWidth: number;
  /** Share of the space right of the library that the question takes. */
  questionShare: number;
  libraryFolded: boolean;
  /** Whether the contents stand beside the pages, where there is room for both. */
  contentsShown: boolean;
  contentsWidth: number;
  /** The order of the list of documents. */
  sort: Sort;
}

const DEFAULTS: Stored = {
  theme: 'system',
  libraryWidth: 272,
  questionShare: 0.43,
  libraryFolded: false,
  contentsShown: false,
  contentsWidth: 280,
  sort: 'newest'
};

export class Preferences {
  theme = $state<ThemeChoice>(DEFAULTS.theme);
  libraryWidth = $state(DEFAULTS.libraryWidth);
  questionShare = $state(DEFAULTS.questionShare);
  libraryFolded = $state(DEFAULTS.libraryFolded);
  contentsShown = $state(DEFAULTS.contentsShown);
  contentsWidth = $state(DEFAULTS.contentsWidth);
  sort = $state<Sort>(DEFAULTS.sort);
  #systemDark = $state(false);
  /** Whether the window is too narrow for the library beside the rest. */
  #narrow = $state(false);
  /** Whether the person unfolded the library in the window as narrow as it is. */
  #unfoldedNarrow = $state(false);
  /** Whether the library is drawn folded: by the person, or for want of room until there is more. */
  folded = $derived(this.libraryFolded || (this.#narrow && !this.#unfoldedNarrow));
  /** The theme that is drawn. */
  shown = $derived<'light' | 'dark'>(
    this.theme === 'system' ? (this.#systemDark ? 'dark' : 'light') : this.theme
  );

  constructor() {
    Object.assign(this, read());
  }

  /** Follows the system's theme until the returned function is called. */
  followSystem(): () => void {
    const query = window.matchMedia(DARK);
    const update = () => (this.#systemDark = query.matches);
    update();
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }

  /** System, light, dark, and round again. */
  nextTheme(): void {
    const order: ThemeChoice[] = ['system', 'light', 'dark'];
    this.theme = order[(order.indexOf(this.theme) + 1) % order.length] ?? 'system';
    this.save();
  }

  setNarrow(narrow: boolean): void {
    if (narrow !== this.#narrow) this.#unfoldedNarrow = false;
    this.#narrow = narrow;
  }

  /** Folds the library or unfolds it, as the person wants it from now on. */
  toggleLibrary(): void {
    const { folded } = this;
    this.libraryFolded = !folded;
    this.#unfoldedNarrow = folded;
    this.save();
  }

  sortBy(sort: Sort): void {
    this.sort = sort;
    this.save();
  }

  resetWidths(): void {
    this.libraryWidth = DEFAULTS.libraryWidth;
    this.questionShare = DEFAULTS.questionShare;
    this.contentsWidth = DEFAULTS.contentsWidth;
    this.save();
  }

  save(): void {
    const stored: Stored = {
      theme: this.theme,
      libraryWidth: this.libraryWidth,
      questionShare: this.questionShare,
      libraryFolded: this.libraryFolded,
      contentsShown: this.contentsShown,
      contentsWidth: this.contentsWidth,
      sort: this.sort
    };
    try {
      localStorage.setItem(KEY, JSON.stringify(stored));
    } catch {
      // Storage can be full or switched off: then the window forgets, and works all the same.
    }
  }
}

function read(): Stored {
  let stored: Partial<Record<keyof Stored, unknown>> = {};
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof parsed === 'object' && parsed !== null) stored = parsed;
  } catch {
    // Unreadable: the defaults.
  }
  const { theme, libraryWidth, questionShare, libraryFolded, contentsShown, contentsWidth, sort } =
    stored;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : DEFAULTS.theme,
    libraryWidth: inRange(libraryWidth, 200, 480) ?? DEFAULTS.libraryWidth,
    questionShare: inRange(questionShare, 0.2, 0.8) ?? DEFAULTS.questionShare,
    libraryFolded: libraryFolded === true,
    contentsShown: contentsShown === true,
    contentsWidth: inRange(contentsWidth, 160, 480) ?? DEFAULTS.contentsWidth,
    sort: isSort(sort) ? sort : DEFAULTS.sort
  };
}

function inRange(value: unknown, low: number, high: number): number | null {
  return typeof value === 'number' && value >= low && value <= high ? value : null;
}
