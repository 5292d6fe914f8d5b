import type { Words } from '../en';
import { count } from './figures';

/** Keys as they are printed on German keyboards. */
const KEYS: Record<string, string> = {
  Ctrl: 'Strg',
  Shift: 'Umschalt',
  Enter: 'Eingabe',
  click: 'Klick'
};

/** Codes of Tesseract that are no codes of a language, or of another one. */
const LANGUAGES: Record<string, string> = {
  chi_sim: 'Chinesisch (vereinfacht)',
  chi_tra: 'Chinesisch (traditionell)',
  deu_latf: 'Deutsch (Fraktur)',
  frk: 'Deutsch (Fraktur)'
};
const names = new Intl.DisplayNames('de', { type: 'language', fallback: 'none' });

function nameOf(code: string): string | undefined {
  try {
    return LANGUAGES[code] ?? names.of(code);
  } catch {
    return undefined; // No code of a language.
  }
}

export const shared: Words['shared'] = {
  close: 'Schließen',
  cancel: 'Abbrechen',
  remove: 'Entfernen',
  keep: 'Behalten',
  undo: 'Rückgängig',
  stop: 'Anhalten',
  askAgain: 'Erneut fragen',
  tryAgain: 'Erneut versuchen',
  lookAgain: 'Erneut prüfen',
  dismiss: 'Schließen',
  dismissAll: 'Alle schließen',
  notices: 'Meldungen',
  or: 'oder',
  partsMissing: (number) => `Es fehlen ${number} Teile von Citelight.`,
  noticeTitles: {
    refused: (number) => `${count(number)} Einträge wurden nicht hinzugefügt`,
    error: (number) => `${count(number)} Fehler`,
    warning: (number) => `${count(number)} Warnungen`,
    info: (number) => `${count(number)} Meldungen`
  },
  keys: (keys) =>
    keys
      .split(' ')
      .map((key) => KEYS[key] ?? key)
      .join(' '),
  language: (code, name) => nameOf(code) ?? name
};
