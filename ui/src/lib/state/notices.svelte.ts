// Short messages over the window. Errors stay until they are dismissed; the rest go by themselves.
import type { NoticeLevel, WireError } from '../platform/bindings';

export interface Notice {
  key: number;
  level: NoticeLevel;
  message: string;
  hint: string | null;
}

const STAY_MS: Record<Exclude<NoticeLevel, 'error'>, number> = { info: 6_000, warning: 12_000 };
/** More than this many at once cover the window; the oldest go. */
const MOST = 5;

export class Notices {
  list = $state<Notice[]>([]);
  #key = 0;
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  show(level: NoticeLevel, error: Pick<WireError, 'message' | 'hint'>): void {
    const { message, hint } = error;
    // The same words again say nothing new.
    if (this.list.some((notice) => notice.message === message && notice.level === level)) return;
    const key = ++this.#key;
    this.list.push({ key, level, message, hint });
    if (this.list.length > MOST) this.dismiss(this.list[0]?.key ?? key);
    if (level !== 'error') {
      this.#timers.set(
        key,
        setTimeout(() => this.dismiss(key), STAY_MS[level])
      );
    }
  }

  dismiss(key: number): void {
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    this.list = this.list.filter((notice) => notice.key !== key);
  }

  clear(): void {
    for (const notice of [...this.list]) this.dismiss(notice.key);
  }
}
