// The open document: its pages, the zoom, the scroll position, the place to jump to. It owns the
// numbers; the component carries them to the screen and reports what the person scrolled.
import {
  anchorAt,
  anchorTop,
  clamp,
  clampScale,
  contentWidth,
  fitScale,
  pageIndexAt,
  placeAt,
  readingLine,
  scrollToPage,
  scrollToPlace,
  scrollToQuad,
  stackPages,
  stepScale,
  visibleWindow,
  type Anchor,
  type Fit,
  type Size
} from '../model/layout';
import type { Place } from '../model/outline';
import { turnedBy, turnPages, turnRect, unturnPoint, type Turn } from '../model/turning';
import type {
  DocumentId,
  PageInfo,
  PageNumber,
  Quad,
  Span,
  Viewed,
  WireError
} from '../platform/bindings';
import { asWireError } from '../platform/types';
import { Jumps, type Stop } from './jumps.svelte';
import type { KnownPages } from './known-pages.svelte';

/** Where to go in a document: to a page, to a height on it, or to a rectangle. */
export type Target = { page: PageNumber } | { place: Place } | { quad: Quad };

/** The window is still while this long nothing scrolls. */
const STILL_MS = 100;
/** Faster than this, in window heights a second, pages fly by unread and get no image. */
const FLYING = 6;
/** New images wait this long after the last change of zoom. */
const ZOOM_SETTLE_MS = 140;

export class Viewer {
  document = $state<DocumentId | null>(null);
  #pages = $state.raw<PageInfo[]>([]);
  /** How the pages of the open document are turned for the eye. */
  turn = $state<Turn>(0);
  /** The pages as they are seen. */
  pages = $derived(turnPages(this.#pages, this.turn));
  loading = $state(false);
  error = $state.raw<WireError | null>(null);

  zoom = $state<Fit | number>('auto');
  viewport = $state.raw<Size>({ width: 0, height: 0 });
  scrollTop = $state(0);
  scrollLeft = $state(0);
  devicePixelRatio = $state(1);
  /** Scale at which images are asked for: the scale once the zoom has come to rest. */
  imageScale = $state(1);
  /** Whether the pages move too fast to be read. */
  flying = $state(false);
  /** A scroll position for the component to take up; a new object each time. */
  order = $state.raw<{ top: number; left: number } | null>(null);
  /** Counts the jumps to a rectangle, so that each one can be seen. */
  jumps = $state(0);
  /** What of the open document is lit because it was jumped to. */
  passage = $state.raw<Span | null>(null);
  /** Whether the pictures of the open document wait for its password. */
  locked = $state(false);
  /** Counts the times that pictures which could not be had are worth asking for again. */
  unlocks = $state(0);

  scale = $derived(
    typeof this.zoom === 'number' ? this.zoom : fitScale(this.zoom, this.pages, this.viewport)
  );
  stack = $derived(stackPages(this.pages, this.scale));
  contentWidth = $derived(contentWidth(this.stack, this.viewport.width));
  window = $derived(visibleWindow(this.stack, this.scrollTop, this.viewport.height));
  /** The page a third down the window: the one that is read. */
  page = $derived(
    this.pages.length === 0
      ? 0
      : pageIndexAt(this.stack, this.scrollTop + this.viewport.height / 3) + 1
  );
  label = $derived(this.pages[this.page - 1]?.label ?? null);
  /** Where the person is: at what was jumped to, until they scroll, else at the line that is read. */
  place = $derived.by<Place | null>(() => {
    if (this.pages.length === 0) return null;
    const target = this.#target;
    if (target && 'place' in target) return target.place;
    if (target && 'quad' in target) return { page: target.quad.page, y: target.quad.y0 + 1 };
    const line = readingLine(this.stack, this.scrollTop, this.viewport.height);
    return this.#unturned(placeAt(this.stack, line, this.scale));
  });

  /** The top of what is seen. */
  get top(): Place {
    const { page, y } = placeAt(this.stack, this.scrollTop, this.scale);
    // Words of a page that lies on its side do not begin below a line.
    return { page, y: this.turn === 0 ? y : 0 };
  }

  /** Whether nobody has scrolled since the last jump. */
  get still(): boolean {
    return this.#target !== null;
  }

  /** What is shown and how, by which {@link resume} comes back to it. */
  viewed = $derived.by<Viewed | null>(() => {
    const { document, zoom } = this;
    if (document === null || this.pages.length === 0) return null;
    const { index, fraction } = anchorAt(this.stack, this.scrollTop);
    return { document, page: index + 1, above: fraction, zoom };
  });

  #places = new Map<DocumentId, Anchor>();
  #turns = new Map<DocumentId, Turn>();
  jumped = new Jumps();
  #turn = 0;
  /** What was jumped to, as long as nobody has scrolled since. */
  #target = $state.raw<Target | null>(null);
  #still: ReturnType<typeof setTimeout> | undefined;
  #settle: ReturnType<typeof setTimeout> | undefined;
  #scrolledAt = -Infinity;

  constructor(
    private known: KnownPages,
    private now: () => number = () => performance.now()
  ) {}

  /**
   * Opens a document, at a place or where it was left; an open one only moves. A passage is lit until
   * the next jump.
   */
  async open(
    document: DocumentId,
    target: Target | null = null,
    passage: Span | null = null
  ): Promise<void> {
    if (target || document !== this.document) this.#leaveBehind();
    this.passage = passage;
    await this.#open(document, target);
  }

  /** Shows a document as it was left at an earlier time. */
  async resume({ document, page, above, zoom }: Viewed): Promise<void> {
    this.zoom = typeof zoom === 'number' ? clampScale(zoom) : zoom;
    this.#places.set(document, { index: page - 1, fraction: above });
    await this.#open(document, null);
  }

  /** Goes back to where the last jump was made. */
  async back(): Promise<void> {
    const stop = this.jumped.back(this.#here());
    if (stop) await this.#returnTo(stop);
  }

  /** Takes a step back again. */
  async forward(): Promise<void> {
    const stop = this.jumped.forward(this.#here());
    if (stop) await this.#returnTo(stop);
  }

  /** A document is not in the library any more. */
  forget(document: DocumentId): void {
    this.jumped.forget(document);
    if (document === this.document) this.close();
  }

  async #open(document: DocumentId, target: Target | null): Promise<void> {
    if (document === this.document && !this.loading && !this.error) {
      if (target) this.#goTo(target);
      return;
    }
    const turn = ++this.#turn;
    this.#leave();
    this.document = document;
    this.error = null;
    this.locked = false;
    this.turn = this.#turns.get(document) ?? 0;
    this.#pages = this.known.of(document) ?? [];
    this.loading = this.pages.length === 0;
    if (this.loading) {
      try {
        const pages = await this.known.fetch(document);
        if (turn !== this.#turn) return;
        this.#pages = pages;
      } catch (thrown) {
        if (turn !== this.#turn) return;
        this.error = asWireError(thrown);
      }
      this.loading = false;
    }
    this.imageScale = this.scale;
    this.#goTo(target);
  }

  close(): void {
    this.#turn += 1;
    this.#leave();
    this.document = null;
    this.#pages = [];
    this.loading = false;
    this.error = null;
    this.locked = false;
    this.passage = null;
    this.#target = null;
    this.#move(0, 0);
  }

  /** Opens the same document once more after its pages could not be had. */
  async reload(): Promise<void> {
    const document = this.document;
    if (document === null) return;
    this.known.forget(document);
    this.document = null;
    await this.#open(document, this.#target);
  }

  /** What was known of a document's pages is no longer so. */
  stale(document: DocumentId): void {
    if (document !== this.document || this.loading) return;
    const turn = this.#turn;
    this.known.fetch(document).then(
      (pages) => {
        if (turn === this.#turn) this.#replace(pages);
      },
      () => undefined // The pages on screen still stand.
    );
  }

  /** A picture of the open document could not be had without its password. */
  needsPassword(document: DocumentId): void {
    if (document === this.document) this.locked = true;
  }

  /** A document's password is known now. */
  unlocked(document: DocumentId): void {
    if (document !== this.document) return;
    this.locked = false;
    this.unlocks += 1;
    if (this.error) void this.reload();
  }

  /** Brings a rectangle of the open document into view, as one of many that are looked through. */
  reveal(quad: Quad): void {
    if (this.pages.length > 0) this.#goTo({ quad });
  }

  toPage(page: PageNumber): void {
    if (this.pages.length === 0) return;
    this.#leaveBehind();
    this.#goTo({ page: clamp(Math.round(page), 1, this.pages.length) });
  }

  /** A height on a page, in points from its top. */
  toPlace({ page, y }: Place): void {
    if (this.pages.length === 0) return;
    this.#leaveBehind();
    this.#goTo({ place: { page: clamp(page, 1, this.pages.length), y } });
  }

  /** A page by its number or its printed label; false when there is no such page. */
  toPageNamed(name: string): boolean {
    const wanted = name.trim().toLowerCase();
    const byLabel = this.pages.find((page) => page.label?.toLowerCase() === wanted);
    const number = /^\d+$/.test(wanted) ? Number(wanted) : NaN;
    const byNumber = this.pages[number - 1];
    const page = byNumber ?? byLabel;
    if (page) this.toPage(page.page);
    return page !== undefined;
  }

  /** The window's size changed. */
  resize(size: Size): void {
    const before = this.viewport;
    if (before.width === size.width && before.height === size.height) return;
    this.#keepPlace(
      () => (this.viewport = size),
      before.height / 3,
      size.height / 3,
      before.width / 2,
      size.width / 2
    );
    if (before.width === 0) this.imageScale = this.scale;
    // Whoever jumped somewhere and has not scrolled since is still looking at that place.
    if (this.pages.length > 0 && (before.width === 0 || this.#target)) {
      this.#goTo(this.#target, false);
    }
  }

  setDevicePixelRatio(ratio: number): void {
    if (ratio > 0) this.devicePixelRatio = ratio;
  }

  /** Takes up a zoom; the point at `x`, `y` of the window stays where it is. */
  setZoom(zoom: Fit | number, y = this.viewport.height / 3, x = this.viewport.width / 2): void {
    this.#keepPlace(
      () => (this.zoom = typeof zoom === 'number' ? clampScale(zoom) : zoom),
      y,
      y,
      x
    );
    // A page that fits is shown whole.
    if (zoom === 'page') this.#goTo({ page: this.page });
  }

  /** Turns the pages by a quarter of a circle, clockwise or back; the page that is read stays. */
  turnPages(quarters: 1 | -1): void {
    if (this.document === null || this.pages.length === 0) return;
    const target = this.#target ?? { page: this.page };
    this.turn = turnedBy(this.turn, quarters);
    this.#turns.set(this.document, this.turn);
    this.imageScale = this.scale;
    this.#goTo(target, false);
  }

  zoomStep(direction: 1 | -1): void {
    this.setZoom(stepScale(this.scale, direction));
  }

  /** The person scrolled. */
  scrolled(top: number, left: number): void {
    const now = this.now();
    const seconds = Math.max(0.001, (now - this.#scrolledAt) / 1000);
    const heights = Math.abs(top - this.scrollTop) / Math.max(1, this.viewport.height);
    // The first event after a rest says nothing about speed.
    const moving = now - this.#scrolledAt < STILL_MS;
    this.flying = moving && heights / seconds > FLYING;
    this.#scrolledAt = now;
    if (this.order !== null && Math.abs(this.order.top - top) >= 1) this.#target = null;
    this.scrollTop = top;
    this.scrollLeft = left;
    clearTimeout(this.#still);
    this.#still = setTimeout(() => (this.flying = false), STILL_MS);
  }

  #here(): Stop | null {
    const { document } = this;
    if (document === null || this.pages.length === 0) return null;
    return { document, anchor: anchorAt(this.stack, this.scrollTop) };
  }

  /** A jump is about to leave this place. */
  #leaveBehind(): void {
    this.passage = null;
    const here = this.#here();
    if (here) this.jumped.leave(here);
  }

  async #returnTo({ document, anchor }: Stop): Promise<void> {
    this.passage = null;
    if (document === this.document) {
      this.#target = null;
      this.#move(anchorTop(this.stack, anchor), this.scrollLeft);
      return;
    }
    this.#places.set(document, anchor);
    await this.#open(document, null);
  }

  #goTo(target: Target | null, jump = true): void {
    this.#target = target;
    if (target && 'quad' in target) {
      const { top, left } = scrollToQuad(
        this.pages,
        this.stack,
        this.#turned(target.quad),
        this.scale,
        this.viewport
      );
      this.#move(top, left);
      if (jump) this.jumps += 1;
      return;
    }
    const middle = Math.max(0, (this.contentWidth - this.viewport.width) / 2);
    if (target && 'place' in target) {
      // Within the open document: sideways it stays as the person has put it.
      const { stack, scale, viewport } = this;
      const { page, y } = target.place;
      const line = this.#turned({ page, x0: 0, x1: Infinity, y0: y, y1: y });
      const place = { page, y: Math.max(0, line.y0) };
      this.#move(scrollToPlace(stack, place, scale, viewport), this.scrollLeft);
    } else if (target) this.#move(scrollToPage(this.stack, target.page, this.viewport), middle);
    else {
      const place = this.document === null ? undefined : this.#places.get(this.document);
      this.#move(place ? anchorTop(this.stack, place) : 0, middle);
    }
  }

  /** A rectangle of page space, as it is seen. */
  #turned(quad: Quad): Quad {
    const page = this.pages[quad.page - 1];
    return page ? turnRect(quad, page, this.turn) : quad;
  }

  /** The place in page space that the middle of a line across a page stands for. */
  #unturned({ page, y }: Place): Place {
    const seen = this.pages[page - 1];
    if (!seen || this.turn === 0) return { page, y };
    return { page, y: unturnPoint(seen.width / 2, y, seen, this.turn).y };
  }

  #move(top: number, left: number): void {
    this.flying = false;
    this.scrollTop = top;
    this.scrollLeft = left;
    this.order = { top, left };
  }

  /** Other pages of the same document: a note above them may have come or gone. */
  #replace(pages: PageInfo[]): void {
    const anchor = anchorAt(this.stack, this.scrollTop);
    const { total } = this.stack;
    this.#pages = pages;
    if (this.stack.total !== total) this.#move(anchorTop(this.stack, anchor), this.scrollLeft);
  }

  #leave(): void {
    if (this.document !== null && this.pages.length > 0) {
      this.#places.set(this.document, anchorAt(this.stack, this.scrollTop));
    }
  }

  /** Changes the scale so that what lies at a point of the window lies at another one afterwards. */
  #keepPlace(
    change: () => void,
    fromY: number,
    toY: number,
    fromX = this.viewport.width / 2,
    toX = fromX
  ): void {
    if (this.pages.length === 0) {
      change();
      return;
    }
    const anchor = anchorAt(this.stack, this.scrollTop + fromY);
    const before = { scale: this.scale, content: this.contentWidth };
    const fromMiddle = this.scrollLeft + fromX - before.content / 2;
    change();
    const same = this.scale === before.scale && this.contentWidth === before.content;
    if (same && fromX === toX) return;
    const top = anchorTop(this.stack, anchor) - toY;
    const left = this.contentWidth / 2 + fromMiddle * (this.scale / before.scale) - toX;
    this.#move(
      clamp(top, 0, this.stack.total - this.viewport.height),
      clamp(left, 0, this.contentWidth - this.viewport.width)
    );
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => (this.imageScale = this.scale), ZOOM_SETTLE_MS);
  }
}
