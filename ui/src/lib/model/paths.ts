// The path of a section, "A > B > C", cut to the room that there is. Pure.

/** The titles of a breadcrumb, from the top section down. */
export function partsOf(path: string): string[] {
  return path.split(' > ').filter((part) => part.trim() !== '');
}

/** As it is shown: "A › B › C". */
export function pathWords(path: string): string {
  return partsOf(path).join(' › ');
}

/** Characters that a joint takes, its spaces included. */
const JOINT = 3;
/** What is left of a part that is cut says nothing below this. */
const LEAST = 9;
/** A part is cut below its full length before it is left out. */
const ENOUGH = 22;

/**
 * The parts that `room` characters hold, with one null where others are left out: the last one
 * always, then the first, then those nearest to the last.
 */
export function shortPath(parts: readonly string[], room: number): (string | null)[] {
  const last = parts.length - 1;
  const cost = (at: number) => {
    const { length } = parts[at] ?? '';
    return at === last ? length : Math.min(length, ENOUGH) + JOINT;
  };
  if (parts.length === 2) {
    const rest = room - cost(last) - JOINT;
    return rest < Math.min(LEAST, parts[0]?.length ?? 0) ? [null, ...parts.slice(1)] : [...parts];
  }
  const whole = parts.reduce((sum, _, at) => sum + cost(at), 0);
  if (parts.length < 2 || whole <= room) return [...parts];
  let used = cost(last) + JOINT + 1;
  const keptFirst = used + cost(0) <= room;
  if (keptFirst) used += cost(0);
  let from = last;
  while (from - 1 > (keptFirst ? 0 : -1) && used + cost(from - 1) <= room) {
    from -= 1;
    used += cost(from);
  }
  const head = keptFirst ? parts.slice(0, 1) : [];
  return [...head, ...(from > head.length ? [null] : []), ...parts.slice(from)];
}
