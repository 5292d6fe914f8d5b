import { SvelteMap } from 'svelte/reactivity';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Place } from '../model/outline';
import { FakePlatform } from '../platform/fake';
import { IDS } from '../platform/fake-documents';
import { Outline } from './outline.svelte';
import { Preferences } from './preferences.svelte';

let platform: FakePlatform;
let preferences: Preferences;
let outline: Outline;
let place: SvelteMap<'here', Place>;

const shown = () => outline.lines.map(({ index }) => outline.tree!.sections[index]!.title);
const at = (title: string) => outline.tree!.sections.findIndex((each) => each.title === title);
const goTo = (title: string) => {
  const { page, y } = outline.tree!.sections[at(title)]!;
  place.set('here', { page, y });
};

beforeEach(async () => {
  platform = new FakePlatform('outlines');
  preferences = new Preferences();
  place = new SvelteMap();
  outline = new Outline(platform, preferences, () => place.get('here') ?? null);
  await outline.want(IDS.report);
});

describe('unfolding', () => {
  it('goes as deep at first as is taken in at a glance', async () => {
    expect(shown()).toContain('Risk factors');
    expect(shown()).not.toContain('Networks');
    await outline.want(IDS.lease);
    expect(outline.open).toBe(true);
    expect(shown()).toContain('Review of the rent');
  });

  it('shows the branch of what is read, and folds it again behind', () => {
    goTo('Networks');
    expect(shown()).toEqual(expect.arrayContaining(['Our segments', 'Generation', 'Networks']));
    goTo('Signatures');
    expect(shown()).not.toContain('Networks');
  });

  it('leaves folded what the person has folded, and says where they are all the same', () => {
    goTo('Networks');
    outline.fold(at('Our segments'), false);
    expect(shown()).not.toContain('Networks');
    expect(outline.tree!.sections[outline.lines[outline.here]!.index]!.title).toBe('Our segments');
    outline.fold(at('Our segments'), true);
    goTo('Signatures');
    expect(shown()).toContain('Networks');
  });

  it('of all, and of nothing but the way to what is read', () => {
    outline.unfoldAll(true);
    expect([shown().length, outline.open]).toEqual([60, true]);
    goTo('Project loans');
    outline.unfoldAll(false);
    expect(shown()).toContain('Project loans');
    expect(shown()).not.toContain('Properties');
  });

  it('of one level', () => {
    outline.unfoldAll(false);
    outline.unfoldLevel(at('Part I'));
    expect(shown()).toEqual(expect.arrayContaining(['Business', 'Exhibits and schedules']));
    expect(shown()).not.toContain('Overview');
  });

  it('is kept for each document', async () => {
    outline.unfoldAll(true);
    await outline.want(IDS.lease);
    await outline.want(IDS.report);
    expect(shown()).toHaveLength(60);
  });
});

describe('a hand on the tree', () => {
  it('keeps its branches as they are until it goes', () => {
    goTo('Networks');
    outline.hold();
    goTo('Project loans');
    expect(shown()).toContain('Networks');
    expect(shown()).not.toContain('Project loans');
    expect(outline.tree!.sections[outline.current]!.title).toBe('Project loans');
    outline.hold();
    outline.release();
    expect(shown()).toContain('Project loans');
    expect(shown()).not.toContain('Networks');
  });
});

describe('the filter', () => {
  it('finds in numbers and titles, and is forgotten with the document', async () => {
    outline.filter = 'note 12';
    expect(shown()).toEqual(['Financial statements', 'Notes', 'Borrowings']);
    await outline.want(IDS.lease);
    expect(outline.filter).toBe('');
  });
});

describe('loading', () => {
  const error = { code: 'internal', message: 'Broken.', hint: null } as const;

  it('says why it failed, and tries once more', async () => {
    platform.failNext('outline', error);
    await outline.want(IDS.lease);
    expect([outline.error?.message, outline.tree, outline.loading]).toEqual([
      'Broken.',
      null,
      false
    ]);
    await outline.load();
    expect([outline.error, outline.tree?.sections.length]).toEqual([null, 8]);
  });

  it('keeps what is there when the same cannot be had anew', async () => {
    platform.failNext('outline', error);
    outline.stale(IDS.report);
    await new Promise((done) => setTimeout(done));
    expect([outline.error, outline.tree?.sections.length]).toEqual([null, 60]);
  });

  it('lets the last of two documents win', async () => {
    const both = [outline.want(IDS.lease), outline.want(IDS.handbook)];
    await Promise.all(both);
    expect([outline.document, outline.tree?.sections.length]).toEqual([IDS.handbook, 3000]);
  });

  it('asks once for a document, and again when it has changed', async () => {
    const calls = () => platform.calls.filter(({ name }) => name === 'outline').length;
    await outline.want(IDS.report);
    expect(calls()).toBe(1);
    outline.stale(IDS.lease);
    expect(calls()).toBe(1);
    outline.unfoldAll(true);
    outline.stale(IDS.report);
    expect(calls()).toBe(2);
    await new Promise((done) => setTimeout(done));
    expect(shown()).toHaveLength(60);
  });
});

describe('showing', () => {
  it('is remembered beside the pages, and passing over them', () => {
    outline.toggle();
    expect([outline.shown, preferences.contentsShown]).toEqual([true, true]);
    expect(new Preferences().contentsShown).toBe(true);
    outline.setRoomy(false);
    expect(outline.shown).toBe(false);
    outline.toggle(true);
    expect([outline.shown, outline.called, preferences.contentsShown]).toEqual([true, true, true]);
    outline.hide();
    outline.hide();
    expect([outline.shown, preferences.contentsShown]).toEqual([false, true]);
  });

  it('goes on beside the pages when there is room again', () => {
    outline.setRoomy(false);
    outline.setRoomy(true);
    expect([outline.shown, preferences.contentsShown]).toEqual([false, false]);
    outline.setRoomy(false);
    outline.toggle();
    outline.setRoomy(true);
    expect([outline.shown, outline.drawer, preferences.contentsShown]).toEqual([true, false, true]);
  });
});
