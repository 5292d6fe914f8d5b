// How the fake platform writes out a question that leans on the one before: "and in 2021?".
import type { Answer, Chip, Corrections } from './bindings';

/** The question in full; null where it stands on its own. */
export function writeOut(question: string, before: Answer | undefined): string | null {
  const rest = /^(?:and|what about)\s+(.+?)\??$/i.exec(question.trim())?.[1];
  if (!before || rest === undefined) return null;
  const asked = before.interpretation.rewritten ?? before.question;
  const year = /\b(?:19|20)\d\d\b/;
  const found = year.exec(rest)?.[0];
  if (found !== undefined && year.test(asked)) return asked.replace(year, found);
  return `${asked.replace(/\?$/, '')} ${rest}?`;
}

/** The chip by which it is asked as typed. */
export function followUpChip(full: string, { off }: Corrections): Chip {
  const found = { key: 'follow-up', label: full, spans: [{ start: 0, end: full.length }] };
  return { kind: 'follow_up', found, on: !off.includes('follow-up') };
}

/** Whether an answer takes the place of the newest one: the same question, corrected. */
export function replaces(answer: Answer, newest: Answer | undefined, rated: boolean): boolean {
  const corrections = ({ interpretation }: Answer) => JSON.stringify(interpretation.corrections);
  return (
    newest !== undefined &&
    !rated &&
    newest.question === answer.question &&
    newest.follows === answer.follows &&
    corrections(newest) !== corrections(answer)
  );
}
