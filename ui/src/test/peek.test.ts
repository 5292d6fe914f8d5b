// The piece of a page behind a number of the answer, in the whole window on a fake platform.
import { fireEvent, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { cropOf } from '../lib/model/cropping';
import { CASH_QUESTION } from '../lib/platform/fake';
import { all, ask, find, key, one, openWindow, press } from './window';

const quad = (page: number, y0: number, x0 = 72, x1 = 540) => ({ page, x0, x1, y0, y1: y0 + 12 });

describe('the piece of a page', () => {
  it('holds the words with room around them', () => {
    const crop = cropOf([quad(3, 100), quad(3, 114, 72, 200)], [], 400, 170)!;
    expect(crop.scale).toBeCloseTo(400 / 504);
    expect(crop.piece).toMatchObject({ x0: 54, y0: 90, y1: 136 });
    expect(crop.next).toBeNull();
  });

  it('of a few words shows what stands beside them, and never what is left of the page', () => {
    const crop = cropOf([quad(1, 4, 10, 40)], [], 400, 170)!;
    expect(crop.scale).toBe(1.7);
    expect(crop.piece).toMatchObject({ x0: 0, y0: 0 });
    expect(crop.piece.x1).toBeCloseTo(400 / 1.7);
  });

  it('of a cell has its row and its column too, where they fit', () => {
    const cell = quad(2, 300, 400, 430);
    const label = quad(2, 300, 72, 130);
    const near = cropOf([cell], [label, quad(2, 200, 400, 430)], 400, 170)!;
    expect(near.piece.x0).toBeLessThan(72);
    expect(near.piece.y0).toBe(190);
    const far = cropOf([cell], [label, quad(2, 20, 400, 430)], 400, 170)!;
    expect(far.piece.y0).toBe(290);
    expect(far.lit).toEqual([cell]);
  });

  it('is cut where it grows too high, and tells of the page after', () => {
    const lines = Array.from({ length: 30 }, (_, line) => quad(3, 100 + 14 * line));
    const crop = cropOf([...lines, quad(4, 72)], [], 400, 170)!;
    expect((crop.piece.y1 - crop.piece.y0) * crop.scale).toBeCloseTo(170);
    expect(crop.lit).toHaveLength(30);
    expect(crop.next).toEqual(quad(4, 72));
    expect(cropOf([], [], 400, 170)).toBeNull();
  });
});

describe('the card of a number', () => {
  it('comes with the pointer, stays when it is pinned, and goes by Escape', async () => {
    const { app } = await openWindow('library');
    await ask(CASH_QUESTION);
    await find('answer');
    const chip = all('chip')[1]!;
    await fireEvent.pointerOver(chip, { pointerType: 'touch' });
    await fireEvent.pointerOver(chip, { pointerType: 'mouse' });
    const card = await find('evidence-peek');
    const quads = app.asking.answer!.citations.find(({ n }) => String(n) === chip.dataset.n)!.quads;
    expect(all('peek-mark')).toHaveLength(quads.length);
    expect(card.querySelector('img')!.getAttribute('alt')).toContain('Net cash provided');
    await press(one('pin-peek'));
    await fireEvent.pointerOver(document.body, { pointerType: 'mouse' });
    await new Promise((done) => setTimeout(done, 300));
    expect(all('evidence-peek')).toHaveLength(1);
    await key('Escape');
    expect(all('evidence-peek')).toHaveLength(0);
    await fireEvent.pointerOver(chip, { pointerType: 'mouse' });
    await find('evidence-peek');
    await fireEvent.pointerOver(document.body, { pointerType: 'mouse' });
    await waitFor(() => expect(all('evidence-peek')).toHaveLength(0));
  });
});
