// Short messages over the window. Errors stay until they are dismissed; the rest go by themselves.
// Those of one kind stand together, so that a folder of broken files does not cover the window.
import { count } from '../model/format';
import type { ErrorCode, NoticeLevel, WireError } from '../platform/bindings';

export interface Notice {
  key: number;
  level: NoticeLevel;
  message: string;
  hint: string | null;
  /** Whether it is about a file that was not taken in. */
  refused: boolean;
}

/** Notices of one kind. Only one of several notices has a title. */
export interface NoticeGroup {
  kind: string;
  level: NoticeLevel;
  title: string;
  notices: Notice[];
}

const STAY_MS: Record<Exclude<NoticeLevel, 'error'>, number> = { info: 6_000, warning: 12_000 };
/** Nobody reads more; the oldest go. */
const MOST = 500;
/** Codes of a file that was not taken in; the others are troubles of the app itself. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['input', 'not_found', 'unreadable']);

const TITLES: Record<string, (number: string) => string> = {
  refused: (number) => `${number} items could not be added`,
  error: (number) => `${number} things went wrong`,
  warning: (number) => `${number} warnings`,
  info: (number) => `${number} messages`
};

export class Notices {
  list = $state.raw<Notice[]>([]);
  /** One for each kind, in the order in which the kinds came up. */
  groups = $derived.by(() => {
    const kinds = new Map<string, Notice[]>();
    for (const notice of this.list) {
      const kind = notice.refused ? 'refused' : notice.level;
      const others = kinds.get(kind);
      if (others) others.push(notice);
      else kinds.set(kind, [notice]);
    }
    return [...kinds].map(([kind, notices]): NoticeGroup => {
      const level = kind === 'refused' ? 'error' : (kind as NoticeLevel);
      return { kind, level, title: TITLES[kind]?.(count(notices.length)) ?? '', notices };
    });
  });
  #key = 0;
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** `fromEvent`: whether an event brought it, of a file that came in. */
  show(
    level: NoticeLevel,
    error: Pick<WireError, 'message' | 'hint'> & Partial<WireError>,
    fromEvent = false
  ): void {
    const { message, hint, code } = error;
    // The same words again say nothing new.
    if (this.list.some((notice) => notice.message === message && notice.level === level)) return;
    const key = ++this.#key;
    const refused = fromEvent && level === 'error' && code !== undefined && REFUSALS.has(code);
    this.list = [...this.list, { key, level, message, hint, refused }];
    if (this.list.length > MOST) this.dismiss(this.list[0]?.key ?? key);
    if (level !== 'error') {
      this.#timers.set(
        key,
        setTimeout(() => this.dismiss(key), STAY_MS[level])
      );
    }
  }

  dismiss(key: number): void {
    this.#still(key);
    this.list = this.list.filter((notice) => notice.key !== key);
  }

  dismissAll(notices: readonly Notice[]): void {
    const keys = new Set(notices.map((notice) => notice.key));
    for (const key of keys) this.#still(key);
    this.list = this.list.filter((notice) => !keys.has(notice.key));
  }

  /** These are being read: they stay until they are dismissed. */
  hold(notices: readonly Notice[]): void {
    for (const { key } of notices) this.#still(key);
  }

  clear(): void {
    this.dismissAll(this.list);
  }

  #still(key: number): void {
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
  }
}
