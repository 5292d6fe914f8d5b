// What the settings have in common: choices by number, and whether the defaults hold. Pure.
import { count } from './format';

export interface Choice {
  value: number;
  words: string;
}

/** A choice in words; without a value it is the one that the program comes with. */
export interface Step {
  words: string;
  value?: number;
}

/** Each value once, and what holds where it is none of them: the command line knows more. */
export function choicesOf(steps: readonly Step[], value: number, usual: number): Choice[] {
  const choices = steps
    .map((step) => ({ value: usual, ...step }))
    .filter((choice, at, all) => all.findIndex((each) => each.value === choice.value) === at);
  return choices.some((choice) => choice.value === value)
    ? choices
    : [...choices, { value, words: count(value) }].sort((a, b) => a.value - b.value);
}

export function isDefault<T extends object>(value: T, defaults: T): boolean {
  return (Object.keys(defaults) as (keyof T)[]).every((key) => value[key] === defaults[key]);
}
