// What the person set about the window itself, kept in the webview's own storage: theme, language, size of
// the text, widths of the panes, whether the library is folded and the contents are shown. Nothing of their
// documents is kept here.

import { isSort, type Sort } from '../model/listing';
import { isLanguage, languageOf, type Language } from '../words/say.svelte';

export type ThemeChoice = 'system' | 'light' | 'dark';
export type LanguageChoice = 'system' | Language;
export type TextSize = (typeof TEXT_SIZES)[number];

/** The sizes of the text of the window, from the smallest on. */
export const TEXT_SIZES = ['small', 'normal', 'large', 'largest'] as const;

const KEY = 'citelight.window';
const DARK = '(prefers-color-scheme: dark)';

interface Stored {
  theme: ThemeChoice;
  language: LanguageChoice;
  textSize: TextSize;
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
  language: 'system',
  textSize: 'normal',
  libraryWidth: 272,
  questionShare: 0.43,
  libraryFolded: false,
  contentsShown: false,
  contentsWidth: 280,
  sort: 'newest'
};

export class Preferences {
  theme = $state<ThemeChoice>(DEFAULTS.theme);
  language = $state<LanguageChoice>(DEFAULTS.language);
  textSize = $state<TextSize>(DEFAULTS.textSize);
  libraryWidth = $state(DEFAULTS.libraryWidth);
  questionShare = $state(DEFAULTS.questionShare);
  libraryFolded = $state(DEFAULTS.libraryFolded);
  contentsShown = $state(DEFAULTS.contentsShown);
  contentsWidth = $state(DEFAULTS.contentsWidth);
  sort = $state<Sort>(DEFAULTS.sort);
  #systemDark = $state(false);
  #systemLanguage = $state(languageOf(navigator.languages));
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

  /** The language that the window speaks. */
  spoken = $derived<Language>(this.language === 'system' ? this.#systemLanguage : this.language);

  constructor() {
    Object.assign(this, read());
  }

  /** Follows the system's theme and language until the returned function is called. */
  followSystem(): () => void {
    const query = window.matchMedia(DARK);
    const update = () => (this.#systemDark = query.matches);
    const listen = () => (this.#systemLanguage = languageOf(navigator.languages));
    update();
    query.addEventListener('change', update);
    window.addEventListener('languagechange', listen);
    return () => {
      query.removeEventListener('change', update);
      window.removeEventListener('languagechange', listen);
    };
  }

  /** System, light, dark, and round again. */
  nextTheme(): void {
    const order: ThemeChoice[] = ['system', 'light', 'dark'];
    this.theme = order[(order.indexOf(this.theme) + 1) % order.length] ?? 'system';
    this.save();
  }

  speakIn(language: LanguageChoice): void {
    this.language = language;
    this.save();
  }

  setTextSize(size: TextSize): void {
    this.textSize = size;
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
      language: this.language,
      textSize: this.textSize,
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
  const { theme, language, libraryWidth, questionShare } = stored;
  const { libraryFolded, contentsShown, contentsWidth, sort } = stored;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : DEFAULTS.theme,
    language: isLanguage(language) ? language : DEFAULTS.language,
    textSize: TEXT_SIZES.find((size) => size === stored.textSize) ?? DEFAULTS.textSize,
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
