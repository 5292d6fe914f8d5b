// Reading an answer: its text cut at the citation markers, its rectangles by page, the question's
// words in a snippet. Pure.
import type { Answer, AnswerMode, Citation, DocumentId, Quad, Verdict } from '../platform/bindings';
import { say, told } from '../words/say.svelte';

export type Piece =
  | { kind: 'text'; text: string; key: boolean }
  /** A word and the chips that follow it; no line may end between them. */
  | { kind: 'chips'; word: string; citations: Citation[]; key: boolean }
  /** How far the evidence carries the sentence before it, where a model wrote that. */
  | { kind: 'verdict'; verdict: Verdict };

/** Marks that stand close to the word before them. */
const CLOSE = /^[.,;:!?)\]]/;
/** What an answer says itself, between words of documents. */
const OWN =
  /^(Before|Besides|Nearly as likely|The nearest that I found):$|: I found nothing that says it\.$/;

/**
 * The answer's text and its chips in order; its key words are marked. An answer of an earlier version
 * has markers in its text alone; one without a citation stays text.
 */
export function answerPieces(
  answer: Pick<Answer, 'answer' | 'citations'> & Partial<Pick<Answer, 'sentences' | 'mode'>>
): Piece[] {
  const byNumber = new Map(answer.citations.map((citation) => [citation.n, citation]));
  const pieces: Piece[] = [];
  if (!answer.sentences?.length) return markedPieces(answer.answer, byNumber);
  for (const { parts, verdict } of answer.sentences) {
    for (const part of parts) {
      const space = pieces.length === 0 || CLOSE.test(part.text) ? '' : ' ';
      if (space) pieces.push({ kind: 'text', text: space, key: false });
      const cited = part.citations.flatMap((n) => byNumber.get(n) ?? []);
      const own = cited.length === 0 && OWN.test(part.text);
      push(pieces, own ? told(part.text) : part.text, cited, part.key);
    }
    if (answer.mode === 'generated') pieces.push({ kind: 'verdict', verdict });
  }
  return pieces;
}

/** The quotes that a written answer was made beside; none where no model wrote it. */
export function quoteBlocks({
  citations,
  written
}: Pick<Answer, 'citations' | 'written'>): AnswerBlock[] {
  if (!written || written.quotes.length === 0) return [];
  return answerBlocks({ answer: '', sentences: written.quotes, citations });
}

/** A part of an answer: running sentences, or the items of a list, each by itself. What is aside is no part of it. */
export type AnswerBlock =
  { kind: 'text'; pieces: Piece[]; aside?: boolean } | { kind: 'items'; items: Piece[][] };

/**
 * The answer's sentences, lists apart. What its lead says already is left out of a text that has no
 * sentences of its own.
 */
export function answerBlocks(
  answer: Pick<Answer, 'answer' | 'citations'> &
    Partial<Pick<Answer, 'sentences' | 'lead' | 'mode'>>
): AnswerBlock[] {
  const { citations, mode } = answer;
  const aside = answer.sentences?.filter((sentence) => sentence.aside) ?? [];
  const sentences = answer.sentences?.filter((sentence) => !sentence.aside) ?? [];
  const pieces = (part: typeof sentences, text = '') =>
    answerPieces({ answer: text, citations, sentences: part, mode });
  if (aside.length > 0) {
    const texts = aside.map((sentence): AnswerBlock => ({
      kind: 'text',
      pieces: pieces([sentence]),
      aside: true
    }));
    return [...answerBlocks({ ...answer, sentences }), ...texts];
  }
  if (!sentences.some(({ item }) => item)) {
    return [{ kind: 'text', pieces: pieces(sentences, withoutLead(answer)) }];
  }
  const blocks: AnswerBlock[] = [];
  let start = 0;
  while (start < sentences.length) {
    const item = sentences[start]?.item ?? false;
    let end = start + 1;
    while (end < sentences.length && (sentences[end]?.item ?? false) === item) end += 1;
    const run = sentences.slice(start, end);
    blocks.push(
      item
        ? { kind: 'items', items: run.map((sentence) => pieces([sentence])) }
        : { kind: 'text', pieces: pieces(run) }
    );
    start = end;
  }
  return blocks;
}

/** What is said where nothing answers, and apart from it what comes nearest. */
export function nothingFound(answer: Pick<Answer, 'answer' | 'citations' | 'sentences'>): {
  said: string;
  nearest: AnswerBlock[];
} {
  const [said = ''] = answer.answer.split('\n', 1);
  return { said, nearest: answer.sentences.length > 0 ? answerBlocks(answer).slice(1) : [] };
}

/** An answer's text without its lead, which stands above it. */
function withoutLead({
  answer,
  lead
}: Pick<Answer, 'answer'> & Partial<Pick<Answer, 'lead'>>): string {
  if (!lead || !answer.startsWith(lead.text)) return answer;
  const rest = answer.slice(lead.text.length);
  const end = /^(?:\s*\[\d+\])*\.\s+/.exec(rest);
  return end ? rest.slice(end[0].length) : answer;
}

/** The citations of an answer's lead, in its order. */
export function leadCitations(answer: Pick<Answer, 'citations' | 'lead'>): Citation[] {
  const numbers = answer.lead?.citations ?? [];
  return numbers.flatMap((n) => answer.citations.find((citation) => citation.n === n) ?? []);
}

/** Some words, the last of which stands with the chips behind it. */
function push(pieces: Piece[], text: string, citations: Citation[], key: boolean): void {
  if (citations.length === 0) {
    if (text !== '') pieces.push({ kind: 'text', text, key });
    return;
  }
  const [, before = '', word = ''] = /^([\s\S]*?)(\S*)$/.exec(text) ?? [];
  if (before !== '') pieces.push({ kind: 'text', text: before, key });
  pieces.push({ kind: 'chips', word, citations, key });
}

function markedPieces(answer: string, byNumber: Map<number, Citation>): Piece[] {
  const pieces: Piece[] = [];
  let text = '';
  let rest = 0;
  for (const match of answer.matchAll(/\s*\[(\d+)\]/g)) {
    const citation = byNumber.get(Number(match[1]));
    if (!citation) continue;
    text += answer.slice(rest, match.index);
    rest = match.index + match[0].length;
    const last = pieces[pieces.length - 1];
    if (text === '' && last?.kind === 'chips') {
      last.citations.push(citation);
      continue;
    }
    push(pieces, text, [citation], false);
    text = '';
  }
  push(pieces, text + answer.slice(rest), [], false);
  return pieces;
}

/** One rectangle to draw on a page. */
export interface Mark {
  n: number;
  quad: Quad;
  /** Whether it is its citation's first rectangle on this page, which carries the number. */
  first: boolean;
  /** Whether it is what gives the cited words their meaning: a row's label, a column's heading. */
  context: boolean;
}

/** Colours that citations take in turn; see hues.css. */
const HUES = 6;

/** The colour of a citation by its number. */
export const hueOf = (n: number): number => ((n - 1) % HUES) + 1;

/** The rectangles of one document's citations, by page. */
export function marksByPage(
  citations: readonly Citation[],
  document: DocumentId | null
): Map<number, Mark[]> {
  const marks = new Map<number, Mark[]>();
  for (const citation of citations) {
    if (citation.document !== document) continue;
    for (const quad of citation.quads) {
      const onPage = marks.get(quad.page) ?? [];
      const first = !onPage.some((mark) => mark.n === citation.n && !mark.context);
      onPage.push({ n: citation.n, quad, first, context: false });
      marks.set(quad.page, onPage);
    }
    for (const quad of citation.context) {
      const onPage = marks.get(quad.page) ?? [];
      onPage.push({ n: citation.n, quad, first: false, context: true });
      marks.set(quad.page, onPage);
    }
  }
  return marks;
}

// Words that are in every question and say nothing about what is asked.
const COMMON = new Set(
  (
    'a about all an and any are as at be been but by can could did do does for from had has have ' +
    'how i if in into is it its may me much many my no not of on or our should so than that the ' +
    'their them there these they this to under was we were what when where which who whom whose ' +
    'why will with would you your'
  ).split(' ')
);

/** The question's telling words, lower case. */
export function tellingWords(question: string): Set<string> {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !COMMON.has(word) && (word.length > 2 || /\d/.test(word))));
}

export interface Run {
  text: string;
  strong: boolean;
}

/**
 * Marks the words of the question, "leases" for "lease" too. White space is folded, but for the
 * ends of lines in a `list` and all of it in `code`.
 */
export function emphasise(text: string, words: Set<string>, as?: 'list' | 'code'): Run[] {
  const runs: Run[] = [];
  const push = (part: string, strong: boolean) => {
    const last = runs[runs.length - 1];
    if (last && last.strong === strong) last.text += part;
    else if (part !== '') runs.push({ text: part, strong });
  };
  const white = as === 'list' ? /[^\S\n]+/g : /\s+/g;
  const folded = as === 'code' ? text : text.replace(white, ' ');
  for (const part of folded.split(/([\p{L}\p{N}]+)/u)) {
    push(part, /[\p{L}\p{N}]/u.test(part) && matches(part.toLowerCase(), words));
  }
  return runs;
}

function matches(word: string, words: Set<string>): boolean {
  if (words.has(word)) return true;
  for (const wanted of words) {
    // A shared stem of five letters or more; shorter ones meet by chance.
    const stem = Math.min(word.length, wanted.length);
    if (stem >= 5 && Math.abs(word.length - wanted.length) <= 3) {
      if (word.startsWith(wanted) || wanted.startsWith(word)) return true;
    }
  }
  return words.has(`${word}s`) || (word.endsWith('s') && words.has(word.slice(0, -1)));
}

/** How an answer was made, at length; says why nothing is rephrased where no generator is there. */
export function modeDetail(mode: AnswerMode, generator: string | null): string {
  const { modes, noGenerator } = say.answer;
  const { detail } = modes[mode];
  return mode !== 'extractive' || generator !== null ? detail : noGenerator(detail);
}

/** Why a written answer ends early; null where it does not. */
export function writingNote({ written }: Pick<Answer, 'written'>): string | null {
  if (!written || written.quotes.length === 0) return null;
  if (written.ended === 'stopped') return say.answer.writing.stopped;
  if (written.ended === 'limit') return say.answer.writing.limit;
  return null;
}

/** Where a citation's number stands beside its rectangles, in CSS pixels of the page. */
export interface Tag {
  n: number;
  left: number;
  top: number;
}

/** How far a number stands from the edge of its page. */
const EDGE_PX = 3;

/** Height that one number takes. */
const TAG_HEIGHT_PX = 17;

/**
 * The numbers of the citations, in the margin at the edge of the page, where they cover no words; those
 * of one line stand under one another.
 */
export function tagPlaces(marks: readonly Mark[], scale: number): Tag[] {
  const tags: Tag[] = [];
  for (const { n, quad } of marks.filter((mark) => mark.first)) {
    const tag = { n, left: EDGE_PX, top: quad.y0 * scale };
    const covers = (other: Tag) => Math.abs(other.top - tag.top) < TAG_HEIGHT_PX - 1;
    // Right under the one that is there: lines of a table are nearer to each other than numbers are high.
    for (let over = tags.find(covers); over; over = tags.find(covers))
      tag.top = over.top + TAG_HEIGHT_PX;
    tags.push(tag);
  }
  return tags;
}
