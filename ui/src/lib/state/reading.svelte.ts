// The text of the open document as it is looked at: the words of the pages near the window, what is
// selected of them, and what is looked for.
import { SvelteMap } from 'svelte/reactivity';
import type { Place } from '../model/outline';
import { coveredRects, lineOf, matchesOn, spanOf, wordAt } from '../model/page-text';
import type {
  DocumentId,
  PageNumber,
  Rect,
  Span,
  TextMatch,
  TextMatches,
  TextWord,
  WireError
} from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';

/** Pages whose words are kept. */
const MOST_PAGES = 24;
/** Typing goes on for this long before it is looked for. */
const TYPING_MS = 120;
/** The whole document. */
const ALL: Span = { start: 0, end: 0xffffffff };

/** A point of a page, in points from its upper left corner. */
export interface PagePoint {
  page: PageNumber;
  x: number;
  y: number;
}

const NOTHING: TextMatches = { matches: [], more: false, pages: 0 };

export class Reading {
  document = $state<DocumentId | null>(null);
  /** What is selected. */
  selected = $state.raw<Span | null>(null);
  /** Its text, once it is known. */
  text = $state('');

  /** Whether the find bar is open. */
  finding = $state(false);
  /** Counts the times that it was asked for. */
  asked = $state(0);
  query = $state('');
  matchCase = $state(false);
  wholeWords = $state(false);
  found = $state.raw<TextMatches>(NOTHING);
  /** Whether what is typed was looked for. */
  settled = $state(true);
  /** Place of the current match in `found`. */
  at = $state(-1);
  error = $state.raw<WireError | null>(null);

  current = $derived<TextMatch | null>(this.found.matches[this.at] ?? null);

  #words = new SvelteMap<PageNumber, TextWord[]>();
  #asked = new Map<PageNumber, Promise<TextWord[]>>();
  #anchor: Span | null = null;
  #byLine = false;
  /** From where in the document words are looked for. */
  #from: Place | null = null;
  #turn = 0;
  /** Counts the documents opened, and the times that their words changed. */
  #opening = 0;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private platform: Platform,
    /** Shows a rectangle of the open document. */
    private show: (page: PageNumber, rect: Rect) => void,
    /** The page that is read. */
    private here: () => PageNumber
  ) {}

  /** Another document is open, or its words have changed. */
  opened(document: DocumentId | null): void {
    this.document = document;
    this.#opening += 1;
    this.#words.clear();
    this.#asked.clear();
    this.#from = null;
    this.clear();
    this.#turn += 1;
    this.found = NOTHING;
    this.at = -1;
    if (document === null) this.finding = false;
    else if (this.finding && this.query) void this.#find(false);
  }

  /** Asks for the words of a page that is about to be seen. Without them nothing can be selected on it. */
  async want(page: PageNumber): Promise<TextWord[]> {
    const { document } = this;
    if (document === null) return [];
    const opening = this.#opening;
    let asked = this.#asked.get(page);
    if (!asked) {
      asked = this.platform.call('page_text', { document, page });
      this.#asked.set(page, asked);
      // One that failed is asked for again.
      asked.catch(() => opening === this.#opening && this.#asked.delete(page));
    }
    const words = await asked.catch(() => null);
    if (words === null || opening !== this.#opening) return [];
    if (!this.#words.has(page)) {
      this.#words.set(page, words);
      for (const old of [...this.#words.keys()].slice(0, this.#words.size - MOST_PAGES)) {
        this.#words.delete(old);
        this.#asked.delete(old);
      }
    }
    return words;
  }

  /** Where a span begins on a page of any document; null where its words are not known. */
  async placeOf(document: DocumentId, page: PageNumber, span: Span): Promise<Rect | null> {
    const words = await this.platform.call('page_text', { document, page }).catch(() => []);
    return coveredRects(words, span)[0] ?? null;
  }

  /** Where a span of the open document lies on a page. */
  coveredOn(page: PageNumber, span: Span | null): Rect[] {
    const words = this.#words.get(page);
    return words && span ? coveredRects(words, span) : [];
  }

  /** What is selected of a page. */
  selectedOn(page: PageNumber): Rect[] {
    return this.coveredOn(page, this.selected);
  }

  /** What was found on a page; the current match is told apart. */
  foundOn(page: PageNumber): { rect: Rect; current: boolean }[] {
    const words = this.#words.get(page);
    if (!words || !this.finding) return [];
    return matchesOn(this.found.matches, page).flatMap((match) =>
      coveredRects(words, match.span).map((rect) => ({ rect, current: match === this.current }))
    );
  }

  /** Begins a selection at the nearest word: of one word, or with `clicks` of its line. */
  begin(point: PagePoint, clicks: number): void {
    const words = this.#words.get(point.page) ?? [];
    const word = wordAt(words, point.x, point.y);
    this.#byLine = clicks >= 3;
    this.#anchor = word && this.#unit(words, word);
    this.selected = clicks >= 2 ? this.#anchor : null;
    this.text = '';
  }

  /** Extends the selection to the nearest word. */
  extend(point: PagePoint): void {
    const words = this.#words.get(point.page) ?? [];
    const word = wordAt(words, point.x, point.y);
    if (!word) return;
    this.#anchor ??= this.selected ?? word.span;
    this.selected = spanOf(this.#anchor, this.#unit(words, word));
    this.text = '';
  }

  /** By what the selection grows: words, or lines after three presses. */
  #unit(words: TextWord[], word: TextWord): Span {
    return this.#byLine ? lineOf(words, word) : word.span;
  }

  /** The page on which the selection begins; null where that is not among the pages that are known. */
  selectedPage(): PageNumber | null {
    const { selected } = this;
    if (!selected) return null;
    for (const [page, words] of this.#words) {
      const [first, last] = [words[0], words.at(-1)];
      const begins = first && last && first.span.start <= selected.start;
      if (begins && selected.start < last.span.end) return page;
    }
    return null;
  }

  /** The selection is made: learns its text, so that copying it needs no waiting. */
  async end(): Promise<void> {
    const { document, selected } = this;
    if (document === null || selected === null) return;
    const text = await this.platform.call('text_of', { document, span: selected }).catch(() => '');
    if (selected === this.selected) this.text = text;
  }

  /** Selects the words of one page. */
  async selectPage(page: PageNumber): Promise<void> {
    const words = await this.want(page);
    const [first, last] = [words[0], words.at(-1)];
    if (!first || !last) return;
    this.selected = spanOf(first.span, last.span);
    await this.end();
  }

  async selectAll(): Promise<void> {
    this.selected = ALL;
    await this.end();
  }

  clear(): void {
    this.selected = null;
    this.#anchor = null;
    this.text = '';
  }

  /** Opens the find bar, to look from a place on; what is selected, if it is short, is looked for. */
  openFind(from: Place | null = null): void {
    this.finding = true;
    this.asked += 1;
    this.#from = from;
    if (this.text && this.text.length < 80 && !this.text.includes('\n'))
      this.type(this.text, null, 0);
  }

  closeFind(): void {
    this.finding = false;
    clearTimeout(this.#typing);
    this.#turn += 1;
    this.settled = true;
  }

  /** What is looked for has changed; from another place on than before, where the person has gone there. */
  type(query: string, from: Place | null = null, wait = TYPING_MS): void {
    this.query = query;
    this.#from = from ?? this.#from;
    this.settled = false;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.#find(true), wait);
  }

  toggle(option: 'matchCase' | 'wholeWords'): void {
    this[option] = !this[option];
    void this.#find(true);
  }

  /** Goes to the next or the previous match, over the ends. */
  async step(direction: 1 | -1): Promise<void> {
    if (!this.finding) return;
    const count = this.found.matches.length;
    if (count === 0) return;
    this.at = (this.at + direction + count) % count;
    await this.#reveal();
  }

  async #find(go: boolean): Promise<void> {
    const { document, query } = this;
    const turn = ++this.#turn;
    this.error = null;
    if (document === null || query.trim() === '') {
      this.found = NOTHING;
      this.at = -1;
      this.settled = true;
      return;
    }
    try {
      const found = await this.platform.call('find_text', {
        document,
        query,
        case: this.matchCase,
        words: this.wholeWords
      });
      const next = await this.#firstOf(found.matches);
      if (turn !== this.#turn) return;
      this.found = found;
      this.at = found.matches.length === 0 ? -1 : Math.max(next, 0);
    } catch (thrown) {
      if (turn !== this.#turn) return;
      this.found = NOTHING;
      this.at = -1;
      this.error = asWireError(thrown);
    }
    this.settled = true;
    if (go) await this.#reveal();
  }

  async #reveal(): Promise<void> {
    const match = this.current;
    if (!match) return;
    const words = await this.want(match.page);
    const rect = coveredRects(words, match.span)[0];
    if (rect && match === this.current) this.show(match.page, rect);
  }

  /** The first match at or below the place from which words are looked for; -1 when there is none. */
  async #firstOf(matches: readonly TextMatch[]): Promise<number> {
    const from = this.#from ?? { page: this.here(), y: 0 };
    const words = await this.want(from.page);
    const below = words.filter(({ rect }) => rect.y0 >= from.y).map(({ span }) => span.start);
    const start = Math.min(...below);
    return matches.findIndex(
      ({ page, span }) => page > from.page || (page === from.page && span.start >= start)
    );
  }
}
