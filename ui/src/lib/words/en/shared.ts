// What stands in many places: common buttons, problems, notices, keys.
import { count } from './figures';

export const shared = {
  close: 'Close',
  cancel: 'Cancel',
  remove: 'Remove',
  keep: 'Keep',
  undo: 'Undo',
  stop: 'Stop',
  askAgain: 'Ask again',
  tryAgain: 'Try again',
  lookAgain: 'Look again',
  dismiss: 'Dismiss',
  dismissAll: 'Dismiss all',
  notices: 'Notices',
  or: 'or',
  partsMissing: (number: number) => `${number} parts of Citelight are missing.`,
  /** Titles over several notices of one kind. */
  noticeTitles: {
    refused: (number: number) => `${count(number)} items could not be added`,
    error: (number: number) => `${count(number)} things went wrong`,
    warning: (number: number) => `${count(number)} warnings`,
    info: (number: number) => `${count(number)} messages`
  },
  /** Keys as they are printed on the keyboard: "Ctrl F". */
  keys: (keys: string) => keys,
  /** The name of a language that the app knows by its code and in English. */
  language: (_code: string, name: string) => name
};
