import type { Words } from '../en';

export const window: Words['window'] = {
  drop: 'PDFs oder Ordner hier ablegen, um sie hinzuzufügen',
  settings: 'Einstellungen',
  shortcuts: 'Tastenkürzel',
  offline: 'Alles bleibt lokal',
  offlineDetail: (library) => `Citelight baut keine Verbindung auf. Bibliothek: ${library}`,
  theme: {
    system: 'Darstellung: wie das System',
    light: 'Darstellung: hell',
    dark: 'Darstellung: dunkel'
  },
  panes: {
    library: 'Bibliothek',
    showLibrary: 'Bibliothek einblenden',
    foldLibrary: 'Bibliothek ausblenden',
    question: 'Frage und Antwort',
    pages: 'Seiten',
    pagesBeside: 'Seiten daneben',
    libraryWidth: 'Breite der Bibliothek',
    questionWidth: 'Breite der Frage',
    contentsWidth: 'Breite des Inhaltsverzeichnisses',
    firstWidth: 'Breite des ersten Dokuments'
  },
  welcome: {
    label: 'Willkommen',
    title: 'Antworten mit Fundstelle',
    lead: 'Stellen Sie Ihren PDFs eine Frage in eigenen Worten. Zu jedem Satz der Antwort sehen Sie die Worte, aus denen er stammt, auf ihrer Seite hervorgehoben.',
    drop: 'PDF-Dateien oder Ordner hier ablegen',
    scans: 'Auch eingescannte Seiten werden gelesen.',
    files: 'Dateien wählen',
    folder: 'Ordner wählen',
    samples: 'Mit Beispieldokumenten ausprobieren',
    offline: 'Nichts verlässt diesen Rechner.'
  },
  unlock: {
    title: 'Die Bibliothek ist gesperrt',
    lead: 'Sie ist verschlüsselt und öffnet sich mit Ihrer Passphrase.',
    begins: 'Bibliothek verschlüsseln',
    beginsLead:
      'Geben Sie die Passphrase ein, die Sie gewählt haben. Dann wird die Bibliothek verschlüsselt, was einige Minuten dauern kann.',
    label: 'Ihre Passphrase',
    open: 'Öffnen',
    opening: 'Wird geöffnet\u00a0…',
    encrypt: 'Verschlüsseln',
    encrypting: 'Wird verschlüsselt\u00a0…',
    leave: 'So lassen, wie sie ist',
    forgotten: 'Eine vergessene Passphrase lässt sich nicht wiederherstellen.'
  },
  dialogs: {
    addFiles: 'PDF-Dateien hinzufügen',
    pdfs: 'PDF-Dokumente',
    addFolder: 'Ordner mit PDFs hinzufügen',
    addLanguage: 'Sprachdatei hinzufügen',
    languageData: 'Sprachdaten für Tesseract',
    importModel: 'Ordner eines Modells importieren',
    save: 'Speichern unter',
    openBackup: 'Sicherung auswählen',
    backups: 'Sicherungen von Citelight'
  },
  keys: {
    question: 'Zur Frage gehen; Tippen führt ebenfalls dorthin',
    ask: 'Frage stellen',
    newLine: 'Neue Zeile in der Frage',
    next: 'Nächste Fundstelle',
    previous: 'Vorige Fundstelle',
    jumps: 'Zurück zum Ausgangspunkt eines Sprungs und wieder vor',
    find: 'Im geöffneten Dokument suchen',
    beside: 'Zwei Dokumente nebeneinander zeigen oder eines',
    matches: 'Nächster oder voriger Treffer',
    menu: 'Menü der Markierung oder der Seite',
    copy: 'Markierung kopieren',
    zoom: 'Seite vergrößern oder verkleinern',
    zoomReset: 'Zurück zur automatischen Größe',
    turn: 'Seiten im Uhrzeigersinn drehen oder zurück',
    print: 'Dokument im PDF-Programm öffnen, etwa zum Drucken',
    add: 'Dateien hinzufügen',
    several: 'Mehrere Dokumente der Liste auswählen',
    all: 'Alle Dokumente der Liste auswählen',
    fold: 'Bibliothek ein- oder ausblenden',
    contents: 'Inhalt ein- oder ausblenden',
    settings: 'Einstellungen',
    shortcuts: 'Diese Tastenkürzel zeigen'
  }
};
