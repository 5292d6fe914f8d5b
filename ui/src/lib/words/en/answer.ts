// The answer: how it was made, its evidence, the passages, what is said of it and done with it.
import type {
  AnswerFormat,
  AnswerMode,
  FeedbackEffect,
  FeedbackReason,
  PassageKind,
  Verdict
} from '../../platform/bindings';
import { count, counted, listed } from './figures';

interface Said {
  label: string;
  detail: string;
}

const quoted: Said = { label: 'Quoted', detail: 'The document says it in these very words.' };

export const answer = {
  series: {
    title: (title: string, unit: string) => `${title}, ${unit}`,
    plot: (title: string) => `Course of ${title}`,
    period: 'Period',
    value: 'Value',
    change: 'Change',
    restated: (value: string) => `restated; before: ${value}`
  },
  label: 'Answer',
  earlier: 'Earlier answer',
  followingUp: 'Following up on',
  showEarlier: 'Show this earlier question again',
  inTheirWords: 'In the documents’ words',
  writeWith: (model: string) => `Write it with ${model}`,
  notFound: 'I found nothing in these documents that answers this.',
  nearest: 'The passages that come nearest are below. Other words, or other documents, may help.',
  otherWords: 'Try other words, or add the document that may say it.',
  calculation: 'Calculation',
  gone: (files: readonly string[]) =>
    `Its answer cited ${listed(files.map((file) => `“${file}”`))}, which ${files.length === 1 ? 'was' : 'were'} removed from the library. The answer went with ${files.length === 1 ? 'it' : 'them'}.`,

  changed: (files: readonly string[]) =>
    `${listed(files.map((file) => `“${file}”`))} ${files.length === 1 ? 'has' : 'have'} changed since: this answer cites what stood there before.`,

  modes: {
    extractive: {
      label: 'Quoted word for word',
      detail: 'Every sentence stands in your documents exactly as shown.'
    },
    calculated: {
      label: 'Calculated from cited figures',
      detail: 'The figures come from your documents; the arithmetic was done on this computer.'
    },
    generated: {
      label: 'Written from the cited evidence',
      detail: 'A model on this computer wrote the sentences from the cited passages only.'
    }
  } satisfies Record<AnswerMode, Said>,
  noGenerator: (detail: string) =>
    `${detail} No text generator is installed, so nothing is rephrased.`,

  verdicts: {
    quoted,
    confirmed: { label: 'Confirmed', detail: 'The cited words say it.' },
    partly: { label: 'Partly', detail: 'The cited words say a part of it.' },
    not_confirmed: { label: 'Not confirmed', detail: 'The cited words do not settle it.' }
  } satisfies Record<Verdict, Said>,
  /** The same of a sentence that a model wrote. */
  sentenceVerdicts: {
    quoted,
    confirmed: {
      label: 'Confirmed',
      detail: 'Confirmed: the cited words say all of this sentence.'
    },
    partly: {
      label: 'Partly confirmed',
      detail: 'The cited words say a part of this sentence. Read them before you rely on it.'
    },
    not_confirmed: {
      label: 'Not confirmed',
      detail: 'No words of the documents were found that say this. Read the quotes below.'
    }
  } satisfies Record<Verdict, Said>,

  writing: {
    generator: 'The text generator',
    stopped: 'You stopped it here.',
    limit: 'It was cut off at its longest.',
    stopping: 'Stopping',
    reads: (model: string) => `${model} reads the evidence`,
    writes: (model: string) => `${model} writes; it is checked at the end`
  },

  foot: {
    rate: 'Rate this answer',
    good: 'Good answer',
    bad: 'Bad answer',
    copy: 'Copy this answer',
    copyAnswer: 'Copy answer',
    copyText: 'Copy as plain text',
    copyMarkdown: 'Copy as Markdown',
    save: 'Save this answer',
    savePdf: 'Answer as PDF…',
    saveMarkdown: 'Answer as Markdown…',
    saveHtml: 'Answer as a web page…',
    saveJson: 'Answer as JSON…',
    saveHighlighted: (file: string) => `Copy of ${file} with highlights…`
  },

  wrong: {
    label: 'What is wrong with this answer',
    title: 'What is wrong with it?',
    kept: 'Kept on this computer only.',
    note: 'A note, if you like',
    noteLabel: 'A note on this answer',
    reasons: {
      wrong: 'It is wrong',
      incomplete: 'Something is missing',
      off_topic: 'It answers something else',
      other_document: 'It is of another document',
      not_said: 'The documents do not say this'
    } satisfies Record<FeedbackReason, string>
  },

  how: {
    label: 'How this was found',
    short: 'How found',
    time: 'Time',
    understand: 'Understanding the question',
    retrieve: 'Searching the documents',
    rerank: 'Reading the best passages',
    answer: 'Putting the answer together',
    confidence: (percent: string) =>
      `The documents say it with a likelihood of ${percent}, as the reader judges.`,
    candidates: (all: string, ways: string) =>
      `The searches brought ${all}: ${ways}. These came first.`,
    brought: {
      meaning: (number: number) => `${count(number)} by meaning`,
      words: (number: number) => `${count(number)} by words`,
      names: (number: number) => `${count(number)} by related terms`,
      titles: (number: number) => `${count(number)} by section titles alone`
    },
    passages: 'Passages that were found, the best first',
    quoted: 'Quoted',
    /** Place among what a search found. */
    place: (place: number) => `no. ${count(place)}`,
    unplaced: 'not found this way',
    unread: 'nothing found in it',
    stages: {
      meaning: {
        label: 'Meaning',
        detail:
          'How near its meaning is to that of the question: 1 is the same, 0 has nothing to do with it.'
      },
      words: {
        label: 'Words',
        detail:
          'How many of the question’s words it holds, and how rare they are. Higher is better.'
      },
      names: {
        label: 'Related terms',
        detail: 'The same of other names for what is asked. Higher is better.'
      },
      weighed: {
        label: 'Together',
        detail:
          'All of this, the section and what else was measured, weighed together. Higher is better.'
      },
      reader: {
        label: 'Reader',
        detail:
          'By how much the best words that the reader found in it answer better than nothing would. Above 0 they answer.'
      }
    },
    moved: {
      raised: 'Moved up by your ratings',
      lowered: 'Moved down by your ratings'
    } satisfies Record<FeedbackEffect, string>
  },

  evidence: {
    title: 'Evidence',
    at: (at: number, of: number) => `${at} of ${of}`,
    chip: (number: number, place: string, verdict: string) =>
      `Evidence ${number}: ${place}. ${verdict}.`,
    onPage: (number: number) => `Evidence ${number} on its page`,
    keep: 'Keep in the notebook',
    takeOut: 'Take out of the notebook',
    previous: 'Previous evidence',
    next: 'Next evidence',
    wrong: 'Wrong citation',
    wrongDetail: 'These words do not support the sentence',
    marked: 'Marked wrong',
    takeBack: 'Take it back',
    pin: 'Keep it here',
    unpin: 'Let it go',
    goesOn: (page: string | number) => `Goes on at the top of page ${page}`,
    show: 'Show it on its page',
    quote: (words: string) => `“${words}”`,
    within: (sections: readonly string[]) => `In ${sections.join(', ')}`
  },

  passages: {
    title: 'Passages',
    nearest: 'Nearest passages',
    kinds: { text: 'text', table: 'table', list: 'list', code: 'code' } satisfies Record<
      PassageKind,
      string
    >,
    feedback: {
      raised: 'Helped before',
      lowered: 'Marked wrong before'
    } satisfies Record<FeedbackEffect, string>,
    feedbackDetail:
      'Your feedback on this question or one much like it moved it. Take the feedback back to undo.',
    score: (score: string) => `Score ${score}`,
    scoreDetail: (score: string, percent: number) =>
      `Score ${score}, ${percent} % of the best passage`,
    tableOn: (pages: string) => `Table on ${pages}`,
    fewerRows: 'Show fewer rows',
    allRows: (rows: number) => `Show all ${count(rows)} rows`
  },

  /** Answers put into files or copied. */
  saving: {
    /** What the file dialog calls the forms. */
    forms: {
      text: 'Text',
      markdown: 'Markdown',
      html: 'Web page',
      json: 'JSON',
      pdf: 'PDF document'
    } satisfies Record<AnswerFormat, string>,
    file: 'Answer',
    highlightedFile: (file: string) => `${file} (highlighted)`,
    copied: 'Copied, with its references.',
    notCopied: 'The system did not let the answer be copied.',
    saved: (path: string) => `The answer is in ${path}.`,
    highlighted: (file: string, highlights: number, path: string) =>
      `A copy of “${file}” with ${counted(highlights, 'highlight')} is in ${path}.`
  }
};
