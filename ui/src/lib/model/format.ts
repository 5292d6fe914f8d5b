// Figures in words. Pure.

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

/** "p. 47 (F-4)"; the printed label only where it differs from the number. */
export function pageWords(page: number, label: string | null | undefined): string {
  return label && label !== String(page) ? `p. ${page} (${label})` : `p. ${page}`;
}
