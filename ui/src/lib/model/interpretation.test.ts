import { describe, expect, it, test } from 'vitest';
import type { Chip, ChipKind } from '../platform/bindings';
import { interpret } from '../platform/fake-interpretations';
import {
  chipDetail,
  correctionsOf,
  isCorrected,
  kindLabel,
  NO_CORRECTIONS,
  saysNothing,
  sortChips,
  toggled
} from './interpretation';

const chip = (kind: ChipKind, key: string, on = true): Chip => ({
  kind,
  found: { key, label: key, spans: [{ start: 0, end: 1 }] },
  on
});
const keys = (chips: Chip[]) => chips.map(({ found }) => found.key);
const read = (question: string) => interpret(question, [], NO_CORRECTIONS);

describe('the kind', () => {
  it('says what is set against each other', () => {
    const compared = read('Compare the annual report and the lease on notice.');
    expect(kindLabel(compared, 'comparison')).toBe('Comparison: annual report | lease');
    expect(kindLabel(compared, 'summary')).toBe('Summary');
  });

  it('says that documents which one phrase names are asked one by one', () => {
    const compared = read('Compare the annual report and the lease on notice.');
    const [side] = compared.sides;
    if (!side) throw new Error('no side');
    const of = (labels: string[]) =>
      kindLabel({ ...compared, sides: labels.map((label) => ({ ...side, label })) }, 'comparison');
    expect(of(['mill lease', 'barn lease'])).toBe('Of each: mill lease | barn lease');
    expect(of(['a', 'b', 'c', 'd'])).toBe('Of each of 4 documents');
  });

  it('is a comparison by itself where no sides are known', () => {
    expect(kindLabel(read('What of it?'), 'comparison')).toBe('Comparison');
  });
});

describe('chips', () => {
  const few = [
    chip('kind', 'kind:list'),
    chip('period', 'period:2022'),
    chip('unit', 'unit:million'),
    chip('phrase', 'phrase:a'),
    chip('phrase', 'phrase:b'),
    chip('instruction', 'instruction:briefly')
  ];

  it('are all shown up to six, the kind among them but beside the others', () => {
    const { shown, more } = sortChips(few);
    expect([keys(shown).length, more]).toEqual([5, []]);
    expect(keys(shown)).not.toContain('kind:list');
  });

  it('keep units and instructions back where there are more', () => {
    const { shown, more } = sortChips([...few, chip('place', 'place:risk')]);
    expect(keys(shown)).toEqual(['period:2022', 'phrase:a', 'phrase:b', 'place:risk']);
    expect(keys(more)).toEqual(['unit:million', 'instruction:briefly']);
  });

  it('count a kind that has no chip of its own', () => {
    const six = [...few.slice(1), chip('place', 'place:risk')];
    expect(sortChips(six).more).toHaveLength(2);
  });

  it('stay in sight once they are switched off', () => {
    const { more } = sortChips([
      ...few.slice(0, 5),
      chip('instruction', 'instruction:briefly', false),
      chip('place', 'place:risk')
    ]);
    expect(keys(more)).toEqual(['unit:million']);
  });

  it('say whether only their documents were searched', () => {
    const interpretation = read('What of it?');
    const named = chip('documents', 'document:a');
    expect(chipDetail(named, interpretation)).toBe('Document');
    const narrowed = { ...interpretation, only: ['a'] };
    expect(chipDetail(named, narrowed)).toBe('Only these documents were searched');
    expect(chipDetail(chip('period', 'period:2022'), narrowed)).toBe('Time');
  });
});

describe('corrections', () => {
  it('switch a finding off and on again, and leave the rest', () => {
    const off = toggled({ off: ['a'], kind: 'list' }, 'b');
    expect(off).toEqual({ off: ['a', 'b'], kind: 'list' });
    expect(toggled(off, 'a')).toEqual({ off: ['b'], kind: 'list' });
  });

  it('can be read from an answer that was stored', () => {
    const { chips, ...rest } = read('What of 2022 and 2023?');
    const stored = { ...rest, chips: chips.map((each, at) => ({ ...each, on: at !== 0 })) };
    expect(correctionsOf(stored)).toEqual({ off: ['period:2022'], kind: null });
    // A fact is not marked unless somebody chose it.
    const fact = { ...stored, chips: [chip('kind', 'kind:fact')] };
    expect(correctionsOf(fact)).toEqual({ off: [], kind: 'fact' });
  });

  test.each([
    [NO_CORRECTIONS, false],
    [{ off: ['a'], kind: null }, true],
    [{ off: [], kind: 'fact' as const }, true]
  ])('%o correct something: %s', (corrections, corrected) => {
    expect(isCorrected(corrections)).toBe(corrected);
  });
});

it('an answer of an older version says nothing of how its question was read', () => {
  expect(saysNothing({ ...read(''), elsewhere: 0 })).toBe(true);
  expect(saysNothing(read('Who signed?'))).toBe(false);
});
