import { beforeEach, describe, expect, it } from 'vitest';
import { NO_FILTERS } from '../model/filters';
import { NO_CORRECTIONS } from '../model/interpretation';
import type { Citation, WireError } from '../platform/bindings';
import { CASH_QUESTION, FakePlatform, STRANGE_QUESTION } from '../platform/fake';
import { IDS } from '../platform/fake-documents';
import { Asking } from './asking.svelte';

const broken: WireError = { code: 'internal', message: 'Broken.', hint: 'Try again.' };
let platform: FakePlatform;
let reported: WireError[];
let looked: Citation[];
let asking: Asking;

beforeEach(() => {
  platform = new FakePlatform('library');
  reported = [];
  looked = [];
  asking = new Asking(
    platform,
    (error) => reported.push(error),
    (citation) => looked.push(citation)
  );
});

async function ask(question: string, documents: string[] = []) {
  asking.text = question;
  await asking.ask(documents);
}

describe('asking', () => {
  it('shows the answer and looks at its first citation', async () => {
    await ask(CASH_QUESTION);
    expect(asking.answer?.found).toBe(true);
    expect(asking.current).toBe(1);
    expect(looked.map(({ n, page }) => [n, page])).toEqual([[1, 47]]);
    expect(asking.busy).toBe(false);
  });

  it('passes the chosen documents and the trimmed question on', async () => {
    await ask('  what of the landlord?\n', [IDS.lease]);
    expect(platform.calls.find(({ name }) => name === 'ask')?.args).toEqual({
      question: 'what of the landlord?',
      documents: [IDS.lease],
      filters: NO_FILTERS,
      corrections: NO_CORRECTIONS,
      previous: null
    });
  });

  it('does nothing for an empty question but give a hint', async () => {
    await ask(' \n ');
    expect(platform.calls).toEqual([]);
    expect(asking.nudges).toBe(1);
  });

  it('sends a very long question whole and shows what the app says to it', async () => {
    await ask('x'.repeat(5000));
    expect(asking.error).toMatchObject({ code: 'input' });
    expect(asking.error?.message).toContain('5000');
    expect(asking.error?.hint).not.toBeNull();
  });

  it('keeps the earlier answer when the next question fails', async () => {
    await ask(CASH_QUESTION);
    platform.failNext('ask', broken);
    await ask('And what of cash in 2024?');
    expect(asking.error).toEqual(broken);
    expect(asking.answer?.question).toBe(CASH_QUESTION);
    await ask('When may the landlord end it?');
    expect(asking.error).toBeNull();
    expect(asking.answer?.citations).toHaveLength(1);
  });

  it('asks one question at a time', async () => {
    asking.text = CASH_QUESTION;
    await Promise.all([asking.ask([]), asking.ask([])]);
    expect(platform.calls.filter(({ name }) => name === 'ask')).toHaveLength(1);
  });

  it('looks nowhere when nothing was found', async () => {
    await ask(STRANGE_QUESTION);
    expect(asking.answer?.found).toBe(false);
    expect(asking.current).toBeNull();
    expect(asking.answer?.passages.length).toBeGreaterThan(0);
    expect(looked).toEqual([]);
  });

  it('does not let a slow answer replace one that was reopened meanwhile', async () => {
    await ask(STRANGE_QUESTION);
    const earlier = asking.answer!.id;
    platform.latencyMs = 30;
    asking.text = CASH_QUESTION;
    const slow = asking.ask([]);
    await asking.reopen(earlier);
    await slow;
    expect(asking.answer?.id).toBe(earlier);
    expect(asking.busy).toBe(false);
  });
});

const off = (...keys: string[]) => ({ off: keys, kind: null });

describe('asking again, read otherwise', () => {
  const QUESTION = 'What of cash in 2022 and 2023?';
  const asks = () => platform.calls.filter(({ name }) => name === 'ask').map(({ args }) => args);
  const on = () => asking.answer?.interpretation.chips.filter((chip) => chip.on).length;

  it('asks the same question of the same documents, and leaves the box alone', async () => {
    await ask(QUESTION, [IDS.report]);
    asking.text = 'Something else';
    await asking.refine(off('period:2022'), [IDS.lease]);
    expect(asks()).toEqual([
      {
        question: QUESTION,
        documents: [IDS.report],
        filters: NO_FILTERS,
        corrections: NO_CORRECTIONS,
        previous: null
      },
      {
        question: QUESTION,
        documents: [IDS.report],
        filters: NO_FILTERS,
        corrections: off('period:2022'),
        previous: null
      }
    ]);
    expect([asking.text, on(), asking.inPlace]).toEqual(['Something else', 1, true]);
    expect(asking.corrections).toEqual(off('period:2022'));
  });

  it('shows what is wanted while it is under way, and keeps the answer until then', async () => {
    await ask(QUESTION);
    const { id } = asking.answer!;
    const done = asking.refine({ off: [], kind: 'list' }, []);
    expect([asking.refining?.kind, asking.corrections.kind]).toEqual(['list', 'list']);
    expect([asking.answer?.id, asking.busy]).toEqual([id, false]);
    await done;
    expect(asking.refining).toBeNull();
    expect(asking.answer?.id).toBe(id);
    expect(asking.answer?.interpretation.kind).toBe('list');
    expect(asking.history[0]?.id).toBe(asking.answer?.id);
  });

  it('keeps the answer when it fails, says so, and can be tried again', async () => {
    await ask(QUESTION);
    const before = asking.answer;
    platform.failNext('ask', broken);
    await asking.refine(off('period:2022'), []);
    expect(asking.answer).toBe(before);
    expect(asking.refusal).toEqual({ corrections: off('period:2022'), error: broken });
    expect([asking.error, asking.refining, asking.corrections]).toEqual([
      null,
      null,
      NO_CORRECTIONS
    ]);
    await asking.refine(asking.refusal!.corrections, []);
    expect([asking.refusal, on()]).toEqual([null, 1]);
  });

  it('goes by what an earlier answer says, and by the documents chosen now', async () => {
    await ask(QUESTION, [IDS.report]);
    await asking.refine(off('period:2022'), []);
    const { id } = asking.answer!;
    const later = new Asking(
      platform,
      () => {},
      () => {}
    );
    await later.reopen(id);
    expect(later.corrections).toEqual(off('period:2022'));
    await later.refine(NO_CORRECTIONS, [IDS.battery]);
    expect(asks().at(-1)).toEqual({
      question: QUESTION,
      documents: [IDS.battery],
      filters: NO_FILTERS,
      corrections: NO_CORRECTIONS,
      previous: null
    });
  });

  it('gives way to a new question, which begins without corrections', async () => {
    await ask(QUESTION);
    platform.latencyMs = 20;
    const slow = asking.refine(off('period:2022'), []);
    platform.latencyMs = 0;
    await ask(STRANGE_QUESTION);
    expect(asking.refining).toBeNull();
    await slow;
    expect(asking.answer?.question).toBe(STRANGE_QUESTION);
    expect([asking.corrections, asking.inPlace]).toEqual([NO_CORRECTIONS, false]);
  });

  it('does not bring back an answer that was forgotten meanwhile', async () => {
    await ask(QUESTION);
    platform.latencyMs = 20;
    const slow = asking.refine(off('period:2022'), []);
    await asking.forget(asking.answer!.id);
    await slow;
    expect(asking.answer).toBeNull();
  });

  it('asks once at a time, and nothing without an answer', async () => {
    await asking.refine(off('period:2022'), []);
    expect(asks()).toEqual([]);
    await ask(QUESTION);
    await Promise.all([asking.refine(off('a'), []), asking.refine(off('b'), [])]);
    expect(asks()).toHaveLength(2);
    asking.text = CASH_QUESTION;
    await Promise.all([asking.ask([]), asking.refine(off('a'), [])]);
    expect(asks()).toHaveLength(3);
  });
});

describe('following up', () => {
  const QUESTION = 'What of cash in 2022?';
  const last = () => platform.calls.filter(({ name }) => name === 'ask').at(-1)?.args;

  it('sends the question whose answer is shown', async () => {
    await ask(QUESTION);
    const first = asking.answer!.id;
    await ask('and in 2021?');
    expect(last()).toMatchObject({ question: 'and in 2021?', previous: first });
    expect(asking.answer?.interpretation.rewritten).toBe('What of cash in 2021?');
    expect(asking.answer?.follows).toBe(first);
    expect(asking.followed?.question).toBe(QUESTION);
    expect(asking.text).toBe('and in 2021?');
  });

  it('goes on from what was searched, and the same words again do not follow up themselves', async () => {
    await ask(QUESTION);
    const first = asking.answer!.id;
    await ask('and in 2021?');
    await ask('and in 2021?');
    expect(last()).toMatchObject({ previous: first });
    await ask('and in 2020?');
    expect(asking.answer?.interpretation.rewritten).toBe('What of cash in 2020?');
  });

  it('is corrected as chips are, also when the answer is opened again', async () => {
    await ask(QUESTION);
    const first = asking.answer!.id;
    await ask('and in 2021?');
    const { id } = asking.answer!;
    await asking.refine(off('follow-up'), []);
    expect(asking.answer?.interpretation.rewritten).toBeNull();
    expect([asking.answer?.id, asking.answer?.follows]).toEqual([id, first]);
    const later = new Asking(
      platform,
      () => {},
      () => {}
    );
    await later.reopen(id);
    await later.refine(NO_CORRECTIONS, []);
    expect(last()).toMatchObject({ previous: first });
    expect(later.answer?.interpretation.rewritten).toBe('What of cash in 2021?');
  });

  it('ends with a new topic', async () => {
    await ask(QUESTION);
    asking.newTopic();
    expect([asking.answer, asking.text]).toEqual([null, '']);
    await ask('and in 2021?');
    expect(last()).toMatchObject({ previous: null });
    expect(asking.answer?.follows).toBeNull();
  });
});

describe('the history', () => {
  const QUESTION = 'What of cash in 2022?';
  const lines = () => asking.history.filter(({ question }) => question === QUESTION).length;

  it('has one line for a question that was corrected, and its answer keeps the corrections', async () => {
    await ask(QUESTION);
    await asking.refine({ off: ['period:2022'], kind: 'list' }, []);
    expect(lines()).toBe(1);
    await asking.reopen(asking.answer!.id);
    expect(asking.corrections).toEqual({ off: ['period:2022'], kind: 'list' });
  });

  it('keeps an answer that was rated', async () => {
    await ask(QUESTION);
    await asking.give('up');
    await asking.refine(off('period:2022'), []);
    expect(lines()).toBe(2);
  });
});

describe('stepping', () => {
  it('goes through the citations and round both ends', async () => {
    await ask(CASH_QUESTION);
    const seen = [];
    for (const direction of [1, 1, 1, 1, -1] as const) {
      asking.step(direction);
      seen.push(asking.current);
    }
    expect(seen).toEqual([2, 3, 4, 1, 4]);
    expect(looked.map(({ n }) => n)).toEqual([1, 2, 3, 4, 1, 4]);
  });

  it('does nothing without an answer', () => {
    asking.step(1);
    expect(asking.current).toBeNull();
  });

  it('ignores a number that the answer has not', async () => {
    await ask(CASH_QUESTION);
    asking.select(99);
    expect(asking.current).toBe(1);
  });
});

describe('feedback', () => {
  beforeEach(() => ask(CASH_QUESTION));

  it('toggles, and up takes the place of down', async () => {
    await asking.give('up');
    expect(asking.rating).toBe('up');
    await asking.give('down');
    expect(asking.rating).toBe('down');
    await asking.give('down');
    expect(asking.rating).toBeNull();
  });

  it('says a wrong citation of the one looked at, beside the rating', async () => {
    await asking.give('up');
    asking.select(3);
    await asking.give('wrong_citation');
    expect([...asking.wrong]).toEqual([3]);
    expect(asking.rating).toBe('up');
    await asking.give('wrong_citation');
    expect([...asking.wrong]).toEqual([]);
  });

  it('reports a refusal and stays as it was', async () => {
    platform.failNext('give_feedback', broken);
    await asking.give('up');
    expect(asking.rating).toBeNull();
    expect(reported).toEqual([broken]);
  });

  it('comes back with a reopened answer, and not with another', async () => {
    const first = asking.answer!.id;
    await asking.give('down');
    await ask(STRANGE_QUESTION);
    expect(asking.rating).toBeNull();
    await asking.reopen(first);
    expect(asking.rating).toBe('down');
    expect(asking.text).toBe(CASH_QUESTION);
  });
});

describe('history', () => {
  it('lists the newest question first', async () => {
    await ask(CASH_QUESTION);
    expect(asking.history[0]?.question).toBe(CASH_QUESTION);
    expect(asking.history).toHaveLength(3);
  });

  it('forgets a question and its answer', async () => {
    await ask(CASH_QUESTION);
    await asking.forget(asking.answer!.id);
    expect(asking.answer).toBeNull();
    expect(asking.history.some(({ question }) => question === CASH_QUESTION)).toBe(false);
  });

  it('reports an answer that is no longer kept', async () => {
    expect(await asking.reopen(999)).toBe(false);
    expect(reported[0]?.code).toBe('not_found');
  });
});
