// How lists are searched by what a person types. Pure.

/** Whether a text holds every word that is wanted, in part or whole, case and accents aside. */
export function holdsWords(text: string, wanted: string): boolean {
  const within = folded(text);
  return folded(wanted)
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** Letters without case and accents, so that "resume" finds "Résumé". */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
