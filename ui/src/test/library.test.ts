// The library, the welcome, drops, notices and keys: the whole window on a fake platform.
import { fireEvent, screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { IDS, row } from '../lib/platform/fake-documents';
import { CASH_QUESTION } from '../lib/platform/fake';
import { NO_FILTERS } from '../lib/model/filters';
import { NO_CORRECTIONS } from '../lib/model/interpretation';
import { all, ask, called, documentItem, find, key, one, openWindow, press } from './window';

describe('an empty library', () => {
  it('welcomes, and takes the samples', async () => {
    const { platform } = await openWindow('empty');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Answers you can point at');
    await press(await find('import-samples'));
    expect(platform.calls.at(-1)?.name).toBe('import_samples');
    await waitFor(() => expect(all('document')).toHaveLength(2));
    expect(all('drop-target')).toHaveLength(0);
  });

  it('takes chosen files', async () => {
    const { platform } = await openWindow('empty');
    platform.picks = ['/home/mira/a.pdf'];
    await press(one('choose-files'));
    await waitFor(() => expect(all('document')).toHaveLength(1));
  });

  it('says which part is missing and how to mend it', async () => {
    const { platform } = await openWindow('problems');
    const problem = await find('problem');
    expect(problem.textContent).toContain('is not installed');
    expect(problem.textContent).toContain('citelight models install');
    platform.info = { ...platform.info, problems: [] };
    await press(within(problem).getByRole('button'));
    await waitFor(() => expect(all('problem')).toHaveLength(0));
  });
});

describe('imports', () => {
  it('show their progress, from waiting to ready', async () => {
    const { platform } = await openWindow('library');
    const start = row('aaaa', 'new.pdf', { status: 'queued', pages: 40 });
    platform.put(start);
    await waitFor(() => expect(documentItem('aaaa').textContent).toContain('Waiting'));
    platform.put({ ...start, status: 'reading', pages_done: 20 });
    await waitFor(() =>
      expect(documentItem('aaaa').textContent).toContain('Reading page 20 of 40')
    );
    const bar = () => within(documentItem('aaaa')).queryByRole('progressbar');
    expect(bar()?.getAttribute('aria-valuenow')).toBe('40');
    platform.put({ ...start, status: 'indexing', pages_done: 40, indexed: 0.5 });
    await waitFor(() => expect(bar()?.getAttribute('aria-valuenow')).toBe('90'));
    platform.put({ ...start, status: 'ready', pages_done: 40, indexed: 1 });
    await waitFor(() => expect(documentItem('aaaa').dataset.status).toBe('ready'));
    expect(bar()).toBeNull();
    expect(one('summary').textContent).toBe('4 of 7 ready');
  });

  it('are cancelled and tried again', async () => {
    await openWindow('library');
    await press(within(documentItem(IDS.letters)).getByTestId('cancel'));
    await waitFor(() => expect(documentItem(IDS.letters).dataset.status).toBe('cancelled'));
    expect(documentItem(IDS.letters).textContent).toContain('Cancelled after 31 pages');
    await press(within(documentItem(IDS.letters)).getByTestId('retry'));
    await waitFor(() => expect(documentItem(IDS.letters).dataset.status).toBe('queued'));
  });

  it('that failed say why and what to do', async () => {
    const { platform } = await openWindow('library');
    const error = { code: 'unreadable', message: 'It is damaged.', hint: 'Save it anew.' } as const;
    platform.put(row('bad', 'bad.pdf', { status: 'failed', error }));
    await waitFor(() => {
      const shown = within(documentItem('bad')).getByTestId('document-error');
      expect(shown.textContent).toContain('It is damaged.');
      expect(shown.textContent).toContain('Save it anew.');
    });
  });

  it('of 300 files keep the list short by its filter and say how far they are', async () => {
    await openWindow('many');
    expect(one('summary').textContent).toBe('12 of 300 ready');
    expect(all('document')).toHaveLength(300);
    await fireEvent.input(one('filter'), { target: { value: 'filing 29' } });
    expect(all('document')).toHaveLength(13);
    await fireEvent.input(one('filter'), { target: { value: 'nothing such' } });
    expect(screen.getByText('No document fits the filter.')).toBeTruthy();
    await press(one('clear-filter'));
    expect(all('document')).toHaveLength(300);
    await fireEvent.input(one('filter'), { target: { value: 'filing 29' } });
    one('filter').focus();
    await key('Escape');
    expect(all('document')).toHaveLength(300);
  }, 20_000); // Three hundred rows are drawn three times.
});

it('documents are found by what stands in them too', async () => {
  const { platform } = await openWindow('many');
  const [wanted] = [...platform.documents.keys()].slice(40);
  platform.holding = [wanted!];
  await fireEvent.input(one('filter'), { target: { value: 'moorings' } });
  expect(all('document')).toHaveLength(0);
  await waitFor(() => expect(all('document').map(({ dataset }) => dataset.id)).toEqual([wanted]));
  expect(called(platform, 'documents_with')).toEqual([{ words: 'moorings' }]);
  // Two letters stand in every text.
  await fireEvent.input(one('filter'), { target: { value: 'mo' } });
  await new Promise((done) => setTimeout(done, 400));
  expect(called(platform, 'documents_with')).toHaveLength(1);
}, 20_000);

describe('documents', () => {
  it('are removed after a yes, and the open one is closed', async () => {
    const { app, platform } = await openWindow('library');
    await press(documentItem(IDS.report).querySelector('button.name')!);
    await waitFor(() => expect(app.viewer.pages).toHaveLength(190));
    await press(within(documentItem(IDS.report)).getByTestId('remove'));
    expect(platform.calls.some(({ name }) => name === 'remove_documents')).toBe(false);
    await press(await find('keep'));
    expect(all('confirm-remove')).toHaveLength(0);
    expect(document.activeElement).toBe(within(documentItem(IDS.report)).getByTestId('remove'));
    await press(within(documentItem(IDS.report)).getByTestId('remove'));
    await press(await find('confirm-remove'));
    await waitFor(() =>
      expect(all('document').some(({ dataset }) => dataset.id === IDS.report)).toBe(false)
    );
    expect(app.viewer.document).toBeNull();
  });

  it('are removed with their earlier versions where the person says so', async () => {
    const { platform } = await openWindow('library');
    await press(within(documentItem(IDS.lease)).getByTestId('remove'));
    expect((await find('earlier-version')).textContent).toContain('is asked again');
    await press(one('all-versions'));
    await press(one('confirm-remove'));
    await waitFor(() => expect(called(platform, 'remove_documents')).toHaveLength(1));
    const [{ documents }] = called(platform, 'remove_documents') as [{ documents: string[] }];
    expect(documents[0]).toBe(IDS.lease);
    expect(documents).toHaveLength(2);
  });

  it('are removed with a word of the answers that go too, and come back at once', async () => {
    const { app, platform } = await openWindow('library');
    await ask(CASH_QUESTION);
    await find('answer');
    await press(within(documentItem(IDS.report)).getByTestId('choose'));
    await press(within(documentItem(IDS.report)).getByTestId('remove'));
    expect((await find('citing')).textContent).toContain('1 answer cites it and goes too');
    await press(one('confirm-remove'));
    const notice = await find('notice');
    expect(notice.textContent).toContain('Removed “Northwind annual report 2023.pdf”.');
    expect(all('document').some(({ dataset }) => dataset.id === IDS.report)).toBe(false);
    await press(one('notice-action'));
    await waitFor(() => documentItem(IDS.report));
    expect(all('notice')).toHaveLength(0);
    await waitFor(() => expect(app.library.scope).toEqual([IDS.report]));
    expect(platform.calls.at(-1)?.name).not.toBe('remove_documents');
    await waitFor(() => expect(app.viewer.document).toBe(IDS.report));
  });

  it('that take an answer along leave its question, which can be asked again', async () => {
    const { app, platform } = await openWindow('library');
    await ask(CASH_QUESTION);
    await find('answer');
    platform.empty(app.asking.answer!.id);
    expect((await find('answer-gone')).textContent).toContain('Northwind annual report 2023.pdf');
    await press(one('history-toggle'));
    expect(all('history')[0]?.textContent).toContain('its answer went with');
    await press(one('history-toggle'));
    await press(one('ask-again'));
    await find('answer');
    expect(app.asking.answer?.citations).not.toHaveLength(0);
  });

  it('that the app was asked to open are shown, as soon as they can be', async () => {
    const { app, platform } = await openWindow('library');
    platform.emit({ type: 'show', document: IDS.lease });
    await waitFor(() => expect(app.viewer.document).toBe(IDS.lease));
    const start = row('late', 'late.pdf', { status: 'queued', pages: 10 });
    platform.put(start);
    platform.emit({ type: 'show', document: 'late' });
    expect(app.viewer.document).toBe(IDS.lease);
    platform.put({ ...start, status: 'indexing', pages_done: 10 });
    await waitFor(() => expect(app.viewer.document).toBe('late'));
  });

  it('are called by their titles, with the names of their files below', async () => {
    await openWindow('library');
    const named = documentItem(IDS.report);
    expect(within(named).getByTestId('title').textContent).toContain('Annual Report 2023');
    expect(named.textContent).toContain('Northwind annual report 2023.pdf');
    const plain = documentItem(IDS.lease);
    expect(within(plain).queryByTestId('title')).toBeNull();
    expect(plain.querySelector('.name')?.textContent).toContain('Harbour Street office lease.pdf');
  });

  it('are chosen by Ctrl and Shift, and removed together with one undo', async () => {
    const { app, platform } = await openWindow('library');
    const name = (id: string) => documentItem(id).querySelector('button.name')!;
    await fireEvent.click(name(IDS.report), { ctrlKey: true });
    expect(app.viewer.document).toBeNull();
    await fireEvent.click(name(IDS.battery), { shiftKey: true });
    expect(one('chosen-bar').textContent).toContain('3 documents chosen');
    expect(app.library.scope).toEqual([IDS.report, IDS.lease, IDS.battery]);
    await press(one('ask-chosen'));
    await waitFor(() => expect(document.activeElement).toBe(one('question')));
    await press(one('remove-chosen'));
    await press(await find('confirm-remove'));
    // The lease's earlier version is listed again.
    await waitFor(() => expect(all('document')).toHaveLength(4));
    expect(all('chosen-bar')).toHaveLength(0);
    expect(called(platform, 'remove_documents')).toEqual([
      { documents: [IDS.report, IDS.lease, IDS.battery] }
    ]);
    await press(await find('notice-action'));
    await waitFor(() => expect(all('document')).toHaveLength(6));
    await waitFor(() => expect(app.library.chosen.size).toBe(3));
  });

  it('are chosen by keys: arrows with Shift, Ctrl A, Escape', async () => {
    const { app, platform } = await openWindow('library');
    documentItem(IDS.report).querySelector<HTMLElement>('button.name')!.focus();
    await key('ArrowDown', { shiftKey: true });
    expect([...app.library.chosen]).toEqual([IDS.report, IDS.lease]);
    await key('ArrowUp', { shiftKey: true });
    expect([...app.library.chosen]).toEqual([IDS.report]);
    await key('ArrowDown');
    await key(' ', { ctrlKey: true });
    expect([...app.library.chosen]).toEqual([IDS.report, IDS.lease]);
    await key('a', { ctrlKey: true });
    expect(app.library.chosen.size).toBe(6);
    await press(one('reread-chosen'));
    expect(called(platform, 'read_again')[0]?.documents).toHaveLength(6);
    documentItem(IDS.letters).querySelector<HTMLElement>('[data-testid="choose"]')!.focus();
    await key('Escape');
    expect(app.library.chosen.size).toBe(0);
  });

  it('are put into collections, which narrow the list and are asked', async () => {
    const { app, platform } = await openWindow('library');
    await press(within(documentItem(IDS.report)).getByTestId('choose'));
    await press(within(documentItem(IDS.lease)).getByTestId('choose'));
    await press(one('group-chosen'));
    await press(one('new-collection'));
    await press(one('save-collection'));
    expect(await screen.findByText('A collection needs a name.')).toBeTruthy();
    await fireEvent.input(one('collection-name'), { target: { value: 'Trials' } });
    await press(one('save-collection'));
    await press(one('choose-none'));
    await press(await find('collections'));
    await press(one('collection-1'));
    expect(all('document')).toHaveLength(2);
    expect(screen.getByText('Trials', { selector: 'strong' })).toBeTruthy();
    await ask(CASH_QUESTION);
    await find('answer');
    expect(called(platform, 'ask').at(-1)?.documents).toEqual([IDS.report, IDS.lease]);
    await press(one('collections'));
    await press(one('rename-collection'));
    await fireEvent.input(one('collection-name'), { target: { value: 'Contracts' } });
    await press(one('save-collection'));
    await waitFor(() => expect(one('collections').textContent).toContain('Contracts'));
    platform.emit({
      type: 'collections',
      collections: [{ id: 1, name: 'Contracts', documents: [IDS.letters] }]
    });
    expect((await find('waiting')).textContent).toContain('No document of “Contracts”');
    await press(one('collections'));
    await press(one('delete-collection'));
    await waitFor(() => expect(all('document')).toHaveLength(6));
    expect(app.library.scope).toEqual([]);
  });

  it('are put in another order, which is kept', async () => {
    const { app } = await openWindow('library');
    await press(one('sort'));
    await press(one('sort-pages'));
    const pages = () => all('document').map(({ dataset }) => dataset.id);
    expect(pages().slice(0, 2)).toEqual([IDS.tender, IDS.report]);
    expect(app.preferences.sort).toBe('pages');
    expect(localStorage.getItem('citelight.window')).toContain('"sort":"pages"');
    await press(one('sort'));
    await press(one('sort-title'));
    expect(pages()[0]).toBe(IDS.battery);
  });

  it('fold their earlier versions', async () => {
    await openWindow('library');
    const ids = () => all('document').map(({ dataset }) => dataset.id);
    expect(ids()).not.toContain(IDS.oldLease);
    await press(screen.getByText('1 earlier version'));
    expect(ids()).toContain(IDS.oldLease);
  });

  it('that are chosen are the ones asked', async () => {
    const { platform } = await openWindow('library');
    await press(within(documentItem(IDS.report)).getByTestId('choose'));
    expect(screen.getByText('1 chosen document')).toBeTruthy();
    await ask(CASH_QUESTION);
    await find('answer');
    const args = () => platform.calls.filter(({ name }) => name === 'ask').at(-1)?.args;
    const terms = { filters: NO_FILTERS, corrections: NO_CORRECTIONS, previous: null };
    expect(args()).toEqual({ question: CASH_QUESTION, documents: [IDS.report], ...terms });
    await press(one('ask-all'));
    await ask(CASH_QUESTION);
    await waitFor(() =>
      expect(args()).toEqual({ question: CASH_QUESTION, documents: [], ...terms })
    );
  });

  it('that are not ready let the question wait, and say why', async () => {
    const { platform } = await openWindow('working');
    expect(one('waiting').textContent).toContain('as soon as one of the');
    await ask(CASH_QUESTION);
    expect(platform.calls.some(({ name }) => name === 'ask')).toBe(false);
    platform.put({ ...platform.documents.get(IDS.report)!, status: 'ready' });
    await waitFor(() => expect(all('waiting')).toHaveLength(0));
    await ask(CASH_QUESTION);
    await find('answer');
  });

  it('whose pages cannot be had say so in the viewer', async () => {
    const { platform } = await openWindow('library');
    platform.failNext('document_pages', {
      code: 'unreadable',
      message: 'The pages of the report are damaged.',
      hint: null
    });
    await press(documentItem(IDS.report).querySelector('button.name')!);
    expect(await screen.findByText('The pages of the report are damaged.')).toBeTruthy();
    await press(screen.getByRole('button', { name: 'Try again', description: '' }));
    await waitFor(() => expect(all('page').length).toBeGreaterThan(0));
  });

  it('gone from the library leave their passages with a word about it', async () => {
    const { platform, app } = await openWindow('library');
    await ask(CASH_QUESTION);
    await find('answer');
    platform.emit({ type: 'removed', document: IDS.lease });
    await press(all('passage')[4]!);
    expect((await find('notice')).textContent).toContain('no longer in the library');
    expect(app.viewer.document).toBe(IDS.report);
  });
});

describe('drops', () => {
  it('show where to let go, and import what was dropped', async () => {
    const { platform } = await openWindow('library');
    platform.drag('enter');
    expect((await find('drop-overlay')).textContent).toContain('Drop PDFs or folders to add them');
    platform.drag('leave');
    await waitFor(() => expect(all('drop-overlay')).toHaveLength(0));
    platform.drag('over');
    await find('drop-overlay');
    platform.drop(['/x/a.pdf', '/x/folder']);
    await waitFor(() => expect(all('drop-overlay')).toHaveLength(0));
    expect(platform.calls.find(({ name }) => name === 'import_paths')?.args).toEqual({
      paths: ['/x/a.pdf', '/x/folder']
    });
  });
});

describe('notices', () => {
  it('come from the app, are spoken, and can be dismissed', async () => {
    const { platform } = await openWindow('library');
    const notice = {
      code: 'input',
      message: 'notes.txt is not a PDF.',
      hint: 'Add PDFs.'
    } as const;
    platform.emit({ type: 'notice', level: 'warning', notice });
    const shown = await find('notices');
    expect(shown.textContent).toContain('Add PDFs.');
    expect(shown.closest('[aria-live="polite"]')).not.toBeNull();
    await press(within(shown).getByRole('button', { name: 'Dismiss' }));
    expect(all('notice')).toHaveLength(0);
  });

  it('of 40 bad files stand on one card, unfolded at will, gone at one press', async () => {
    const { platform } = await openWindow('library');
    for (let i = 1; i <= 40; i += 1) {
      const notice = { code: 'unreadable', message: `“${i}.pdf” is empty.`, hint: null } as const;
      platform.emit({ type: 'notice', level: 'error', notice });
    }
    const title = await find('unfold-notices');
    expect(title.textContent).toContain('40 items could not be added');
    expect(all('notices')).toHaveLength(1);
    const list = document.getElementById(title.getAttribute('aria-controls')!)!;
    expect(list.hidden).toBe(true);
    await press(title);
    expect(list.hidden).toBe(false);
    expect(all('notice')).toHaveLength(40);
    title.focus();
    await key('Escape');
    expect(list.hidden).toBe(true);
    expect(all('notice')).toHaveLength(40);
    await press(screen.getByRole('button', { name: 'Dismiss all' }));
    expect(all('notices')).toHaveLength(0);
  });
});

describe('keys', () => {
  it('"?" opens the sheet, Escape closes it and gives the focus back', async () => {
    await openWindow('library');
    one('history-toggle').focus();
    await key('?');
    const sheet = screen.getByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(sheet.contains(document.activeElement)).toBe(true);
    await key('Escape');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(one('history-toggle'));
  });

  it('Ctrl+K goes to the question, Ctrl+B folds the library, Ctrl+O adds', async () => {
    const { platform } = await openWindow('library');
    one('history-toggle').focus();
    await key('k', { ctrlKey: true });
    expect(document.activeElement).toBe(one('question'));
    await key('b', { ctrlKey: true });
    expect(all('document')).toHaveLength(0);
    await key('b', { ctrlKey: true });
    expect(all('document').length).toBeGreaterThan(0);
    platform.picks = ['/x/k.pdf'];
    await key('o', { ctrlKey: true });
    await waitFor(() => expect(platform.calls.at(-1)?.name).toBe('import_paths'));
  });

  it('move the lines between the panes', async () => {
    const { app } = await openWindow('library');
    const line = screen.getByRole('separator', { name: 'Width of the library' });
    line.focus();
    const before = app.preferences.libraryWidth;
    await key('ArrowRight');
    expect(app.preferences.libraryWidth).toBe(before + 16);
    await key('Home');
    expect(line.getAttribute('aria-valuenow')).toBe('208');
    expect(JSON.parse(localStorage.getItem('citelight.window')!).libraryWidth).toBe(208);
  });
});

describe('theme', () => {
  it('switches by hand and is kept', async () => {
    const { app } = await openWindow('library');
    await press(one('theme'));
    await press(one('theme'));
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'));
    expect(app.preferences.theme).toBe('dark');
    expect(localStorage.getItem('citelight.window')).toContain('dark');
  });
});

it('stops listening when the window closes', async () => {
  const { platform, app, unmount } = await openWindow('library');
  unmount();
  platform.put(row('zzzz', 'late.pdf', {}));
  expect(app.library.rows.has('zzzz')).toBe(false);
});
