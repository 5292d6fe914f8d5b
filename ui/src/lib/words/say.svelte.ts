// What the window says, in the language that is spoken: the one door to the catalogues.
//
// The catalogues are plain objects and functions, typed by the English one: what a language lacks, or has
// too much, does not compile, and plurals are a function of that language. No library is needed for this.
import { de } from './de';
import { told as german } from './de/told';
import { en, type Words } from './en';
import { tellerOf, type Teller } from './told';

export type Language = 'en' | 'de';

const CATALOGUES: Record<Language, Words> = { en, de };

/** The engine says everything in English. */
const TELLERS: Record<Language, Teller> = { en: (text) => text, de: tellerOf(german) };

/** The languages by the names that they give themselves. */
export const LANGUAGES: Record<Language, string> = { en: 'English', de: 'Deutsch' };

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(CATALOGUES, value);

let spoken = $state<Language>('en');

/** Speaks a language from now on: all that was read of {@link say} is read anew. */
export function speak(language: Language): void {
  spoken = language;
}

/**
 * The words of the language that is spoken, by area: `say.viewer.bar.zoom`. To be read where they are
 * shown or within `$derived`: what is kept beyond that stays in the language that it was read in.
 */
export const say: Words = new Proxy(en, {
  get: (_, area) => Reflect.get(CATALOGUES[spoken], area)
});

/**
 * What the engine says - an error, a note - in the language that is spoken; as it is where it is not known.
 * To be called where it is shown, like all of {@link say}.
 */
export const told: Teller = (text) => TELLERS[spoken](text);

/** The first of the languages wanted that the window can speak; English where it can speak none. */
export function languageOf(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage);
  return known ?? 'en';
}
