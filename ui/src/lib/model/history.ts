// Earlier questions: as conversations, and by what is sought among them. Pure.
import type { HistoryRow, QuestionId } from '../platform/bindings';
import { holdsWords } from './words';

/**
 * The questions by conversation: each with those that follow it up behind it, in the order in which they
 * were asked; the conversation that went on last comes first. `rows` are newest first. A question whose
 * predecessor is not among them begins one.
 */
export function conversations(rows: readonly HistoryRow[]): HistoryRow[][] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const begun = new Map<QuestionId, HistoryRow[]>();
  for (const row of rows) {
    const first = firstOf(row, byId);
    const asked = begun.get(first.id);
    if (asked) asked.unshift(row);
    else begun.set(first.id, [row]);
  }
  return [...begun.values()];
}

function firstOf(row: HistoryRow, byId: ReadonlyMap<QuestionId, HistoryRow>): HistoryRow {
  let first = row;
  // A question follows one that was asked before it: the chain ends.
  while (first.follows !== null && first.follows < first.id) {
    const before = byId.get(first.follows);
    if (!before) break;
    first = before;
  }
  return first;
}

/** The questions that hold all the words that are sought, accents and capitals aside. */
export function found(rows: readonly HistoryRow[], sought: string): HistoryRow[] {
  return rows.filter(({ question }) => holdsWords(question, sought));
}
