// Answer matrices, and the changes of contracts.
import type { CellState, Choice } from '../../model/matrix';

export const matrix = {
  title: 'Answer matrix',
  open: 'Answer matrix',
  openTitle: 'Put the same questions to several documents',
  empty:
    'A matrix puts the same questions to each of several documents: a row a document, a column a question, every answer with the words that say it.',
  which: 'Matrix',
  make: 'New matrix',
  name: 'Name',
  questions: 'Questions, one a line',
  documents: (many: number) =>
    many === 1
      ? '1 document, as chosen in the library'
      : `${many} documents, as chosen in the library`,
  allDocuments: (many: number) =>
    many === 1 ? 'The one document of the library' : `All ${many} documents of the library`,
  start: 'Make and fill',
  cancel: 'Cancel',
  fill: 'Fill what waits',
  again: 'Fill all anew',
  stop: 'Stop',
  stopping: 'Stopping…',
  progress: (done: number, total: number) => `${done} of ${total} cells filled`,
  filter: 'Rows with these words',
  show: 'Show',
  choices: {
    all: 'All rows',
    open: 'With a gap',
    doubtful: 'With a doubtful answer',
    corrected: 'With a correction'
  } satisfies Record<Choice, string>,
  document: 'Document',
  sort: (column: string) => `Sort by “${column}”`,
  states: {
    waiting: 'not asked yet',
    problem: 'could not be asked',
    none: 'not said',
    doubtful: 'doubtful',
    said: 'said',
    corrected: 'corrected'
  } satisfies Record<CellState, string>,
  outdated: 'the document has changed since',
  was: (text: string) => `The document says: ${text}`,
  cell: (document: string, question: string, text: string) => `${document}. ${question} ${text}`,
  keys: 'Arrow keys move · Enter shows the words · F2 corrects · Delete takes a correction back',
  correction: 'Correction',
  page: (label: string) => `p. ${label}`,
  save: 'Save the matrix',
  saveWords: 'Save',
  forms: {
    xlsx: 'Workbook',
    csv: 'Comma-separated values',
    md: 'Markdown',
    html: 'Web page'
  },
  saveAs: (form: string) => `Save as ${form}…`,
  saved: (path: string) => `The matrix is in ${path}.`,
  remove: 'Delete the matrix',
  removeAsk: 'Delete it with its answers and corrections?',
  removeYes: 'Delete',
  noRows: 'No row fits.',
  changes: {
    title: (file: string) => `Changes of ${file}`,
    open: 'Changes of this contract',
    none: 'No changes were found: neither in this document nor in others about the same parties.',
    part: (number: string) => `Part ${number}`,
    kinds: { replaced: 'replaced', deleted: 'deleted', added: 'added' },
    before: 'Before',
    wholePart: 'Before (the whole part)',
    after: 'From then on',
    deleted: 'These words no longer hold.',
    unknown: 'The words before are not known.',
    dates: (dates: string) => `Dates: ${dates}`,
    dated: (date: string) => `Document of ${date}`,
    said: 'The change',
    saved: (path: string) => `The changes are in ${path}.`,
    file: 'Changes'
  }
};
