// What is said of the program itself: its parts, its database, files that the system would not give.
import type { Form } from '../../told';

const MONTHS: Record<string, string> = {
  January: 'Januar',
  February: 'Februar',
  March: 'März',
  May: 'Mai',
  June: 'Juni',
  July: 'Juli',
  October: 'Oktober',
  December: 'Dezember'
};

/** "14 May 2025" */
const dayOf = (words: string) =>
  words.replace(
    /^(\d+) (\p{L}+) (\d+)$/u,
    (_, day: string, month: string, year: string) => `${day}. ${MONTHS[month] ?? month} ${year}`
  );

export const program: Record<string, Form> = {
  // Files and folders.
  'The backup was restored.': 'Die Sicherung wurde wiederhergestellt.',
  'What was there before lies in {}; remove it when you like.':
    'Was vorher da war, liegt in {1}; Sie können es jederzeit löschen.',
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

  // An encrypted library.
  'The library is locked.': 'Die Bibliothek ist gesperrt.',
  'The library in {} is encrypted: it opens with its passphrase.':
    'Die Bibliothek in {1} ist verschlüsselt: Sie öffnet sich mit ihrer Passphrase.',
  'The passphrase is wrong.': 'Die Passphrase ist falsch.',
  'Look at capital letters and the keyboard’s layout. A passphrase that is forgotten cannot be recovered.':
    'Achten Sie auf Großbuchstaben und die Belegung der Tastatur. Eine vergessene Passphrase lässt sich nicht wiederherstellen.',
  'A passphrase has at least {} characters.': 'Eine Passphrase hat mindestens {1} Zeichen.',
  'Take several words that nobody would put together. It cannot be recovered when it is forgotten.':
    'Nehmen Sie mehrere Wörter, die sonst niemand zusammenstellt. Wird sie vergessen, lässt sie sich nicht wiederherstellen.',
  'The key of the library, {}, is damaged: {}.':
    'Der Schlüssel der Bibliothek, {1}, ist beschädigt: {2}.',
  'The key of the library in {} is lost: it is encrypted, and {} is not there.':
    'Der Schlüssel der Bibliothek in {1} fehlt: Sie ist verschlüsselt, und {2} ist nicht da.',
  'Put the file of the same name from a backup in its place.':
    'Legen Sie die gleichnamige Datei aus einer Sicherung an ihre Stelle.',
  'The library is encrypted already.': 'Die Bibliothek ist schon verschlüsselt.',
  'To give it another passphrase: `citelight passphrase`.':
    'Eine andere Passphrase gibt ihr `citelight passphrase`.',
  'Encrypting a library works on Linux only.':
    'Eine Bibliothek lässt sich nur unter Linux verschlüsseln.',
  'Elsewhere the encryption of the disk protects it.':
    'Sonst schützt sie die Verschlüsselung der Platte.',
  'The library in {} is being encrypted, or made plain.':
    'Die Bibliothek in {1} wird gerade verschlüsselt oder entschlüsselt.',
  'Wait until that is done, and try again.':
    'Warten Sie, bis das getan ist, und versuchen Sie es dann noch einmal.',
  'There is no library in {}.': 'In {1} liegt keine Bibliothek.',

  // A library that cannot be opened, or not be written to.
  'The library that was in {} is not there any more.':
    'Die Bibliothek, die in {1} lag, ist nicht mehr da.',
  'Connect its drive, or put it back where it was. To begin a new one there: `citelight new`.':
    'Schließen Sie das Laufwerk an, oder legen Sie die Bibliothek wieder dorthin, wo sie war. Eine neue beginnen Sie dort mit `citelight new`.',
  'The library at {} was made by an earlier version of Citelight, and its disk cannot be written to.':
    'Die Bibliothek in {1} stammt von einer früheren Version von Citelight, und auf ihre Platte lässt sich nicht schreiben.',
  'Make its disk writable, or copy the library to another place.':
    'Machen Sie die Platte beschreibbar, oder kopieren Sie die Bibliothek an einen anderen Ort.',
  'The library at {} has to be brought up to date, and there is no room for a copy before that: {}.':
    'Die Bibliothek in {1} muss auf den neuen Stand gebracht werden, und für eine Kopie vorher ist kein Platz: {2}.',
  'Free some space on the disk and open it again; until then it stays as it is.':
    'Schaffen Sie Platz auf der Platte und öffnen Sie die Bibliothek noch einmal; bis dahin bleibt sie, wie sie ist.',
  'The disk that the library lies on is full.':
    'Die Platte, auf der die Bibliothek liegt, ist voll.',
  'Free some space. Until then you can ask and remove; nothing new is kept.':
    'Schaffen Sie Platz. Bis dahin können Sie fragen und entfernen; Neues wird nicht aufbewahrt.',
  'The library can only be read: its disk or folder is write-protected.':
    'Die Bibliothek lässt sich nur lesen: Die Platte oder der Ordner ist schreibgeschützt.',
  'You can ask and look at pages; nothing new is kept, and nothing can be removed.':
    'Sie können fragen und Seiten ansehen; Neues wird nicht aufbewahrt, und nichts lässt sich entfernen.',
  'The database of the library in {} is {}.': (folder, what) =>
    `Die Datenbank der Bibliothek in ${folder} ${what === 'lost' ? 'fehlt' : 'ist beschädigt'}.`,
  'The copies of your PDFs lie beside it.': 'Die Kopien Ihrer PDFs liegen daneben.',
  '{} `citelight rebuild` makes it again from them and from what is left of it; the documents are read anew.':
    '{1} `citelight rebuild` stellt sie wieder her: aus den Kopien und aus dem, was von ihr übrig ist. Die Dokumente werden neu gelesen.',
  '{} `citelight rebuild` makes it again from them, from what is left of it, and from its backup of {}: questions, answers and notes come back, the documents are read anew.':
    (files, made) =>
      `${files} \`citelight rebuild\` stellt sie wieder her: aus den Kopien, aus dem, was von ihr übrig ist, und aus ihrer Sicherung vom ${dayOf(made)}. Fragen, Antworten und Notizen kommen zurück, die Dokumente werden neu gelesen.`,
  'Close Citelight. `citelight rebuild` makes the database again from its backup, what is left of it, and the copies of your PDFs.':
    'Schließen Sie Citelight. `citelight rebuild` stellt die Datenbank wieder her: aus ihrer Sicherung, aus dem, was von ihr übrig ist, und aus den Kopien Ihrer PDFs.',

  // What the system lacks.
  'This system cannot keep the processes that read PDFs from reading other files.':
    'Dieses System kann die Prozesse, die PDFs lesen, nicht daran hindern, andere Dateien zu lesen.',
  'They still cannot write, call out or start programs. A Linux kernel from 5.13 on, with Landlock switched on, closes the rest.':
    'Schreiben, Verbindungen aufbauen oder Programme starten können sie trotzdem nicht. Den Rest verhindert ein Linux-Kernel ab 5.13, in dem Landlock eingeschaltet ist.',

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
  'The program that runs rerankers': 'Das Programm, das Reranker ausführt',
  'The program that downloads models': 'Das Programm, das Modelle herunterlädt'
};
