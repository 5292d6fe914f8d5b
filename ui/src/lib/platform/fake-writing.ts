// The text generator of the fake platform: writes a canned answer word by word, and can be stopped or
// asked to fail.
import type { Answer, Event, QuestionId, WireError } from './bindings';

export const CRASHED: WireError = {
  code: 'internal',
  message: 'The language model crashed and was unloaded.',
  hint: 'The quotes stand; asking again may help.'
};

export class FakeWriting {
  /** Why the next writing fails. */
  failure: WireError | null = null;
  #stopped = new Set<QuestionId>();

  constructor(
    private emit: (event: Event) => void,
    /** How long a few words take. */
    public tickMs: number
  ) {}

  /** The answer in the model's words, its first sentence confirmed, its second in part. */
  async write(answer: Answer): Promise<Answer> {
    const question = answer.id;
    const first = answer.citations[0];
    const sentences = [`In short: ${first?.quote ?? 'nothing'}`, 'Both sides agreed to it.'];
    const words = sentences.join(' ').split(' ');
    let text = '';
    for (const word of words) {
      if (this.tickMs > 0) await new Promise((next) => setTimeout(next, this.tickMs / 4));
      if (this.#stopped.has(question)) break;
      text += text === '' ? word : ` ${word}`;
      this.emit({ type: 'writing', question, text });
    }
    if (this.failure) throw this.failure;
    const stopped = this.#stopped.delete(question);
    const quotes = answer.citations.map(({ n, quote }) => ({
      parts: [{ text: quote, key: false, citations: [n + 1] }],
      verdict: 'confirmed' as const,
      item: false,
      aside: false
    }));
    const moved = answer.citations.map((each) => ({ ...each, n: each.n + 1 }));
    const kept = stopped ? [text] : sentences;
    return {
      ...answer,
      mode: 'generated',
      answer: `${kept.join(' ')} [1]`,
      sentences: kept.map((sentence, place) => ({
        parts: [{ text: sentence, key: false, citations: place === 0 && first ? [1] : [] }],
        verdict: place === 0 ? 'confirmed' : 'not_confirmed',
        item: false,
        aside: false
      })),
      citations: first ? [{ ...first, n: 1 }, ...moved] : [],
      writer: null,
      written: {
        model: answer.writer?.model ?? '',
        ended: stopped ? 'stopped' : 'complete',
        windows: 1,
        windows_left: 0,
        first_ms: 200,
        total_ms: 900,
        quotes
      }
    };
  }

  stop(question: QuestionId): void {
    this.#stopped.add(question);
  }
}
