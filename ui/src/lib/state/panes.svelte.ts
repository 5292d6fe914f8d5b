// The panes of the pages: one, and a second beside it when two documents are compared.
import type { DocumentId, Span, Viewed } from '../platform/bindings';
import { Pane, type PaneParts } from './pane.svelte';
import type { Target } from './viewer.svelte';

export class Panes {
  first: Pane;
  /** The one beside the first; null while there is none. */
  second = $state.raw<Pane | null>(null);
  #active = $state.raw<Pane | null>(null);

  all = $derived.by(() => (this.second ? [this.first, this.second] : [this.first]));
  /** The documents that are shown. */
  shown = $derived.by(
    () => new Set(this.all.flatMap(({ document }) => (document === null ? [] : [document])))
  );

  constructor(private parts: PaneParts) {
    this.first = new Pane(parts);
  }

  /** The one that the person is at: what is opened is opened there, and keys mean it. */
  get active(): Pane {
    return this.#active ?? this.first;
  }

  set active(pane: Pane) {
    this.#active = pane;
  }

  /** Shows a document where it is shown already, else in the pane that the person is at. */
  async open(
    document: DocumentId,
    target: Target | null = null,
    passage: Span | null = null
  ): Promise<void> {
    const there = this.all.find((pane) => pane.document === document);
    // Two panes of one document: the one that the person is at.
    if (there && this.active.document !== document) this.active = there;
    await this.active.viewer.open(document, target, passage);
  }

  /** Shows a document in the second pane, which is made where there is none. */
  async openBeside(document: DocumentId, target: Target | null = null): Promise<void> {
    this.second ??= new Pane(this.parts);
    this.active = this.second;
    await this.second.viewer.open(document, target);
  }

  /** Shows a document in the second pane as it was left. */
  async resumeBeside(viewed: Viewed): Promise<void> {
    this.second ??= new Pane(this.parts);
    await this.second.viewer.resume(viewed);
  }

  /** Makes a second pane that shows the same place, or takes the second one away. */
  toggle(): void {
    const { viewed } = this.first.viewer;
    if (this.second) this.close(this.second);
    else if (viewed) {
      void this.resumeBeside(viewed);
      this.active = this.all[1] ?? this.first;
    }
  }

  /** Closes the document of a pane; of two panes the other one stays. */
  close(pane: Pane): void {
    if (this.second === null) {
      pane.viewer.close();
      return;
    }
    // Whoever is bound to the first pane stays bound to it: what the second shows moves there.
    const left = pane === this.first ? this.second.viewer.viewed : null;
    this.second = null;
    this.active = this.first;
    if (pane !== this.first) return;
    if (left) void this.first.viewer.resume(left);
    else this.first.viewer.close();
  }

  /** A document is not in the library any more. */
  forget(document: DocumentId): void {
    for (const { viewer } of this.all) viewer.forget(document);
    if (this.second?.document === null) this.close(this.second);
  }
}
