// What a question was taken to ask, in words, and what a person corrects of it. Pure.
import type {
  Chip,
  ChipKind,
  Corrections,
  Interpretation,
  QuestionKind
} from '../platform/bindings';
import { say } from '../words/say.svelte';

export const NO_CORRECTIONS: Corrections = { off: [], kind: null };

/** So many documents that are asked one by one are named. */
const NAMED = 3;

/**
 * "Comparison: Agreement | Rider": the kind, and what is set against each other. Documents that one phrase names
 * together are asked one by one, and not compared.
 */
export function kindLabel({ sides }: Interpretation, kind: QuestionKind): string {
  const { kinds, ofEach, ofEachOf } = say.question.understood;
  const [first] = sides;
  if (kind !== 'comparison' || first === undefined) return kinds[kind];
  const together = sides.every(({ span }) => span.start === first.span.start);
  if (together && sides.length > NAMED) return ofEachOf(sides.length);
  const labels = sides.map(({ label }) => label).join(' | ');
  return `${together ? ofEach : kinds[kind]}: ${labels}`;
}

/** Whether nothing is known of how the question was read: answers of older versions. */
export function saysNothing({ chips, elsewhere }: Interpretation): boolean {
  return chips.length === 0 && elsewhere === 0;
}

/** So many findings, the kind among them, are shown without being asked for. */
const PLAIN = 6;
/** What gives way where there are more: it seldom decides what is found. */
const MINOR: ReadonlySet<ChipKind> = new Set<ChipKind>(['unit', 'instruction']);

/**
 * The findings to show beside the kind, and those that wait behind "more". One that is switched off
 * stays in sight, or it could not be found again.
 */
export function sortChips(chips: readonly Chip[]): { shown: Chip[]; more: Chip[] } {
  const findings = chips.filter(({ kind }) => kind !== 'kind' && kind !== 'follow_up');
  if (findings.length + 1 <= PLAIN) return { shown: findings, more: [] };
  const waits = ({ kind, on }: Chip) => on && MINOR.has(kind);
  return { shown: findings.filter((chip) => !waits(chip)), more: findings.filter(waits) };
}

/** The question in full, where it follows up another: what was written out, and whether by that was
 * searched. */
export function writtenOut({ chips }: Interpretation): Chip | null {
  return chips.find(({ kind }) => kind === 'follow_up') ?? null;
}

/** The corrections that an answer was asked with. Answers of older versions say them in their chips. */
export function correctionsOf({ chips, corrections }: Interpretation): Corrections {
  const off = chips.filter(({ on }) => !on).map(({ found }) => found.key);
  const chosen = chips.some(({ found, on }) => on && found.key === 'kind:fact');
  return {
    off: [...new Set([...corrections.off, ...off])],
    kind: corrections.kind ?? (chosen ? 'fact' : null)
  };
}

export function isCorrected({ off, kind }: Corrections): boolean {
  return off.length > 0 || kind !== null;
}

/** The same corrections, but for one finding, which is switched on or off. */
export function toggled(corrections: Corrections, key: string): Corrections {
  const { off } = corrections;
  return {
    ...corrections,
    off: off.includes(key) ? off.filter((each) => each !== key) : [...off, key]
  };
}

/** What a finding says beyond its label; a document, whether the search was limited to it. */
export function chipDetail(chip: Chip, { only }: Interpretation): string {
  if (chip.kind === 'documents' && only.length > 0) return say.question.understood.onlyThese;
  return say.question.understood.findings[chip.kind];
}
