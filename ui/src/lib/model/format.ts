// Figures in words. Pure.

/** "1,204": a number of things. Page numbers are names, and stay as they are. */
export function count(number: number): string {
  return number.toLocaleString('en');
}

/** "1 document", "1,204 documents". */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** "a", "a and b", "a, b and c". */
export function listed(words: readonly string[]): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1] ?? ''}`;
}

/**
 * "less than a minute", "about 3 min", "about 1 h 20 min". The longer it takes, the
 * coarser the step: more figures than are known would be a promise.
 */
export function remaining(seconds: number): string {
  if (seconds < 55) return 'less than a minute';
  const exact = seconds / 60;
  const step = exact < 10 ? 1 : exact < 57.5 ? 5 : exact < 595 ? 10 : 60;
  const minutes = Math.round(exact / step) * step;
  const hours = Math.floor(minutes / 60);
  const parts = [
    ...(hours > 0 ? [`${count(hours)} h`] : []),
    ...(minutes % 60 > 0 ? [`${minutes % 60} min`] : [])
  ];
  return `about ${parts.join(' ')}`;
}

/** "820 ms", "1.4 s", "12 s". */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.max(1, Math.round(ms))} ms`;
  return ms < 9950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
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
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** "just now", "12 min ago", "3 h ago", "yesterday", else the date. Seconds since 1970 UTC. */
export function ago(thenS: number, nowS: number): string {
  const seconds = nowS - thenS;
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  if (seconds < 2 * 86_400) return 'yesterday';
  if (seconds < 7 * 86_400) return `${Math.floor(seconds / 86_400)} days ago`;
  return new Date(thenS * 1000).toLocaleDateString('en', {
    day: 'numeric',
    month: 'short',
    year: 'numeric'
  });
}

/** "Friday, March 14, 2025 at 9:05 AM": the moment itself. Seconds since 1970 UTC. */
export function exactTime(thenS: number): string {
  return new Date(thenS * 1000).toLocaleString('en', { dateStyle: 'full', timeStyle: 'short' });
}

/** "p. 47 (F-4)"; the printed label only where it differs from the number. */
export function pageWords(page: number, label: string | null | undefined): string {
  return label && label !== String(page) ? `p. ${page} (${label})` : `p. ${page}`;
}
