import type { Words } from '../en';
import { count, counted, listed } from './figures';

export const question: Words['question'] = {
  titles: { answer: 'Fragen', history: 'Frühere Fragen', notebook: 'Notizbuch' },
  back: 'Zurück',
  looking: (documents) => `${counted(documents, 'Dokument wird', 'Dokumente werden')} durchsucht`,
  answered: (evidence) => `Beantwortet, mit ${counted(evidence, 'Fundstelle', 'Fundstellen')}.`,
  nothing: 'Es wurde nichts gefunden.',
  recent: 'Letzte Fragen',
  how: [
    'Fragen Sie in eigenen Worten, gern in ganzen Sätzen.',
    'Jeder Satz der Antwort trägt eine Nummer.',
    'Klicken Sie auf eine Nummer, um die Fundstelle auf ihrer Seite zu sehen.'
  ],
  tryThese: 'Fragen zum Ausprobieren',
  tryTheseTitle: 'Zum Ausprobieren',

  waits: {
    missing: 'Es fehlt etwas: siehe die Meldung oben.',
    collection: (name) => `Noch kann kein Dokument aus „${name}“ befragt werden.`,
    first: 'Sie können fragen, sobald das erste Dokument bereit ist.',
    several: (busy) => `Sie können fragen, sobald eines der ${count(busy)} Dokumente bereit ist.`,
    locked: 'Geben Sie zuerst in der Liste das Passwort eines Dokuments ein.',
    none: 'Fügen Sie zuerst ein Dokument hinzu.',
    failed:
      'Kein Dokument ist bereit. Fügen Sie ein anderes hinzu, oder versuchen Sie eines der Liste erneut.'
  },

  box: {
    label: 'Ihren Dokumenten eine Frage stellen',
    followUp: 'Nachfragen, etwa „und 2021?“, oder neu fragen',
    empty: 'Geben Sie zuerst eine Frage ein.',
    asksOf: (documents) =>
      documents === 1 ? 'Das Dokument aus' : `Die ${count(documents)} Dokumente aus`,
    asks: 'Nur',
    chosen: (documents) => counted(documents, 'ausgewähltes Dokument', 'ausgewählte Dokumente'),
    askAll: 'Alle befragen',
    asksAll: (ready) => (ready === 1 ? 'Ihr Dokument' : `Alle ${count(ready)} Dokumente`),
    newTopic: 'Neues Thema',
    newTopicDetail: 'Neues Thema: Die nächste Frage schließt an nichts an',
    ask: 'Fragen',
    askTitle: (key) => `Fragen (${key})`,
    filters: 'Filter der Frage',
    takeBack: (filter) => `Filter ${filter} aufheben`,
    takeBackTitle: (filter) => `${filter}\nKlicken, um ihn aufzuheben`
  },

  filter: {
    label: 'Frage eingrenzen',
    words: 'Filtern',
    title: 'Die Frage auf Arten von Passagen, Abschnitte oder eine Zeit eingrenzen',
    kinds: 'Nur suchen in',
    kindNames: { text: 'Text', table: 'Tabellen', list: 'Listen', code: 'Code' },
    years: 'Dokumente der Jahre',
    from: 'von',
    until: 'bis',
    first: 'Erstes Jahr',
    last: 'Letztes Jahr',
    fromYear: (year) => `ab ${year}`,
    untilYear: (year) => `bis ${year}`,
    note: 'Das Jahr eines Dokuments ergibt sich aus Dateiname, Titel und ersten Seiten; Dokumente ohne Jahr bleiben außen vor. Um nur in einem Abschnitt zu fragen, öffnen Sie den Inhalt und klicken dort auf den Trichter.',
    clear: 'Alle aufheben'
  },

  understood: {
    label: 'Verstanden als',
    lead: 'Verstanden als:',
    asTyped: 'Wörtlich fragen',
    asTypedDetail: 'Wörtlich fragen, als eigene Frage',
    askedAsTyped: 'Wörtlich gefragt.',
    followUp: 'Als Nachfrage stellen',
    kind: 'Art der Antwort',
    kindIs: (kind) => `Art der Antwort: ${kind}`,
    kindTitle: (kind) => `Art der Antwort: ${kind}\nKlicken, um eine andere zu wählen`,
    kinds: {
      fact: 'Angabe',
      number: 'Zahl',
      definition: 'Begriff',
      yes_no: 'Ja oder nein',
      list: 'Liste',
      comparison: 'Vergleich',
      summary: 'Zusammenfassung'
    },
    ofEach: 'Von jedem',
    ofEachOf: (count) => `Von jedem von ${count} Dokumenten`,
    findings: {
      kind: 'Art der Antwort',
      documents: 'Dokument',
      period: 'Zeit',
      unit: 'Einheit',
      phrase: 'Genauer Wortlaut',
      reference: 'Teil',
      place: 'Ort',
      instruction: 'Form der Antwort',
      follow_up: 'Nachfrage',
      spelling: 'Schreibweise'
    },
    only: 'Nur',
    onlyThese: 'Nur diese Dokumente wurden durchsucht',
    on: (what) => `${what}\nKlicken, um es außer Acht zu lassen`,
    off: (label) => `Nicht beachtet; klicken, um es zu beachten\n${label}`,
    fewer: 'Weniger',
    more: (number) => `+${number} weitere`,
    reset: 'Zurücksetzen',
    resetDetail: 'Die Frage so lesen, wie sie zuerst verstanden wurde',
    asking: 'Es wird erneut gefragt',
    refused: 'Die Frage konnte nicht erneut gestellt werden. Die Antwort ist unverändert.'
  },

  history: {
    none: 'Noch keine Fragen. Was Sie fragen, bleibt hier erhalten, nur auf diesem Rechner.',
    search: 'Frühere Fragen durchsuchen',
    save: 'Als Tabelle\u00a0…',
    saveDetail: 'Alle Fragen mit dem Gefundenen und Ihrer Bewertung als Tabelle speichern',
    noFit: (sought) => `Keine frühere Frage enthält „${sought}“.`,
    follows: 'Schließt an die Frage darüber an',
    wentWith: (files) => ` · Antwort entfernt mit ${listed(files)}`,
    notSaid: ' · nichts gefunden',
    forget: 'Löschen',
    forgetThis: 'Diese Frage löschen',
    edit: 'Ändern und fragen'
  },

  log: {
    file: 'Citelight-Fragen',
    kind: 'Tabelle',
    saved: (path) => `Die Fragen wurden in ${path} gespeichert.`
  }
};
