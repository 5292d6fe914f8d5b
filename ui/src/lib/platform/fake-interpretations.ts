// What the fake platform takes a question to ask: a handful of patterns, enough for every kind of
// finding. Keys and labels are as the app's own.
import { en } from '../words/en';
import type {
  Chip,
  ChipKind,
  Corrections,
  DocumentId,
  DocumentRow,
  Found,
  Interpretation,
  QuestionKind,
  Side,
  Span
} from './bindings';
import { IDS } from './fake-documents';

const KINDS: [RegExp, QuestionKind][] = [
  [/^(compare|how does .* differ)/i, 'comparison'],
  [/^(summari[sz]e|describe)/i, 'summary'],
  [/^(list|which)/i, 'list'],
  [/^how (much|many)/i, 'number'],
  [/^what (is meant by|does .* mean)/i, 'definition'],
  [/^(is|are|does|do|may|can|must)\b/i, 'yes_no']
];

const PATTERNS: [ChipKind, RegExp, (words: string) => [string, string]][] = [
  ['period', /\b(FY ?)?(?:19|20)\d\d\b/g, (words) => [`period:${words.slice(-4)}`, words]],
  [
    'reference',
    /\b(?:clause|note|section|item) \d+(?:\.\d+)*[A-Z]?/gi,
    (words) => [`reference:${words.toLowerCase().replace(' ', '-')}`, words]
  ],
  [
    'unit',
    /\bin (millions|thousands|per cent|dollars)\b/gi,
    (words) => [`unit:${words.slice(3)}`, words.slice(3)]
  ],
  [
    'instruction',
    /\b(in one sentence|briefly|in plain words|step by step)\b/gi,
    (words) => [`instruction:${words.toLowerCase()}`, words]
  ]
];

/** Words by which documents are named. */
const NAMES: [RegExp, DocumentId][] = [
  [/\blease\b/gi, IDS.lease],
  [/\bannual report\b/gi, IDS.report],
  [/\b(battery review|degradation review)\b/gi, IDS.battery]
];

function find(question: string, pattern: RegExp, name: (words: string) => [string, string]) {
  const all = new Map<string, Found>();
  for (const match of question.matchAll(pattern)) {
    const [key, label] = name(match[0]);
    const span = { start: match.index, end: match.index + match[0].length };
    const known = all.get(key);
    if (known) known.spans.push(span);
    else all.set(key, { key, label, spans: [span] });
  }
  return [...all.values()];
}

/** The two of the one comparison that is asked. */
function sidesOf(question: string): Side[] {
  if (!question.startsWith('Compare the annual report and the lease')) return [];
  return ['annual report', 'lease'].map((label) => {
    const start = question.indexOf(label);
    const span = { start, end: start + label.length };
    const documents = NAMES.filter(([pattern]) => label.match(pattern)).map(([, id]) => id);
    return { label, span, query: question, documents, periods: [], references: [] };
  });
}

/** `documents`: those that are asked and ready to answer. */
export function interpret(
  question: string,
  documents: readonly DocumentRow[],
  corrections: Corrections
): Interpretation {
  const { off, kind } = corrections;
  const on = ({ key }: Found) => !off.includes(key);
  const chips: Chip[] = PATTERNS.flatMap(([kind, pattern, name]) =>
    find(question, pattern, name).map((found) => ({ kind, found, on: on(found) }))
  );
  const of = (kind: ChipKind) =>
    chips.filter((chip) => chip.on && chip.kind === kind).map(({ found }) => found);

  const named = NAMES.flatMap(([pattern, id]) => {
    const row = documents.find((each) => each.id === id);
    if (!row) return [];
    const found = find(question, pattern, () => [`document:${id}`, row.file_name]);
    return found.map((found) => ({ found, strength: 'only' as const, documents: [id] }));
  });
  chips.push(...named.map(({ found }) => ({ kind: 'documents' as const, found, on: on(found) })));
  const used = named.filter(({ found }) => on(found));
  const only = used.flatMap(({ documents }) => documents);

  const sides = sidesOf(question);
  const whole: Span = { start: 0, end: question.length };
  const read = KINDS.find(([pattern]) => pattern.test(question))?.[1] ?? 'fact';
  if (kind !== null || read !== 'fact') {
    const shown = kind ?? read;
    const parts = shown === 'comparison' ? sides.map(({ label }) => label).join(' | ') : '';
    const words = en.question.understood.kinds[shown];
    const label = parts === '' ? words : `${words}: ${parts}`;
    const found = { key: `kind:${shown}`, label, spans: [whole] };
    chips.unshift({ kind: 'kind', found, on: kind !== null || on(found) });
  }
  const holds = kind ?? (off.includes(`kind:${read}`) ? 'fact' : read);

  return {
    kind: holds,
    // What the window does not show.
    sought: null,
    sort: 'other',
    figure: false,
    decimals: null,
    names: [],
    listed: [],
    term: null,
    reach: 'passages',
    claim: null,
    documents: used,
    only,
    priors: only.map((document) => ({ document, score: 1 })),
    elsewhere: only.length > 0 ? 0.1 : 0.5,
    periods: of('period').map((found) => ({
      found,
      value: { one: { year: Number(found.label.slice(-4)), part: 'whole' } },
      fiscal: found.label.startsWith('FY')
    })),
    units: of('unit').map((found) => ({ found, kind: 'scale', unit: found.label })),
    references: of('reference').map((found) => {
      const [word = '', number = ''] = found.label.toLowerCase().split(' ');
      return { found, kind: 'section', word, number };
    }),
    instructions: of('instruction'),
    sides: holds === 'comparison' ? sides : [],
    chips,
    rewritten: null,
    corrections
  };
}
