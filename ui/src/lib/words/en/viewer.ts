// The pages of a document: their bar, the contents, looking for words, what can be selected.
import type { Fit } from '../../model/layout';
import { count, counted, listed } from './figures';

export const viewer = {
  document: 'Document',
  emptyAnswered: 'Press a number in the answer to see its words on the page.',
  empty: 'The pages of your documents appear here.',
  locked: 'The file is protected. Its pages can be shown once it is opened with its password.',
  pagesOf: (file: string) => `Pages of ${file}`,
  pagesOfSmall: (file: string) => `Pages of ${file}, small`,
  withEvidence: 'with evidence',
  withMatch: 'with a match',
  evidence: (number: number) => `Evidence ${number}`,

  bar: {
    showContents: 'Show the contents',
    hideContents: 'Hide the contents',
    jumps: 'Jumps',
    back: 'Back',
    forward: 'Forward',
    page: 'Page number or label',
    pageTitle: 'Type a page number or its printed label',
    noPage: 'There is no such page',
    noPageOf: (typed: string, pages: number) =>
      `There is no page ${typed}; this document has ${count(pages)}.`,
    of: (pages: number) => `of ${count(pages)}`,
    label: (label: string) => `p. ${label}`,
    labelTitle: 'The number printed on the page',
    zoom: 'Zoom',
    smaller: 'Smaller',
    larger: 'Larger',
    fits: { auto: 'Automatic', width: 'Fit width', page: 'Fit page' } satisfies Record<Fit, string>,
    turn: 'Turn the pages',
    find: 'Find in this document',
    closeFind: 'Close the find bar',
    one: 'Show one document',
    two: 'Show two documents beside each other',
    close: 'Close the document'
  },

  contents: {
    label: 'Contents',
    of: (file: string) => `Contents of ${file}`,
    tabs: 'Beside the pages',
    tabNames: { contents: 'Contents', pages: 'Pages' },
    foldAll: 'Fold all',
    unfoldAll: 'Unfold all',
    hide: 'Hide the contents',
    filter: 'Filter headings',
    found: (headings: number) => `${counted(headings, 'heading')} found`,
    loading: 'Looking for headings',
    notYet: 'The headings appear here once the document has been read.',
    none: 'This document has no headings that could be found.',
    noFit: 'No heading fits the filter.',
    searchedLast: 'Searched last',
    kept: 'Questions are kept to this section. Click to ask all again',
    keep: (key: string) => `Ask only this section (${key})`,
    pageBefore: ', page\u00a0'
  },

  find: {
    label: 'Find in this document',
    none: 'No match',
    at: (at: number, matches: number, more: boolean) =>
      `${count(at)} of ${count(matches)}${more ? ' or more' : ''}`,
    partly: (searched: number, pages: number) =>
      `${count(searched)} of ${count(pages)} pages have text to search`,
    matchCase: 'Match capitals and small letters',
    wholeWords: 'Whole words only',
    word: 'word',
    previous: 'Previous match',
    next: 'Next match'
  },

  page: {
    title: (page: number) => `Page ${page}`,
    titleLabelled: (page: number, label: string) => `Page ${page} (${label})`,
    labelled: (page: number, label: string) => `Page ${page}, labelled ${label}`,
    of: (page: number, file: string) => `Page ${page} of ${file}`,
    /** Where a page stands, to be put into a text. */
    reference: (file: string, page: string) => `${file}, p. ${page}`,
    notRecognised: (page: string) => `The text of page ${page} could not be recognised.`,
    notRead: (title: string) => `${title} could not be read.`,
    notDrawn: (title: string) => `${title} could not be drawn.`,
    lockedPage: (title: string) => `${title} is shown once its document is opened.`,
    more: (pages: number) => `${count(pages)} more`,
    named: (pages: number, names: readonly string[]) =>
      `${pages === 1 ? 'Page' : 'Pages'} ${listed(names)}`,
    goTo: (page: number) => `Go to page ${page}`,
    tryAgain: 'Try this page again',
    /** The same, in three pieces: that in the middle goes where there is no room. */
    tryPieces: ['Try', '\u00a0this page', ' again'] as [string, string, string]
  },

  menu: {
    selected: 'Selected text',
    copy: 'Copy',
    copyReference: 'Copy with reference',
    keep: 'Keep',
    ask: 'Ask about this',
    selectPage: "Select the page's text",
    copyPage: 'Copy page reference',
    find: 'Find'
  },

  quoted: (text: string, place: string) => `“${text}” – ${place}`,
  notCopied: 'The system did not let the text be copied.',
  notCopiedHint: (key: string) => `Press ${key}.`,
  referenceNotCopied: 'The system did not let the reference be copied.',
  kept: 'It is in the notebook.',
  leadsOut: (address: string) => `This link leads out of the document: ${address}`,
  writeEmail: 'Write an email',
  openInBrowser: 'Open in the browser'
};
