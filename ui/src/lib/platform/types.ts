// The one door between the interface and the app around it. Two implementations: tauri.ts (the
// app's window) and fake.ts (tests and a plain browser). Nothing else may reach past it.
import type { Commands, DocumentId, ErrorCode, Event, PageNumber, WireError } from './bindings';

/** What the window does with files dragged over it. Paths are absolute. */
export interface DropHandlers {
  enter(): void;
  over(): void;
  leave(): void;
  drop(paths: string[]): void;
}

export interface Platform {
  /** Carries out a command; a rejection carries a {@link WireError}. */
  call<K extends keyof Commands>(
    name: K,
    args: Commands[K]['args']
  ): Promise<Commands[K]['result']>;
  /** Listens to the events of the app. Resolves, once listening, to the way to stop. */
  onEvent(listener: (event: Event) => void): Promise<() => void>;
  /** Listens to files dragged onto the window. Resolves, once listening, to the way to stop. */
  onDrop(handlers: DropHandlers): Promise<() => void>;
  /** Lets the person choose PDF files; empty when they chose none. */
  pickFiles(): Promise<string[]>;
  /** Lets the person choose one folder; empty when they chose none. */
  pickFolder(): Promise<string[]>;
  /** Lets the person choose a file of language data; null when they chose none. */
  pickLanguage(): Promise<string | null>;
  /** Lets the person choose the folder of a model; null when they chose none. */
  pickModel(): Promise<string | null>;
  /** Lets the person choose a backup to restore; null when they chose none. */
  pickBackup(kind: { name: string; extension: string }): Promise<string | null>;
  /** Lets the person choose where a file is to be written; null when they chose nowhere. */
  pickSave(name: string, kind: { name: string; extension: string }): Promise<string | null>;
  /** Address of a page's image at `pixelPerPt` device pixels for each point. */
  pageImage(document: DocumentId, page: PageNumber, pixelPerPt: number): string;
  /** Why that image cannot be had: null when it can be, or when nobody says. */
  pageProblem(
    document: DocumentId,
    page: PageNumber,
    pixelPerPt: number
  ): Promise<WireError | null>;
}

const CODES: Record<ErrorCode, true> = {
  input: true,
  not_found: true,
  unreadable: true,
  needs_password: true,
  locked: true,
  missing_part: true,
  cancelled: true,
  internal: true
};

/** Whatever was thrown, as an error that can be shown. */
export function asWireError(thrown: unknown): WireError {
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) {
    const { code, message, hint } = thrown as Partial<Record<keyof WireError, unknown>>;
    return {
      code: typeof code === 'string' && code in CODES ? (code as ErrorCode) : 'internal',
      message: String(message),
      hint: typeof hint === 'string' ? hint : null
    };
  }
  return { code: 'internal', message: String(thrown), hint: null };
}

/** What the answer to a request for a page's image says went wrong; null when it says nothing. */
export async function problemOf(answer: Pick<Response, 'ok' | 'json'>): Promise<WireError | null> {
  if (answer.ok) return null;
  try {
    const body: unknown = await answer.json();
    const isError = typeof body === 'object' && body !== null && 'code' in body;
    return isError ? asWireError(body) : null;
  } catch {
    return null;
  }
}

/** At most three decimals: finer steps give the same image under another address. */
export function roundPixelPerPt(pixelPerPt: number): number {
  return Math.round(pixelPerPt * 1000) / 1000;
}
