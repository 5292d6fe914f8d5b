// The list of documents: adding, states, choosing, collections, passwords, removing.
import type { Sort } from '../../model/listing';
import type { ActiveContent } from '../../platform/bindings';
import { count, counted, listed } from './figures';

const it = (documents: number) => (documents === 1 ? 'it' : 'them');

export const library = {
  documents: 'Documents',
  opening: 'Opening the library…',
  none: 'No documents',
  readyOf: (ready: number, total: number) => `${count(ready)} of ${count(total)} ready`,
  needLook: (number: number) => (number === 1 ? '1 needs a look' : `${count(number)} need a look`),
  filter: 'Filter documents by title, name or text',
  filterWords: 'Filter by title, name or text',
  noFit: 'No document fits the filter.',
  emptyCollection: 'Nothing is in this collection.',
  showAll: (total: number) => `Show all ${count(total)}`,
  orderLabel: 'Order of the documents',
  order: (sort: string) => `Order: ${sort.toLowerCase()}`,
  sorts: {
    newest: 'Newest first',
    title: 'Title',
    pages: 'Most pages first',
    size: 'Largest file first'
  } satisfies Record<Sort, string>,

  add: {
    label: 'Add documents',
    words: 'Add',
    title: (key: string) => `Add files (${key})`,
    others: 'Other ways to add documents',
    files: 'Add files',
    filesMore: 'Add files…',
    folder: 'Add a folder…',
    watch: 'Watch a folder…',
    samples: 'Add the sample documents'
  },

  chosen: {
    label: 'Chosen documents',
    count: (number: number) => `${counted(number, 'document')} chosen`,
    ask: (ready: number) => `Ask ${ready === 1 ? 'this document' : `these ${ready} documents`}`,
    none: 'Choose none',
    groups: 'Collections of the chosen documents',
    group: 'Add to a collection',
    newGroup: 'New collection',
    newGroupMore: 'New collection…',
    make: 'Make',
    addTo: (name: string) => `Add to ${name}`,
    takeOut: (name: string) => `Take out of ${name}`
  },

  collections: {
    label: 'Collections',
    all: 'All documents',
    allCounted: (total: number) => `All documents (${count(total)})`,
    counted: (name: string, documents: number) => `${name} (${count(documents)})`,
    name: 'Name of the collection',
    rename: 'Rename',
    renameMore: 'Rename…',
    delete: 'Delete the collection, not its documents'
  },

  row: {
    choose: (file: string) => `Choose ${file}`,
    askOnly: 'Ask this document only',
    chooseThis: 'Choose this document',
    first: 'Import first',
    cancel: 'Cancel import',
    about: 'About this document',
    aboutFile: (file: string) => `About ${file}`,
    aboutNotes: (file: string, notes: string) => `About ${file}: ${notes}`,
    readAgain: 'Read again',
    remove: 'Remove from the library',
    importOf: (file: string) => `Import of ${file}`,
    earlier: (number: number) => counted(number, 'earlier version'),
    version: (version: number) => `Version ${version}`,
    replaced: (state: string) => `${state} · replaced, not asked`,
    removeVersion: (version: number) => `Remove version ${version}`,
    versionOf: (version: number, file: string) => `version ${version} of ${file}`,
    pagesAndSize: (pages: string, size: string) => `${pages}, ${size}`
  },

  state: {
    waiting: 'Waiting',
    waitingMore: 'Waiting…',
    readingMore: 'Reading…',
    opening: 'Opening',
    paused: 'Paused',
    reading: (page: number, pages: number) => `Reading page ${count(page)} of ${count(pages)}`,
    readingPaused: (page: number, pages: number) =>
      `Paused at page ${count(page)} of ${count(pages)}`,
    indexing: (percent: number) => `Indexing ${percent} %`,
    indexingPaused: (percent: number) => `Paused at ${percent} %`,
    byWords: (percent: number) => `Can be asked, ${percent}\u00a0% indexed`,
    byWordsDetail: 'It is found by its words already; what they mean is being worked out.',
    refreshing: (percent: number) => `Updating… ${percent}\u00a0%`,
    refreshingDetail:
      'It is being cut into passages anew, and answers from its old ones meanwhile.',
    password: 'Needs a password',
    failed: 'Could not be added',
    cancelled: 'Cancelled',
    cancelledAfter: (pages: number) => `Cancelled after ${counted(pages, 'page')}`,
    next: 'Comes next',
    notRead: (pages: number) => `${counted(pages, 'page')} not read`,
    scanned: 'Scanned: the text was recognised from images.',
    recognised: (pages: number) => `${counted(pages, 'page')} recognised from images.`,
    unread: (pages: number) => `${counted(pages, 'page')} could not be read.`,
    active: (things: readonly string[]) => `Contains ${listed(things)}; Citelight never runs them.`,
    activeKinds: {
      java_script: 'scripts',
      launch: 'commands that start programs',
      submit_form: 'forms that send data',
      embedded_files: 'attachments'
    } satisfies Record<ActiveContent, string>
  },

  details: {
    file: 'File',
    title: 'Title in file',
    pages: 'Pages',
    pagesUnknown: 'not known yet',
    collections: (number: number): string => (number === 1 ? 'Collection' : 'Collections'),
    size: 'Size',
    added: 'Added',
    version: 'Version',
    /** So many pages, and their names. */
    unread: (_number: number, pages: string) =>
      `${pages} could not be read; what stands there cannot be found.`,
    openBeside: 'Open beside',
    showInFolder: 'Show in folder',
    openFile: 'Open in PDF viewer',
    openFileDetail: 'For instance to print it'
  },

  removing: {
    title: (name: string) => `Remove ${name}?`,
    one: 'Remove it from the library? The file itself stays.',
    many: (name: string) => `Remove ${name} from the library? The files themselves stay.`,
    answers: (answers: number, documents: number) =>
      answers === 1
        ? `1 answer cites ${it(documents)} and goes too; its question stays in the history.`
        : `${counted(answers, 'answer')} cite ${it(documents)} and go too; their questions stay in the history.`,
    entries: (entries: number) =>
      `${counted(entries, 'entry', 'entries')} of the notebook ${entries === 1 ? 'goes' : 'go'} too.`,
    earlier: (documents: number): string =>
      documents === 1
        ? 'Without it, its earlier version is asked again.'
        : 'Without them, their earlier versions are asked again.',
    versions: (number: number) =>
      number === 1
        ? 'Remove the earlier version too'
        : `Remove all ${count(number)} earlier versions too`,
    removedOne: (file: string) => `Removed “${file}”.`,
    removed: (documents: number) => `Removed ${counted(documents, 'document')}.`
  },

  password: {
    enter: 'Enter password…',
    enterOf: (file: string) => `Enter password of ${file}`,
    of: (file: string) => `Password of ${file}`,
    label: 'Password of',
    show: 'Show the password',
    hide: 'Hide the password',
    wrong: 'The document does not open with this password.',
    note: 'Kept in memory only, until Citelight closes.',
    open: 'Open',
    opening: 'Opening…',
    same: 'The same password',
    tryOthers: (others: number) =>
      `Opened. Try this password for ${others === 1 ? 'the other locked document' : `${count(others)} more`}?`,
    try: 'Try it',
    trying: 'Trying…',
    no: 'No',
    opensAll: (opened: number) =>
      `The password opens ${opened === 1 ? 'it' : `all ${opened}`} as well.`,
    opensNone: 'The password opens none of the others.',
    opensSome: (opened: number, wanted: number) =>
      `The password opens ${opened} of ${counted(wanted, 'document')}.`,
    each: 'Enter the password of each in the list.'
  },

  queue: {
    label: 'Imports',
    all: 'All imports',
    pause: 'Pause imports',
    resume: 'Resume imports',
    paused: (waiting: number) => `Paused · ${count(waiting)} waiting`,
    pausing: (waiting: number) => `Pausing · ${count(waiting)} waiting`,
    waiting: (waiting: number) => `${count(waiting)} waiting`,
    readingOne: `Reading ${counted(1, 'document')}`,
    reading: (at: number, total: number) => `Reading ${count(at)} of ${count(total)}`,
    left: (time: string) => `${time} left`
  },

  opensOutside: (file: string) => `“${file}” opens in your PDF viewer, which can print it.`,
  gone: (file: string) => `“${file}” is no longer in the library.`,
  goneHint: 'Add the file again to look at its pages.'
};
