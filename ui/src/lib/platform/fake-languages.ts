// The languages of the fake platform: English and German are there, French is known only.
import type { Language, WireError } from './bindings';

const NAMES: Record<string, string> = { fra: 'French', ita: 'Italian', pol: 'Polish' };

export class FakeLanguages {
  list: Language[] = [
    { code: 'eng', name: 'English', installed: true, chosen: true },
    { code: 'deu', name: 'German', installed: true, chosen: false },
    { code: 'fra', name: 'French', installed: false, chosen: false }
  ];

  choose(codes: string[]): Language[] {
    if (codes.length === 0) {
      throw {
        code: 'input',
        message: 'At least one language is needed.',
        hint: null
      } satisfies WireError;
    }
    this.list = this.list.map((each) => ({ ...each, chosen: codes.includes(each.code) }));
    return this.list;
  }

  add(path: string): Language[] {
    const file = path.split(/[\\/]/).pop() ?? path;
    const code = file.replace(/\.traineddata$/, '');
    if (code === file) {
      throw {
        code: 'input',
        message: `“${file}” is not a file of language data.`,
        hint: 'Its name ends in .traineddata.'
      } satisfies WireError;
    }
    const known = this.list.some((each) => each.code === code);
    this.list = known
      ? this.list.map((each) => (each.code === code ? { ...each, installed: true } : each))
      : [...this.list, { code, name: NAMES[code] ?? code, installed: true, chosen: false }];
    return this.list;
  }
}
