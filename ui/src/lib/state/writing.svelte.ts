// The answer that the text generator is writing: its text as it comes, stopping it, what went wrong.
import type { Answer, QuestionId, WireError } from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';

export class Writing {
  /** The question whose answer is being written; null when none is. */
  question = $state<QuestionId | null>(null);
  /** All that is written so far. */
  text = $state('');
  /** It was asked to stop, and ends after the present word. */
  stopping = $state(false);
  /** Why the last one failed, and for which question. */
  failure = $state.raw<{ question: QuestionId; error: WireError } | null>(null);

  constructor(
    private platform: Platform,
    /** Takes the answer when it is written. */
    private done: (answer: Answer) => void
  ) {}

  /** Lets the answer to a question be written that was answered with quotes. */
  async start({ id, writer }: Answer): Promise<void> {
    if (writer === null || this.question === id) return;
    // One at a time: what nobody looks at any more needs no words.
    await this.stop();
    this.question = id;
    this.text = '';
    this.stopping = false;
    this.failure = null;
    try {
      const answer = await this.platform.call('write_answer', { question: id });
      if (this.question === id) this.question = null;
      this.done(answer);
    } catch (thrown) {
      if (this.question === id) this.question = null;
      const error = asWireError(thrown);
      if (error.code !== 'cancelled') this.failure = { question: id, error };
    }
  }

  /** Stops the writing; what is written by then is checked and kept. */
  async stop(): Promise<void> {
    if (this.question === null) return;
    this.stopping = true;
    try {
      await this.platform.call('stop_writing', { question: this.question });
    } catch {
      // It ends by itself.
    }
  }

  update(question: QuestionId, text: string): void {
    if (question === this.question) this.text = text;
  }
}
