// Figures, times and lists, as English writes them.
const LOCALE = 'en';
const whole = new Intl.NumberFormat(LOCALE);
const joined = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** "1,204". */
export const count = (number: number) => whole.format(number);

/** "1 document", "1,204 documents". */
export const counted = (number: number, one: string, many = `${one}s`) =>
  `${count(number)} ${number === 1 ? one : many}`;

/** "a", "a and b", "a, b and c". */
export const listed = (words: readonly string[]) => joined.format(words);

export const figures = {
  locale: LOCALE,
  count,
  listed,
  /** A number with so many digits behind its point. */
  decimal: (number: number, digits: number) => number.toFixed(digits),
  percent: (percent: number) => `${percent} %`,
  milliseconds: (number: string) => `${number} ms`,
  seconds: (number: string) => `${number} s`,
  minutes: (number: number) => `${number} min`,
  hours: (number: number) => `${count(number)} h`,
  about: (time: string) => `about ${time}`,
  lessThanMinute: 'less than a minute',
  ago: {
    now: 'just now',
    minutes: (number: number) => `${number} min ago`,
    hours: (number: number) => `${number} h ago`,
    yesterday: 'yesterday',
    days: (number: number) => `${number} days ago`
  },
  date: (date: Date) =>
    date.toLocaleDateString(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' }),
  exactTime: (date: Date) => date.toLocaleString(LOCALE, { dateStyle: 'full', timeStyle: 'short' }),
  pages: (number: number) => counted(number, 'page'),
  documents: (number: number) => counted(number, 'document'),
  passages: (number: number) => counted(number, 'passage'),
  /** Short, beside a file's name. */
  page: (page: number) => `p. ${page}`,
  pageLabelled: (page: number, label: string) => `p. ${page} (${label})`,
  pageRange: (first: number, last: number) => `pp. ${first}–${last}`
};
