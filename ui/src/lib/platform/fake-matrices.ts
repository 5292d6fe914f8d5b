// Answer matrices and changes of contracts on the fake platform.
import type {
  Citation,
  ContractChange,
  DocumentId,
  DocumentRow,
  Matrix,
  MatrixCell,
  MatrixId,
  MatrixProgress,
  MatrixQuestionId,
  MatrixRow,
  PlacedWords
} from './bindings';
import { IDS } from './fake-documents';

const SPAN = { start: 10, end: 24 };
const QUADS = [{ page: 1, x0: 72, y0: 90, x1: 180, y1: 104 }];

const words = (text: string): PlacedWords => ({
  document: IDS.lease,
  file: 'Harbour Street office lease.pdf',
  page: 1,
  label: null,
  span: SPAN,
  text,
  quads: QUADS
});

export const FAKE_CHANGES: ContractChange[] = [
  {
    kind: 'replaced',
    part: '5.1',
    said: words('In clause 5.1 “£48,500” is replaced by “£51,250” from 1 May 2024.'),
    old: words('£48,500'),
    old_is_named: true,
    new: words('£51,250'),
    dates: ['1 May 2024'],
    dated: '8 March 2024'
  },
  {
    kind: 'deleted',
    part: '7',
    said: words('Clause 7 is deleted.'),
    old: null,
    old_is_named: false,
    new: null,
    dates: [],
    dated: '8 March 2024'
  }
];

const citation = (document: DocumentId, file: string, quote: string): Citation => ({
  n: 1,
  document,
  file,
  page: 1,
  label: null,
  section: '',
  span: SPAN,
  quote,
  verdict: 'quoted',
  score: 1,
  quads: QUADS,
  context: [],
  cell: null
});

export class FakeMatrices {
  rows: MatrixRow[] = [];
  stopped = false;
  #matrices = new Map<MatrixId, Matrix>();
  #next = 1;

  constructor(
    private documents: () => DocumentRow[],
    private tell: (progress: MatrixProgress) => void
  ) {}

  get(id: MatrixId): Matrix {
    const matrix = this.#matrices.get(id);
    if (!matrix)
      throw { code: 'not_found', message: 'This matrix is not there any more.', hint: null };
    return matrix;
  }

  progress(id: MatrixId, running = false): MatrixProgress {
    const { questions, documents, cells } = this.get(id);
    const done = cells.filter(({ answer, outdated }) => answer !== null && !outdated).length;
    return { matrix: id, done, total: questions.length * documents.length, running };
  }

  set(name: string, questions: string[], documents: DocumentId[]): MatrixId {
    const id = this.#next++;
    const ready = this.documents().filter(({ status }) => status === 'ready');
    const asked = documents.length > 0 ? ready.filter((row) => documents.includes(row.id)) : ready;
    const row = {
      id,
      name,
      made_at_s: 0,
      questions: questions.length,
      documents: asked.length
    };
    this.#matrices.set(id, {
      row,
      questions: questions.map((text) => ({ id: this.#next++, text })),
      documents: asked.map((each) => ({
        id: each.id,
        file: each.file_name,
        title: each.display_title
      })),
      cells: []
    });
    this.rows = [...this.rows, row];
    return id;
  }

  /** The first document says nothing to the first question; all others say how many they are. */
  fill(id: MatrixId, again: boolean): MatrixProgress {
    this.stopped = false;
    const matrix = this.get(id);
    const kept = again ? [] : matrix.cells.filter(({ answer }) => answer !== null);
    const has = (one: MatrixCell[], question: MatrixQuestionId, document: DocumentId) =>
      one.find((cell) => cell.question === question && cell.document === document);
    const cells = matrix.documents.flatMap((document, y) =>
      matrix.questions.map((question, x): MatrixCell => {
        const there = has(kept, question.id, document.id);
        if (there) return there;
        const found = x + y > 0;
        const text = found ? `${y + 1} of ${x + 1}` : '';
        return {
          question: question.id,
          document: document.id,
          answer: {
            found,
            text,
            confidence: x === 1 && y === 0 ? 0.2 : 0.8,
            note: null,
            citation: found ? citation(document.id, document.file, text) : null,
            problem: null
          },
          outdated: false,
          corrected: has(matrix.cells, question.id, document.id)?.corrected ?? null
        };
      })
    );
    this.#matrices.set(id, { ...matrix, cells });
    this.tell(this.progress(id, true));
    return this.progress(id);
  }

  correct(question: MatrixQuestionId, document: DocumentId, text: string): void {
    for (const [id, matrix] of this.#matrices) {
      const cells = matrix.cells.map((cell) =>
        cell.question === question && cell.document === document
          ? { ...cell, corrected: text === '' ? null : text }
          : cell
      );
      this.#matrices.set(id, { ...matrix, cells });
    }
  }

  remove(id: MatrixId): void {
    this.#matrices.delete(id);
    this.rows = this.rows.filter((row) => row.id !== id);
  }
}
