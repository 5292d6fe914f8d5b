// Watched folders and storage in the settings: the whole window on a fake platform.
import { waitFor, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { WatchedFolder } from '../lib/platform/bindings';
import { all, called, find, key, one, openWindow, press } from './window';

const INBOX = '/home/mira/Inbox';

async function settings() {
  const opened = await openWindow('library', (platform) => (platform.picks = [INBOX]));
  await press(one('settings'));
  await find('watch-folder');
  return opened;
}

describe('watched folders', () => {
  it('are none until one is chosen, and can be given up', async () => {
    const { platform } = await settings();
    expect(all('watched-folder')).toHaveLength(0);
    await press(one('watch-folder'));
    const row = await find('watched-folder');
    expect(row.textContent).toContain('Looking through it…');
    expect(called(platform, 'watch_folder')).toEqual([{ path: INBOX }]);
    platform.emit({ type: 'folders', folders: [{ path: INBOX, files: 12, problem: null }] });
    await waitFor(() => expect(row.textContent).toContain('12 PDFs'));
    await press(within(row).getByTestId('stop-watching'));
    await waitFor(() => expect(all('watched-folder')).toHaveLength(0));
    expect(called(platform, 'stop_watching')).toEqual([{ path: INBOX }]);
  });

  it('stay as they are when no folder is picked or one is refused', async () => {
    const { platform } = await settings();
    platform.picks = [];
    await press(one('watch-folder'));
    expect(called(platform, 'watch_folder')).toEqual([]);
    platform.picks = [INBOX];
    const message = '“Inbox” is watched already.';
    platform.failNext('watch_folder', { code: 'input', message, hint: null });
    await press(one('watch-folder'));
    expect((await find('folder-error')).textContent).toContain(message);
  });

  it('that are out of reach are told once', async () => {
    const { platform } = await settings();
    const problem = {
      code: 'not_found' as const,
      message: 'The folder “Inbox” cannot be reached.',
      hint: 'It may lie on a drive that is not connected.'
    };
    const folders: WatchedFolder[] = [{ path: INBOX, files: null, problem }];
    platform.emit({ type: 'folders', folders });
    platform.emit({ type: 'folders', folders: [{ ...folders[0]! }] });
    await waitFor(() => expect(all('notices')).toHaveLength(1));
    expect(one('notices').textContent).toContain('cannot be reached');
    expect(one('watched-folder').textContent).toContain('drive that is not connected');
  });

  it('can be chosen where documents are added', async () => {
    const { platform } = await openWindow('library', (platform) => (platform.picks = [INBOX]));
    await press(one('add-more'));
    await press(await find('add-watched'));
    expect((await find('watched-folder')).dataset.path).toBe(INBOX);
    expect(called(platform, 'watch_folder')).toHaveLength(1);
  });
});

describe('storage', () => {
  it('says what takes how much room, and leaves out what takes none', async () => {
    const { platform } = await settings();
    const rows = [...(await find('storage')).querySelectorAll('tr')];
    expect(rows.map((row) => row.querySelector('td')?.textContent)).toEqual([
      '18 MB',
      '6.3 MB',
      '2.2 MB'
    ]);
    await press(one('show-library'));
    await waitFor(() => expect(called(platform, 'show_library')).toHaveLength(1));
  });

  it('is checked when asked, and says what is wrong', async () => {
    const { platform } = await settings();
    const button = await find('check-library');
    await press(button);
    const said = () => button.parentElement?.textContent?.replace(/\s+/g, ' ');
    await waitFor(() =>
      expect(said()).toContain('All is well: 3 documents, 252 pages, 1,846 passages.')
    );
    platform.folders.faults = ['2 pages without their words', 'the word index is damaged: x'];
    await press(button);
    const faults = await find('faults');
    expect(faults.textContent).toContain('2 things are wrong with it.');
    expect(faults.querySelectorAll('li')).toHaveLength(2);
  });
});

describe('backups', () => {
  it('are made where the person says, and say what is in them', async () => {
    const { platform } = await settings();
    platform.savePath = '/media/backup.tar';
    await press(one('make-backup'));
    await waitFor(() =>
      expect(document.body.textContent).toContain(
        'The backup is made: 3 documents, 25 MB, in /media/backup.tar.'
      )
    );
    expect(called(platform, 'back_up')).toEqual([{ path: '/media/backup.tar' }]);
  });

  it('are restored after a question that says what happens, and not before', async () => {
    const { platform } = await settings();
    await press(await find('restore-own'));
    const sure = await find('sure-to-restore');
    expect(sure.textContent).toContain('what came later is not in them');
    expect(sure.textContent).toContain('Citelight closes and starts again.');
    expect(called(platform, 'restore_backup')).toHaveLength(0);
    within(sure).getByRole('button', { name: 'Cancel' }).focus();
    await key('Escape');
    expect(all('sure-to-restore')).toHaveLength(0);

    platform.savePath = '/media/backup.tar';
    await press(one('choose-backup'));
    expect((await find('sure-to-restore')).textContent).toContain('nothing is deleted');
    await press(one('confirm-restore'));
    await waitFor(() =>
      expect(called(platform, 'restore_backup')).toEqual([{ path: '/media/backup.tar' }])
    );
  });
});
