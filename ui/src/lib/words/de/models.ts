import type { Words } from '../en';

export const models: Words['models'] = {
  title: 'Modelle',
  detail: 'Sprachmodelle finden, ordnen und schreiben. Alle laufen auf diesem Rechner.',
  looking: 'Modelle werden gesucht',
  noGenerator: 'Kein Textgenerator ist installiert: Antworten werden aus den Dokumenten zitiert.',
  noGeneratorHint:
    'Mit einem Textgenerator werden sie aus den gefundenen Zitaten formuliert. Jeder Satz wird an ihnen geprüft.',
  modelsFor: (role) => `Modelle: ${role}`,
  writeAtOnce: 'Antworten sofort formulieren',
  writeAtOnceDetail:
    'Antworten sofort formulieren; sonst geschieht es mit einem Knopf unter den Zitaten',
  importFolder: 'Ordner importieren\u00a0…',
  note: [
    'Ein von Hand mitgebrachtes Modell ist ein Ordner, wie ihn Modellplattformen anbieten:',
    ', der Tokenizer und die Gewichte. Er wird kopiert und vor der Verwendung geprüft.'
  ],

  roles: {
    embedder: {
      label: 'Finden',
      detail: 'Findet die Passagen, die einer Frage in der Bedeutung nahe sind.'
    },
    reranker: {
      label: 'Ordnen',
      detail:
        'Liest die besten Passagen zusammen mit der Frage und bringt sie in eine bessere Reihenfolge.'
    },
    generator: {
      label: 'Schreiben',
      detail: 'Formuliert Antworten aus den gefundenen Passagen.'
    },
    verifier: {
      label: 'Prüfen',
      detail: 'Sagt, ob die Dokumente einen geschriebenen Satz stützen.'
    }
  },

  state: {
    absent: 'Nicht installiert',
    partial: 'Download angehalten',
    checking: 'Wird geprüft',
    installing: 'Wird installiert',
    inUse: 'In Verwendung',
    installed: 'Installiert',
    broken: 'Beschädigt, nicht verwendet'
  },
  installingOf: (title) => `${title} wird installiert`,
  contentChecked: 'Alles ist da; der Inhalt wird geprüft.',
  beginning: 'Beginnt\u00a0…',
  doneOf: (done, total) => `${done} von ${total}`,
  memory: (size) => `braucht etwa ${size} Arbeitsspeicher`,

  bundled: 'Gehört zu Citelight.',
  unknownSource:
    'Von Hand mitgebracht, aus unbekannter Quelle: Niemand gibt an, was es enthalten sollte.',
  knownSource: (source) =>
    `Von Hand mitgebracht; sein Inhalt ist der von ${source ?? 'dem bekannten Modell'}.`,
  from: (source) => `Von ${source}`,
  downloads: (size, source, folder) =>
    `Damit ${size === null ? 'werden Dateien' : `wird etwa ${size}`}${source ? ` von ${source}` : ''} nach ${folder} heruntergeladen. Von Ihren Dokumenten und Fragen wird nichts gesendet.`,
  notPinned:
    'Was kommt, steht nicht vorher fest: Das bestimmt die Quelle. Fahren Sie nur fort, wenn Sie ihr vertrauen.',

  goOn: (title) => `${title}: fortfahren?`,
  removeQuestion: 'Von diesem Rechner entfernen? Es kann wieder installiert werden.',
  download: 'Herunterladen',
  notNow: 'Jetzt nicht',
  install: 'Installieren\u00a0…',
  continue: 'Fortsetzen\u00a0…',
  installAgain: 'Neu installieren\u00a0…',
  use: 'Dieses verwenden',
  removeMore: 'Entfernen\u00a0…',
  discard: 'Verwerfen\u00a0…'
};
