import type { Words } from '../en';
import { count, counted, listed } from './figures';

const documents = (number: number) => counted(number, 'Dokument', 'Dokumente');
const pages = (number: number) => counted(number, 'Seite', 'Seiten');
const them = (number: number) => (number === 1 ? 'es' : 'sie');

export const library: Words['library'] = {
  documents: 'Dokumente',
  opening: 'Bibliothek wird geöffnet\u00a0…',
  none: 'Keine Dokumente',
  readyOf: (ready, total) => `${count(ready)} von ${count(total)} bereit`,
  needLook: (number) => (number === 1 ? '1 zu prüfen' : `${count(number)} zu prüfen`),
  filter: 'Dokumente nach Titel, Name oder Text filtern',
  filterWords: 'Nach Titel, Name oder Text filtern',
  noFit: 'Kein Dokument passt zum Filter.',
  emptyCollection: 'Diese Sammlung ist leer.',
  showAll: (total) => `Alle ${count(total)} zeigen`,
  orderLabel: 'Reihenfolge der Dokumente',
  order: (sort) => `Reihenfolge: ${sort}`,
  sorts: {
    newest: 'Neueste zuerst',
    title: 'Nach Titel',
    pages: 'Meiste Seiten zuerst',
    size: 'Größte Datei zuerst'
  },

  add: {
    label: 'Dokumente hinzufügen',
    words: 'Neu',
    title: (key) => `Dateien hinzufügen (${key})`,
    others: 'Weitere Wege, Dokumente hinzuzufügen',
    files: 'Dateien hinzufügen',
    filesMore: 'Dateien hinzufügen\u00a0…',
    folder: 'Ordner hinzufügen\u00a0…',
    watch: 'Ordner überwachen\u00a0…',
    samples: 'Beispiele hinzufügen'
  },

  chosen: {
    label: 'Ausgewählte Dokumente',
    count: (number) => `${count(number)} gewählt`,
    ask: (ready) =>
      ready === 1 ? 'Dieses Dokument befragen' : `Diese ${ready} Dokumente befragen`,
    none: 'Auswahl aufheben',
    groups: 'Sammlungen der ausgewählten Dokumente',
    group: 'Zu einer Sammlung hinzufügen',
    newGroup: 'Neue Sammlung',
    newGroupMore: 'Neue Sammlung\u00a0…',
    make: 'Anlegen',
    addTo: (name) => `Zu ${name} hinzufügen`,
    takeOut: (name) => `Aus ${name} entfernen`
  },

  collections: {
    label: 'Sammlungen',
    all: 'Alle Dokumente',
    allCounted: (total) => `Alle Dokumente (${count(total)})`,
    counted: (name, number) => `${name} (${count(number)})`,
    name: 'Name der Sammlung',
    rename: 'Umbenennen',
    renameMore: 'Umbenennen\u00a0…',
    delete: 'Sammlung löschen, Dokumente behalten'
  },

  row: {
    choose: (file) => `${file} auswählen`,
    askOnly: 'Nur dieses Dokument befragen',
    chooseThis: 'Dieses Dokument auswählen',
    first: 'Als Nächstes einlesen',
    cancel: 'Einlesen abbrechen',
    about: 'Über dieses Dokument',
    aboutFile: (file) => `Über ${file}`,
    aboutNotes: (file, notes) => `Über ${file}: ${notes}`,
    readAgain: 'Neu einlesen',
    remove: 'Aus der Bibliothek entfernen',
    importOf: (file) => `Einlesen von ${file}`,
    earlier: (number) => counted(number, 'frühere Version', 'frühere Versionen'),
    version: (version) => `Version ${version}`,
    replaced: (state) => `${state} · ersetzt, wird nicht befragt`,
    removeVersion: (version) => `Version ${version} entfernen`,
    versionOf: (version, file) => `Version ${version} von ${file}`,
    pagesAndSize: (number, size) => `${number}, ${size}`
  },

  state: {
    waiting: 'Wartet',
    waitingMore: 'Wartet\u00a0…',
    readingMore: 'Wird gelesen\u00a0…',
    opening: 'Wird geöffnet',
    paused: 'Angehalten',
    reading: (page, number) => `Liest Seite ${count(page)} von ${count(number)}`,
    readingPaused: (page, number) => `Angehalten auf Seite ${count(page)} von ${count(number)}`,
    indexing: (percent) => `Index zu ${percent}\u00a0% erstellt`,
    indexingPaused: (percent) => `Angehalten bei ${percent}\u00a0%`,
    byWords: (percent) => `Kann befragt werden, Index zu ${percent}\u00a0%`,
    byWordsDetail:
      'Die Wörter sind schon auffindbar; ihre Bedeutung wird noch in den Index aufgenommen.',
    refreshing: (percent) => `Wird aktualisiert\u00a0… ${percent}\u00a0%`,
    refreshingDetail:
      'Das Dokument wird neu in Passagen zerlegt. Bis dahin antwortet es aus den alten.',
    password: 'Braucht ein Passwort',
    failed: 'Nicht hinzugefügt',
    cancelled: 'Abgebrochen',
    cancelledAfter: (number) => `Abgebrochen nach ${pages(number)}`,
    next: 'Ist als Nächstes dran',
    notRead: (number) => `${pages(number)} nicht gelesen`,
    scanned: 'Eingescannt: Der Text wurde aus Bildern erkannt.',
    recognised: (number) => `${pages(number)} aus Bildern erkannt.`,
    unread: (number) =>
      `${pages(number)} ${number === 1 ? 'konnte' : 'konnten'} nicht gelesen werden.`,
    active: (things) => `Enthält ${listed(things)}; Citelight führt nichts davon aus.`,
    activeKinds: {
      java_script: 'Skripte',
      launch: 'Befehle, die Programme starten',
      submit_form: 'Formulare, die Daten senden',
      embedded_files: 'Anhänge'
    }
  },

  details: {
    file: 'Datei',
    title: 'Dateititel',
    pages: 'Seiten',
    pagesUnknown: 'noch nicht bekannt',
    collections: (number) => (number === 1 ? 'Sammlung' : 'Sammlungen'),
    size: 'Größe',
    added: 'Hinzugefügt',
    version: 'Version',
    unread: (number, named) =>
      `${named} ${number === 1 ? 'konnte' : 'konnten'} nicht gelesen werden; was dort steht, wird nicht gefunden.`,
    openBeside: 'Daneben öffnen',
    showInFolder: 'Im Ordner zeigen',
    openFile: 'Im PDF-Programm öffnen',
    openFileDetail: 'Zum Beispiel zum Drucken'
  },

  removing: {
    title: (name) => `${name} entfernen?`,
    one: 'Aus der Bibliothek entfernen? Die Datei selbst bleibt.',
    many: (name) => `${name} aus der Bibliothek entfernen? Die Dateien selbst bleiben.`,
    answers: (answers, number) =>
      answers === 1
        ? `1 Antwort zitiert ${them(number)} und wird mit entfernt; ihre Frage bleibt erhalten.`
        : `${count(answers)} Antworten zitieren ${them(number)} und werden mit entfernt; ihre Fragen bleiben erhalten.`,
    entries: (entries) =>
      entries === 1
        ? '1 Eintrag des Notizbuchs wird mit entfernt.'
        : `${count(entries)} Einträge des Notizbuchs werden mit entfernt.`,
    earlier: (number) =>
      number === 1
        ? 'Danach wird wieder die frühere Fassung befragt.'
        : 'Danach werden wieder die früheren Fassungen befragt.',
    versions: (number) =>
      number === 1
        ? 'Auch die frühere Fassung entfernen'
        : `Auch alle ${count(number)} früheren Fassungen entfernen`,
    removedOne: (file) => `„${file}“ wurde entfernt.`,
    removed: (number) => `${documents(number)} ${number === 1 ? 'wurde' : 'wurden'} entfernt.`
  },

  password: {
    enter: 'Passwort eingeben\u00a0…',
    enterOf: (file) => `Passwort eingeben für ${file}`,
    of: (file) => `Passwort für ${file}`,
    label: 'Passwort für',
    show: 'Passwort anzeigen',
    hide: 'Passwort verbergen',
    wrong: 'Mit diesem Passwort lässt sich das Dokument nicht öffnen.',
    note: 'Bleibt nur im Arbeitsspeicher, bis Citelight beendet wird.',
    open: 'Öffnen',
    opening: 'Wird geöffnet\u00a0…',
    same: 'Dasselbe Passwort',
    tryOthers: (others) =>
      others === 1
        ? 'Geöffnet. Das Passwort auch beim anderen geschützten Dokument versuchen?'
        : `Geöffnet. Das Passwort auch bei ${count(others)} weiteren versuchen?`,
    try: 'Versuchen',
    trying: 'Wird versucht\u00a0…',
    no: 'Nein',
    opensAll: (opened) =>
      opened === 1
        ? 'Das Passwort öffnet auch dieses.'
        : `Das Passwort öffnet auch alle ${opened} anderen.`,
    opensNone: 'Das Passwort öffnet keines der anderen.',
    opensSome: (opened, wanted) =>
      `Das Passwort öffnet ${opened} von ${counted(wanted, 'Dokument', 'Dokumenten')}.`,
    each: 'Geben Sie die übrigen Passwörter in der Liste ein.'
  },

  queue: {
    label: 'Einlesen',
    all: 'Alle Dokumente, die eingelesen werden',
    pause: 'Einlesen anhalten',
    resume: 'Einlesen fortsetzen',
    paused: (waiting) => `Angehalten · ${count(waiting)} in der Warteschlange`,
    pausing: (waiting) => `Hält an · ${count(waiting)} in der Warteschlange`,
    waiting: (waiting) => `${count(waiting)} in der Warteschlange`,
    readingOne: 'Liest 1 Dokument',
    reading: (at, total) => `Liest ${count(at)} von ${count(total)}`,
    left: (time) => `noch ${time}`
  },

  opensOutside: (file) => `„${file}“ wird in Ihrem PDF-Programm geöffnet; dort können Sie drucken.`,
  gone: (file) => `„${file}“ ist nicht mehr in der Bibliothek.`,
  goneHint: 'Fügen Sie die Datei wieder hinzu, um ihre Seiten zu sehen.'
};
