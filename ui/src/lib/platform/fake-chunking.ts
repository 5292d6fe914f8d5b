// How the fake platform cuts its documents: another choice has every ready one cut anew, one after
// the other, while it stays ready. With `tickMs` 0 the test drives it.
import type { Chunking, DocumentId, DocumentRow } from './bindings';

const DEFAULT: Chunking = {
  mode: 'structure',
  target_tokens: 196,
  min_tokens: 48,
  max_tokens: 224,
  overlap_sentences: 3,
  window_chars: 1000,
  overlap_chars: 200,
  search_noise: false
};

export class FakeChunking {
  value = DEFAULT;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private documents: Map<DocumentId, DocumentRow>,
    private put: (row: DocumentRow) => void,
    private tickMs: number
  ) {}

  /** Takes it up, held to what is sensible. */
  choose(wanted: Chunking): Chunking {
    const max_tokens = Math.min(wanted.max_tokens, 224);
    const held = {
      ...wanted,
      max_tokens,
      target_tokens: Math.max(48, Math.min(wanted.target_tokens, max_tokens)),
      overlap_chars: Math.min(wanted.overlap_chars, Math.floor(wanted.window_chars / 2))
    };
    const cut = (chunking: Chunking) => JSON.stringify({ ...chunking, search_noise: false });
    const same = cut(held) === cut(this.value);
    this.value = held;
    if (!same) this.refresh();
    return held;
  }

  refresh(): void {
    for (const row of this.documents.values()) {
      if (row.status === 'ready') this.put({ ...row, refreshing: true, indexed: 0 });
    }
    this.run();
  }

  run(): void {
    if (this.tickMs > 0) this.#timer ??= setInterval(() => this.step(), this.tickMs);
  }

  /** Brings the first of the documents a step further. */
  step(share = 0.2): void {
    const row = [...this.documents.values()].find(({ refreshing }) => refreshing);
    if (!row) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const indexed = Math.min(1, row.indexed + share);
    this.put({ ...row, indexed, refreshing: indexed < 1 });
  }
}
