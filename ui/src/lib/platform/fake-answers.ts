// What the fake platform answers: quotes that stand on the pages of its documents, and passages of
// every kind.
import type { PassageKind, PassageStages, TableView, Verdict } from './bindings';
import { IDS } from './fake-documents';
import { CASH_FLOWS, SEGMENTS } from './fake-tables';

export interface CannedCitation {
  document: string;
  page: number;
  quote: string;
  verdict: Verdict;
  score: number;
}

export interface CannedAnswer {
  /** The question must hold all of these. */
  words: string[];
  answer: string;
  citations: CannedCitation[];
}

/** What comes nearest where nothing answers. */
export const NEAREST: CannedCitation = {
  document: IDS.lease,
  page: 9,
  quote: 'and then by giving not less than twelve months’ notice in writing.',
  verdict: 'quoted',
  score: 0.4
};

export const ANSWERS: CannedAnswer[] = [
  {
    words: ['cash'],
    answer:
      'Net cash provided by operating activities was $4,312 million in 2023, compared with $3,780 million in 2022, an increase of $532 million. [1] [2] The increase was driven mainly by higher realised power prices and by the first full year of the Tarn Valley storage site. [3] These effects were partly offset by $118 million of higher interest paid, as two project loans moved from fixed to floating rates in the second quarter. [4]',
    citations: [
      {
        document: IDS.report,
        page: 47,
        quote:
          'Net cash provided by operating activities was $4,312 million in 2023, compared with $3,780 million in 2022, an increase of $532 million.',
        verdict: 'quoted',
        score: 0.94
      },
      {
        document: IDS.report,
        page: 133,
        quote: 'Net cash provided by operating activities 4,312 3,780 3,535',
        verdict: 'quoted',
        score: 0.91
      },
      {
        document: IDS.report,
        page: 47,
        quote:
          'The increase was driven mainly by higher realised power prices and by the first full year of the Tarn Valley storage site.',
        verdict: 'quoted',
        score: 0.83
      },
      {
        document: IDS.report,
        page: 47,
        quote:
          'These effects were partly offset by $118 million of higher interest paid, as two project loans moved from fixed to floating rates in the second quarter.',
        verdict: 'partly',
        score: 0.71
      }
    ]
  },
  {
    words: ['landlord'],
    answer:
      'The landlord may end this lease early only if the building is to be demolished or substantially rebuilt, and then by giving not less than twelve months’ notice in writing. [1]',
    citations: [
      {
        document: IDS.lease,
        page: 9,
        quote:
          'The landlord may end this lease early only if the building is to be demolished or substantially rebuilt, and then by giving not less than twelve months’ notice in writing.',
        verdict: 'quoted',
        score: 0.96
      }
    ]
  }
];

export interface CannedPassage {
  document: string;
  page: number;
  kind: PassageKind;
  text: string;
  table?: TableView;
  score: number;
}

export const PASSAGES: CannedPassage[] = [
  {
    document: IDS.report,
    page: 47,
    kind: 'text',
    text: 'Net cash provided by operating activities was $4,312 million in 2023, compared with $3,780 million in 2022, an increase of $532 million. The increase was driven mainly by higher realised power prices and by the first full year of the Tarn Valley storage site.',
    score: 0.0328
  },
  {
    document: IDS.report,
    page: 133,
    kind: 'table',
    text: 'Net cash provided by operating activities | 4,312 | 3,780 | 3,535\nCapital expenditure | (2,046) | (1,871) | (1,702)\nInterest paid | (486) | (368) | (352)',
    table: CASH_FLOWS,
    score: 0.0311
  },
  {
    document: IDS.report,
    page: 151,
    kind: 'text',
    text: 'Two project loans with a carrying amount of $1,930 million moved from fixed to floating rates in the second quarter of 2023. Interest paid on these loans is part of operating activities.',
    score: 0.0244
  },
  {
    document: IDS.battery,
    page: 12,
    kind: 'text',
    text: 'Cells stored at a high state of charge lose capacity faster than cells stored half full, and the effect grows with temperature.',
    score: 0.0163
  },
  {
    document: IDS.lease,
    page: 9,
    kind: 'list',
    text: '7.1 The tenant may end this lease at any time after the fifth anniversary by giving the landlord not less than six months’ notice in writing.\n7.2 The landlord may end this lease early only if the building is to be demolished or substantially rebuilt.\n7.3 On an early end under clause 7.2 the landlord shall pay the tenant a sum equal to six months’ rent within thirty days.',
    score: 0.0154
  },
  {
    document: IDS.report,
    page: 42,
    kind: 'table',
    text: 'Revenue | 6,204 | 5,688 | 9.1% | 3,117 | 3,042 | 2.5% | 8,430 | 8,911 | (5.4)%',
    table: SEGMENTS,
    score: 0.0122
  },
  {
    document: IDS.battery,
    page: 36,
    kind: 'code',
    text: 'def loss(hours, charge, kelvin):\n    rate = A * exp(-E / (R * kelvin))\n    if charge > 0.8:\n        rate *= 1.7  # stored nearly full\n    return rate * sqrt(hours)',
    score: 0.0101
  }
];

/** What each stage gave the passage at a place: only the first ones share words with the question. */
export function stagesOf(index: number): PassageStages {
  const place = index + 1;
  return {
    meaning: { place, score: 0.71 - index * 0.05 },
    words: index < 3 ? { place, score: 11.2 - index * 2 } : null,
    names: null,
    weighed: { place, score: 3.1 - index },
    reader: index < 2 ? 6.4 - index * 5 : null
  };
}
