// Figures, times and lists, as German writes them.
import type { Words } from '../en';

const LOCALE = 'de';
const whole = new Intl.NumberFormat(LOCALE);
const joined = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

/** "1.204". */
export const count = (number: number) => whole.format(number);

/** "1 Seite", "1.204 Seiten". */
export const counted = (number: number, one: string, many: string) =>
  `${count(number)} ${number === 1 ? one : many}`;

/** "a", "a und b", "a, b und c". */
export const listed = (words: readonly string[]) => joined.format(words);

export const figures: Words['figures'] = {
  locale: LOCALE,
  count,
  listed,
  decimal: (number, digits) =>
    number.toLocaleString(LOCALE, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: false
    }),
  percent: (percent) => `${percent}\u00a0%`,
  milliseconds: (number) => `${number} ms`,
  seconds: (number) => `${number} s`,
  minutes: (number) => `${number} Min.`,
  hours: (number) => `${count(number)} Std.`,
  about: (time) => `etwa ${time}`,
  lessThanMinute: 'unter einer Minute',
  ago: {
    now: 'gerade eben',
    minutes: (number) => `vor ${number} Min.`,
    hours: (number) => `vor ${number} Std.`,
    yesterday: 'gestern',
    days: (number) => `vor ${number} Tagen`
  },
  date: (date) =>
    date.toLocaleDateString(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' }),
  exactTime: (date) => date.toLocaleString(LOCALE, { dateStyle: 'full', timeStyle: 'short' }),
  pages: (number) => counted(number, 'Seite', 'Seiten'),
  documents: (number) => counted(number, 'Dokument', 'Dokumente'),
  passages: (number) => counted(number, 'Passage', 'Passagen'),
  page: (page) => `S. ${page}`,
  pageLabelled: (page, label) => `S. ${page} (${label})`,
  pageRange: (first, last) => `S. ${first}–${last}`
};
