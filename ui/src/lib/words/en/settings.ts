// The settings, but for those of models.
import type { ChunkMode, IndexChoice } from '../../platform/bindings';
import type { TextSize } from '../../state/preferences.svelte';
import { count, counted } from './figures';

export const settings = {
  title: 'Settings',
  advanced: 'Advanced',
  apply: 'Apply',
  defaults: 'Back to defaults',
  useIt: 'Use it',

  appearance: {
    title: 'Language and text',
    language: 'Language',
    languageDetail: 'Of the window, not of documents.',
    asSystem: 'As the system',
    size: 'Text size',
    sizeDetail: 'Of the window. Pages have a zoom of their own.',
    sizes: {
      small: 'Small',
      normal: 'Normal',
      large: 'Large',
      largest: 'Very large'
    } satisfies Record<TextSize, string>
  },

  folders: {
    title: 'Watched folders',
    detail:
      'PDFs that you put into these folders, or into folders inside them, are added to the library while Citelight is open. What you remove from the library stays out.',
    looking: 'Looking through it…',
    none: 'No PDFs yet',
    files: (files: number) => counted(files, 'PDF'),
    stop: (path: string) => `Stop watching ${path}`,
    add: 'Watch a folder…'
  },

  scans: {
    title: 'Scanned pages',
    detail:
      'The languages in which their text is recognised. Choose those that your documents are written in; each further one takes more time.',
    looking: 'Looking for language data',
    label: 'Languages of scanned pages',
    last: 'Choose another language before you take this one away.',
    notInstalled: 'not installed',
    onlyOne: 'the only one chosen',
    add: 'Add language file…',
    /** Before the name of a file, and behind it. */
    note: [
      'Language data are files such as',
      '. They come with Tesseract, the program that recognises the text; its project offers them for more than a hundred languages.'
    ] as [string, string],
    fromNow: 'What you choose holds for documents that are read from now on.',
    there: 'This language was there already.',
    added: (names: readonly string[]) => `${names.join(', ')} was added.`
  },

  passages: {
    title: 'Passages',
    detail:
      'Documents are cut into passages. They are what a question is compared with, and what is quoted.',
    looking: 'Looking how documents are cut',
    length: 'Length',
    windowLength: 'Length of a window',
    lengthDetail: (length: string) =>
      `${length} Short passages point more exactly, long ones bring more of what stands around.`,
    characters: (characters: number) => `${count(characters)} characters.`,
    words: (words: number, tokens: number) =>
      `About ${count(words)} words (${count(tokens)} tokens).`,
    overlap: 'Overlap',
    noWindowOverlap: 'A window begins where the one before ends.',
    windowOverlap: (characters: number) =>
      `A window repeats the last ${count(characters)} characters of the one before.`,
    noOverlap: 'A passage repeats nothing of the one before.',
    sentences: (sentences: number) =>
      `A passage repeats up to ${counted(sentences, 'short sentence')} of the one before, so that nothing is torn apart between them.`,
    noise: 'Contents, indexes, references',
    noiseDetail:
      'They mention every topic without explaining any, so they are usually searched last.',
    noiseLabel: 'How contents, indexes and references are searched',
    noiseLast: 'Last',
    noiseLikeRest: 'Like the rest',
    short: 'Short',
    medium: 'Medium',
    usual: 'Usual',
    long: 'Long',
    none: 'None',
    little: 'A little',
    modeLabel: 'How documents are cut',
    modes: {
      structure: {
        label: 'By structure',
        detail: 'Along headings, paragraphs, lists and tables.'
      },
      fixed: { label: 'Fixed windows', detail: 'Pieces of equal length, wherever they fall.' }
    } satisfies Record<ChunkMode, { label: string; detail: string }>,
    recommended: 'recommended',
    appliesToNew: 'Documents that you add will be cut like this.',
    applies: (ready: number) =>
      `This cuts ${counted(ready, 'document')} anew, in the background. Until a document is done, it answers from its old passages.`,
    updating: (documents: number) => `Updating ${counted(documents, 'document')}…`
  },

  search: {
    title: 'Search',
    detail: 'How the passages nearest to a question are found.',
    detailAmong: (passages: number) =>
      `How the passages nearest to a question are found among ${counted(passages, 'passage')}.`,
    looking: 'Looking how the library is searched',
    shown: 'Passages shown with an answer',
    shownDetail: (min: number, max: number) =>
      `From ${min} to ${max}. The answer itself stays the same.`,
    shownLabel: (min: number, max: number) => `Passages shown with an answer, ${min} to ${max}`,
    index: 'Kind of index',
    indexes: {
      flat: {
        label: 'Exact',
        detail:
          'Compares the question with every passage. Misses nothing; slower the more there are.'
      },
      hnsw: {
        label: 'Graph (HNSW)',
        detail:
          'Goes from near passages to nearer ones. Fast in large libraries; takes longer to build.'
      },
      ivf_pq: {
        label: 'Compact codes (IVF-PQ)',
        detail: 'Keeps a short code of each passage. Takes the least memory; may miss a little.'
      }
    } satisfies Record<IndexChoice, { label: string; detail: string }>,
    proposals: {
      flat: (passages: number) =>
        `With ${counted(passages, 'passage')} an exact search is fast enough, and misses nothing.`,
      hnsw: (passages: number) => `With ${counted(passages, 'passage')} a graph answers faster.`,
      ivf_pq: (passages: number) =>
        `With ${counted(passages, 'passage')} compact codes take far less memory.`
    } satisfies Record<IndexChoice, (passages: number) => string>,
    effort: 'Effort',
    fast: 'Fast',
    usual: 'Usual',
    thorough: 'Thorough',
    keepsNearest: (nearest: number) =>
      `Keeps the ${count(nearest)} nearest while it looks (ef_search). More finds better, and takes longer.`,
    readsLists: (lists: number) =>
      `Reads ${counted(lists, 'list')} of 256 (nprobe). More finds better, and takes longer.`,
    note: 'Another kind of index is built in the background; the old one answers until it is there.'
  },

  encryption: {
    title: 'Encryption',
    off: 'The library lies on the disk as it is. Encrypted, its documents, questions, answers and backups can be read with your passphrase only.',
    on: 'The library is encrypted: whoever has the disk, but not your passphrase, cannot read it.',
    unsupported:
      'On this system libraries cannot be encrypted; the encryption of the disk protects them.',
    encrypt: 'Encrypt the library…',
    change: 'Change the passphrase…',
    decrypt: 'Switch encryption off…',
    old: 'Passphrase until now',
    first: 'New passphrase',
    second: 'Once more',
    differ: 'The two are not the same.',
    notes: {
      encrypt:
        'Take several words that nobody would put together, and keep them in a safe place: a passphrase that is forgotten cannot be recovered, and neither can the library. Citelight closes, starts again and asks for it; then it encrypts the library, which can take some minutes. Backups that you made before stay readable.',
      change:
        'A passphrase that is forgotten cannot be recovered. Backups that were made before keep the old one.',
      decrypt:
        'Citelight closes, starts again and asks for the passphrase; then the library is written as it is, which can take some minutes.'
    },
    yes: {
      encrypt: 'Encrypt and restart',
      change: 'Change',
      decrypt: 'Switch off and restart'
    },
    changed: 'The passphrase is another one now.',
    restarting: 'Citelight starts again…'
  },
  backups: {
    title: 'Backups',
    detail:
      'A backup holds everything: documents, questions, answers and settings. Keep it on another disk, and replace it now and then.',
    make: 'Make a backup…',
    making: 'Making the backup…',
    made: (files: number, size: string, path: string) =>
      `The backup is made: ${counted(files, 'document')}, ${size}, in ${path}.`,
    missing: (names: string) =>
      `The library’s copies of these are lost or damaged, so they are not in the backup: ${names}.`,
    missingHint: 'Add these files again.',
    restore: 'Restore a backup…',
    own: 'Made by itself, once a day',
    ownDetail:
      'Questions, answers, notebook and settings. The documents lie in the library and are read again.',
    none: 'None yet: the first one is made within a day.',
    use: 'Restore',
    useOf: (when: string) => `Restore the backup of ${when}`,
    sure: {
      title: 'Restore this backup?',
      whole: (path: string) =>
        `The library becomes what it was when ${path} was made. What it is now is set aside in a folder beside it; nothing is deleted.`,
      own: (when: string) =>
        `Questions, answers, notebook and settings become what they were on ${when}; what came later is not in them. The documents stay and are read again, which can take a while. The database of now is set aside; nothing is deleted.`,
      restarts: 'Citelight closes and starts again.',
      yes: 'Restore and restart'
    },
    restoring: 'Citelight starts again…'
  },
  storage: {
    title: 'Storage',
    detail:
      'Everything stays on this computer. The library keeps a copy of each PDF, so that what is cited can be shown when the original is moved or deleted.',
    adding: 'Adding up the files',
    show: 'Show library folder',
    check: 'Check the library',
    checkDetail: 'Reads all of it: copies, text and index. Nothing is changed.',
    checking: 'Checking the library…',
    sound: (documents: number, pages: number, passages: number) =>
      `All is well: ${counted(documents, 'document')}, ${counted(pages, 'page')}, ${counted(passages, 'passage')}.`,
    faulty: (faults: number) => `${counted(faults, 'thing is', 'things are')} wrong with it.`,
    faultyHint: 'Read the documents again; a file that is lost or changed has to be added again.',
    parts: {
      files: { name: 'PDFs', detail: 'Copies of the documents that you added' },
      database: {
        name: 'Text and answers',
        detail: 'What was read, with its places, and your questions'
      },
      index: {
        name: 'Search index',
        detail: 'Made from the text; it is made again when it is lost'
      },
      other: { name: 'Other files', detail: 'Backups, language data and the like' },
      models: { name: 'Models', detail: 'Installed by you, shared by all libraries' }
    }
  }
};
