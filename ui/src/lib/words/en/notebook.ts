// The notebook: what was collected, and notes to it.
export const notebook = {
  export: 'Copy or save the notebook',
  exportWords: 'Copy or save',
  copyAll: 'Copy all',
  savePdf: 'Save as PDF…',
  saveMarkdown: 'Save as Markdown…',
  saveHtml: 'Save as a web page…',
  saveJson: 'Save as JSON…',
  empty: 'Nothing is collected yet.',
  /** Before the sign of a bookmark, and behind it. */
  emptyHow: [
    'Keep evidence of an answer with',
    ', or words that you select on a page with “Keep”. Put them in order here, write notes to them, and save all of it with its references.'
  ] as [string, string],
  drag: 'Drag to another place',
  note: 'Note',
  noteWords: 'A note',
  up: 'Move up',
  down: 'Move down',
  takeOut: 'Take out of the notebook',
  takenOut: 'Taken out of the notebook.',
  file: 'Notebook',
  saved: (path: string) => `The notebook is in ${path}.`,
  notCopied: 'The system did not let the notebook be copied.'
};
