import type { Words } from '../en';
import { count, counted } from './figures';

const among = (number: number) => `Bei ${counted(number, 'Passage', 'Passagen')}`;

export const settings: Words['settings'] = {
  title: 'Einstellungen',
  advanced: 'Erweitert',
  apply: 'Anwenden',
  defaults: 'Standard wiederherstellen',
  useIt: 'Verwenden',

  appearance: {
    title: 'Sprache und Schrift',
    language: 'Sprache',
    languageDetail: 'Die Sprache des Fensters, nicht der Dokumente.',
    asSystem: 'Wie das System',
    size: 'Schriftgröße',
    sizeDetail: 'Die Schrift des Fensters. Seiten werden für sich vergrößert.',
    sizes: { small: 'Klein', normal: 'Normal', large: 'Groß', largest: 'Sehr groß' }
  },

  folders: {
    title: 'Überwachte Ordner',
    detail:
      'PDFs, die Sie in diese Ordner oder ihre Unterordner legen, kommen in die Bibliothek, solange Citelight geöffnet ist. Was Sie aus der Bibliothek entfernen, bleibt draußen.',
    looking: 'Wird durchsucht\u00a0…',
    none: 'Noch keine PDFs',
    files: (files) => counted(files, 'PDF', 'PDFs'),
    stop: (path) => `${path} nicht mehr überwachen`,
    add: 'Ordner überwachen\u00a0…'
  },

  scans: {
    title: 'Eingescannte Seiten',
    detail:
      'Die Sprachen, in denen ihr Text erkannt wird. Wählen Sie die Sprachen Ihrer Dokumente; jede weitere kostet Zeit.',
    looking: 'Sprachdaten werden gesucht',
    label: 'Sprachen eingescannter Seiten',
    last: 'Wählen Sie eine andere Sprache, bevor Sie diese abwählen.',
    notInstalled: 'nicht installiert',
    onlyOne: 'als einzige gewählt',
    add: 'Sprachdatei hinzufügen\u00a0…',
    note: [
      'Sprachdaten sind Dateien wie',
      '. Sie gehören zu Tesseract, dem Programm, das den Text erkennt; das Projekt bietet sie für mehr als hundert Sprachen an.'
    ],
    fromNow: 'Die Auswahl gilt für Dokumente, die ab jetzt gelesen werden.',
    there: 'Diese Sprache war schon vorhanden.',
    added: (names) => `${names.join(', ')} ${names.length === 1 ? 'wurde' : 'wurden'} hinzugefügt.`
  },

  passages: {
    title: 'Passagen',
    detail:
      'Dokumente werden in Passagen zerlegt. Mit ihnen wird eine Frage verglichen, und aus ihnen wird zitiert.',
    looking: 'Einstellung wird gelesen',
    length: 'Länge',
    windowLength: 'Länge eines Fensters',
    lengthDetail: (length) =>
      `${length} Kurze Passagen führen genauer an die Stelle, lange bringen mehr Umgebung mit.`,
    characters: (characters) => `${count(characters)} Zeichen.`,
    words: (words, tokens) => `Etwa ${count(words)} Wörter (${count(tokens)} Token).`,
    overlap: 'Überlappung',
    noWindowOverlap: 'Ein Fenster beginnt, wo das vorige endet.',
    windowOverlap: (characters) =>
      `Ein Fenster wiederholt die letzten ${count(characters)} Zeichen des vorigen.`,
    noOverlap: 'Eine Passage wiederholt nichts von der vorigen.',
    sentences: (sentences) =>
      `Eine Passage wiederholt bis zu ${counted(sentences, 'kurzen Satz', 'kurze Sätze')} der vorigen, damit dazwischen nichts auseinandergerissen wird.`,
    noise: 'Verzeichnisse und Nachweise',
    noiseDetail:
      'Inhaltsverzeichnisse, Register und Literaturangaben erwähnen jedes Thema, ohne eines zu erklären; daher werden sie meist zuletzt durchsucht.',
    noiseLabel: 'Wie Verzeichnisse und Nachweise durchsucht werden',
    noiseLast: 'Zuletzt',
    noiseLikeRest: 'Wie der Rest',
    short: 'Kurz',
    medium: 'Mittel',
    usual: 'Üblich',
    long: 'Lang',
    none: 'Keine',
    little: 'Wenig',
    modeLabel: 'Wie Dokumente zerlegt werden',
    modes: {
      structure: {
        label: 'Nach Aufbau',
        detail: 'Entlang von Überschriften, Absätzen, Listen und Tabellen.'
      },
      fixed: {
        label: 'Feste Fenster',
        detail: 'Gleich lange Stücke, wo auch immer sie enden.'
      }
    },
    recommended: 'empfohlen',
    appliesToNew: 'Dokumente, die Sie hinzufügen, werden so zerlegt.',
    applies: (ready) =>
      ready === 1
        ? 'Das zerlegt 1 Dokument neu, im Hintergrund. Bis es fertig ist, antwortet es aus seinen alten Passagen.'
        : `Das zerlegt ${count(ready)} Dokumente neu, im Hintergrund. Bis ein Dokument fertig ist, antwortet es aus seinen alten Passagen.`,
    updating: (documents) =>
      `${counted(documents, 'Dokument wird', 'Dokumente werden')} aktualisiert\u00a0…`
  },

  search: {
    title: 'Suche',
    detail: 'Wie die Passagen gefunden werden, die einer Frage am nächsten liegen.',
    detailAmong: (passages) =>
      `Wie unter ${counted(passages, 'Passage', 'Passagen')} diejenigen gefunden werden, die einer Frage am nächsten liegen.`,
    looking: 'Einstellung wird gelesen',
    shown: 'Passagen je Antwort',
    shownDetail: (min, max) => `Von ${min} bis ${max}. Die Antwort selbst bleibt gleich.`,
    shownLabel: (min, max) => `Passagen je Antwort, ${min} bis ${max}`,
    index: 'Art des Index',
    indexes: {
      flat: {
        label: 'Genau',
        detail:
          'Vergleicht die Frage mit jeder Passage. Übersieht nichts; wird mit jeder Passage langsamer.'
      },
      hnsw: {
        label: 'Graph (HNSW)',
        detail:
          'Geht von nahen Passagen zu näheren. Schnell in großen Bibliotheken; der Aufbau dauert länger.'
      },
      ivf_pq: {
        label: 'Kurzcodes (IVF-PQ)',
        detail:
          'Merkt sich zu jeder Passage einen kurzen Code. Braucht am wenigsten Speicher; kann etwas übersehen.'
      }
    },
    proposals: {
      flat: (passages) =>
        `${among(passages)} ist die genaue Suche schnell genug, und sie übersieht nichts.`,
      hnsw: (passages) => `${among(passages)} antwortet ein Graph schneller.`,
      ivf_pq: (passages) => `${among(passages)} brauchen Kurzcodes viel weniger Speicher.`
    },
    effort: 'Aufwand',
    fast: 'Schnell',
    usual: 'Üblich',
    thorough: 'Gründlich',
    keepsNearest: (nearest) =>
      `Behält beim Suchen die ${count(nearest)} nächsten (ef_search). Mehr findet besser und dauert länger.`,
    readsLists: (lists) =>
      `Liest ${counted(lists, 'Liste', 'Listen')} von 256 (nprobe). Mehr findet besser und dauert länger.`,
    note: 'Ein anderer Index wird im Hintergrund aufgebaut; bis dahin antwortet der alte.'
  },

  encryption: {
    title: 'Verschlüsselung',
    off: 'Die Bibliothek liegt lesbar auf der Platte. Verschlüsselt lassen sich Dokumente, Fragen, Antworten und Sicherungen nur mit Ihrer Passphrase lesen.',
    on: 'Die Bibliothek ist verschlüsselt: Wer die Platte hat, aber nicht Ihre Passphrase, kann sie nicht lesen.',
    unsupported:
      'Auf diesem System lassen sich Bibliotheken nicht verschlüsseln; hier schützt die Verschlüsselung der Platte.',
    encrypt: 'Bibliothek verschlüsseln\u00a0…',
    change: 'Passphrase ändern\u00a0…',
    decrypt: 'Verschlüsselung ausschalten\u00a0…',
    old: 'Bisherige Passphrase',
    first: 'Neue Passphrase',
    second: 'Noch einmal',
    differ: 'Die beiden stimmen nicht überein.',
    notes: {
      encrypt:
        'Nehmen Sie mehrere Wörter, die sonst niemand zusammenstellt, und bewahren Sie sie sicher auf: Eine vergessene Passphrase lässt sich nicht wiederherstellen, und die Bibliothek ohne sie auch nicht. Citelight wird beendet, startet neu und fragt danach; dann wird die Bibliothek verschlüsselt, was einige Minuten dauern kann. Sicherungen, die Sie früher erstellt haben, bleiben lesbar.',
      change:
        'Eine vergessene Passphrase lässt sich nicht wiederherstellen. Frühere Sicherungen behalten die alte.',
      decrypt:
        'Citelight wird beendet, startet neu und fragt nach der Passphrase; dann wird die Bibliothek lesbar geschrieben, was einige Minuten dauern kann.'
    },
    yes: {
      encrypt: 'Verschlüsseln und neu starten',
      change: 'Ändern',
      decrypt: 'Ausschalten und neu starten'
    },
    changed: 'Die Passphrase ist geändert.',
    restarting: 'Citelight startet neu\u00a0…'
  },
  backups: {
    title: 'Sicherungen',
    detail:
      'Eine Sicherung enthält alles: Dokumente, Fragen, Antworten und Einstellungen. Bewahren Sie sie auf einem anderen Datenträger auf und erneuern Sie sie ab und zu.',
    make: 'Sicherung erstellen\u00a0…',
    making: 'Die Sicherung wird erstellt\u00a0…',
    made: (files, size, path) =>
      `Die Sicherung ist erstellt: ${counted(files, 'Dokument', 'Dokumente')}, ${size}, in ${path}.`,
    missing: (names) =>
      `Von diesen Dokumenten ist die Kopie der Bibliothek verloren oder beschädigt, sie fehlen daher in der Sicherung: ${names}.`,
    missingHint: 'Fügen Sie diese Dateien noch einmal hinzu.',
    restore: 'Wiederherstellen\u00a0…',
    own: 'Von selbst erstellt, einmal am Tag',
    ownDetail:
      'Fragen, Antworten, Notizbuch und Einstellungen. Die Dokumente liegen in der Bibliothek und werden neu gelesen.',
    none: 'Noch keine: Die erste entsteht innerhalb eines Tages.',
    use: 'Wiederherstellen',
    useOf: (when) => `Sicherung vom ${when} wiederherstellen`,
    sure: {
      title: 'Diese Sicherung wiederherstellen?',
      whole: (path) =>
        `Die Bibliothek wird wieder so, wie sie war, als ${path} erstellt wurde. Ihr jetziger Stand wird in einem Ordner daneben aufgehoben, gelöscht wird nichts.`,
      own: (when) =>
        `Fragen, Antworten, Notizbuch und Einstellungen werden wieder so, wie sie am ${when} waren; was später kam, fehlt darin. Die Dokumente bleiben und werden neu gelesen, was eine Weile dauern kann. Die jetzige Datenbank wird aufgehoben, gelöscht wird nichts.`,
      restarts: 'Citelight wird beendet und startet neu.',
      yes: 'Wiederherstellen und neu starten'
    },
    restoring: 'Citelight startet neu\u00a0…'
  },
  storage: {
    title: 'Speicherplatz',
    detail:
      'Alles bleibt auf diesem Rechner. Die Bibliothek behält von jedem PDF eine Kopie, damit Zitiertes auch gezeigt werden kann, wenn das Original verschoben oder gelöscht ist.',
    adding: 'Dateien werden zusammengezählt',
    show: 'Ordner der Bibliothek zeigen',
    check: 'Bibliothek prüfen',
    checkDetail: 'Liest alles: Kopien, Texte und Index. Geändert wird nichts.',
    checking: 'Die Bibliothek wird geprüft\u00a0…',
    sound: (documents, pages, passages) =>
      `Alles in Ordnung: ${counted(documents, 'Dokument', 'Dokumente')}, ${counted(pages, 'Seite', 'Seiten')}, ${counted(passages, 'Passage', 'Passagen')}.`,
    faulty: (faults) => `${counted(faults, 'Mangel', 'Mängel')} gefunden.`,
    faultyHint:
      'Lesen Sie die Dokumente noch einmal ein; eine verlorene oder veränderte Datei muss neu hinzugefügt werden.',
    parts: {
      files: { name: 'PDF-Dateien', detail: 'Kopien der Dokumente, die Sie hinzugefügt haben' },
      database: {
        name: 'Texte und Antworten',
        detail: 'Gelesenes mit seinen Stellen und Ihre Fragen'
      },
      index: {
        name: 'Suchindex',
        detail: 'Aus dem Text erstellt; geht er verloren, entsteht er neu'
      },
      other: { name: 'Andere Dateien', detail: 'Sicherungen, Sprachdaten und Ähnliches' },
      models: { name: 'Modelle', detail: 'Von Ihnen installiert, für alle Bibliotheken' }
    }
  }
};
