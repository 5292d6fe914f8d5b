// What is said of the program itself: its parts, its database, files that the system would not give.
import type { Form } from '../../told';

export const program: Record<string, Form> = {
  // Files and folders.
  '“{}” is not there.': '„{1}“ ist nicht da.',
  '{} “{}” failed: {}.': '{1} „{2}“ ist fehlgeschlagen: {3}.',
  '{} {} failed: {}.': '{1} {2} ist fehlgeschlagen: {3}.',
  'It was looked for in {}; it may have been moved, renamed or deleted.':
    'Gesucht wurde in {1}; vielleicht wurde es verschoben, umbenannt oder gelöscht.',
  'It lies in {}: check that you may read it.':
    'Es liegt in {1}: Prüfen Sie, ob Sie es lesen dürfen.',
  'It lies in {}: check that its drive is still connected.':
    'Es liegt in {1}: Prüfen Sie, ob das Laufwerk noch angeschlossen ist.',
  'Free some space on the disk and try again.':
    'Schaffen Sie Platz auf der Platte und versuchen Sie es noch einmal.',

  // Parts of the program.
  '{} is missing: {} was not found.': '{1} fehlt: {2} wurde nicht gefunden.',
  'Install Citelight again: a part of it is missing.':
    'Installieren Sie Citelight noch einmal: Ein Teil davon fehlt.',
  'Update Citelight to open it.': 'Aktualisieren Sie Citelight, um sie zu öffnen.',
  'The library at {} was made by a newer version of Citelight (format {}, this version knows {}).':
    'Die Bibliothek in {1} stammt von einer neueren Version von Citelight (Format {2}, diese Version kennt {3}).',
  "The library's database failed: {}.": 'Die Datenbank der Bibliothek ist gestört: {1}.',
  "The library's database holds a damaged value in {}: {}.":
    'Die Datenbank der Bibliothek enthält einen beschädigten Wert in {1}: {2}.',
  'The vector index failed: {}.': 'Der Vektorindex ist gestört: {1}.',
  'The vector index could not be written to {}: {}.':
    'Der Vektorindex ließ sich nicht nach {1} schreiben: {2}.',
  'A vector of {} numbers does not fit an index of dimension {}.':
    'Ein Vektor aus {1} Zahlen passt nicht zu einem Index der Dimension {2}.',
  '{} is no id of a passage.': '{1} ist keine Kennung einer Passage.',
  'The library is not open.': 'Die Bibliothek ist nicht geöffnet.',
  'The PDF could not be made: {}.': 'Das PDF ließ sich nicht erstellen: {1}.',
  'The app stumbled: {}.': 'Citelight ist gestolpert: {1}.',
  'The window asked for “{}”, which this app does not know.':
    'Das Fenster verlangte „{1}“; das kennt dieses Programm nicht.',
  'The call of “{}” does not fit: {}.': 'Der Aufruf von „{1}“ passt nicht: {2}.',
  'The result of “{}” could not be written: {}.':
    'Das Ergebnis von „{1}“ ließ sich nicht schreiben: {2}.',

  // What a check of the library finds.
  '{} pages without their words': '{1} Seiten ohne ihre Wörter',
  '{} pages beyond the end of their document': '{1} Seiten hinter dem Ende ihres Dokuments',
  '{} documents that are ready but lack pages': '{1} fertige Dokumente, denen Seiten fehlen',
  '{} documents that wait for an import that is not queued':
    '{1} Dokumente, die auf ein Einlesen warten, das nicht ansteht',
  '{} documents without vectors whose import is not queued':
    '{1} Dokumente ohne Vektoren, deren Einlesen nicht ansteht',
  '{} searchable passages without a vector': '{1} durchsuchbare Passagen ohne Vektor',
  '{} passages that the word index does not hold': '{1} Passagen, die im Wortindex fehlen',
  'a row of {} refers to something that is not there':
    'Eine Zeile in {1} verweist auf etwas, das es nicht gibt',
  'the word index is damaged: {}': 'Der Wortindex ist beschädigt: {1}',
  '{} passages that the vector index lacks or has wrong':
    '{1} Passagen, die im Vektorindex fehlen oder falsch sind',
  'the vector index holds {} passages, the database {}':
    'Der Vektorindex enthält {1} Passagen, die Datenbank {2}',
  'the library’s copy of “{}” {}; add the file again to mend it':
    'Die Kopie von „{1}“ in der Bibliothek {2}; fügen Sie die Datei noch einmal hinzu',

  // Vocabularies of trades.
  'In the trade “{}”: {}': 'Im Fachgebiet „{1}“: {2}',
  'In the trade “{}”, line {}: {}': 'Im Fachgebiet „{1}“, Zeile {2}: {3}'
};

export const partsOfTheProgram: Record<string, Form> = {
  'is lost': 'fehlt',
  'cannot be read: {}': 'ist nicht lesbar: {1}',
  'has {} bytes instead of {}': 'hat {1} statt {2} Byte',
  'holds another content than it was added with': 'hat einen anderen Inhalt als beim Hinzufügen',
  'Opening the folder': 'Das Öffnen des Ordners',
  'Making the folder': 'Das Anlegen des Ordners',
  'Making the lock file': 'Das Anlegen der Sperrdatei',
  'Watching the folders for': 'Das Beobachten der Ordner für',
  'Starting the language model': 'Das Starten des Sprachmodells',
  'Starting the import for': 'Das Starten des Einlesens für',
  Opening: 'Das Öffnen von',
  Making: 'Das Anlegen von',
  Reading: 'Das Lesen von',
  Writing: 'Das Schreiben von',
  Starting: 'Das Starten von',
  Watching: 'Das Beobachten von',
  'Putting in place': 'Das Einsetzen von',
  Removing: 'Das Entfernen von',
  'The PDF library': 'Die PDF-Bibliothek',
  'The model runtime': 'Die Laufzeitbibliothek der Modelle',
  'The language model': 'Das Sprachmodell',
  'The PDF reader program': 'Das Leseprogramm für PDFs',
  'The program that downloads models': 'Das Programm, das Modelle herunterlädt'
};
