// The window itself: welcome, panes, theme, keys, file dialogs.
import type { ThemeChoice } from '../../state/preferences.svelte';

export const window = {
  drop: 'Drop PDFs or folders to add them',
  settings: 'Settings',
  shortcuts: 'Keyboard shortcuts',
  offline: 'Stays on this computer',
  offlineDetail: (library: string) => `Citelight opens no connection. Library: ${library}`,
  theme: {
    system: 'Theme: as the system',
    light: 'Theme: light',
    dark: 'Theme: dark'
  } satisfies Record<ThemeChoice, string>,
  panes: {
    library: 'Library',
    showLibrary: 'Show the library',
    foldLibrary: 'Fold the library',
    question: 'Question and answer',
    pages: 'Pages',
    pagesBeside: 'Pages beside',
    libraryWidth: 'Width of the library',
    questionWidth: 'Width of the question',
    contentsWidth: 'Width of the contents',
    firstWidth: 'Width of the first document'
  },
  welcome: {
    label: 'Welcome',
    title: 'Answers you can point at',
    lead: 'Ask your PDFs a question in plain words. Every sentence of the answer shows you the very words it comes from, lit up on the page.',
    drop: 'Drop PDF files or folders here',
    scans: 'Scanned pages are read too.',
    files: 'Choose files',
    folder: 'Choose a folder',
    samples: 'Try the sample documents',
    offline: 'Nothing leaves this computer.'
  },
  unlock: {
    title: 'The library is locked',
    lead: 'It is encrypted: it opens with your passphrase.',
    begins: 'Encrypt the library',
    beginsLead:
      'Give the passphrase that you chose. Then the library is encrypted, which can take some minutes.',
    label: 'Passphrase',
    open: 'Open',
    opening: 'Opening…',
    encrypt: 'Encrypt',
    encrypting: 'Encrypting…',
    leave: 'Leave it as it is',
    forgotten: 'A passphrase that is forgotten cannot be recovered.'
  },
  /** Titles of the system's dialogs, and what they call files. */
  dialogs: {
    addFiles: 'Add PDF files',
    pdfs: 'PDF documents',
    addFolder: 'Add a folder of PDFs',
    addLanguage: 'Add a language file',
    languageData: 'Tesseract language data',
    importModel: 'Import the folder of a model',
    save: 'Save as',
    openBackup: 'Choose a backup',
    backups: 'Backups of Citelight'
  },
  /** What the keys do. */
  keys: {
    question: 'Go to the question; typing goes there too',
    ask: 'Ask',
    newLine: 'New line in the question',
    next: 'Next piece of evidence',
    previous: 'Previous piece of evidence',
    jumps: 'Back to where a jump was made, and forward again',
    find: 'Find in the open document',
    beside: 'Show two documents beside each other, or one',
    matches: 'Next or previous match',
    menu: 'What can be done with the selection, or with the page',
    copy: 'Copy what is selected',
    zoom: 'Zoom the page',
    zoomReset: 'Page back to automatic size',
    turn: 'Turn the pages, clockwise or back',
    print: 'Open the document in your PDF viewer, to print it',
    add: 'Add files',
    several: 'Choose several documents of the list',
    all: 'Choose all documents, in the list',
    fold: 'Show or fold the library',
    contents: 'Show or hide the contents',
    settings: 'Settings',
    shortcuts: 'Show these shortcuts'
  }
};
