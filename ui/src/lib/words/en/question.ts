// The question: its box, what it is limited to, how it was read, earlier ones.
import type { ChipKind, PassageKind, QuestionKind } from '../../platform/bindings';
import { counted, listed } from './figures';

export const question = {
  titles: { answer: 'Ask', history: 'Earlier questions', notebook: 'Notebook' },
  back: 'Back',
  looking: (documents: number) => `Looking through ${counted(documents, 'document')}`,
  answered: (evidence: number) => `Answered, with ${counted(evidence, 'piece')} of evidence.`,
  nothing: 'Nothing was found.',
  recent: 'Recent questions',
  how: [
    'Ask in plain words, in full sentences if you like.',
    'Each sentence of the answer carries a number.',
    'Press a number to see its words lit up on the page.'
  ] as [string, string, string],
  tryThese: 'Questions to try',
  tryTheseTitle: 'Try one of these',

  /** Why nothing can be asked now. */
  waits: {
    missing: 'Something is missing: see the message above.',
    collection: (name: string) => `No document of “${name}” can be asked yet.`,
    first: 'You can ask as soon as the first document is ready.',
    several: (busy: number) =>
      `You can ask as soon as one of the ${counted(busy, 'document')} is ready.`,
    locked: 'Enter the password of a document in the list first.',
    none: 'Add a document first.',
    failed: 'No document is ready. Add another one, or retry one of the list.'
  },

  box: {
    label: 'Ask your documents a question',
    followUp: 'Follow up, as in “and in 2021?”, or ask anew',
    empty: 'Type a question first.',
    asksOf: (documents: number) => `Asks the ${counted(documents, 'document')} of`,
    asks: 'Asks',
    chosen: (documents: number) => counted(documents, 'chosen document'),
    askAll: 'Ask all',
    asksAll: (ready: number) =>
      `Asks ${ready === 1 ? 'your document' : `all ${counted(ready, 'document')}`}`,
    newTopic: 'New topic',
    newTopicDetail: 'New topic: the next question follows up nothing',
    ask: 'Ask',
    askTitle: (key: string) => `Ask (${key})`,
    filters: 'Filters',
    takeBack: (filter: string) => `Take back the filter ${filter}`,
    takeBackTitle: (filter: string) => `${filter}\nClick to take it back`
  },

  filter: {
    label: 'Filters',
    words: 'Filter',
    title: 'Keep the question to kinds of passages, sections or a time',
    kinds: 'Look only in',
    /** Kinds of passages, in the plural. */
    kindNames: { text: 'Text', table: 'Tables', list: 'Lists', code: 'Code' } satisfies Record<
      PassageKind,
      string
    >,
    years: 'Documents of the years',
    from: 'from',
    until: 'to',
    first: 'First year',
    last: 'Last year',
    fromYear: (year: number) => `from ${year}`,
    untilYear: (year: number) => `up to ${year}`,
    note: 'A document’s year is read from its name, title and first pages; one without a year is left out. To ask one section, open the contents and press the funnel beside it.',
    clear: 'Clear all'
  },

  /** What it was taken to ask. */
  understood: {
    label: 'Understood as',
    lead: 'Understood as:',
    asTyped: 'Ask it as typed',
    asTypedDetail: 'Ask it as typed, as a question of its own',
    askedAsTyped: 'Asked as typed.',
    followUp: 'Ask as a follow-up',
    kind: 'Kind of answer',
    kindIs: (kind: string) => `Kind of answer: ${kind}`,
    kindTitle: (kind: string) => `Kind of answer: ${kind}\nClick to choose another`,
    kinds: {
      fact: 'Fact',
      number: 'Number',
      definition: 'Definition',
      yes_no: 'Yes or no',
      list: 'List',
      comparison: 'Comparison',
      summary: 'Summary'
    } satisfies Record<QuestionKind, string>,
    /** What is asked of every one of several documents, without naming them. */
    ofEach: 'Of each',
    ofEachOf: (count: number) => `Of each of ${count} documents`,
    /** What a finding is, as said before its label. */
    findings: {
      kind: 'Kind of answer',
      documents: 'Document',
      period: 'Time',
      unit: 'Unit',
      phrase: 'Exact words',
      reference: 'Part',
      place: 'Place',
      instruction: 'How to answer',
      follow_up: 'Follow-up',
      spelling: 'Spelling'
    } satisfies Record<ChipKind, string>,
    only: 'Only',
    onlyThese: 'Only these documents were searched',
    on: (what: string) => `${what}\nClick to leave it out`,
    off: (label: string) => `Left out; click to use it\n${label}`,
    fewer: 'Fewer',
    more: (number: number) => `+${number} more`,
    reset: 'Reset',
    resetDetail: 'Read the question as it was first understood',
    asking: 'Asking again',
    refused: 'The question could not be asked again. The answer is as it was.'
  },

  history: {
    none: 'No questions yet. What you ask is kept here, on this computer only.',
    search: 'Search earlier questions',
    save: 'Save as table…',
    saveDetail: 'All questions, with what was found and how you rated it, as a table',
    noFit: (sought: string) => `No earlier question has “${sought}” in it.`,
    follows: 'Follows up the question above',
    wentWith: (files: readonly string[]) => ` · its answer went with ${listed(files)}`,
    notSaid: ' · the documents did not say',
    forget: 'Forget',
    forgetThis: 'Forget this question',
    edit: 'Change and ask'
  },

  /** The table of all questions, as a file. */
  log: {
    file: 'Citelight questions',
    kind: 'Table',
    saved: (path: string) => `The questions are in ${path}.`
  }
};
