// Answers written into files or copied: with their references, or as highlights in a copy of a document.
import { counted } from '../model/format';
import type { Answer, AnswerFormat, DocumentId } from '../platform/bindings';
import { copyText } from '../platform/clipboard';
import { asWireError, type Platform } from '../platform/types';
import type { Notices } from './notices.svelte';

/** The forms of an answer, or of the notebook: what the file dialog calls them, and how their files end. */
const FORMS: Record<AnswerFormat, { name: string; extension: string }> = {
  text: { name: 'Text', extension: 'txt' },
  markdown: { name: 'Markdown', extension: 'md' },
  html: { name: 'Web page', extension: 'html' },
  json: { name: 'JSON', extension: 'json' },
  pdf: { name: 'PDF document', extension: 'pdf' }
};

/** The longest name that is proposed for a file, in characters. */
const LONGEST_NAME = 60;

/** A question as the name of a file: letters, digits and single spaces. */
export function fileName(question: string): string {
  const plain = question
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim();
  return plain || 'Answer';
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
  copy(text: string, html: string | null = null, what = 'answer'): void {
    const done = copyText(text, html);
    const message = done
      ? 'Copied, with its references.'
      : `The system did not let the ${what} be copied.`;
    this.notices.show(done ? 'info' : 'warning', { message, hint: null });
  }

  /** Writes an answer with its references where the person says. */
  async answer(answer: Answer, format: AnswerFormat): Promise<void> {
    const form = FORMS[format];
    const name = `${fileName(answer.question)}.${form.extension}`;
    await this.#save(name, form, async (path) => {
      await this.platform.call('save_answer', { question: answer.id, format, path });
      return `The answer is in ${path}.`;
    });
  }

  /** Writes a copy of a document with the evidence of an answer highlighted where the person says. */
  async annotated(answer: Answer, { id, file }: { id: DocumentId; file: string }): Promise<void> {
    const name = `${file.replace(/\.pdf$/i, '')} (highlighted).pdf`;
    await this.#save(name, { name: 'PDF document', extension: 'pdf' }, async (path) => {
      const many = await this.platform.call('save_annotated', {
        document: id,
        question: answer.id,
        path
      });
      return `A copy of “${file}” with ${counted(many, 'highlight')} is in ${path}.`;
    });
  }

  /** Writes the notebook where the person says. */
  async notebook(format: AnswerFormat): Promise<void> {
    const form = FORMS[format];
    await this.#save(`Notebook.${form.extension}`, form, async (path) => {
      await this.platform.call('save_notebook', { format, path });
      return `The notebook is in ${path}.`;
    });
  }

  /** Writes the log of questions where the person says. */
  async log(): Promise<void> {
    const table = { name: 'Table', extension: 'csv' };
    await this.#save('Citelight questions.csv', table, async (path) => {
      await this.platform.call('save_log', { path });
      return `The questions are in ${path}.`;
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
