// Opening documents that are protected by a password. A password is kept here no longer than the
// offer to try it on other documents stands.
import type { DocumentId, NoticeLevel, WireError } from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';
import { say } from '../words/say.svelte';

type Notify = (level: NoticeLevel, notice: Pick<WireError, 'code' | 'message' | 'hint'>) => void;

export class Passwords {
  /** Documents on which the password that has just opened one may be tried as well. */
  others = $derived.by(() =>
    this.#after === null ? [] : this.locked().filter((each) => each !== this.#after)
  );
  busy = $state(false);
  #after = $state<DocumentId | null>(null);
  #password = '';

  constructor(
    private platform: Platform,
    /** Documents that wait for their password. */
    private locked: () => DocumentId[],
    private opened: (document: DocumentId) => void,
    private notify: Notify
  ) {}

  /** Opens a document; gives the reason when it stays closed. */
  async unlock(document: DocumentId, password: string): Promise<WireError | null> {
    try {
      await this.platform.call('unlock_document', { document, password });
    } catch (thrown) {
      return asWireError(thrown);
    }
    this.opened(document);
    if (this.locked().some((each) => each !== document)) {
      this.#password = password;
      this.#after = document;
    }
    return null;
  }

  async tryOthers(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const wanted = this.others;
    let opened = 0;
    for (const document of wanted) {
      try {
        await this.platform.call('unlock_document', { document, password: this.#password });
        this.opened(document);
        opened += 1;
      } catch (thrown) {
        const error = asWireError(thrown);
        if (error.code !== 'needs_password') this.notify('error', error);
      }
    }
    this.busy = false;
    this.decline();
    const rest = wanted.length - opened;
    this.notify('info', {
      code: 'needs_password',
      message:
        rest === 0
          ? say.library.password.opensAll(opened)
          : opened === 0
            ? say.library.password.opensNone
            : say.library.password.opensSome(opened, wanted.length),
      hint: rest === 0 ? null : say.library.password.each
    });
  }

  decline(): void {
    this.#after = null;
    this.#password = '';
  }
}
