// The question, its answer, the citation that is looked at, the feedback, the earlier questions.
import { NO_FILTERS } from '../model/filters';
import { correctionsOf, NO_CORRECTIONS } from '../model/interpretation';
import type {
  Answer,
  Citation,
  Corrections,
  DocumentId,
  Feedback,
  FeedbackKind,
  FeedbackReason,
  Filters,
  HistoryRow,
  QuestionId,
  WireError
} from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';

const HISTORY_LIMIT = 1000;

/** With what a question was asked. */
interface Terms {
  documents: DocumentId[];
  filters: Filters;
  corrections: Corrections;
  previous: QuestionId | null;
}

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
  /** With what the question of the answer shown is being asked again; null when it is not. */
  refining = $state.raw<Corrections | null>(null);
  /** Why it could not be asked again, and with what; the answer is as it was. */
  refusal = $state.raw<{ corrections: Corrections; error: WireError } | null>(null);
  /** Whether the answer took the place of another one to the same question. */
  inPlace = $state(false);

  citation = $derived(this.answer?.citations.find(({ n }) => n === this.current) ?? null);
  rating = $derived<FeedbackKind | null>(
    this.feedback.find(({ kind }) => kind !== 'wrong_citation')?.kind ?? null
  );
  wrong = $derived(
    new Set(this.feedback.filter(({ kind }) => kind === 'wrong_citation').map((f) => f.citation))
  );

  /** With what the answer shown was asked; while it is asked again, with what that is. */
  corrections = $derived.by<Corrections>(() => {
    if (this.refining) return this.refining;
    if (!this.answer) return NO_CORRECTIONS;
    return correctionsOf(this.answer.interpretation);
  });

  /** The earlier question that the answer shown follows up, where it is still kept. */
  followed = $derived(this.history.find(({ id }) => id === this.answer?.follows) ?? null);

  #turn = 0;
  /** Known of the questions asked since the window opened; an answer keeps them in part only. */
  #terms = new Map<QuestionId, Terms>();

  constructor(
    private platform: Platform,
    private report: (error: WireError) => void,
    /** Shows a citation's words on their page. */
    private look: (citation: Citation) => void,
    /** Lets a fresh answer be written by the text generator. */
    private write: (answer: Answer) => void = () => {}
  ) {}

  /**
   * Asks the question in the box, of the given documents or, with none given, of all; filters keep
   * it to a part of them. It may follow up the one whose answer is shown.
   */
  async ask(documents: DocumentId[], filters = NO_FILTERS): Promise<void> {
    const question = this.text.trim();
    if (this.busy) return;
    if (question === '') {
      this.nudge();
      return;
    }
    const turn = this.#begin();
    const since = performance.now();
    this.busy = true;
    this.elapsed = 0;
    this.error = null;
    const clock = setInterval(() => (this.elapsed = performance.now() - since), 100);
    try {
      const { answer: shown } = this;
      // The same words again do not follow up themselves.
      const previous = (question === shown?.question ? shown.follows : shown?.id) ?? null;
      const terms = { documents, filters, corrections: NO_CORRECTIONS, previous };
      const answer = await this.platform.call('ask', { question, ...terms });
      this.#terms.set(answer.id, terms);
      if (turn !== this.#turn) return;
      this.#show(answer, []);
      if (answer.writer?.at_once) this.write(answer);
    } catch (thrown) {
      if (turn === this.#turn) this.error = asWireError(thrown);
    } finally {
      clearInterval(clock);
      this.busy = false;
    }
    await this.loadHistory();
  }

  /**
   * Asks the question of the answer shown again, of the same documents, with other corrections; the
   * question in the box stays as it is. `documents` and `filters` hold where the answer is from an
   * earlier time, when it is not known of what it was asked.
   */
  async refine(
    corrections: Corrections,
    documents: DocumentId[],
    filters = NO_FILTERS
  ): Promise<void> {
    const { answer } = this;
    if (!answer || this.busy || this.refining) return;
    const terms = {
      ...(this.#terms.get(answer.id) ?? { documents, filters, previous: answer.follows }),
      corrections
    };
    const turn = this.#begin();
    this.refining = corrections;
    try {
      const question = answer.question;
      const refined = await this.platform.call('ask', { question, ...terms });
      this.#terms.set(refined.id, terms);
      if (turn !== this.#turn) return;
      this.#show(refined, []);
      this.inPlace = true;
      if (refined.writer?.at_once) this.write(refined);
    } catch (thrown) {
      if (turn !== this.#turn) return;
      this.refusal = { corrections, error: asWireError(thrown) };
    }
    this.refining = null;
    await this.loadHistory();
  }

  /** Takes the answer that was written in the place of the quotes shown. */
  written(answer: Answer): void {
    if (this.answer?.id !== answer.id) return;
    this.inPlace = true;
    this.answer = answer;
    // The citations are others now; the one that was looked at may bear another number.
    const first = answer.citations[0];
    if (first) this.select(first.n);
    void this.loadHistory();
  }

  /** Puts the answer away, so that the next question follows up nothing. */
  newTopic(): void {
    this.#begin();
    this.text = '';
    this.error = null;
    this.answer = null;
    this.current = null;
    this.feedback = [];
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
        feedback: { question, kind, citation, reasons: [], note: '' }
      });
      if (this.answer?.id === question) this.feedback = stands;
    } catch (thrown) {
      this.report(asWireError(thrown));
    }
  }

  /** Says why the answer shown does not help. */
  async explain(reasons: FeedbackReason[], note: string): Promise<void> {
    const stands = this.feedback.find(({ kind }) => kind === 'down');
    if (!stands) return;
    try {
      const feedback = { ...stands, reasons, note };
      const all = await this.platform.call('explain_feedback', { feedback });
      if (this.answer?.id === stands.question) this.feedback = all;
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

  /** Earlier questions changed elsewhere; of the one shown the answer may have gone with a document. */
  async historyChanged(): Promise<void> {
    await this.loadHistory();
    const { answer } = this;
    const row = this.history.find(({ id }) => id === answer?.id);
    if (!answer || !row || row.removed.length === answer.removed.length) return;
    try {
      const left = await this.platform.call('earlier_answer', { question: answer.id });
      if (this.answer?.id !== left.id) return;
      this.answer = left;
      this.current = null;
      this.feedback = [];
    } catch (thrown) {
      this.report(asWireError(thrown));
    }
  }

  /** Shows an earlier answer as it was given. */
  async reopen(question: QuestionId): Promise<boolean> {
    const turn = this.#begin();
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

  /** Shows the answer that was shown at an earlier time; nothing on the pages moves. */
  async resume(question: QuestionId, citation: number | null): Promise<void> {
    const turn = this.#begin();
    const [answer, feedback] = await Promise.all([
      this.platform.call('earlier_answer', { question }),
      this.platform.call('feedback_of', { question })
    ]);
    if (turn !== this.#turn) return;
    this.answer = answer;
    this.feedback = feedback;
    this.current = answer.citations.some(({ n }) => n === citation) ? citation : null;
  }

  async forget(question: QuestionId): Promise<void> {
    try {
      await this.platform.call('forget_question', { question });
      this.history = this.history.filter((row) => row.id !== question);
      if (this.answer?.id === question) {
        if (this.refining) this.#begin();
        this.answer = null;
        this.current = null;
        this.feedback = [];
      }
    } catch (thrown) {
      this.report(asWireError(thrown));
    }
  }

  /** Nothing that is under way shows its answer from now on, but what bears this turn. */
  #begin(): number {
    this.refining = null;
    this.refusal = null;
    return ++this.#turn;
  }

  #show(answer: Answer, feedback: Feedback[]): void {
    this.inPlace = false;
    this.answer = answer;
    this.feedback = feedback;
    this.current = null;
    const first = answer.citations[0];
    // What only comes nearest is shown on its page when the person asks for it.
    if (first && answer.found) this.select(first.n);
  }
}
