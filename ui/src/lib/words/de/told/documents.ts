// What is said of files, documents, their pages, folders and collections.
import type { Form } from '../../told';

/** Of "Page 3" or "Pages 3, 4", which may stand behind the name of their file. */
function notWhole(pages: string, why: string): string {
  const [, file, which, numbers] = /^(?:“(.+)”: )?(Pages?) (.+)$/su.exec(pages) ?? [];
  const said =
    which === 'Pages'
      ? `Die Seiten ${numbers} sind vielleicht nicht ganz gelesen`
      : `${which === undefined ? pages : `Seite ${numbers}`} ist vielleicht nicht ganz gelesen`;
  return `${file === undefined ? '' : `„${file}“: `}${said}: ${why}.`;
}

export const documents: Record<string, Form> = {
  // What the reader says.
  '{} cannot be used: {}': '{1} ist nicht zu gebrauchen: {2}',
  '{} speaks version {} of the reader protocol, this program speaks {}':
    '{1} spricht Version {2} des Leseprotokolls, dieses Programm Version {3}',
  'the reader {} broke the protocol: {}':
    'Das Leseprogramm {1} hielt sich nicht ans Protokoll: {2}',
  '{} is not a PDF: {}': '{1} ist kein PDF: {2}',
  '{} is damaged: {}': '{1} ist beschädigt: {2}',
  '{} does not open with this password': '{1} lässt sich mit diesem Passwort nicht öffnen',
  '{} needs a password': '{1} braucht ein Passwort',
  '{} could not be read: {}': '{1} konnte nicht gelesen werden: {2}',
  '{} took longer than {} s': '{1} brauchte länger als {2} s',
  '{} needed too much memory, more than {} MB': '{1} brauchte zu viel Speicher, mehr als {2} MB',
  '{} could not be read: the program that reads it ended unexpectedly':
    '{1} konnte nicht gelesen werden: Das Leseprogramm endete unerwartet',
  '{} cannot be read: {}': '{1} ist nicht lesbar: {2}',
  'a copy of {} cannot be written: {}': 'Eine Kopie von {1} lässt sich nicht schreiben: {2}',
  'reading {} was stopped': 'Das Lesen von {1} wurde angehalten',
  'Install Citelight again; its reader and library belong together.':
    'Installieren Sie Citelight noch einmal; Leseprogramm und Bibliothek gehören zusammen.',
  'Try again; if it happens again, install Citelight again.':
    'Versuchen Sie es noch einmal; hilft das nicht, installieren Sie Citelight noch einmal.',
  'Only PDF files can be added; print or export the file to PDF first.':
    'Nur PDF-Dateien lassen sich einlesen; drucken oder exportieren Sie die Datei erst als PDF.',
  'Open it in a PDF viewer and save it anew, or get another copy.':
    'Öffnen Sie die Datei in einem PDF-Programm und speichern Sie sie neu, oder besorgen Sie eine andere Kopie.',
  'Check the password.': 'Prüfen Sie das Passwort.',
  "Give the file's password.": 'Geben Sie das Passwort der Datei ein.',
  'Check that the file is still there and that you may read it.':
    'Prüfen Sie, ob die Datei noch da ist und ob Sie sie lesen dürfen.',
  'Try again when the computer is less busy; the other pages are not affected.':
    'Versuchen Sie es noch einmal, wenn der Rechner weniger zu tun hat; die anderen Seiten sind nicht betroffen.',
  'Print the page to a new PDF with a PDF viewer and add that.':
    'Drucken Sie die Seite mit einem PDF-Programm in ein neues PDF und fügen Sie das hinzu.',
  'The file may be damaged; try again, or save it anew with a PDF viewer.':
    'Die Datei ist vielleicht beschädigt; versuchen Sie es noch einmal, oder speichern Sie sie mit einem PDF-Programm neu.',
  'Save the file anew with a PDF viewer and add it again.':
    'Speichern Sie die Datei mit einem PDF-Programm neu und fügen Sie sie noch einmal hinzu.',
  'Check that the disk has room, and that you may write there.':
    'Prüfen Sie, ob auf der Platte Platz ist und ob Sie dort schreiben dürfen.',

  // What was read.
  'The file is damaged; what could be found in it was read. Pages may be missing.':
    'Die Datei ist beschädigt; gelesen wurde, was sich darin fand. Seiten können fehlen.',
  'Page {} could not be read: {}': 'Seite {1} konnte nicht gelesen werden: {2}',
  'Pages {} could not be read: {}': 'Die Seiten {1} konnten nicht gelesen werden: {2}',
  '{} may not be read whole: {}.': notWhole,
  'it holds about {} pieces of text that cannot be read, because their font is not in the file':
    'Sie enthält etwa {1} Textstücke, die nicht lesbar sind, weil ihre Schrift nicht in der Datei liegt',
  'some of its words may read otherwise than they are shown: their font does not fit them, and their picture could not be read':
    'Manche ihrer Wörter lauten vielleicht anders, als sie zu sehen sind: Ihre Schrift passt nicht zu ihnen, und ihr Bild war nicht lesbar',
  'its text was recognised, and little of it is certain: it may be handwriting, or in a language whose data is not installed':
    'Ihr Text wurde erkannt, aber wenig davon ist sicher: Vielleicht ist es Handschrift, oder eine Sprache, deren Daten nicht installiert sind',
  'it shows much that looks like writing, and few words of it could be read: it may be handwriting, or in a script whose data is not installed':
    'Sie zeigt vieles, das wie Schrift aussieht, und wenige Wörter davon waren lesbar: Vielleicht ist es Handschrift, oder eine Schrift, deren Daten nicht installiert sind',
  'No text was found on any page.': 'Auf keiner Seite wurde Text gefunden.',
  '“{}” is damaged: none of its first {} pages could be read.':
    '„{1}“ ist beschädigt: Keine der ersten {2} Seiten konnte gelesen werden.',
  'Open it in another program and save it anew, or ask for another copy.':
    'Öffnen Sie die Datei in einem anderen Programm und speichern Sie sie neu, oder bitten Sie um eine andere Kopie.',
  '“{}” was read without being opened.': '„{1}“ wurde gelesen, ohne geöffnet zu sein.',
  '“{}” could not be read: Citelight came upon a fault of its own.':
    '„{1}“ konnte nicht gelesen werden: Citelight stieß auf einen eigenen Fehler.',
  'The other documents go on. A newer version of Citelight may read it.':
    'Mit den anderen Dokumenten geht es weiter. Eine neuere Version von Citelight liest es vielleicht.',
  'Adding documents was interrupted by a fault of Citelight; it goes on.':
    'Das Einlesen wurde durch einen Fehler von Citelight unterbrochen; es geht weiter.',

  // What is added.
  '“{}” has changed: reading it as version {}.':
    '„{1}“ hat sich geändert und wird als Version {2} gelesen.',
  'The earlier version stays in the library; new questions use the new one.':
    'Die frühere Version bleibt in der Bibliothek; neue Fragen gehen an die neue.',
  '“{}” is in the library already.': '„{1}“ ist schon in der Bibliothek.',
  '“{}” is in the library already, as “{}”.': '„{1}“ ist schon in der Bibliothek, als „{2}“.',
  '“{}” is not a file.': '„{1}“ ist keine Datei.',
  'It is a pipe, a device or the like: save its content as a file first.':
    'Es ist eine Pipe, ein Gerät oder dergleichen: Speichern Sie den Inhalt erst als Datei.',
  '“{}” is empty.': '„{1}“ ist leer.',
  'It holds no bytes at all: save or download it again.':
    'Die Datei hat überhaupt keinen Inhalt: Speichern oder laden Sie sie noch einmal.',
  'It looks like an Office document or an archive: export it as a PDF first.':
    'Es sieht nach einem Office-Dokument oder einem Archiv aus: Exportieren Sie es erst als PDF.',
  'It is a picture: save it as a PDF first.': 'Es ist ein Bild: Speichern Sie es erst als PDF.',
  'It is a text file, whatever its name says.': 'Es ist eine Textdatei, was immer ihr Name sagt.',
  'Its content has no PDF header; it may be damaged or another kind of file.':
    'Der Inhalt beginnt nicht wie ein PDF; die Datei ist vielleicht beschädigt oder von anderer Art.',
  '“{}” is not a PDF.': '„{1}“ ist kein PDF.',
  'The folder “{}” holds no PDFs.': 'Im Ordner „{1}“ liegen keine PDFs.',
  'In a folder, Citelight takes the files that end in .pdf.':
    'Aus einem Ordner nimmt Citelight die Dateien, die auf .pdf enden.',
  '{} removed for good.': '{1} endgültig entfernt.',
  'Add the file again to have it back.':
    'Fügen Sie die Datei noch einmal hinzu, um sie wiederzuhaben.',

  // Documents, and their pages.
  'No document {} is in the library.': 'Ein Dokument {1} gibt es in der Bibliothek nicht.',
  '“{}” is not in the library.': '„{1}“ ist nicht in der Bibliothek.',
  '“{}” means {} documents.': '„{1}“ kann {2} Dokumente meinen.',
  'Name one by its id (see `citelight list`).':
    'Nennen Sie eines mit seiner Kennung (siehe `citelight list`).',
  '“{}” has no page {}.': '„{1}“ hat keine Seite {2}.',
  'It has {} pages.': (pages) => (pages === '1' ? 'Es hat eine Seite.' : `Es hat ${pages} Seiten.`),
  "The library's copy of “{}” is gone.": 'Die Kopie von „{1}“ in der Bibliothek ist weg.',
  'The library’s copy of “{}” is lost.': 'Die Kopie von „{1}“ in der Bibliothek fehlt.',
  'Add the file again.': 'Fügen Sie die Datei noch einmal hinzu.',
  'Remove the document and add its file again.':
    'Entfernen Sie das Dokument und fügen Sie seine Datei noch einmal hinzu.',
  "The page's picture could not be drawn: {}.":
    'Das Bild der Seite konnte nicht gezeichnet werden: {1}.',
  'Drawing the page failed.': 'Das Zeichnen der Seite ist fehlgeschlagen.',
  '“{}” is not the address of a page.': '„{1}“ ist nicht die Adresse einer Seite.',
  '“{}” is not a link into a document.': '„{1}“ ist kein Link in ein Dokument.',
  'Copy the whole link, from “citelight://” to its end.':
    'Kopieren Sie den ganzen Link, von „citelight://“ bis zu seinem Ende.',

  // Copies, and what the system opens.
  '“{}” is the original, which is never written to.':
    '„{1}“ ist das Original, und das bleibt unangetastet.',
  'Choose another name for the copy.': 'Wählen Sie einen anderen Namen für die Kopie.',
  'No answer cites “{}”.': 'Keine Antwort zitiert „{1}“.',
  'Ask a question of it first.': 'Stellen Sie dem Dokument erst eine Frage.',
  'No file manager could be started.': 'Es ließ sich keine Dateiverwaltung starten.',
  'No program for PDF files could be started.': 'Es ließ sich kein Programm für PDFs starten.',
  'The file lies in {}.': 'Die Datei liegt in {1}.',
  '“{}” is no longer in {}.': '„{1}“ ist nicht mehr in {2}.',
  'It was moved, renamed or deleted. Citelight still has its own copy of it.':
    'Die Datei wurde verschoben, umbenannt oder gelöscht. Citelight hat noch seine eigene Kopie.',
  'The link leads to nothing that Citelight opens.':
    'Der Link führt zu nichts, was Citelight öffnet.',
  'No browser could be started.': 'Es ließ sich kein Browser starten.',
  'The address is {}': 'Die Adresse ist {1}',
  '“{}” cannot be written: {}.': '„{1}“ lässt sich nicht schreiben: {2}.',
  'Choose another folder, or make room on the disk.':
    'Wählen Sie einen anderen Ordner, oder schaffen Sie Platz auf der Platte.',

  // Watched folders.
  '“{}” is not a folder.': '„{1}“ ist kein Ordner.',
  'Choose the folder that it lies in.': 'Wählen Sie den Ordner, in dem die Datei liegt.',
  '“{}” belongs to the library itself.': '„{1}“ gehört zur Bibliothek selbst.',
  'Choose a folder of your own.': 'Wählen Sie einen eigenen Ordner.',
  '“{}” is watched already.': '„{1}“ wird schon beobachtet.',
  '“{}” is watched already, as a part of “{}”.': '„{1}“ wird schon beobachtet, als Teil von „{2}“.',
  'New PDFs in it are added by themselves.': 'Neue PDFs darin werden von selbst eingelesen.',
  'The folder “{}” cannot be reached.': 'Der Ordner „{1}“ ist nicht erreichbar.',
  'It may lie on a drive that is not connected. It is watched again once it is there.':
    'Er liegt vielleicht auf einem Laufwerk, das nicht angeschlossen ist. Sobald er da ist, wird er wieder beobachtet.',

  // Collections.
  'There is no collection “{}”.': 'Eine Sammlung „{1}“ gibt es nicht.',
  'There is a collection “{}” already.': 'Eine Sammlung „{1}“ gibt es schon.',
  'Choose another name.': 'Wählen Sie einen anderen Namen.',
  'A collection needs a name.': 'Eine Sammlung braucht einen Namen.',
  'Type one.': 'Geben Sie einen ein.',
  'The name of the collection is too long.': 'Der Name der Sammlung ist zu lang.',
  'Use at most {} characters.': 'Nehmen Sie höchstens {1} Zeichen.',
  'This collection is not there any more.': 'Diese Sammlung gibt es nicht mehr.'
};

export const partsOfDocuments: Record<string, Form> = {
  '“{}”': '„{1}“',
  'page {} of {}': 'Seite {1} von {2}',
  '{} and {} more': '{1} und {2} weitere',
  'The document is': 'Das Dokument ist',
  '{} documents are': '{1} Dokumente sind',
  'it is not a regular file': 'Sie ist keine gewöhnliche Datei',
  'it is empty': 'Die Datei ist leer',
  'its kind of encryption is not known': 'Die Art der Verschlüsselung ist nicht bekannt',
  'it does not begin like one': 'Die Datei beginnt nicht wie eines',
  'its structure cannot be followed': 'Dem Aufbau ist nicht zu folgen',
  'it has no pages': 'Es hat keine Seiten',
  'it cannot be loaded': 'Sie lässt sich nicht laden',
  'it has no area': 'Sie hat keine Fläche',
  'its text cannot be read': 'Ihr Text ist nicht lesbar',
  'it cannot be drawn': 'Sie lässt sich nicht zeichnen',
  'it is too large': 'Es ist zu groß',
  'the page cannot be drawn': 'Die Seite lässt sich nicht zeichnen',
  'no language data is installed': 'Es sind keine Sprachdaten installiert',
  'it states {} pages; documents of up to {} can be read':
    'Es gibt {1} Seiten an; lesbar sind Dokumente mit bis zu {2}',
  'it opened a document without pages': 'Es öffnete ein Dokument ohne Seiten',
  'it found more words on the page than a page can hold':
    'Es fand mehr Wörter auf der Seite, als eine Seite fasst',
  'it found more text on the page than a page can hold':
    'Es fand mehr Text auf der Seite, als eine Seite fasst',
  'it holds too much, {} bytes': 'Sie enthält zu viel, {1} Byte',
  'the path or password is too long': 'Pfad oder Passwort sind zu lang',
  'it was ended by signal {}': 'Es wurde mit Signal {1} beendet',
  'it ended with code {}': 'Es endete mit Code {1}',
  'it ended': 'Es endete',
  'it closed its end of the pipe': 'Es schloss sein Ende der Leitung',
  'it was not ready after {} s': 'Es war nach {1} s nicht bereit',
  'it ended before it was ready: {}': 'Es endete, bevor es bereit war: {1}',
  'it answered something else than it was asked': 'Es antwortete anderes, als gefragt war',
  'it ran into a fault of its own: {}': 'Es stieß auf einen eigenen Fehler: {1}',
  'no reason given': 'ohne Angabe eines Grundes',
  'a picture of {} x {} pixels cannot be recognised':
    'In einem Bild von {1} x {2} Pixeln lässt sich kein Text erkennen',
  'tesseract failed on the picture': 'Tesseract scheiterte an dem Bild'
};
