// From the question to the lit words: the whole window on a fake platform.
import { fireEvent, screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { WireError } from '../lib/platform/bindings';
import { CASH_QUESTION, STRANGE_QUESTION } from '../lib/platform/fake';
import { IDS } from '../lib/platform/fake-documents';
import { all, ask, called, documentItem, find, key, one, openWindow, press } from './window';

const broken: WireError = { code: 'internal', message: 'Broken.', hint: 'Close other windows.' };

async function answered() {
  const opened = await openWindow('library');
  await ask(CASH_QUESTION);
  await find('answer');
  await waitFor(() => expect(all('highlight').length).toBeGreaterThan(0));
  return opened;
}

describe('an answer', () => {
  it('has its chips, its mode, its first evidence and its passages', async () => {
    await answered();
    expect(all('chip').map(({ dataset }) => dataset.n)).toEqual(['1', '2', '3', '4']);
    expect(one('mode').textContent).toContain('Quoted word for word');
    expect(one('mode').title).toContain('No text generator is installed');
    expect(one('quote').textContent).toContain('$4,312 million in 2023');
    expect(one('verdict').textContent).toContain('Quoted');
    expect(all('passage')).toHaveLength(7);
    await waitFor(() => expect(all('passage')[1]?.textContent).toContain('p. 133 (F-13)'));
    expect(within(all('passage')[0]!).getByText('activities').tagName).toBe('B');
  });

  it('says that a citation carries its sentence in part only', async () => {
    await answered();
    await press(all('chip')[3]!);
    expect(one('verdict').textContent).toContain('Partly');
    expect(all('chip')[3]?.getAttribute('aria-label')).toContain('Partly');
  });

  it('takes the focus out of the question, so that "[" and "]" step', async () => {
    await answered();
    expect(document.activeElement).toBe(one('answer'));
  });
});

describe('an answer of its kind', () => {
  const sentence = (text: string, item: boolean, n: number) => ({
    parts: [{ text, key: false, citations: [n] }],
    verdict: 'confirmed' as const,
    item,
    aside: false
  });

  it('shows its first words with the chip that leads to them', async () => {
    const { app } = await answered();
    expect(all('lead')).toHaveLength(0);
    app.asking.answer = {
      ...app.asking.answer!,
      lead: { kind: 'date', text: '14 March 2021', citations: [2] }
    };
    const lead = await find('lead');
    expect(lead.textContent).toContain('14 March 2021');
    await press(within(lead).getByTestId('chip'));
    expect(app.asking.current).toBe(2);
  });

  it('shows items as a list, and what was looked at below', async () => {
    const { app } = await answered();
    expect(all('note')).toHaveLength(0);
    app.asking.answer = {
      ...app.asking.answer!,
      sentences: [
        sentence('Covered are:', false, 1),
        sentence('care', true, 2),
        sentence('drugs', true, 3)
      ],
      note: 'The list has 50 items; the first 2 are shown.'
    };
    const items = within(await find('items')).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent?.trim())).toEqual(['care2', 'drugs3']);
    expect(one('note').textContent).toContain('50 items');
  });

  it('shows what comes nearest apart from the words that nothing was found', async () => {
    const { app } = await answered();
    const near = { ...sentence('Guests pay 40 dollars.', false, 2), aside: true };
    near.parts.unshift({ text: 'The nearest that I found:', key: false, citations: [] });
    app.asking.answer = {
      ...app.asking.answer!,
      found: false,
      answer: 'I found nothing in a.pdf that says when.\nThe nearest that I found: … [2]',
      sentences: [near]
    };
    const box = within(await find('not-found'));
    expect(box.getByText('I found nothing in a.pdf that says when.')).toBeTruthy();
    expect(one('not-found').textContent).toContain('The nearest that I found: Guests pay 40');
    await press(box.getByTestId('chip'));
    expect(app.asking.current).toBe(2);
  });

  it('says what was looked at where nothing was found, too', async () => {
    const { app } = await answered();
    app.asking.answer = { ...app.asking.answer!, found: false, note: 'I looked at 3 pages.' };
    await find('not-found');
    expect(one('note').textContent).toContain('3 pages');
  });
});

describe('a calculated answer', () => {
  it('shows its formula, each operand with the chip that leads to its cell', async () => {
    const { app } = await openWindow('library');
    await ask(CASH_QUESTION);
    await find('answer');
    const answer = app.asking.answer!;
    const operand = (label: string, citation: number) => ({
      label,
      value: '1,577',
      period: '2023',
      unit: 'USD million',
      citation
    });
    app.asking.answer = {
      ...answer,
      mode: 'calculated',
      calculation: {
        formula: 'cash 2023 / debt 2023',
        operands: [operand('cash', 1), operand('debt', 99)],
        result: '24.26',
        unit: '%',
        decimals: 2
      }
    };
    await waitFor(() => expect(one('formula').textContent).toContain('24.26 %'));
    expect(all('operand').map((row) => row.querySelectorAll('button').length)).toEqual([1, 0]);
    await press(all('operand')[0]!.querySelector('button')!);
    expect(app.asking.current).toBe(1);
  });

  it('parts a cell from what its table counts', async () => {
    const { app } = await answered();
    const answer = app.asking.answer!;
    const cell = { row: 'Cash', column: '2023', unit: 'USD million', caption: '', around: [] };
    const [first, ...others] = answer.citations;
    app.asking.answer = { ...answer, citations: [{ ...first!, quote: '1,577', cell }, ...others] };
    await waitFor(() => expect(one('quote').textContent.trim()).toBe('1,577\u00a0USD million'));
  });
});

describe('highlights', () => {
  it('lie where the rectangles are, times the scale', async () => {
    const { app } = await answered();
    const scale = app.viewer.scale;
    const citation = app.asking.answer!.citations[0]!;
    const drawn = all('highlight').filter(({ dataset }) => dataset.citation === '1');
    expect(drawn).toHaveLength(citation.quads.length);
    citation.quads.forEach((quad, index) => {
      const { style, dataset } = drawn[index]!;
      expect(dataset.page).toBe(String(quad.page));
      expect(parseFloat(style.left)).toBeCloseTo(quad.x0 * scale, 3);
      expect(parseFloat(style.top)).toBeCloseTo(quad.y0 * scale, 3);
      expect(parseFloat(style.width)).toBeCloseTo((quad.x1 - quad.x0) * scale, 3);
      expect(parseFloat(style.height)).toBeCloseTo((quad.y1 - quad.y0) * scale, 3);
    });
  });

  it('follow the zoom', async () => {
    const { app } = await answered();
    const width = () => parseFloat(all('highlight')[0]!.style.width);
    const before = width();
    const scale = app.viewer.scale;
    await key('+', { ctrlKey: true });
    expect(width() / before).toBeCloseTo(app.viewer.scale / scale);
    expect(app.viewer.scale).toBeGreaterThan(scale);
  });

  it('are strongest for the citation that is looked at', async () => {
    await answered();
    const strong = () =>
      new Set(
        all('highlight')
          .filter((mark) => mark.classList.contains('current'))
          .map(({ dataset }) => dataset.citation)
      );
    expect(strong()).toEqual(new Set(['1']));
    await press(all('chip')[2]!);
    expect(strong()).toEqual(new Set(['3']));
  });
});

describe('chips and pages', () => {
  it('a chip scrolls to its page, a third from the top', async () => {
    const { app } = await answered();
    await press(all('chip')[1]!);
    const scroller = one('scroller');
    const quad = app.asking.citation!.quads[0]!;
    const top = app.viewer.stack.tops[quad.page - 1]! + quad.y0 * app.viewer.scale;
    await waitFor(() => expect(scroller.scrollTop).toBeCloseTo(top - 800 / 3, 3));
    const page = all('page').find(({ dataset }) => dataset.page === '133');
    const lit = within(page!).getAllByTestId('highlight');
    expect(lit.map(({ dataset }) => dataset.citation)).toEqual(['2', '2']);
  });

  it('a chip opens another document', async () => {
    const { app } = await answered();
    await press(documentItem(IDS.lease).querySelector('button.name')!);
    await waitFor(() => expect(app.viewer.document).toBe(IDS.lease));
    expect(all('highlight')).toHaveLength(0);
    await press(all('chip')[0]!);
    await waitFor(() => expect(app.viewer.document).toBe(IDS.report));
    await waitFor(() => expect(all('highlight').length).toBeGreaterThan(0));
  });

  it('"]" and "[" step through the evidence', async () => {
    const { app } = await answered();
    await key(']');
    expect(app.asking.current).toBe(2);
    await key('[');
    await key('[');
    expect(app.asking.current).toBe(4);
    expect(all('chip')[3]?.getAttribute('aria-pressed')).toBe('true');
    expect(one('evidence').textContent).toContain('4 of 4');
  });

  it('"]" in the question is text', async () => {
    const { app } = await answered();
    await key('/');
    expect(document.activeElement).toBe(one('question'));
    await key(']');
    expect(app.asking.current).toBe(1);
  });

  it('a passage opens its page', async () => {
    const { app } = await answered();
    await press(all('passage')[4]!);
    await waitFor(() => expect(app.viewer.document).toBe(IDS.lease));
    expect(app.viewer.page).toBe(9);
  });

  it('keeps only the pages near the window', async () => {
    await answered();
    expect(all('page').length).toBeLessThanOrEqual(6);
    const pages = all('page').map(({ dataset }) => Number(dataset.page));
    expect(pages).toContain(47);
    expect(Math.max(...pages) - Math.min(...pages)).toBe(pages.length - 1);
  });

  it('the page box goes to a printed label, and says when there is none', async () => {
    const { app } = await answered();
    const box = one('page-number') as HTMLInputElement;
    await fireEvent.input(box, { target: { value: 'F-20' } });
    await fireEvent.submit(box.form!);
    expect(app.viewer.page).toBe(140);
    expect(box.value).toBe('140');
    await fireEvent.input(box, { target: { value: 'F-99' } });
    await fireEvent.submit(box.form!);
    expect(app.viewer.page).toBe(140);
    expect(box.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('page images', () => {
  async function firstImage(): Promise<HTMLImageElement> {
    return waitFor(() => {
      const page = all('page').find(({ dataset }) => dataset.page === '47');
      const image = page?.querySelector('img');
      if (!image) throw new Error('no image yet');
      return image;
    });
  }

  it('keeps the old image until the sharper one is there', async () => {
    const { app } = await answered();
    const old = await firstImage();
    await fireEvent.load(old);
    const page = old.parentElement!;
    const before = old.src;
    await key('+', { ctrlKey: true });
    await waitFor(() => expect(page.querySelectorAll('img')).toHaveLength(2));
    const [first, second] = page.querySelectorAll('img');
    expect(first).toBe(old);
    expect(second!.src).not.toBe(before);
    expect(second!.classList.contains('coming')).toBe(true);
    await fireEvent.load(second!);
    expect(page.querySelectorAll('img')).toHaveLength(1);
    expect(app.viewer.imageScale).toBeCloseTo(app.viewer.scale);
  });

  it('asks again at another pixel ratio', async () => {
    const { app } = await answered();
    const old = await firstImage();
    await fireEvent.load(old);
    const page = old.parentElement!;
    app.viewer.setDevicePixelRatio(2);
    await waitFor(() => expect(page.querySelectorAll('img')).toHaveLength(2));
  });

  it('says that a page could not be drawn, and tries again', async () => {
    await answered();
    const image = await firstImage();
    await fireEvent.error(image);
    const failed = await find('page-error');
    expect(failed.textContent).toContain('Page 47 (39) could not be drawn');
    await press(within(failed).getByRole('button'));
    expect(all('page-error')).toHaveLength(0);
    expect((await firstImage()).src).toBe(image.src);
  });
});

describe('feedback', () => {
  it('toggles and is stored with the question', async () => {
    const { platform, app } = await answered();
    await press(one('thumbs-up'));
    await waitFor(() => expect(one('thumbs-up').getAttribute('aria-pressed')).toBe('true'));
    expect(called(platform, 'give_feedback').at(-1)).toMatchObject({
      feedback: { question: app.asking.answer!.id, kind: 'up', citation: null }
    });
    await press(one('thumbs-down'));
    await waitFor(() => expect(one('thumbs-down').getAttribute('aria-pressed')).toBe('true'));
    expect(one('thumbs-up').getAttribute('aria-pressed')).toBe('false');
    await press(one('thumbs-down'));
    await waitFor(() => expect(one('thumbs-down').getAttribute('aria-pressed')).toBe('false'));
  });

  it('takes reasons and a note for a bad answer, and keeps them with the question', async () => {
    const { app } = await answered();
    expect(all('what-is-wrong')).toHaveLength(0);
    await press(one('thumbs-down'));
    await find('what-is-wrong');
    await press(screen.getByText('Something is missing'));
    await waitFor(() => expect(app.asking.feedback[0]?.reasons).toEqual(['incomplete']));
    await press(screen.getByText('It is wrong'));
    await press(screen.getByText('Something is missing'));
    await fireEvent.input(one('feedback-note'), { target: { value: ' The year is 2022. ' } });
    await fireEvent.blur(one('feedback-note'));
    await waitFor(() =>
      expect(app.asking.feedback[0]).toMatchObject({
        reasons: ['wrong'],
        note: 'The year is 2022.'
      })
    );
    const { id } = app.asking.answer!;
    app.asking.newTopic();
    await app.reopen(id);
    expect(((await find('feedback-note')) as HTMLTextAreaElement).value).toBe('The year is 2022.');
    await press(one('thumbs-down'));
    await waitFor(() => expect(all('what-is-wrong')).toHaveLength(0));
  });

  it('marks the citation that is looked at as wrong', async () => {
    const { platform } = await answered();
    await press(all('chip')[1]!);
    await press(one('wrong-citation'));
    await waitFor(() => expect(one('wrong-citation').getAttribute('aria-pressed')).toBe('true'));
    expect(called(platform, 'give_feedback').at(-1)).toMatchObject({
      feedback: { kind: 'wrong_citation', citation: 2 }
    });
    expect(all('chip').map((chip) => chip.classList.contains('wrong'))).toEqual([
      false,
      true,
      false,
      false
    ]);
  });
});

describe('when there is no answer', () => {
  it('says so and offers the nearest passages', async () => {
    await openWindow('library');
    await ask(STRANGE_QUESTION);
    expect((await find('not-found')).textContent).toContain('I found nothing in these documents');
    expect(screen.getByText(/Nearest passages/)).toBeTruthy();
    expect(all('passage').length).toBeGreaterThan(0);
    const nearest = within(one('not-found'));
    await press(nearest.getByTestId('chip'));
    expect(one('quote').textContent).toContain('not less than twelve months');
  });

  it('shows an error in place, with the way out, and asks again', async () => {
    const { platform } = await openWindow('library');
    platform.failNext('ask', broken);
    await ask(CASH_QUESTION);
    const error = await find('ask-error');
    expect(error.textContent).toContain('Broken.');
    expect(error.textContent).toContain('Close other windows.');
    await press(within(error).getByRole('button', { name: 'Ask again' }));
    await find('answer');
    expect(all('ask-error')).toHaveLength(0);
  });

  it('gives a hint for an empty question, and calls nothing', async () => {
    const { platform } = await openWindow('library');
    await press(one('ask'));
    expect(screen.getByText('Type a question first.')).toBeTruthy();
    expect(platform.calls.some(({ name }) => name === 'ask')).toBe(false);
  });

  it('keeps the earlier answer readable while the next one is under way', async () => {
    const { platform } = await answered();
    platform.latencyMs = 40;
    await ask('When may the landlord end the lease?');
    expect(one('asking').textContent).toContain('Looking through 3 documents');
    expect(one('answer').textContent).toContain('$4,312 million');
    expect(screen.getByText('Earlier answer')).toBeTruthy();
    await waitFor(() => expect(one('answer').textContent).toContain('demolished'));
    expect(all('asking')).toHaveLength(0);
  });

  it('Shift+Enter makes a new line and asks nothing', async () => {
    const { platform } = await openWindow('library');
    await fireEvent.input(one('question'), { target: { value: 'One' } });
    one('question').focus();
    await key('Enter', { shiftKey: true });
    await key('Enter', { isComposing: true });
    expect(platform.calls.some(({ name }) => name === 'ask')).toBe(false);
  });
});

describe('under an answer', () => {
  it('says how it was found: times, passages, which of them are quoted', async () => {
    await answered();
    expect(all('how-found')).toHaveLength(0);
    await press(one('how'));
    const how = await find('how-found');
    expect(how.textContent).toContain('Reading the best passages');
    expect(how.textContent).toContain('80 %');
    expect(within(how).getAllByRole('row').length).toBe(4);
    expect(how.textContent).toContain('214 passages: 200 by meaning, 57 by words and 3 by section');
    const found = all('found-passage').map(({ textContent }) => textContent);
    expect(found).toHaveLength(7);
    // What each stage gave the first one, and what was not found by words.
    for (const score of ['0.71', '11.20', '3.10', '6.40', 'no. 1'])
      expect(found[0]).toContain(score);
    expect(found[3]).toMatch(/Words\s*–/);
    await press(one('how'));
    await waitFor(() => expect(all('how-found')).toHaveLength(0));
  });

  it('is copied with its references, also formatted', async () => {
    const { app } = await answered();
    const copied: Record<string, string> = {};
    document.execCommand = () => {
      const event = new Event('copy', { bubbles: true, cancelable: true });
      const clipboardData = { setData: (type: string, text: string) => (copied[type] = text) };
      document.dispatchEvent(Object.assign(event, { clipboardData }));
      return true;
    };
    await press(one('copy'));
    await press(await find('copy-answer'));
    expect(copied['text/plain']).toContain('text: ');
    expect(copied['text/html']).toContain('html: ');
    await waitFor(() => expect(app.notices.groups[0]?.notices[0]?.message).toContain('Copied'));
    await press(one('copy'));
    await press(await find('copy-markdown'));
    expect(copied['text/plain']).toContain('markdown: ');
  });
});

it('says that a document which an answer cites has changed since', async () => {
  const { app, platform } = await openWindow('library');
  await ask('When may the landlord end the lease?');
  await find('answer');
  expect(all('answer-changed')).toHaveLength(0);
  const lease = platform.documents.get(IDS.lease)!;
  platform.put({ ...lease, superseded_by: 'newer' });
  const note = await find('answer-changed');
  expect(note.textContent).toContain(`“${lease.file_name}” has changed since`);
  const asks = () => platform.calls.filter(({ name }) => name === 'ask').length;
  await press(within(note).getByRole('button', { name: 'Ask again' }));
  await waitFor(() => expect(asks()).toBe(2));
  platform.put({ ...lease, superseded_by: null });
  await waitFor(() => expect(all('answer-changed')).toHaveLength(0));
  expect(app.asking.answer!.found).toBe(true);
});
