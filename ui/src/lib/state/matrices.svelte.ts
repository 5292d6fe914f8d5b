// Answer matrices: which there are, the one that is open, and how far it is filled.
import { questionsIn, rowsOf, type Choice, type Sorting } from '../model/matrix';
import type {
  DocumentId,
  Matrix,
  MatrixId,
  MatrixProgress,
  MatrixQuestionId,
  MatrixRow
} from '../platform/bindings';
import type { Platform } from '../platform/types';
import { say } from '../words/say.svelte';
import type { Notices } from './notices.svelte';

/** Cells come faster than a table is drawn: so long after one the matrix is read again, in milliseconds. */
const PAUSE_MS = 400;

export class Matrices {
  rows = $state.raw<MatrixRow[]>([]);
  loaded = $state(false);
  open = $state.raw<Matrix | null>(null);
  progress = $state.raw<MatrixProgress | null>(null);
  /** Whether a new one is being written down. */
  making = $state(false);
  stopping = $state(false);
  filter = $state('');
  choice = $state<Choice>('all');
  sorting = $state.raw<Sorting | null>(null);
  shown = $derived(
    this.open
      ? rowsOf(this.open, { filter: this.filter, choice: this.choice, sorting: this.sorting })
      : []
  );
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private platform: Platform,
    private notices: Notices
  ) {}

  /** Reads which there are, and opens the first where none is open. */
  async load(): Promise<void> {
    await this.notices.attempt(async () => {
      this.rows = await this.platform.call('matrices', {});
      this.loaded = true;
      const id = this.open?.row.id;
      const still = this.rows.find((row) => row.id === id) ?? this.rows[0];
      if (still) await this.show(still.id);
      else this.open = null;
    });
  }

  async show(id: MatrixId): Promise<void> {
    await this.notices.attempt(async () => {
      const [matrix, progress] = await Promise.all([
        this.platform.call('matrix', { matrix: id }),
        this.platform.call('matrix_progress', { matrix: id })
      ]);
      if (this.open?.row.id !== id)
        Object.assign(this, { sorting: null, filter: '', choice: 'all' });
      this.open = matrix;
      this.progress = progress;
    });
  }

  /** Makes a matrix, opens it and fills it. Gives whether it was made. */
  async make(name: string, text: string, documents: DocumentId[]): Promise<boolean> {
    const questions = questionsIn(text);
    const made = await this.notices.attempt(async () => {
      const id = await this.platform.call('set_matrix', { name, questions, documents });
      this.rows = await this.platform.call('matrices', {});
      await this.show(id);
      this.making = false;
    });
    if (made) void this.fill();
    return made;
  }

  /** Fills the cells that wait, or all anew. */
  async fill(again = false): Promise<void> {
    const id = this.open?.row.id;
    if (id === undefined) return;
    this.stopping = false;
    await this.notices.attempt(async () => {
      this.heard(await this.platform.call('fill_matrix', { matrix: id, again }));
    });
    this.stopping = false;
    if (this.open?.row.id === id) await this.show(id);
  }

  async stop(): Promise<void> {
    const id = this.open?.row.id;
    if (id === undefined) return;
    this.stopping = true;
    await this.notices.attempt(() => this.platform.call('stop_matrix', { matrix: id }));
  }

  /** A cell was filled somewhere. */
  heard(progress: MatrixProgress): void {
    if (progress.matrix !== this.open?.row.id) return;
    this.progress = progress;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#refresh(progress.matrix), PAUSE_MS);
  }

  async #refresh(id: MatrixId): Promise<void> {
    await this.notices.attempt(async () => {
      const matrix = await this.platform.call('matrix', { matrix: id });
      if (this.open?.row.id === id) this.open = matrix;
    });
  }

  /** Writes words in the place of an answer; none take them back. */
  async correct(question: MatrixQuestionId, document: DocumentId, text: string): Promise<void> {
    const id = this.open?.row.id;
    await this.notices.attempt(async () => {
      await this.platform.call('correct_cell', { question, document, text });
      if (id !== undefined) await this.#refresh(id);
    });
  }

  async remove(): Promise<void> {
    const id = this.open?.row.id;
    if (id === undefined) return;
    await this.notices.attempt(async () => {
      await this.platform.call('delete_matrix', { matrix: id });
      this.open = null;
      this.progress = null;
      await this.load();
    });
  }

  /** Writes the open matrix where the person says. */
  async save(extension: 'xlsx' | 'csv' | 'md' | 'html'): Promise<void> {
    const matrix = this.open?.row;
    if (!matrix) return;
    await this.notices.attempt(async () => {
      const kind = { name: say.matrix.forms[extension], extension };
      const path = await this.platform.pickSave(`${matrix.name}.${extension}`, kind);
      if (path === null) return;
      await this.platform.call('save_matrix', { matrix: matrix.id, path });
      this.notices.show('info', { message: say.matrix.saved(path), hint: null });
    });
  }
}
