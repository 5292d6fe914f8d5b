import type { Words } from '../en';
import { count, counted, listed } from './figures';

const quoted = { label: 'Zitiert', detail: 'Das Dokument sagt es mit genau diesen Worten.' };

export const answer: Words['answer'] = {
  series: {
    title: (title, unit) => `${title} (${unit})`,
    plot: (title) => `Verlauf: ${title}`,
    period: 'Zeitraum',
    value: 'Wert',
    change: 'Veränderung',
    restated: (value) => `berichtigt; zuvor: ${value}`
  },
  label: 'Antwort',
  earlier: 'Frühere Antwort',
  followingUp: 'Nachfrage zu',
  showEarlier: 'Diese frühere Frage wieder zeigen',
  inTheirWords: 'Im Wortlaut der Dokumente',
  writeWith: (model) => `Mit ${model} formulieren`,
  notFound: 'In diesen Dokumenten wurde nichts gefunden, was diese Frage beantwortet.',
  nearest:
    'Die nächstliegenden Passagen stehen unten. Andere Worte oder andere Dokumente können helfen.',
  otherWords:
    'Versuchen Sie andere Worte, oder fügen Sie das Dokument hinzu, in dem es stehen könnte.',
  calculation: 'Rechnung',
  gone: (files) => {
    const names = listed(files.map((file) => `„${file}“`));
    return files.length === 1
      ? `Die Antwort zitierte ${names}. Das Dokument wurde aus der Bibliothek entfernt, und die Antwort mit ihm.`
      : `Die Antwort zitierte ${names}. Die Dokumente wurden aus der Bibliothek entfernt, und die Antwort mit ihnen.`;
  },

  changed: (files) =>
    `${listed(files.map((file) => `„${file}“`))} ${files.length === 1 ? 'hat' : 'haben'} sich seitdem geändert: Diese Antwort zitiert, was vorher dort stand.`,

  modes: {
    extractive: {
      label: 'Wörtlich zitiert',
      detail: 'Jeder Satz steht genau so in Ihren Dokumenten.'
    },
    calculated: {
      label: 'Aus zitierten Zahlen berechnet',
      detail: 'Die Zahlen stammen aus Ihren Dokumenten; gerechnet wurde auf diesem Rechner.'
    },
    generated: {
      label: 'Aus den Fundstellen formuliert',
      detail:
        'Ein Modell auf diesem Rechner hat die Sätze allein aus den zitierten Passagen geschrieben.'
    }
  },
  noGenerator: (detail) =>
    `${detail} Es ist kein Textgenerator installiert, daher wird nichts umformuliert.`,

  verdicts: {
    quoted,
    confirmed: { label: 'Bestätigt', detail: 'Die zitierten Worte sagen es.' },
    partly: { label: 'Teilweise', detail: 'Die zitierten Worte sagen einen Teil davon.' },
    not_confirmed: {
      label: 'Nicht bestätigt',
      detail: 'Die zitierten Worte lassen es offen.'
    }
  },
  sentenceVerdicts: {
    quoted,
    confirmed: {
      label: 'Bestätigt',
      detail: 'Bestätigt: Die zitierten Worte sagen alles, was in diesem Satz steht.'
    },
    partly: {
      label: 'Teilweise bestätigt',
      detail:
        'Die zitierten Worte sagen einen Teil dieses Satzes. Lesen Sie sie, bevor Sie sich darauf verlassen.'
    },
    not_confirmed: {
      label: 'Nicht bestätigt',
      detail:
        'In den Dokumenten wurde nichts gefunden, was dies sagt. Lesen Sie die Zitate darunter.'
    }
  },

  writing: {
    generator: 'Der Textgenerator',
    stopped: 'Sie haben hier angehalten.',
    limit: 'An der Längengrenze abgeschnitten.',
    stopping: 'Wird angehalten',
    reads: (model) => `${model} liest die Fundstellen`,
    writes: (model) => `${model} schreibt; geprüft wird am Ende`
  },

  foot: {
    rate: 'Diese Antwort bewerten',
    good: 'Gute Antwort',
    bad: 'Schlechte Antwort',
    copy: 'Diese Antwort kopieren',
    copyAnswer: 'Antwort kopieren',
    copyText: 'Als Text kopieren',
    copyMarkdown: 'Als Markdown kopieren',
    save: 'Diese Antwort speichern',
    savePdf: 'Antwort als PDF\u00a0…',
    saveMarkdown: 'Antwort als Markdown\u00a0…',
    saveHtml: 'Antwort als Webseite\u00a0…',
    saveJson: 'Antwort als JSON\u00a0…',
    saveHighlighted: (file) => `Kopie von ${file} mit Hervorhebungen\u00a0…`
  },

  wrong: {
    label: 'Was an dieser Antwort falsch ist',
    title: 'Was stimmt daran nicht?',
    kept: 'Bleibt nur auf diesem Rechner.',
    note: 'Eine Anmerkung, wenn Sie möchten',
    noteLabel: 'Anmerkung zu dieser Antwort',
    reasons: {
      wrong: 'Sie ist falsch',
      incomplete: 'Es fehlt etwas',
      off_topic: 'Sie beantwortet etwas anderes',
      other_document: 'Sie stammt aus einem anderen Dokument',
      not_said: 'Das steht nicht in den Dokumenten'
    }
  },

  how: {
    label: 'So wurde gefunden',
    short: 'Wie gefunden',
    time: 'Dauer',
    understand: 'Frage verstehen',
    retrieve: 'Dokumente durchsuchen',
    rerank: 'Beste Passagen lesen',
    answer: 'Antwort zusammenstellen',
    confidence: (percent) =>
      `Nach dem Urteil des lesenden Modells steht es mit einer Wahrscheinlichkeit von ${percent} in den Dokumenten.`,
    candidates: (all, ways) => `Die Suchen brachten ${all}: ${ways}. Diese standen vorn.`,
    brought: {
      meaning: (number) => `${count(number)} nach der Bedeutung`,
      words: (number) => `${count(number)} nach den Wörtern`,
      names: (number) => `${count(number)} nach verwandten Begriffen`,
      titles: (number) => `${count(number)} allein nach der Überschrift`
    },
    passages: 'Gefundene Passagen, die beste zuerst',
    quoted: 'Zitiert',
    place: (place) => `Platz ${count(place)}`,
    unplaced: 'so nicht gefunden',
    unread: 'nichts darin gefunden',
    stages: {
      meaning: {
        label: 'Bedeutung',
        detail: 'Wie nah ihre Bedeutung der Frage ist: 1 ist dieselbe, 0 hat nichts mit ihr zu tun.'
      },
      words: {
        label: 'Wörter',
        detail:
          'Wie viele Wörter der Frage sie enthält und wie selten diese sind. Höher ist besser.'
      },
      names: {
        label: 'Verwandte Begriffe',
        detail: 'Dasselbe für andere Namen des Gefragten. Höher ist besser.'
      },
      weighed: {
        label: 'Zusammen',
        detail:
          'All das, der Abschnitt und was sonst gemessen wurde, zusammen gewichtet. Höher ist besser.'
      },
      reader: {
        label: 'Gelesen',
        detail:
          'Um wie viel die besten Wörter, die das lesende Modell darin fand, besser antworten als nichts. Über 0 antworten sie.'
      }
    },
    moved: {
      raised: 'Durch Ihre Bewertungen nach oben gerückt',
      lowered: 'Durch Ihre Bewertungen nach unten gerückt'
    }
  },

  evidence: {
    title: 'Fundstelle',
    at: (at, of) => `${at} von ${of}`,
    chip: (number, place, verdict) => `Fundstelle ${number}: ${place}. ${verdict}.`,
    onPage: (number) => `Fundstelle ${number} auf ihrer Seite`,
    keep: 'Ins Notizbuch übernehmen',
    takeOut: 'Aus dem Notizbuch nehmen',
    previous: 'Vorige Fundstelle',
    next: 'Nächste Fundstelle',
    wrong: 'Falsche Fundstelle',
    wrongDetail: 'Diese Worte stützen den Satz nicht',
    marked: 'Als falsch markiert',
    takeBack: 'Zurücknehmen',
    pin: 'Festhalten',
    unpin: 'Loslassen',
    goesOn: (page) => `Weiter oben auf Seite ${page}`,
    show: 'Auf der Seite zeigen',
    quote: (words) => `„${words}“`,
    within: (sections) => `In ${sections.join(', ')}`
  },

  passages: {
    title: 'Passagen',
    nearest: 'Nächstliegende Passagen',
    kinds: { text: 'Text', table: 'Tabelle', list: 'Liste', code: 'Code' },
    feedback: {
      raised: 'War schon hilfreich',
      lowered: 'Schon als falsch markiert'
    },
    feedbackDetail:
      'Ihre Bewertung dieser oder einer sehr ähnlichen Frage hat die Passage verschoben. Nehmen Sie die Bewertung zurück, um das aufzuheben.',
    score: (score) => `Wert ${score}`,
    scoreDetail: (score, percent) => `Wert ${score}, ${percent}\u00a0% der besten Passage`,
    tableOn: (pages) => `Tabelle auf ${pages}`,
    fewerRows: 'Weniger Zeilen zeigen',
    allRows: (rows) => `Alle ${count(rows)} Zeilen zeigen`
  },

  saving: {
    forms: {
      text: 'Text',
      markdown: 'Markdown',
      html: 'Webseite',
      json: 'JSON',
      pdf: 'PDF-Dokument'
    },
    file: 'Antwort',
    highlightedFile: (file) => `${file} (hervorgehoben)`,
    copied: 'Mit Quellen kopiert.',
    notCopied: 'Das System hat das Kopieren der Antwort nicht zugelassen.',
    saved: (path) => `Die Antwort wurde in ${path} gespeichert.`,
    highlighted: (file, highlights, path) =>
      `Eine Kopie von „${file}“ mit ${counted(highlights, 'Hervorhebung', 'Hervorhebungen')} wurde in ${path} gespeichert.`
  }
};
