// Answers written into files or copied: with their references, or as highlights in a copy of a document.
import type { Answer, AnswerFormat, DocumentId } from '../platform/bindings';
import { copyText } from '../platform/clipboard';
import { asWireError, type Platform } from '../platform/types';
import { say } from '../words/say.svelte';
import type { Notices } from './notices.svelte';

/** How the files of the forms end in which an answer is saved, or the notebook. */
const ENDINGS: Record<AnswerFormat, string> = {
  text: 'txt',
  markdown: 'md',
  html: 'html',
  json: 'json',
  pdf: 'pdf'
};

/** A form as the file dialog calls it, and how its files end. */
const formOf = (format: AnswerFormat) => ({
  name: say.answer.saving.forms[format],
  extension: ENDINGS[format]
});

/** The longest name that is proposed for a file, in characters. */
const LONGEST_NAME = 60;

/** A question as the name of a file: letters, digits and single spaces. */
export function fileName(question: string): string {
  const plain = question
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim();
  return plain || say.answer.saving.file;
}

/** The documents that an answer cites, each once, in the order of its citations. */
export function citedDocuments(answer: Answer): { id: DocumentId; file: string }[] {
  const cited = new Map(answer.citations.map(({ document, file }) => [document, file]));
  return [...cited].map(([id, file]) => ({ id, file }));
}

/** An answer, or the notebook, in the forms in which it is copied. */
export interface AnswerTexts {
  text: string;
  html: string;
  markdown: string;
}

export class Saving {
  constructor(
    private platform: Platform,
    private notices: Notices
  ) {}

  /** What copying an answer puts on the clipboard. Fetched before: a copy waits for nothing. */
  async texts(answer: Answer): Promise<AnswerTexts> {
    const { id: question } = answer;
    return inForms((format) => this.platform.call('answer_text', { question, format }));
  }

  /** The same for the notebook. */
  async notebookTexts(): Promise<AnswerTexts> {
    return inForms((format) => this.platform.call('notebook_text', { format }));
  }

  /** Puts an answer or the notebook on the clipboard. */
  copy(text: string, html: string | null = null, what: 'answer' | 'notebook' = 'answer'): void {
    const done = copyText(text, html);
    const refused = what === 'answer' ? say.answer.saving.notCopied : say.notebook.notCopied;
    const message = done ? say.answer.saving.copied : refused;
    this.notices.show(done ? 'info' : 'warning', { message, hint: null });
  }

  /** Writes an answer with its references where the person says. */
  async answer(answer: Answer, format: AnswerFormat): Promise<void> {
    const form = formOf(format);
    const name = `${fileName(answer.question)}.${form.extension}`;
    await this.#save(name, form, async (path) => {
      await this.platform.call('save_answer', { question: answer.id, format, path });
      return say.answer.saving.saved(path);
    });
  }

  /** Writes a copy of a document with the evidence of an answer highlighted where the person says. */
  async annotated(answer: Answer, { id, file }: { id: DocumentId; file: string }): Promise<void> {
    const { highlighted, highlightedFile } = say.answer.saving;
    const name = `${highlightedFile(file.replace(/\.pdf$/i, ''))}.pdf`;
    await this.#save(name, formOf('pdf'), async (path) => {
      const many = await this.platform.call('save_annotated', {
        document: id,
        question: answer.id,
        path
      });
      return highlighted(file, many, path);
    });
  }

  /** Writes the notebook where the person says. */
  async notebook(format: AnswerFormat): Promise<void> {
    const form = formOf(format);
    await this.#save(`${say.notebook.file}.${form.extension}`, form, async (path) => {
      await this.platform.call('save_notebook', { format, path });
      return say.notebook.saved(path);
    });
  }

  /** Writes the log of questions where the person says. */
  async log(): Promise<void> {
    const { file, kind, saved } = say.question.log;
    const table = { name: kind, extension: 'csv' };
    await this.#save(`${file}.csv`, table, async (path) => {
      await this.platform.call('save_log', { path });
      return saved(path);
    });
  }

  async #save(
    name: string,
    kind: { name: string; extension: string },
    write: (path: string) => Promise<string>
  ): Promise<void> {
    try {
      const path = await this.platform.pickSave(name, kind);
      if (path === null) return;
      this.notices.show('info', { message: await write(path), hint: null });
    } catch (thrown) {
      this.notices.show('error', asWireError(thrown));
    }
  }
}

async function inForms(form: (format: AnswerFormat) => Promise<string>): Promise<AnswerTexts> {
  const [text, html, markdown] = await Promise.all([form('text'), form('html'), form('markdown')]);
  return { text, html, markdown };
}
