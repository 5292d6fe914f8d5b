// What the engine says, in German: every sentence that its sources hold has one, and none is left over.
import { describe, expect, it, test } from 'vitest';
import { rustTexts, textsOf } from '../../test/rust-texts';
import { told as german } from './de/told';
import { speak, told } from './say.svelte';
import { tellerOf } from './told';

/** Where it is made what reaches the window. */
const SOURCES = [
  'crates/answer/src/calculate.rs',
  'crates/api/src',
  'crates/engine/src',
  'crates/fetch/src/hub.rs',
  'crates/fetch/src/main.rs',
  'crates/fetch/src/pack.rs',
  'crates/generator/src/lib.rs',
  'crates/index/src',
  'crates/models/src',
  'crates/packs/src',
  'crates/parts/src',
  'crates/print/src',
  'crates/reader/src/error.rs',
  'crates/store/src',
  'src-tauri/lib.rs',
  'src-tauri/pages.rs'
];
/** Where parts of sentences are made besides, and rules that are told with a figure. */
const OTHERS = [
  'crates/ocr/src/error.rs',
  'crates/pdf/src',
  'crates/reader/src',
  'crates/reader-child/src',
  'crates/trades/trades/finance.toml'
];

/**
 * Not for the window: what only the command line and programs that connect are told, what stands in saved
 * files, and what only people who write a trade are told.
 */
const ELSEWHERE = new Set([
  'The stop flag was set.',
  'A line of `citelight --json` of {}.',
  'This cannot be read: {}.',
  'Make it readable to you, as text in UTF-8.',
  // Of backups that are made and restored by hand.
  'A backup is a folder or a .tar file that `citelight backup` wrote to its end.',
  'A backup within the library would be lost with it.',
  'Name another place, best on another disk.',
  '“{}” holds other files.',
  'Name a folder that is empty, or not there yet, or an earlier backup.',
  '“{}” is not a backup of a library, or not a whole one.',
  '“{}” in the backup {}; nothing was restored.',
  'Restore another backup.',
  'The library in {} has made no backup of itself yet.',
  'Name one that you made, or make the database again with `citelight rebuild`.',
  'The library in {} is open.',
  'Close the window and whatever else works with it, and try again.',
  // Of an encrypted library.
  'Give the passphrase when you are asked for it, or as the first line of the input: --passphrase-stdin.',
  'The library is not encrypted.',
  'There is nothing to do.',
  // Of models whose source the window trusts.
  'What {} holds is not fixed: {} gives its newest.',
  'Say that you trust that source: `citelight models install NAME --trust-source`.',
  // Of parts of documents that programs ask for.
  'The pages end at {}, before they begin at {}.',
  'Name the first page first.',
  '“{}” has no table {}.',
  'It has {} tables, counted from 0.',
  '“{}” does not lead to words of document {}.',
  'Give links as they came with quotes of this document, from “citelight://” to their end.',
  'No words of the document stand at “{}”.',
  'Ask or search again: the document may have been cut anew since.',
  // In the file of a contract's changes.
  'No changes were found.'
]);

const sources = SOURCES.flatMap(rustTexts);
const sentences = [
  ...new Set(
    sources
      .filter(({ form, error }) => error || /^(\p{Lu}|“|`|\{\}).*\p{L}.* .*[.…]$/u.test(form))
      .map(({ form }) => form)
      .filter((form) => /\p{L}{2,} |\{\} \p{L}{2}/u.test(form) && !ELSEWHERE.has(form))
  )
].sort();

/** Put together in the sources of pieces, which are looked for instead. */
const PIECES: Record<string, string[]> = {
  'In the trade “{}”: {}': ['In the trade “{}”{}: {}'],
  'In the trade “{}”, line {}: {}': ['In the trade “{}”{}: {}', ', line {}'],
  ...Object.fromEntries(
    [
      'pages without their words',
      'pages beyond the end of their document',
      'documents that are ready but lack pages',
      'documents that wait for an import that is not queued',
      'documents without vectors whose import is not queued',
      'searchable passages without a vector',
      'passages that the word index does not hold'
    ].map((rule) => [`{} ${rule}`, [rule]])
  ),
  '{} does not open with this password': ['does not open with this password'],
  '{} needs a password': ['needs a password'],
  'Page {} could not be read: {}': ['Page', '{} could not be read: {}'],
  'Pages {} could not be read: {}': ['Pages', '{} could not be read: {}'],
  'Both the same: {}': ['Both', '{} the same: {}'],
  'All the same: {}': ['All', '{} the same: {}'],
  'Nearly as likely:': ['Nearly as likely'],
  'The nearest that I found:': ['The nearest that I found'],
  '{} page': ['page', '{} {}s'],
  '{} pages': ['page', '{} {}s'],
  '{} document': ['document', '{} {}s'],
  '{} documents': ['document', '{} {}s'],
  '{} passages': ['passage', '{} {}s'],
  'page {} of {}': ['page {} of '],
  '{} and {} more': [' and {} more']
};

describe('the engine', () => {
  it('has sentences to say', () => expect(sentences.length).toBeGreaterThan(150));

  test.each(sentences)('says in German: %s', (form) => {
    expect(Object.keys({ ...german.sentences, ...german.parts })).toContain(form);
  });

  const known = new Set([...sources, ...OTHERS.flatMap(rustTexts)].map(({ form }) => form));
  const all = [...Object.entries(german.sentences), ...Object.entries(german.parts)];

  test.each(all.map(([form]) => form))('says somewhere: %s', (form) => {
    for (const piece of PIECES[form] ?? [form]) expect([...known]).toContain(piece);
  });

  test.each(all)('is understood: %s', (form, own) => {
    // Every hole is filled with a name of its own, which stands in the German sentence too.
    const names = ['Xanadu', 'Ypsilon', 'Zebulon', 'Wotan'];
    let holes = 0;
    const english = form.replaceAll('{}', () => names[holes++] ?? '');
    const forms = Object.hasOwn(german.sentences, form)
      ? german
      : { sentences: german.parts, parts: {} };
    const said = tellerOf(forms)(english);
    expect(said).not.toBe(english);
    expect(said).not.toMatch(/\{\d?\}/);
    expect(said).not.toMatch(/”|“\p{L}|["'’]| …|\p{L}…/u);
    if (typeof own === 'string')
      expect(names.filter((name) => said.includes(name))).toEqual(names.slice(0, holes));
  });
});

describe('told', () => {
  const de = tellerOf(german);

  test.each([
    ['“report.pdf” is not there.', '„report.pdf“ ist nicht da.'],
    [
      'I found nothing in these documents that says when.',
      'Ich habe in diesen Dokumenten nichts gefunden, was sagt, wann.'
    ],
    [
      'I found nothing in lease.pdf that settles this.',
      'Ich habe in lease.pdf nichts gefunden, was das entscheidet.'
    ],
    ['page 3 of “a.pdf” took longer than 20 s', 'Seite 3 von „a.pdf“ brauchte länger als 20 s'],
    [
      'Pages 1, 2, 3 and 4 more could not be read: page 1 of “a.pdf” cannot be read: it has no area',
      'Die Seiten 1, 2, 3 und 4 weitere konnten nicht gelesen werden: Seite 1 von „a.pdf“ ist nicht lesbar: Sie hat keine Fläche'
    ],
    [
      'I looked at the 12 passages nearest to the question, on 9 pages of 2 documents. There are 312 pages in all. ' +
        '“a.pdf” is still being prepared: for now it is searched by the words of the question, not yet by its meaning. ' +
        'Ask again in a moment for more.',
      'Durchgesehen habe ich die 12 Passagen, die der Frage am nächsten stehen, auf 9 Seiten in 2 Dokumenten. Insgesamt sind es 312 Seiten. ' +
        '„a.pdf“ wird noch vorbereitet: Vorerst wird nach den Wörtern der Frage gesucht, noch nicht nach ihrer Bedeutung. ' +
        'Fragen Sie gleich noch einmal, um mehr zu finden.'
    ],
    [
      'Page 3 could not be read: page 3 of “a.pdf” could not be read: the program that reads it ended unexpectedly',
      'Seite 3 konnte nicht gelesen werden: Seite 3 von „a.pdf“ konnte nicht gelesen werden: Das Leseprogramm endete unerwartet'
    ],
    [
      '“a.pdf”: Pages 1, 2 and 4 more may not be read whole: it holds about 40 pieces of text that cannot be read, because their font is not in the file.',
      '„a.pdf“: Die Seiten 1, 2 und 4 weitere sind vielleicht nicht ganz gelesen: Sie enthält etwa 40 Textstücke, die nicht lesbar sind, weil ihre Schrift nicht in der Datei liegt.'
    ],
    [
      'The database of the library in /x is lost. The copies of your PDFs lie beside it. `citelight rebuild` makes it again ' +
        'from them, from what is left of it, and from its backup of 14 May 2025: questions, answers and notes come back, ' +
        'the documents are read anew.',
      'Die Datenbank der Bibliothek in /x fehlt. Die Kopien Ihrer PDFs liegen daneben. `citelight rebuild` stellt sie ' +
        'wieder her: aus den Kopien, aus dem, was von ihr übrig ist, und aus ihrer Sicherung vom 14. Mai 2025. Fragen, ' +
        'Antworten und Notizen kommen zurück, die Dokumente werden neu gelesen.'
    ],
    [
      'Opening the folder “x” failed: Permission denied (os error 13).',
      'Das Öffnen des Ordners „x“ ist fehlgeschlagen: Permission denied (os error 13).'
    ]
  ])('%s', (english, own) => expect(de(english)).toBe(own));

  it('leaves alone what the engine did not say', () => {
    for (const text of ['', 'The signature is missing', 'Notice is sixty days.', 'Annual report'])
      expect(de(text)).toBe(text);
  });

  it('follows the language', () => {
    expect(told('The question is empty.')).toBe('The question is empty.');
    speak('de');
    expect(told('The question is empty.')).toBe('Die Frage ist leer.');
  });
});

test.each(['mod', 'pub(crate) mod'])('texts are read out of Rust, without %s tests', (mod) => {
  const source = `// "no comment"
    #[error("{} is {why}: {0:?}.", path.display())]
    let a = 'x'; let b = '"'; let c = "One \\
        line with \\"quotes\\".";
    fn f<'a>(x: &'a str) { r#"raw "one""# }
    #[cfg(test)]
    ${mod} tests { "not this" }`;
  expect(textsOf(source)).toEqual([
    { form: '{} is {}: {}.', error: true },
    { form: 'One line with "quotes".', error: false },
    { form: 'raw "one"', error: false }
  ]);
});
