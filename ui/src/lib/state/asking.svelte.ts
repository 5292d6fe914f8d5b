// The question, its answer, the citation that is looked at, the feedback, the earlier questions.
import type {
  Answer,
  Citation,
  DocumentId,
  Feedback,
  FeedbackKind,
  HistoryRow,
  QuestionId,
  WireError
} from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';

const HISTORY_LIMIT = 200;

export class Asking {
  text = $state('');
  busy = $state(false);
  /** Milliseconds since the question went out. */
  elapsed = $state(0);
  answer = $state.raw<Answer | null>(null);
  error = $state.raw<WireError | null>(null);
  feedback = $state.raw<Feedback[]>([]);
  history = $state.raw<HistoryRow[]>([]);
  /** Number of the citation that is looked at. */
  current = $state<number | null>(null);
  /** Counts the empty questions, so that each one gives its hint anew. */
  nudges = $state(0);

  citation = $derived(this.answer?.citations.find(({ n }) => n === this.current) ?? null);
  said = $derived<FeedbackKind | null>(
    this.feedback.find(({ kind }) => kind !== 'wrong_citation')?.kind ?? null
  );
  wrong = $derived(
    new Set(this.feedback.filter(({ kind }) => kind === 'wrong_citation').map((f) => f.citation))
  );

  #turn = 0;

  constructor(
    private platform: Platform,
    private report: (error: WireError) => void,
    /** Shows a citation's words on their page. */
    private look: (citation: Citation) => void
  ) {}

  /** Asks the question in the box, of the given documents or, with none given, of all. */
  async ask(documents: DocumentId[]): Promise<void> {
    const question = this.text.trim();
    if (this.busy) return;
    if (question === '') {
      this.nudge();
      return;
    }
    const turn = ++this.#turn;
    const since = performance.now();
    this.busy = true;
    this.elapsed = 0;
    this.error = null;
    const clock = setInterval(() => (this.elapsed = performance.now() - since), 100);
    try {
      const answer = await this.platform.call('ask', { question, documents });
      if (turn !== this.#turn) return;
      this.#show(answer, []);
    } catch (thrown) {
      if (turn === this.#turn) this.error = asWireError(thrown);
    } finally {
      clearInterval(clock);
      this.busy = false;
    }
    await this.loadHistory();
  }

  nudge(): void {
    this.nudges += 1;
  }

  /** Looks at citation `n`; again at the same one, its place is shown again. */
  select(n: number): void {
    const citation = this.answer?.citations.find((each) => each.n === n);
    if (!citation) return;
    this.current = n;
    this.look(citation);
  }

  /** The next (+1) or the one before (−1), round the ends. */
  step(direction: 1 | -1): void {
    const citations = this.answer?.citations ?? [];
    if (citations.length === 0) return;
    const at = citations.findIndex(({ n }) => n === this.current);
    const start = at === -1 ? (direction === 1 ? -1 : 0) : at;
    const next = citations[(start + direction + citations.length) % citations.length];
    if (next) this.select(next.n);
  }

  /** Says something of the answer, or takes it back. A wrong citation is the one looked at. */
  async give(kind: FeedbackKind): Promise<void> {
    const question = this.answer?.id;
    if (question === undefined) return;
    const citation = kind === 'wrong_citation' ? this.current : null;
    if (kind === 'wrong_citation' && citation === null) return;
    try {
      const stands = await this.platform.call('give_feedback', {
        feedback: { question, kind, citation }
      });
      if (this.answer?.id === question) this.feedback = stands;
    } catch (thrown) {
      this.report(asWireError(thrown));
    }
  }

  async loadHistory(): Promise<void> {
    try {
      this.history = await this.platform.call('history', { limit: HISTORY_LIMIT });
    } catch (thrown) {
      this.report(asWireError(thrown));
    }
  }

  /** Shows an earlier answer as it was given. */
  async reopen(question: QuestionId): Promise<boolean> {
    const turn = ++this.#turn;
    try {
      const [answer, feedback] = await Promise.all([
        this.platform.call('earlier_answer', { question }),
        this.platform.call('feedback_of', { question })
      ]);
      if (turn !== this.#turn) return false;
      this.error = null;
      this.text = answer.question;
      this.#show(answer, feedback);
      return true;
    } catch (thrown) {
      this.report(asWireError(thrown));
      return false;
    }
  }

  async forget(question: QuestionId): Promise<void> {
    try {
      await this.platform.call('forget_question', { question });
      this.history = this.history.filter((row) => row.id !== question);
      if (this.answer?.id === question) {
        this.answer = null;
        this.current = null;
        this.feedback = [];
      }
    } catch (thrown) {
      this.report(asWireError(thrown));
    }
  }

  #show(answer: Answer, feedback: Feedback[]): void {
    this.answer = answer;
    this.feedback = feedback;
    this.current = null;
    const first = answer.citations[0];
    if (first) this.select(first.n);
  }
}
