// Answers written into files, in the whole window on a fake platform.
import { screen, waitFor } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { CASH_QUESTION } from '../lib/platform/fake';
import { fileName } from '../lib/state/saving';
import { ask, find, one, openWindow, press } from './window';

async function saveMenu() {
  const opened = await openWindow('library');
  await ask(CASH_QUESTION);
  await find('answer');
  await press(one('save'));
  return opened;
}

it('writes an answer where the person says, and tells where that is', async () => {
  const { platform } = await saveMenu();
  await press(await find('save-markdown'));
  await waitFor(() => expect(platform.saved).toEqual(['/home/ada/saved']));
  await screen.findByText('The answer is in /home/ada/saved.');
});

it('copies a cited document with its highlights', async () => {
  const { platform } = await saveMenu();
  await press((await screen.findAllByTestId('save-annotated'))[0]!);
  await waitFor(() => expect(platform.saved).toHaveLength(1));
  await screen.findByText(/^A copy of “.+” with \d+ highlights? is in/);
});

it('writes nothing when the dialog is closed', async () => {
  const { platform } = await saveMenu();
  platform.savePath = null;
  await press(await find('save-html'));
  expect(platform.saved).toEqual([]);
});

it('names files by their questions', () => {
  expect(fileName('What is "cash & equivalents" (2023)?')).toBe('What is cash equivalents 2023');
  expect(fileName('???')).toBe('Answer');
  expect(fileName('a'.repeat(200))).toHaveLength(60);
});
