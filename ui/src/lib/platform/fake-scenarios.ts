// What the fake platform can open with.
import type { DocumentRow } from './bindings';
import { IDS, libraryRows, row } from './fake-documents';
import { HANDBOOK_PAGES } from './fake-sections';

export const SCENARIOS = [
  'empty',
  'working',
  'problems',
  'many',
  'locked',
  'outlines',
  'refreshing',
  'understood',
  'models',
  'library'
] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** Further documents that wait for a password. */
export function lockedRows(): DocumentRow[] {
  return ['Rider B.pdf', 'Rider C – confidential.pdf', 'Terms of employment.pdf'].map(
    (name, index) =>
      row(`70c4e1f9b2a8d35${index}`, name, {
        status: 'needs_password',
        size_bytes: 220_000,
        added_at_s: Math.floor(Date.now() / 1000) - 310,
        error: {
          code: 'needs_password',
          message: `“${name}” is protected by a password.`,
          hint: 'Enter its password to have it read.'
        }
      })
  );
}

export function scenarioRows(scenario: Scenario): DocumentRow[] {
  switch (scenario) {
    case 'empty':
    case 'problems':
      return [];
    case 'working':
      return libraryRows()
        .filter((each) => each.id !== IDS.oldLease && each.id !== IDS.battery)
        .map((each, index) =>
          each.status === 'ready'
            ? { ...each, status: 'reading', version: 1, pages_done: 9 + index * 3, indexed: 0 }
            : each
        );
    case 'many':
      return Array.from({ length: 300 }, (_, index) =>
        row(
          (index + 1).toString(16).padStart(16, '0'),
          `Filing ${String(index + 1).padStart(3, '0')} – quarterly statement.pdf`,
          index < 12
            ? { pages: 40 }
            : index === 12
              ? { status: 'reading', pages: 40, pages_done: index }
              : { status: 'queued', pages: 0 }
        )
      );
    case 'outlines':
      return [
        ...libraryRows(),
        row(IDS.handbook, 'Maintenance handbook.pdf', {
          pages: HANDBOOK_PAGES,
          size_bytes: 96_200_000,
          added_at_s: Math.floor(Date.now() / 1000) - 20
        })
      ];
    case 'refreshing':
      return libraryRows().map((each, index) =>
        each.status === 'ready' ? { ...each, refreshing: true, indexed: index * 0.14 } : each
      );
    case 'locked':
      return [...libraryRows(), ...lockedRows()];
    default:
      return libraryRows();
  }
}
