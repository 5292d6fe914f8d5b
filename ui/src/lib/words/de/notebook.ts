import type { Words } from '../en';

export const notebook: Words['notebook'] = {
  export: 'Notizbuch kopieren oder speichern',
  exportWords: 'Kopieren oder speichern',
  copyAll: 'Alles kopieren',
  savePdf: 'Als PDF speichern\u00a0…',
  saveMarkdown: 'Als Markdown speichern\u00a0…',
  saveHtml: 'Als Webseite speichern\u00a0…',
  saveJson: 'Als JSON speichern\u00a0…',
  empty: 'Noch ist nichts gesammelt.',
  emptyHow: [
    'Übernehmen Sie Fundstellen einer Antwort mit',
    ' oder markierten Text einer Seite mit „Merken“. Hier können Sie alles ordnen, Notizen dazu schreiben und es mit den Quellen speichern.'
  ],
  drag: 'An eine andere Stelle ziehen',
  note: 'Notiz',
  noteWords: 'Eine Notiz',
  up: 'Nach oben',
  down: 'Nach unten',
  takeOut: 'Aus dem Notizbuch nehmen',
  takenOut: 'Aus dem Notizbuch genommen.',
  file: 'Notizbuch',
  saved: (path) => `Das Notizbuch wurde in ${path} gespeichert.`,
  notCopied: 'Das System hat das Kopieren des Notizbuchs nicht zugelassen.'
};
