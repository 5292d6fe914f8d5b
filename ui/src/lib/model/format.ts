// Figures in words, in the language that is spoken.
import { say } from '../words/say.svelte';

/** "1,204": a number of things. Page numbers are names, and stay as they are. */
export function count(number: number): string {
  return say.figures.count(number);
}

/** "a", "a and b", "a, b and c". */
export function listed(words: readonly string[]): string {
  return say.figures.listed(words);
}

/**
 * "less than a minute", "about 3 min", "about 1 h 20 min". The longer it takes, the
 * coarser the step: more figures than are known would be a promise.
 */
export function remaining(seconds: number): string {
  const { about, hours: inHours, lessThanMinute, minutes: inMinutes } = say.figures;
  if (seconds < 55) return lessThanMinute;
  const exact = seconds / 60;
  const step = exact < 10 ? 1 : exact < 57.5 ? 5 : exact < 595 ? 10 : 60;
  const minutes = Math.round(exact / step) * step;
  const hours = Math.floor(minutes / 60);
  const parts = [
    ...(hours > 0 ? [inHours(hours)] : []),
    ...(minutes % 60 > 0 ? [inMinutes(minutes % 60)] : [])
  ];
  return about(parts.join(' '));
}

/** "820 ms", "1.4 s", "12 s". */
export function duration(ms: number): string {
  const { decimal, milliseconds, seconds } = say.figures;
  if (ms < 1000) return milliseconds(`${Math.max(1, Math.round(ms))}`);
  return seconds(ms < 9950 ? decimal(ms / 1000, 1) : `${Math.round(ms / 1000)}`);
}

/** "4.2 MB"; powers of 1000, as file browsers show them. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = -1;
  do {
    value /= 1000;
    unit += 1;
  } while (value >= 999.5 && unit < units.length - 1);
  return `${value < 9.95 ? say.figures.decimal(value, 1) : Math.round(value)} ${units[unit]}`;
}

/** "just now", "12 min ago", "3 h ago", "yesterday", else the date. Seconds since 1970 UTC. */
export function ago(thenS: number, nowS: number): string {
  const seconds = nowS - thenS;
  const { ago: words, date } = say.figures;
  if (seconds < 60) return words.now;
  if (seconds < 3600) return words.minutes(Math.floor(seconds / 60));
  if (seconds < 86_400) return words.hours(Math.floor(seconds / 3600));
  if (seconds < 2 * 86_400) return words.yesterday;
  if (seconds < 7 * 86_400) return words.days(Math.floor(seconds / 86_400));
  return date(new Date(thenS * 1000));
}

/** "Friday, March 14, 2025 at 9:05 AM": the moment itself. Seconds since 1970 UTC. */
export function exactTime(thenS: number): string {
  return say.figures.exactTime(new Date(thenS * 1000));
}

/** "p. 47 (F-4)"; the printed label only where it differs from the number. */
export function pageWords(page: number, label: string | null | undefined): string {
  const { figures } = say;
  return label && label !== String(page) ? figures.pageLabelled(page, label) : figures.page(page);
}
