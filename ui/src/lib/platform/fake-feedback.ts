// Feedback on the fake platform: the same again takes it back, and a later answer to the same
// question has the passages moved that it fell on.
import type { Answer, Feedback, FeedbackEffect, Passage, QuestionId } from './bindings';

export class FakeFeedback {
  #all: Feedback[] = [];

  of(question: QuestionId): Feedback[] {
    return this.#all.filter((each) => each.question === question);
  }

  give(feedback: Feedback): Feedback[] {
    const { question, kind, citation } = feedback;
    const same = (each: Feedback) =>
      each.question === question && each.kind === kind && each.citation === citation;
    const opposite = kind === 'up' ? 'down' : kind === 'down' ? 'up' : null;
    const stood = this.#all.some(same);
    this.#all = this.#all.filter(
      (each) => !same(each) && !(each.question === question && each.kind === opposite)
    );
    if (!stood) this.#all.push(feedback);
    return this.of(question);
  }

  explain(feedback: Feedback): Feedback[] {
    const { question, kind, citation } = feedback;
    this.#all = this.#all.map((each) =>
      each.question === question && each.kind === kind && each.citation === citation
        ? feedback
        : each
    );
    return this.of(question);
  }

  /** What was said of a passage with earlier answers to the same question. */
  effectOn(
    place: Pick<Passage, 'document' | 'page'>,
    earlier: readonly Answer[]
  ): FeedbackEffect | null {
    for (const { id, citations } of earlier) {
      const here = citations.filter(
        (each) => each.document === place.document && each.page === place.page
      );
      if (here.length === 0) continue;
      for (const { kind, citation } of this.of(id)) {
        if (kind === 'up') return 'raised';
        if (kind === 'down' || here.some(({ n }) => n === citation)) return 'lowered';
      }
    }
    return null;
  }
}
