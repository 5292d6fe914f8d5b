// Antworttabellen, und die Änderungen von Verträgen.
import type { Words } from '../en';

export const matrix: Words['matrix'] = {
  title: 'Antworttabelle',
  open: 'Antworttabelle',
  openTitle: 'Mehreren Dokumenten dieselben Fragen stellen',
  empty:
    'Eine Antworttabelle stellt jedem von mehreren Dokumenten dieselben Fragen: eine Zeile je Dokument, eine Spalte je Frage, jede Antwort mit ihrer Fundstelle.',
  which: 'Tabelle',
  make: 'Neue Tabelle',
  name: 'Name',
  questions: 'Fragen, eine je Zeile',
  documents: (many) =>
    many === 1
      ? '1 Dokument, wie in der Bibliothek ausgewählt'
      : `${many} Dokumente, wie in der Bibliothek ausgewählt`,
  allDocuments: (many) =>
    many === 1 ? 'Das eine Dokument der Bibliothek' : `Alle ${many} Dokumente der Bibliothek`,
  start: 'Anlegen und füllen',
  cancel: 'Abbrechen',
  fill: 'Offenes füllen',
  again: 'Alles neu füllen',
  stop: 'Anhalten',
  stopping: 'Wird angehalten\u00a0…',
  progress: (done, total) => `${done} von ${total} Feldern gefüllt`,
  filter: 'Zeilen mit diesen Wörtern',
  show: 'Zeigen',
  choices: {
    all: 'Alle Zeilen',
    open: 'Mit einer Lücke',
    doubtful: 'Mit einer zweifelhaften Antwort',
    corrected: 'Mit einer Korrektur'
  },
  document: 'Dokument',
  sort: (column) => `Nach „${column}“ ordnen`,
  states: {
    waiting: 'noch nicht gefragt',
    problem: 'konnte nicht gefragt werden',
    none: 'nicht gesagt',
    doubtful: 'zweifelhaft',
    said: 'gesagt',
    corrected: 'korrigiert'
  },
  outdated: 'das Dokument hat sich seither geändert',
  was: (text) => `Das Dokument sagt: ${text}`,
  cell: (document, question, text) => `${document}: ${question} ${text}`,
  keys: 'Pfeiltasten bewegen · Eingabe zeigt die Fundstelle · F2 korrigiert · Entf nimmt eine Korrektur zurück',
  correction: 'Korrektur',
  page: (label) => `S. ${label}`,
  save: 'Tabelle speichern',
  saveWords: 'Speichern',
  forms: {
    xlsx: 'Arbeitsmappe',
    csv: 'Durch Kommas getrennte Werte',
    md: 'Markdown',
    html: 'Webseite'
  },
  saveAs: (form) => `Als ${form} speichern\u00a0…`,
  saved: (path) => `Die Tabelle liegt unter ${path}.`,
  remove: 'Tabelle löschen',
  removeAsk: 'Mit Antworten und Korrekturen löschen?',
  removeYes: 'Löschen',
  noRows: 'Keine Zeile passt.',
  changes: {
    title: (file) => `Änderungen von ${file}`,
    open: 'Änderungen dieses Vertrags',
    none: 'Keine Änderungen gefunden: weder in diesem Dokument noch in anderen über dieselben Parteien.',
    part: (number) => `Teil ${number}`,
    kinds: { replaced: 'ersetzt', deleted: 'gestrichen', added: 'hinzugefügt' },
    before: 'Vorher',
    wholePart: 'Vorher (der ganze Teil)',
    after: 'Von da an',
    deleted: 'Diese Worte gelten nicht mehr.',
    unknown: 'Die Worte davor sind nicht bekannt.',
    dates: (dates) => `Daten: ${dates}`,
    dated: (date) => `Dokument vom ${date}`,
    said: 'Die Änderung',
    saved: (path) => `Die Änderungen liegen unter ${path}.`,
    file: 'Änderungen'
  }
};
