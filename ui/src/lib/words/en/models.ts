// The settings of models.
import type { ModelRole } from '../../platform/bindings';

export const models = {
  title: 'Models',
  detail: 'Language models find, rank and write. All of them run on this computer.',
  looking: 'Looking for models',
  noGenerator: 'No generator is installed: answers are quoted from the documents.',
  noGeneratorHint:
    'With one, they are written from the quotes that were found. Every sentence is checked against them.',
  modelsFor: (role: string) => `Models for ${role.toLowerCase()}`,
  writeAtOnce: 'Write answers at once',
  writeAtOnceDetail: 'Write answers at once; otherwise a button below the quotes does it',
  importFolder: 'Import a folder…',
  /** Before the name of a file, and behind it. */
  note: [
    'A model that was brought by hand is a folder as a model hub has it:',
    ', the tokenizer and the weights. It is copied, and checked before it is used.'
  ] as [string, string],

  /** What a model is for. */
  roles: {
    embedder: {
      label: 'Finding',
      detail: 'Finds the passages that are near a question in meaning.'
    },
    reranker: {
      label: 'Ranking',
      detail: 'Reads the best passages beside the question and puts them in a better order.'
    },
    generator: {
      label: 'Writing',
      detail: 'Writes answers in its own words, from the passages that were found.'
    },
    verifier: {
      label: 'Checking',
      detail: 'Says whether the documents support a written sentence.'
    }
  } satisfies Record<ModelRole, { label: string; detail: string }>,

  state: {
    absent: 'Not installed',
    partial: 'Download stopped',
    checking: 'Checking',
    installing: 'Installing',
    inUse: 'In use',
    installed: 'Installed',
    broken: 'Broken, not used'
  },
  installingOf: (title: string) => `Installing ${title}`,
  contentChecked: 'All is here; its content is checked.',
  beginning: 'Beginning…',
  doneOf: (done: string, total: string) => `${done} of ${total}`,
  memory: (size: string) => `needs about ${size} of memory`,

  bundled: 'Comes with Citelight.',
  unknownSource: 'Brought by hand, from an unknown source: nobody states what it should contain.',
  knownSource: (source: string | null) =>
    `Brought by hand; its content is that of ${source ?? 'the known model'}.`,
  from: (source: string) => `From ${source}`,
  downloads: (size: string | null, source: string | null, folder: string) =>
    `This downloads ${size === null ? 'files' : `about ${size}`}${source ? ` from ${source}` : ''} into ${folder}. Nothing of your documents or questions is sent.`,
  notPinned:
    'What comes is not fixed beforehand: its source decides. Go on only if you trust that source.',

  goOn: (title: string) => `${title}: go on?`,
  removeQuestion: 'Remove it from this computer? It can be installed again.',
  download: 'Download',
  notNow: 'Not now',
  install: 'Install…',
  continue: 'Continue…',
  installAgain: 'Install again…',
  use: 'Use this one',
  removeMore: 'Remove…',
  discard: 'Discard…'
};
