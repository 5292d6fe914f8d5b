import type { Words } from '../en';
import { count, counted, listed } from './figures';

export const viewer: Words['viewer'] = {
  document: 'Dokument',
  emptyAnswered:
    'Klicken Sie in der Antwort auf eine Nummer, um die Fundstelle auf ihrer Seite zu sehen.',
  empty: 'Hier erscheinen die Seiten Ihrer Dokumente.',
  locked:
    'Die Datei ist geschützt. Ihre Seiten werden gezeigt, sobald das Passwort eingegeben ist.',
  pagesOf: (file) => `Seiten von ${file}`,
  pagesOfSmall: (file) => `Seiten von ${file}, verkleinert`,
  withEvidence: 'mit Fundstelle',
  withMatch: 'mit Treffer',
  evidence: (number) => `Fundstelle ${number}`,

  bar: {
    showContents: 'Inhalt einblenden',
    hideContents: 'Inhalt ausblenden',
    jumps: 'Sprünge',
    back: 'Zurück',
    forward: 'Vor',
    page: 'Seitenzahl oder -bezeichnung',
    pageTitle: 'Seitenzahl oder aufgedruckte Bezeichnung eingeben',
    noPage: 'Diese Seite gibt es nicht',
    noPageOf: (typed, pages) =>
      `Seite ${typed} gibt es nicht; das Dokument hat ${counted(pages, 'Seite', 'Seiten')}.`,
    of: (pages) => `von ${count(pages)}`,
    label: (label) => `S. ${label}`,
    labelTitle: 'Auf die Seite gedruckte Bezeichnung',
    zoom: 'Vergrößerung',
    smaller: 'Verkleinern',
    larger: 'Vergrößern',
    fits: { auto: 'Automatisch', width: 'Ganze Breite', page: 'Ganze Seite' },
    turn: 'Seiten drehen',
    find: 'In diesem Dokument suchen',
    closeFind: 'Suchleiste schließen',
    one: 'Ein Dokument zeigen',
    two: 'Zwei Dokumente nebeneinander zeigen',
    close: 'Dokument schließen'
  },

  contents: {
    label: 'Inhaltsverzeichnis',
    of: (file) => `Inhalt von ${file}`,
    tabs: 'Neben den Seiten',
    tabNames: { contents: 'Inhalt', pages: 'Seiten' },
    foldAll: 'Alle einklappen',
    unfoldAll: 'Alle ausklappen',
    hide: 'Inhalt ausblenden',
    filter: 'Überschriften filtern',
    found: (headings) => `${counted(headings, 'Überschrift', 'Überschriften')} gefunden`,
    loading: 'Überschriften werden gesucht',
    notYet: 'Hier erscheinen die Überschriften, sobald das Dokument gelesen ist.',
    none: 'In diesem Dokument wurden keine Überschriften gefunden.',
    noFit: 'Keine Überschrift passt zum Filter.',
    searchedLast: 'Wird zuletzt durchsucht',
    kept: 'Gefragt wird nur in diesem Abschnitt. Klicken, um wieder überall zu fragen',
    keep: (key) => `Nur in diesem Abschnitt fragen (${key})`,
    pageBefore: ', Seite\u00a0'
  },

  find: {
    label: 'Im Dokument suchen',
    none: 'Kein Treffer',
    at: (at, matches, more) => `${count(at)} von ${count(matches)}${more ? ' oder mehr' : ''}`,
    partly: (searched, pages) =>
      `${count(searched)} von ${count(pages)} Seiten haben durchsuchbaren Text`,
    matchCase: 'Groß- und Kleinschreibung beachten',
    wholeWords: 'Nur ganze Wörter',
    word: 'Wort',
    previous: 'Voriger Treffer',
    next: 'Nächster Treffer'
  },

  page: {
    title: (page) => `Seite ${page}`,
    titleLabelled: (page, label) => `Seite ${page} (${label})`,
    labelled: (page, label) => `Seite ${page}, bezeichnet mit ${label}`,
    of: (page, file) => `Seite ${page} von ${file}`,
    reference: (file, page) => `${file}, S. ${page}`,
    notRecognised: (page) => `Der Text von Seite ${page} konnte nicht erkannt werden.`,
    notRead: (title) => `${title} konnte nicht gelesen werden.`,
    notDrawn: (title) => `${title} konnte nicht dargestellt werden.`,
    lockedPage: (title) => `${title} wird gezeigt, sobald das Dokument geöffnet ist.`,
    more: (pages) => `${count(pages)} weitere`,
    named: (pages, names) => `${pages === 1 ? 'Seite' : 'Seiten'} ${listed(names)}`,
    goTo: (page) => `Zu Seite ${page}`,
    tryAgain: 'Diese Seite erneut lesen',
    tryPieces: ['Seite', '\u00a0erneut', ' lesen']
  },

  menu: {
    selected: 'Markierter Text',
    copy: 'Kopieren',
    copyReference: 'Mit Quelle kopieren',
    keep: 'Merken',
    ask: 'Dazu fragen',
    selectPage: 'Text der Seite markieren',
    copyPage: 'Quelle kopieren',
    find: 'Suchen'
  },

  quoted: (text, place) => `„${text}“ – ${place}`,
  notCopied: 'Das System hat das Kopieren des Textes nicht zugelassen.',
  notCopiedHint: (key) => `Drücken Sie ${key}.`,
  referenceNotCopied: 'Das System hat das Kopieren der Quelle nicht zugelassen.',
  kept: 'Ins Notizbuch übernommen.',
  leadsOut: (address) => `Dieser Link führt aus dem Dokument hinaus: ${address}`,
  writeEmail: 'E-Mail schreiben',
  openInBrowser: 'Im Browser öffnen'
};
