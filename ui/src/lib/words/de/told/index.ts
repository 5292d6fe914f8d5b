// What the engine says, in German: by the English form of every sentence, holes by their number.
import type { Told } from '../../told';
import { answers, partsOfAnswers } from './answers';
import { documents, partsOfDocuments } from './documents';
import { models, partsOfModels } from './models';
import { partsOfTheProgram, program } from './program';

export const told: Told = {
  sentences: { ...answers, ...documents, ...models, ...program },
  parts: { ...partsOfAnswers, ...partsOfDocuments, ...partsOfModels, ...partsOfTheProgram }
};
