// Short messages over the window. Errors stay until they are dismissed; the rest go by themselves.
// Those of one kind stand together, so that a folder of broken files does not cover the window.
import type { ErrorCode, NoticeLevel, WireError } from '../platform/bindings';
import { asWireError } from '../platform/types';
import { say } from '../words/say.svelte';

/** What a notice offers to do. */
export interface NoticeAction {
  words: string;
  run: () => void;
}

export interface Notice {
  key: number;
  level: NoticeLevel;
  message: string;
  hint: string | null;
  /** Whether it is about a file that was not taken in. */
  refused: boolean;
  /** Stands alone, and goes once it was taken. */
  action: NoticeAction | null;
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

export class Notices {
  list = $state.raw<Notice[]>([]);
  /** One for each kind, in the order in which the kinds came up. */
  groups = $derived.by(() => {
    const kinds = new Map<string, Notice[]>();
    for (const notice of this.list) {
      const kind = kindOf(notice);
      const others = kinds.get(kind);
      if (others) others.push(notice);
      else kinds.set(kind, [notice]);
    }
    // An offer stands alone, and needs no title.
    const titles: Record<string, ((number: number) => string) | undefined> =
      say.shared.noticeTitles;
    return [...kinds].map(([kind, notices]): NoticeGroup => {
      return {
        kind,
        level: notices[0]?.level ?? 'info',
        title: titles[kind]?.(notices.length) ?? '',
        notices
      };
    });
  });
  #key = 0;
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** Does something, and shows what went wrong. Gives whether it went well. */
  async attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (thrown) {
      this.show('error', asWireError(thrown));
      return false;
    }
  }

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
    this.list = [...this.list, { key, level, message, hint, refused, action: null }];
    if (this.list.length > MOST) this.dismiss(this.list[0]?.key ?? key);
    if (level !== 'error') {
      this.#timers.set(
        key,
        setTimeout(() => this.dismiss(key), STAY_MS[level])
      );
    }
  }

  /** Offers something to do for a while. */
  offer(message: string, action: NoticeAction, stayMs: number): void {
    const key = ++this.#key;
    const take = () => {
      this.dismiss(key);
      action.run();
    };
    const notice = { key, level: 'info', message, hint: null, refused: false } as const;
    this.list = [...this.list, { ...notice, action: { words: action.words, run: take } }];
    this.#timers.set(
      key,
      setTimeout(() => this.dismiss(key), stayMs)
    );
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

  /** These are being read: they stay until they are dismissed. An offer ends when its time is up. */
  hold(notices: readonly Notice[]): void {
    for (const { key, action } of notices) if (action === null) this.#still(key);
  }

  clear(): void {
    this.dismissAll(this.list);
  }

  #still(key: number): void {
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
  }
}

/** Those of one kind stand together; an offer stands alone. */
function kindOf({ key, level, refused, action }: Notice): string {
  if (action !== null) return `offer-${key}`;
  return refused ? 'refused' : level;
}
