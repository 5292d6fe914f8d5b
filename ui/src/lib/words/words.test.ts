// The catalogues: German is whole and its own, and nothing that a person sees stands outside of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { literalsOf } from '../../test/literals';
import { de } from './de';
import { en } from './en';
import { languageOf, say, speak } from './say.svelte';

type Leaf = string | ((...args: unknown[]) => unknown);

/** All entries of a catalogue by their place in it. */
function entriesOf(words: object, place = ''): [string, Leaf][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
    const at = place === '' ? key : `${place}.${key}`;
    return typeof value === 'object' && value !== null
      ? entriesOf(value, at)
      : [[at, value as Leaf] as [string, Leaf]];
  });
}

/** What an entry says in both languages, called with all that entries are called with. */
function pairsOf(english: Leaf, german: Leaf): [string, string][] {
  if (typeof english === 'string' || typeof german === 'string')
    return [[String(english), String(german)]];
  const samples = [
    [1, 1, true],
    [2, 2, true],
    ['x', 'y', 'z'],
    [2, 'x', 'y'],
    ['x', 2, 'y'],
    [['x', 'y']],
    [new Date(2025, 4, 14, 9, 5)]
  ];
  return samples.flatMap((args) => {
    try {
      const [said, own] = [english(...args), german(...args)];
      if (typeof said !== 'string' || typeof own !== 'string') return [];
      return MEANINGLESS.test(said + own) ? [] : [[said, own]];
    } catch {
      return []; // It is called with something else.
    }
  });
}

/** What comes of a call with arguments of another kind. */
const MEANINGLESS = /undefined|NaN|\[object/;

/** Words that both languages have in common. */
const SAME = new Set([
  'figures.count',
  'figures.listed',
  'figures.decimal',
  'figures.percent',
  'figures.milliseconds',
  'figures.seconds',
  'figures.exactTime',
  'library.collections.counted',
  'library.row.version',
  'library.row.pagesAndSize',
  'library.details.version',
  'shared.keys',
  'shared.language',
  'question.filter.kindNames.text',
  'question.filter.kindNames.code',
  'answer.evidence.within',
  'answer.series.title',
  'answer.saving.forms.text',
  'answer.saving.forms.markdown',
  'answer.saving.forms.json',
  'matrix.name',
  'matrix.forms.md',
  'settings.appearance.sizes.normal',
  'settings.folders.files',
  'settings.search.indexes.hnsw.label',
  'matrix.name',
  'matrix.cell',
  'matrix.forms.md'
]);

describe('German', () => {
  const english = new Map(entriesOf(en));
  const german = new Map(entriesOf(de));
  const both = [...english].map(([place, entry]): [string, [string, string][]] => [
    place,
    pairsOf(entry, german.get(place) ?? '')
  ]);

  it('has the entries of English, in their order', () => {
    expect([...german.keys()]).toEqual([...english.keys()]);
  });

  test.each(both)('says %s its own way', (place, pairs) => {
    expect(pairs.length).toBeGreaterThan(0);
    for (const [said, own] of pairs) {
      expect(own.trim()).not.toBe('');
      if (!SAME.has(place)) expect(own).not.toBe(said);
    }
  });

  test.each(both)('has the marks of German: %s', (_, pairs) => {
    // Quotes „like these“, and a space that does not break before what is left out.
    for (const [, own] of pairs) expect(own).not.toMatch(/”|“\p{L}|["']| …|\p{L}…/u);
  });
});

it('the first language that is wanted and known is spoken, else English', () => {
  expect(languageOf(['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(languageOf(['EN-us', 'de'])).toBe('en');
  expect(languageOf(['fr'])).toBe('en');
  expect(languageOf([])).toBe('en');
});

it('figures, times and lists are those of the language', () => {
  expect(say.figures.documents(1204)).toBe('1,204 documents');
  speak('de');
  expect(say.figures.documents(1204)).toBe('1.204 Dokumente');
  expect(say.figures.documents(1)).toBe('1 Dokument');
  expect(say.figures.listed(['a', 'b', 'c'])).toBe('a, b und c');
  expect(say.figures.decimal(1.44, 1)).toBe('1,4');
  expect(say.shared.keys('Ctrl Shift R')).toBe('Strg Umschalt R');
  expect(say.shared.language('fra', 'French')).toBe('Französisch');
  expect(say.shared.language('own_data', 'own_data')).toBe('own_data');
});

describe('what a person sees', () => {
  const SOURCES = join(import.meta.dirname, '../..');
  /** Names, which no language translates, and the keys of the English keyboard, which are translated later. */
  const NAMES = new Set(['Citelight', 'Aa', 'config.json', 'deu.traineddata']);
  const KEYS = /^(Enter|(Ctrl|Shift|Alt)\b.*)$/;
  /** Neither the catalogues themselves nor what only tests and a plain browser see. */
  const OTHERS =
    /\.test\.ts$|^lib\/words\/|^test\/|^lib\/platform\/(bindings|fake[\w-]*|start)\.ts$/;

  const files = (readdirSync(SOURCES, { recursive: true }) as string[])
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(svelte|ts)$/.test(path) && !OTHERS.test(path));

  test.each(files)('stands in the catalogue: %s', (path) => {
    const source = readFileSync(join(SOURCES, path), 'utf8');
    const texts = literalsOf(source, path);
    expect(texts.filter((text) => !NAMES.has(text) && !KEYS.test(text))).toEqual([]);
  });

  it('would be found elsewhere', () => {
    const component = `<script lang="ts">
      import { x } from './Some thing';
      let entries = [{ words: 'copy', testid: 'Not shown' }];
      const mode = y === 'Not shown here' ? \`Read \${x} of them\` : say.answer.of('Not this one');
      throw new Error('Not for a person');
    </script>
    <p class="not shown">Some words</p>
    <Icon name="file" /><Button name="close" title={a === 'b' ? 'twice' : 'once'} {label} />`;
    expect(literalsOf(component, 'a.svelte').sort()).toEqual(
      ['Not shown', 'Read … of them', 'Some words', 'close', 'copy', 'once', 'twice'].sort()
    );
  });
});
