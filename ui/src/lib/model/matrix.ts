// What the sheet of an answer matrix shows: its rows in the order and the choice that the person made.
import type {
  DocumentId,
  Matrix,
  MatrixCell,
  MatrixDocument,
  MatrixQuestionId
} from '../platform/bindings';

/** Below this an answer is marked as doubtful. */
export const DOUBTFUL = 0.5;

export type CellState = 'waiting' | 'problem' | 'none' | 'doubtful' | 'said' | 'corrected';
/** Which rows are shown: all, or those with a cell of a kind. */
export type Choice = 'all' | 'open' | 'doubtful' | 'corrected';
export interface Sorting {
  /** Null sorts by the documents' names. */
  question: MatrixQuestionId | null;
  down: boolean;
}

export interface Row {
  document: MatrixDocument;
  /** In the order of the questions. */
  cells: (MatrixCell | null)[];
}

export function stateOf(cell: MatrixCell | null): CellState {
  if (cell?.corrected != null) return 'corrected';
  if (!cell?.answer) return 'waiting';
  if (cell.answer.problem !== null) return 'problem';
  if (!cell.answer.found) return 'none';
  return cell.answer.confidence < DOUBTFUL ? 'doubtful' : 'said';
}

/** The words of a cell; empty where it says nothing. */
export function textOf(cell: MatrixCell | null): string {
  return cell?.corrected ?? cell?.answer?.text ?? '';
}

/** The name of a document as it stands before its row. */
export function nameOf(document: MatrixDocument): string {
  return document.title ?? document.file;
}

/** The lines of a text as questions: blank ones and those behind "#" are none, and each is there once. */
export function questionsIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().replace(/\s+/g, ' '));
  return [...new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))];
}

export function rowsOf(
  matrix: Matrix,
  { filter, choice, sorting }: { filter: string; choice: Choice; sorting: Sorting | null }
): Row[] {
  const cells = new Map<DocumentId, Map<MatrixQuestionId, MatrixCell>>();
  for (const cell of matrix.cells) {
    const own = cells.get(cell.document) ?? new Map<MatrixQuestionId, MatrixCell>();
    cells.set(cell.document, own.set(cell.question, cell));
  }
  const all = matrix.documents.map((document) => ({
    document,
    cells: matrix.questions.map(({ id }) => cells.get(document.id)?.get(id) ?? null)
  }));
  const wanted = filter.trim().toLocaleLowerCase();
  const shown = all.filter(({ document, cells }) => {
    const texts = [nameOf(document), document.file, ...cells.map(textOf)];
    const fits = wanted === '' || texts.some((text) => text.toLocaleLowerCase().includes(wanted));
    return fits && (choice === 'all' || cells.some((cell) => isOf(choice, stateOf(cell))));
  });
  if (!sorting) return shown;
  const at = matrix.questions.findIndex(({ id }) => id === sorting.question);
  const key = (row: Row) => (at < 0 ? nameOf(row.document) : textOf(row.cells[at] ?? null));
  const order = sorting.down ? -1 : 1;
  return shown.sort((one, two) => {
    const [a, b] = [key(one), key(two)];
    // What says nothing stands last, whichever way is sorted.
    if (a === '' || b === '') return Number(a === '') - Number(b === '');
    return order * a.localeCompare(b, undefined, { numeric: true, sensitivity: 'base' });
  });
}

function isOf(choice: Choice, state: CellState): boolean {
  if (choice === 'open') return state === 'waiting' || state === 'problem' || state === 'none';
  return state === choice;
}

/** What a press on a column's head makes of the sorting: up, down, none. */
export function sortedBy(now: Sorting | null, question: MatrixQuestionId | null): Sorting | null {
  if (now?.question !== question) return { question, down: false };
  return now.down ? null : { question, down: true };
}
