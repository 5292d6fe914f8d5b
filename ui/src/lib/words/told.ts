// What the engine says - errors, notes, states of pages - in another language than English.
//
// The engine says everything as an English text: the command line prints it, the library keeps it with
// answers and documents. Its sentences are known by their English form, as in gettext: what stands in the
// holes of the form are its parameters. A language has a sentence of its own for every form; that all of
// them are there, and that none is left over, is tested against the engine's sources. A text without a form
// is shown as it is.

/** A sentence with what stands in its holes: "„{1}“ hat keine Seite {2}." */
export type Form = string | ((...holes: string[]) => string);

export interface Told {
  /** By their English form: "“{}” has no page {}." */
  sentences: Readonly<Record<string, Form>>;
  /** What stands in holes and is itself said: "The PDF library", "it is empty". */
  parts: Readonly<Record<string, Form>>;
}

/** Says a text of the engine. */
export type Teller = (text: string) => string;

/** Where a sentence may end and the next one begin. */
const ENDS = /[.!?…] /g;
/** Texts that are kept with what was said for them; they are few, and shown again and again. */
const MOST_KEPT = 500;

export function tellerOf({ sentences, parts }: Told): Teller {
  const [sentenceOf, partOf] = [reader(sentences), reader(parts)];
  const kept = new Map<string, string>();

  // A page that could not be read says so in a sentence of its own.
  const hole = (text: string): string => partOf(text, hole) ?? sentenceOf(text, hole) ?? text;

  /** One sentence or several behind each other; null where the first of them is not known. */
  function all(text: string): string | null {
    let partly: string | null = null;
    for (const { index } of text.matchAll(ENDS)) {
      const first = sentenceOf(text.slice(0, index + 1), hole);
      if (first === null) continue;
      const rest = text.slice(index + 2);
      const others = all(rest);
      if (others !== null) return `${first} ${others}`;
      partly ??= `${first} ${rest}`;
    }
    return sentenceOf(text, hole) ?? partly;
  }

  return (text) => {
    let said = kept.get(text);
    if (said === undefined) {
      // A part alone is said where it is one to the letter: what only looks like one may be a quote.
      said = all(text) ?? (Object.hasOwn(parts, text) ? hole(text) : text);
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(text, said);
    }
    return said;
  };
}

/** Finds the form of a text, and fills the other language's. */
function reader(forms: Readonly<Record<string, Form>>) {
  const plain = new Map<string, Form>();
  const holed: { pattern: RegExp; letters: number; form: Form }[] = [];
  for (const [english, form] of Object.entries(forms)) {
    const pieces = english.split('{}');
    if (pieces.length === 1) plain.set(english, form);
    else {
      const pattern = new RegExp(`^${pieces.map(escaped).join('(.+?)')}$`, 'su');
      holed.push({ pattern, letters: pieces.join('').length, form });
    }
  }
  // Of two forms that fit, the one that says more is meant.
  holed.sort((a, b) => b.letters - a.letters);

  return (text: string, hole: (text: string) => string): string | null => {
    const form = plain.get(text);
    if (form !== undefined) return filled(form, []);
    for (const each of holed) {
      const found = each.pattern.exec(text);
      if (found) return filled(each.form, found.slice(1).map(hole));
    }
    return null;
  };
}

function filled(form: Form, holes: string[]): string {
  if (typeof form === 'function') return form(...holes);
  return form.replace(/\{(\d)\}/g, (_, at: string) => holes[Number(at) - 1] ?? '');
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
