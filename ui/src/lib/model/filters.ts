// What a question is limited to besides documents, in words. Pure.
import type { DocumentId, Filters, PassageKind, When } from '../platform/bindings';
import { say } from '../words/say.svelte';

export const NO_FILTERS: Filters = { sections: [], kinds: [], from: null, until: null };

/** Every kind of passage that can be chosen. */
export const KINDS: readonly PassageKind[] = ['text', 'table', 'list', 'code'];

/** Years that can be chosen. */
export const YEARS = { min: 1900, max: 2099 } as const;

/** A section to which a question is limited, with what it is called. */
export interface ChosenSection {
  document: DocumentId;
  section: number;
  label: string;
}

/** What the person chose. */
export interface Chosen {
  sections: readonly ChosenSection[];
  kinds: readonly PassageKind[];
  from: number | null;
  until: number | null;
}

/** One choice as it is shown, to be taken back by itself. */
export interface FilterChip {
  key: string;
  label: string;
}

/** A year that was typed; null where it is none. */
export function yearOf(typed: string): number | null {
  const year = Number(typed.trim());
  return /^\d{4}$/.test(typed.trim()) && year >= YEARS.min && year <= YEARS.max ? year : null;
}

export function filtersOf({ sections, kinds, from, until }: Chosen): Filters {
  const whole = (year: number | null): When | null =>
    year === null ? null : { year, part: 'whole' };
  // Typed the wrong way round, the years mean the stretch between them all the same.
  const turned = from !== null && until !== null && from > until;
  return {
    sections: sections.map(({ document, section }) => ({ document, section })),
    kinds: [...kinds],
    from: whole(turned ? until : from),
    until: whole(turned ? from : until)
  };
}

export function filterChips({ sections, kinds, from, until }: Chosen): FilterChip[] {
  const chips = sections.map(({ document, section, label }) => ({
    key: `section:${document}:${section}`,
    label
  }));
  const { kindNames } = say.question.filter;
  for (const kind of KINDS)
    if (kinds.includes(kind)) chips.push({ key: kind, label: kindNames[kind] });
  const years = yearsLabel(from, until);
  if (years) chips.push({ key: 'years', label: years });
  return chips;
}

function yearsLabel(from: number | null, until: number | null): string | null {
  if (from !== null && until !== null) {
    const [first, last] = [Math.min(from, until), Math.max(from, until)];
    return first === last ? String(first) : `${first}–${last}`;
  }
  const { fromYear, untilYear } = say.question.filter;
  if (from !== null) return fromYear(from);
  return until === null ? null : untilYear(until);
}
