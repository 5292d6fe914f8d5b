// The texts that Rust sources hold: what the engine can say is read where it says it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** Comments, raw strings, single characters, strings: in that order, so that each is taken for itself. */
const TOKENS =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\bb?r(#*)"([\s\S]*?)"\1|'(?:\\u\{\w+\}|\\x\w\w|\\.|[^'\\\n])'|"((?:\\[\s\S]|[^"\\])*)"/g;

export interface RustText {
  /** Its holes empty: "“{}” is not there." */
  form: string;
  /** Whether it is the text of an error, whatever it ends with. */
  error: boolean;
}

/** The texts of all sources below a folder (or of one file) of the repository; tests are left out. */
export function rustTexts(path: string): RustText[] {
  const files = /\.\w+$/.test(path)
    ? [path]
    : (readdirSync(join(ROOT, path), { recursive: true }) as string[])
        .filter((name) => /\.rs$/.test(name) && !/tests?\.rs$/.test(name))
        .map((name) => join(path, name));
  return files.flatMap((file) => textsOf(readFileSync(join(ROOT, file), 'utf8')));
}

export function textsOf(source: string): RustText[] {
  const tests = source.search(
    /^ *#\[cfg\((?:test|all\(test[^\]]*)\)\]\s*(?:pub\(\w+\) )?mod \w+ \{/m
  );
  const code = tests < 0 ? source : source.slice(0, tests);
  const found: RustText[] = [];
  for (const match of code.matchAll(TOKENS)) {
    const [, , raw, written] = match;
    const text = raw ?? (written === undefined ? undefined : unescaped(written));
    if (text === undefined) continue;
    const form = text.replace(/\{[^{}]*\}/g, '{}');
    found.push({ form, error: /#\[error\(\s*$/.test(code.slice(0, match.index)) });
  }
  return found;
}

const unescaped = (text: string): string =>
  text
    .replace(/\\\n\s*/g, '')
    .replace(/\\u\{([0-9a-f]+)\}/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/\\(["'\\])/g, '$1');
