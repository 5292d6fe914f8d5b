// The contents of the open document: its sections, what of them is unfolded, which one is read.
// Whoever has a hand on the tree is not disturbed: it follows the pages again afterwards.
import {
  around,
  filtered,
  filterWords,
  firstDepth,
  lineOf,
  linesOf,
  sectionAt,
  treeOf,
  type Place,
  type Tree
} from '../model/outline';
import type { DocumentId, WireError } from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';
import type { Preferences } from './preferences.svelte';

/** What of a tree is unfolded: at first, all or nothing, but for what the person (un)folded. */
interface Folds {
  base: 'first' | 'all' | 'none';
  own: ReadonlyMap<number, boolean>;
}

const UNTOUCHED: Folds = { base: 'first', own: new Map() };

export class Outline {
  document = $state<DocumentId | null>(null);
  /** Null until the sections are there. */
  tree = $state.raw<Tree | null>(null);
  loading = $state(false);
  error = $state.raw<WireError | null>(null);
  filter = $state('');
  /** Whether there is room for the contents beside the pages; else they lie over them for a while. */
  roomy = $state(true);
  /** What stands beside the pages: the headings, or the pages themselves, small. */
  tab = $state<'contents' | 'pages'>('contents');
  /** Whether they lie over the pages now. */
  drawer = $state(false);
  /** Whether they were called by the keyboard, and the focus goes to them. */
  called = $state(false);

  #folds = $state.raw(UNTOUCHED);
  /** The section that the tree stays at while a hand is on it. */
  #held = $state<number | null>(null);

  shown = $derived.by(() => (this.roomy ? this.preferences.contentsShown : this.drawer));
  /** Index of the section that is read; -1 when there is none. */
  current = $derived.by(() => {
    const place = this.place();
    return this.tree && place ? sectionAt(this.tree, place) : -1;
  });
  #depth = $derived(this.tree ? firstDepth(this.tree) : 0);
  #above = $derived(this.tree?.parents[this.#held ?? this.current] ?? -1);
  /** The sections around the one that is read. */
  #branch = $derived(
    new Set(this.tree && this.#above >= 0 ? [this.#above, ...around(this.tree, this.#above)] : [])
  );
  words = $derived(filterWords(this.filter));
  lines = $derived.by(() => {
    if (!this.tree) return [];
    return this.words.length > 0
      ? filtered(this.tree, this.words)
      : linesOf(this.tree, (index) => this.#unfolded(index));
  });
  /** Position of the line that shows where the person is; -1 when none does. */
  here = $derived(this.tree ? lineOf(this.tree, this.lines, this.current) : -1);
  /** Whether anything can be folded at all. */
  branches = $derived(this.tree?.children.some((below) => below > 0) ?? false);
  /** Whether nothing is left to unfold. */
  open = $derived(this.lines.every(({ unfolded }) => unfolded !== false));

  #foldsOf = new Map<DocumentId, Folds>();
  #turn = 0;

  constructor(
    private platform: Platform,
    private preferences: Preferences,
    private place: () => Place | null
  ) {}

  /** Shows or hides the contents. `called`: by the keyboard. */
  toggle(called = false): void {
    this.called = called && !this.shown;
    if (this.roomy) {
      this.preferences.contentsShown = !this.preferences.contentsShown;
      this.preferences.save();
    } else this.drawer = !this.drawer;
  }

  /** Whether there is room beside the pages. Contents that lie over them find their place there. */
  setRoomy(roomy: boolean): void {
    if (roomy && !this.roomy && this.drawer) {
      this.drawer = false;
      this.preferences.contentsShown = true;
      this.preferences.save();
    }
    this.roomy = roomy;
  }

  hide(): void {
    if (this.shown) this.toggle();
  }

  /** The contents are wanted of this document from now on. */
  async want(document: DocumentId | null): Promise<void> {
    if (document === this.document) return;
    this.document = document;
    this.tree = null;
    this.error = null;
    this.filter = '';
    this.#held = null;
    this.#folds = (document === null ? null : this.#foldsOf.get(document)) ?? UNTOUCHED;
    await this.load();
  }

  /** Asks for the sections; also once more after they could not be had. */
  async load(): Promise<void> {
    const turn = ++this.#turn;
    const { document } = this;
    this.loading = document !== null && this.tree === null;
    this.error = null;
    if (document === null) return;
    try {
      const sections = await this.platform.call('outline', { document });
      if (turn !== this.#turn) return;
      this.#take(treeOf(sections));
    } catch (thrown) {
      if (turn !== this.#turn) return;
      // What is there still stands.
      if (this.tree === null) this.error = asWireError(thrown);
    }
    this.loading = false;
  }

  /** What was known of a document's sections is no longer so. */
  stale(document: DocumentId): void {
    this.#foldsOf.delete(document);
    if (document === this.document) void this.load();
  }

  /** A hand is on the tree: it stays as it is until {@link release}. */
  hold(): void {
    this.#held ??= this.current;
  }

  release(): void {
    this.#held = null;
  }

  get held(): boolean {
    return this.#held !== null;
  }

  fold(index: number, unfolded: boolean): void {
    const own = new Map(this.#folds.own).set(index, unfolded);
    // What was unfolded by hand stays to be seen, wherever the pages go.
    if (this.tree && unfolded) for (const up of around(this.tree, index)) own.set(up, true);
    this.#setFolds({ ...this.#folds, own });
  }

  /** Unfolds a section and all that lie beside it. */
  unfoldLevel(index: number): void {
    const { tree } = this;
    if (!tree) return;
    const own = new Map(this.#folds.own);
    tree.sections.forEach((_, each) => {
      if (tree.parents[each] === tree.parents[index] && tree.children[each]) own.set(each, true);
    });
    this.#setFolds({ ...this.#folds, own });
  }

  /** Everything unfolded; or nothing but the way to what is read. */
  unfoldAll(unfolded: boolean): void {
    this.#setFolds({ base: unfolded ? 'all' : 'none', own: new Map() });
  }

  #setFolds(folds: Folds): void {
    this.#folds = folds;
    if (this.document !== null) this.#foldsOf.set(this.document, folds);
  }

  #unfolded(index: number): boolean {
    const { base, own } = this.#folds;
    const first = base === 'all' || (base === 'first' && this.#depthOf(index) < this.#depth);
    return own.get(index) ?? (first || this.#branch.has(index));
  }

  #depthOf(index: number): number {
    return this.tree?.depths[index] ?? 0;
  }

  #take(tree: Tree): void {
    const paths = (each: Tree | null) => each?.sections.map((one) => one.breadcrumb).join('\n');
    // What was folded by hand is counted by place, and means nothing among other sections.
    if (this.tree !== null && paths(this.tree) !== paths(tree)) this.#folds = UNTOUCHED;
    this.tree = tree;
    if (this.held) this.#held = this.current;
  }
}
