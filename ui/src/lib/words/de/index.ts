// All that the window says in German.
//
// Terms, each for one thing, held to throughout:
//   library Bibliothek · document Dokument · collection Sammlung · page Seite · section Abschnitt
//   heading Überschrift · contents Inhalt (Inhaltsverzeichnis) · question Frage · follow-up Nachfrage
//   answer Antwort · to ask (documents) befragen · citation, evidence Fundstelle · quote Zitat
//   reference Quelle · passage Passage · notebook Notizbuch · to keep (in it) übernehmen, merken
//   note Notiz · to import einlesen · to select (text) markieren · to choose auswählen
//   model Modell · text generator Textgenerator · computer Rechner · to write (an answer) formulieren
// The person is "Sie"; names of buttons are infinitives; "…" stands behind a space that does not break.
import type { Words } from '../en';
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

export const de: Words = {
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
