import { beforeEach, describe, expect, it } from 'vitest';
import { FakePlatform } from '../platform/fake';
import { Languages } from './languages.svelte';

let platform: FakePlatform;
let languages: Languages;

const named = (code: string) => languages.list!.find((each) => each.code === code)!;
const chosen = () => languages.list!.filter((each) => each.chosen).map(({ code }) => code);

beforeEach(async () => {
  platform = new FakePlatform('library');
  languages = new Languages(platform);
  await languages.load();
});

it('lists the installed ones first, by name', () => {
  platform.languages.list.reverse();
  expect(languages.shown.map(({ name }) => name)).toEqual(['English', 'German', 'French']);
});

it('takes one to the others, and away again', async () => {
  await languages.toggle(named('deu'));
  expect(chosen()).toEqual(['eng', 'deu']);
  await languages.toggle(named('eng'));
  expect(chosen()).toEqual(['deu']);
});

it('never takes the last one away, nor chooses one that is not there', async () => {
  const before = platform.calls.length;
  expect(languages.last(named('eng'))).toBe(true);
  await languages.toggle(named('eng'));
  await languages.toggle(named('fra'));
  expect(platform.calls).toHaveLength(before);
  expect(chosen()).toEqual(['eng']);
});

describe('adding', () => {
  it.each([
    ['/x/fra.traineddata', 'French was added.', ['eng', 'fra']],
    ['C:\\x\\pol.traineddata', 'Polish was added.', ['eng', 'pol']],
    ['/x/deu.traineddata', 'This language was there already.', ['eng']]
  ])('%s: %s', async (path, words, codes) => {
    platform.languageFile = path;
    await languages.add();
    expect(languages.added).toBe(words);
    expect(chosen()).toEqual(codes);
  });

  it('does nothing when no file was picked', async () => {
    const before = platform.calls.length;
    await languages.add();
    expect(platform.calls).toHaveLength(before);
  });

  it('says why a file was refused, and forgets it at the next try', async () => {
    platform.languageFile = '/x/notes.txt';
    await languages.add();
    expect(languages.error?.message).toContain('notes.txt');
    expect(chosen()).toEqual(['eng']);
    platform.languageFile = '/x/fra.traineddata';
    await languages.add();
    expect(languages.error).toBeNull();
  });

  it('says so when the dialog does not open', async () => {
    platform.pickLanguage = () => Promise.reject(new Error('no dialog'));
    await languages.add();
    expect(languages.error?.message).toBe('no dialog');
  });
});

it('says why the list cannot be had', async () => {
  const fresh = new Languages(platform);
  platform.failNext('languages', { code: 'missing_part', message: 'No Tesseract.', hint: null });
  await fresh.load();
  expect([fresh.list, fresh.error?.message]).toEqual([null, 'No Tesseract.']);
});
