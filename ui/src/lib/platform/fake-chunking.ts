// How the fake platform cuts its documents: another choice has every ready one cut anew, one after
// the other, while it stays ready. The test drives it.
import {
  DEFAULT_CHUNKING,
  type Chunking,
  type ChunkingState,
  type DocumentId,
  type DocumentRow
} from './bindings';

export class FakeChunking {
  chunking = DEFAULT_CHUNKING;

  constructor(
    private documents: Map<DocumentId, DocumentRow>,
    private put: (row: DocumentRow) => void
  ) {}

  get state(): ChunkingState {
    return { chunking: this.chunking, defaults: DEFAULT_CHUNKING };
  }

  /** Takes it up, held to what is sensible. */
  choose(wanted: Chunking): ChunkingState {
    const max_tokens = Math.min(wanted.max_tokens, 224);
    const held = {
      ...wanted,
      max_tokens,
      target_tokens: Math.max(48, Math.min(wanted.target_tokens, max_tokens)),
      overlap_chars: Math.min(wanted.overlap_chars, Math.floor(wanted.window_chars / 2))
    };
    const cut = (chunking: Chunking) => JSON.stringify({ ...chunking, search_noise: false });
    const same = cut(held) === cut(this.chunking);
    this.chunking = held;
    if (!same) this.refresh();
    return this.state;
  }

  refresh(): void {
    for (const row of this.documents.values()) {
      if (row.status === 'ready') this.put({ ...row, refreshing: true, indexed: 0 });
    }
  }

  /** Brings the first of the documents a step further. */
  step(share = 0.2): void {
    const row = [...this.documents.values()].find(({ refreshing }) => refreshing);
    if (!row) return;
    const indexed = Math.min(1, row.indexed + share);
    this.put({ ...row, indexed, refreshing: indexed < 1 });
  }
}
