// Passwords, the queue, pages that are read again, active content, languages: the whole window on
// a fake platform.
import { fireEvent, screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { IDS, row } from '../lib/platform/fake-documents';
import { PASSWORD } from '../lib/platform/fake-imports';
import { all, documentItem, find, key, one, openWindow, press } from './window';

const inItem = (id: string, test: string) => within(documentItem(id)).getByTestId(test);

const textOf = (test: string) => one(test).textContent?.replace(/\s+/g, ' ');

async function typePassword(password: string) {
  await fireEvent.input(one('password'), { target: { value: password } });
  await fireEvent.submit(one('password-form'));
}

describe('a password', () => {
  it('is asked for under the row, with the focus in the field; Escape gives it back', async () => {
    await openWindow('library');
    await press(inItem(IDS.locked, 'enter-password'));
    expect(document.activeElement).toBe(one('password'));
    expect(one('password-form').textContent).toContain('until Citelight closes');
    await key('Escape');
    expect(all('password-form')).toHaveLength(0);
    expect(document.activeElement).toBe(inItem(IDS.locked, 'enter-password'));
  });

  it('can be seen while it is typed', async () => {
    await openWindow('library');
    await press(inItem(IDS.locked, 'enter-password'));
    expect(one('password').getAttribute('type')).toBe('password');
    await press(screen.getByRole('button', { name: 'Show the password' }));
    expect(one('password').getAttribute('type')).toBe('text');
    await press(screen.getByRole('button', { name: 'Hide the password' }));
    expect(one('password').getAttribute('type')).toBe('password');
  });

  it('that is wrong is said to be at the field, kept and selected', async () => {
    await openWindow('library');
    await press(inItem(IDS.locked, 'enter-password'));
    await typePassword('guess');
    const error = await find('password-error');
    expect(error.textContent).toContain('does not open with this password');
    expect(error.closest('[role="alert"]')).not.toBeNull();
    const field = one('password') as HTMLInputElement;
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['guess', 0, 5]);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(all('notice')).toHaveLength(0);
    await fireEvent.input(field, { target: { value: 'guess again' } });
    expect(all('password-error')).toHaveLength(0);
  });

  it('that is empty asks for nothing', async () => {
    const { platform } = await openWindow('library');
    await press(inItem(IDS.locked, 'enter-password'));
    await typePassword('');
    expect(platform.calls.some(({ name }) => name === 'unlock_document')).toBe(false);
  });

  it('that is right has the document read', async () => {
    await openWindow('library');
    await press(inItem(IDS.locked, 'enter-password'));
    await typePassword(PASSWORD);
    await waitFor(() => expect(documentItem(IDS.locked).dataset.status).toBe('queued'));
    expect(all('password-form')).toHaveLength(0);
    expect(all('password-offer')).toHaveLength(0);
    await waitFor(() =>
      expect(documentItem(IDS.locked).contains(document.activeElement)).toBe(true)
    );
  });

  it('is offered to the others that wait, and tried on them', async () => {
    await openWindow('locked');
    await press(inItem(IDS.locked, 'enter-password'));
    await typePassword(PASSWORD);
    const offer = await find('password-offer');
    expect(offer.textContent).toContain('Try this password for 3 more?');
    await waitFor(() => expect(document.activeElement).toBe(one('try-others')));
    await press(one('try-others'));
    await waitFor(() => expect(all('enter-password')).toHaveLength(1));
    await waitFor(() => expect(all('password-offer')).toHaveLength(0));
    expect((await find('notice')).textContent).toContain('opens 2 of 3 documents');
  });

  it('is offered no more after Escape', async () => {
    await openWindow('locked');
    await press(inItem(IDS.locked, 'enter-password'));
    await typePassword(PASSWORD);
    await find('password-offer');
    await waitFor(() => expect(document.activeElement).toBe(one('try-others')));
    await key('Escape');
    expect(all('password-offer')).toHaveLength(0);
  });

  it('is asked for in the viewer, when the pictures of the pages need it again', async () => {
    const { app } = await openWindow('locked');
    await press(documentItem(IDS.lease).querySelector('button.name')!);
    const image = (await screen.findAllByTestId('page-image'))[0] as HTMLImageElement;
    expect(all('viewer-locked')).toHaveLength(0);
    await fireEvent.error(image);
    const card = await find('viewer-locked');
    expect(card.textContent).toContain('The file is protected');
    expect(one('page-error').textContent).toContain('once its document is opened');
    await typePassword('guess');
    await find('password-error');
    await typePassword(PASSWORD);
    await waitFor(() => expect(all('viewer-locked')).toHaveLength(0));
    expect(all('page-error')).toHaveLength(0);
    expect(app.viewer.document).toBe(IDS.lease);
    const again = (await screen.findAllByTestId('page-image'))[0] as HTMLImageElement;
    expect(again.src).toContain('svg');
  });

  it('is what a question waits for, when no document is without one', async () => {
    const { platform } = await openWindow('empty');
    platform.put(row('only', 'only.pdf', { status: 'needs_password' }));
    await waitFor(() => expect(one('waiting').textContent).toContain('Enter the password'));
  });

  it('has nothing to do with another picture that fails', async () => {
    await openWindow('library');
    await press(documentItem(IDS.lease).querySelector('button.name')!);
    await fireEvent.error((await screen.findAllByTestId('page-image'))[0]!);
    expect((await find('page-error')).textContent).toContain('Page 1 could not be drawn.');
    expect(all('viewer-locked')).toHaveLength(0);
  });
});

describe('the queue', () => {
  it('stands in one line that goes when nothing is left', async () => {
    const { platform } = await openWindow('library');
    expect((await find('queue-words')).textContent).toBe('Reading 1 of 2');
    platform.imports.secondsPerPage = 4;
    platform.put({ ...platform.documents.get(IDS.letters)!, pages_done: 34 });
    await waitFor(() =>
      expect(one('queue-words').textContent).toBe('Reading 1 of 2 · about 2 min left')
    );
    const bar = screen.getByRole('progressbar', { name: 'All imports' });
    expect(Number(bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    for (const id of [IDS.letters, IDS.tender]) {
      platform.put({ ...platform.documents.get(id)!, status: 'ready' });
    }
    await waitFor(() => expect(all('queue')).toHaveLength(0));
  });

  it('is paused and resumed', async () => {
    await openWindow('library');
    await press(await screen.findByRole('button', { name: 'Pause imports' }));
    await waitFor(() => expect(one('queue-words').textContent).toBe('Paused · 2 waiting'));
    expect(documentItem(IDS.letters).textContent).toContain('Paused at page 31 of 64');
    await press(screen.getByRole('button', { name: 'Resume imports' }));
    await waitFor(() => expect(one('queue-words').textContent).toBe('Reading 1 of 2'));
    expect(documentItem(IDS.letters).textContent).toContain('Reading page 31 of 64');
  });

  it('can be paused while the library is folded', async () => {
    const { app } = await openWindow('library');
    app.preferences.libraryFolded = true;
    await press(await screen.findByRole('button', { name: 'Reading 1 of 2. Pause imports' }));
    await waitFor(() => expect(app.queue.paused).toBe(true));
  });

  it('lets a waiting document come first', async () => {
    const { platform } = await openWindow('library');
    platform.put(row('later', 'later.pdf', { status: 'queued' }));
    await waitFor(() => documentItem('later'));
    expect(within(documentItem(IDS.letters)).queryByTestId('import-first')).toBeNull();
    await press(inItem('later', 'import-first'));
    expect(platform.calls.at(-1)).toEqual({ name: 'import_first', args: { document: 'later' } });
    await waitFor(() => expect(documentItem('later').textContent).toContain('Comes next'));
    platform.put(row('later', 'later.pdf', { status: 'reading', pages: 9, pages_done: 1 }));
    await waitFor(() => expect(documentItem('later').textContent).toContain('Reading page 1 of 9'));
  });
});

describe('pages that could not be read', () => {
  it('are named by their document, and tried again', async () => {
    const { platform } = await openWindow('library');
    const about = inItem(IDS.battery, 'about');
    expect(about.textContent).toContain('3 pages not read');
    await press(about);
    await waitFor(() =>
      expect(textOf('unread-pages')).toContain('Pages 2 and 17–18 could not be read')
    );
    await press(one('retry-pages'));
    expect(platform.calls).toContainEqual({
      name: 'retry_pages',
      args: { document: IDS.battery, pages: [] }
    });
    await waitFor(() => expect(one('retry-pages').textContent).toContain('Waiting…'));
    const calls = platform.calls.length;
    await press(one('retry-pages'));
    expect(platform.calls).toHaveLength(calls);
    platform.put({ ...platform.documents.get(IDS.battery)!, status: 'reading' });
    await waitFor(() => expect(one('retry-pages').textContent).toContain('Reading…'));
    platform.imports.finishAgain(IDS.battery);
    await waitFor(() => expect(all('unread-pages')).toHaveLength(0));
    expect(documentItem(IDS.battery).textContent).not.toContain('not read');
  });

  it('carry a note in the viewer, which stays open while one is read again', async () => {
    const { app, platform } = await openWindow('library');
    await press(documentItem(IDS.battery).querySelector('button.name')!);
    const note = await find('page-note');
    expect(note.dataset.page).toBe('2');
    expect(note.textContent).toContain('The text of page 2 could not be recognised.');
    expect(note.textContent).toContain('The recognition was stopped after 120 seconds.');
    await press(one('retry-page'));
    expect(platform.calls).toContainEqual({
      name: 'retry_pages',
      args: { document: IDS.battery, pages: [2] }
    });
    await waitFor(() => expect(one('retry-page').textContent).toContain('Waiting…'));
    expect(app.viewer.document).toBe(IDS.battery);
    expect(all('page').length).toBeGreaterThan(0);
    platform.imports.finishAgain(IDS.battery);
    await waitFor(() => expect(all('page-note')).toHaveLength(0));
    expect(app.pages.unread(IDS.battery)?.map(({ page }) => page)).toEqual([17, 18]);
  });

  it('ask for the password where the file needs it again', async () => {
    const { platform } = await openWindow('library');
    platform.failNext('retry_pages', { code: 'needs_password', message: 'Locked.', hint: null });
    await press(inItem(IDS.battery, 'about'));
    await press(one('retry-pages'));
    await find('viewer-locked');
    expect(all('notice')).toHaveLength(0);
    platform.failNext('retry_pages', { code: 'internal', message: 'Broken.', hint: null });
    await press(one('retry-pages'));
    expect((await find('notice')).textContent).toContain('Broken.');
  });

  it('leave nothing to be said of a document whose pages were all read', async () => {
    await openWindow('library');
    expect(within(documentItem(IDS.lease)).queryByTestId('about')).toBeNull();
  });
});

it('active content is marked, and explained without alarm', async () => {
  await openWindow('library');
  const words = 'Contains scripts and attachments; Citelight never runs them.';
  expect(inItem(IDS.report, 'active-badge').title).toBe(words);
  const about = inItem(IDS.report, 'about');
  expect(about.getAttribute('aria-label')).toContain(words);
  await press(about);
  expect(one('active-content').textContent?.trim()).toBe(words);
  about.focus();
  await key('Escape');
  expect(all('details')).toHaveLength(0);
  expect(document.activeElement).toBe(about);
});

describe('the languages of scans', () => {
  const language = (name: string) => screen.getByRole('checkbox', { name }) as HTMLInputElement;

  it('are chosen in the settings; the last one stays', async () => {
    const { platform } = await openWindow('library');
    await press(one('settings'));
    const sheet = screen.getByRole('dialog', { name: 'Settings' });
    await waitFor(() => expect(all('language')).toHaveLength(3));
    expect(sheet.textContent).toContain('documents that are read from now on');
    expect([language('English').checked, language('English').disabled]).toEqual([true, true]);
    expect(language('French').disabled).toBe(true);
    await press(language('German'));
    await waitFor(() => expect(language('English').disabled).toBe(false));
    expect(platform.calls.at(-1)).toEqual({
      name: 'choose_languages',
      args: { codes: ['eng', 'deu'] }
    });
    await key('Escape');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('can be chosen before the first document comes', async () => {
    await openWindow('empty');
    await key(',', { ctrlKey: true });
    await waitFor(() => expect(all('language')).toHaveLength(3));
    await key('?');
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeTruthy();
    await key(',', { ctrlKey: true });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('come from files', async () => {
    const { platform } = await openWindow('library');
    platform.languageFile = '/x/fra.traineddata';
    await press(one('settings'));
    await waitFor(() => expect(all('language')).toHaveLength(3));
    await press(one('add-language'));
    await waitFor(() => expect(one('language-added').textContent).toBe('French was added.'));
    expect(language('French').checked).toBe(true);
    platform.languageFile = '/x/notes.txt';
    await press(one('add-language'));
    expect((await find('language-error')).textContent).toContain('is not a file of language data');
  });
});

it('Escape closes what lies on top, and one thing at a time', async () => {
  await openWindow('library');
  await press(inItem(IDS.locked, 'enter-password'));
  one('settings').focus();
  await press(one('settings'));
  await key('Escape');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(one('settings'));
  expect(all('password-form')).toHaveLength(1);
  one('password').focus();
  await key('Escape');
  expect(all('password-form')).toHaveLength(0);
});
