// All that the window says in English. Its shape is the contract for every other language.
import { answer } from './answer';
import { figures } from './figures';
import { library } from './library';
import { matrix } from './matrix';
import { models } from './models';
import { notebook } from './notebook';
import { question } from './question';
import { settings } from './settings';
import { shared } from './shared';
import { viewer } from './viewer';
import { window } from './window';

export const en = {
  figures,
  shared,
  window,
  library,
  viewer,
  question,
  answer,
  notebook,
  matrix,
  settings,
  models
};

/** What a language must say: no more, no less. */
export type Words = typeof en;
