// Feedback on the fake platform: the same again takes it back.
import type { Feedback, QuestionId } from './bindings';

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
}
