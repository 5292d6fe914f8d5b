// An encrypted library: the window asks for its passphrase before all else; encryption is switched on and off,
// and given another passphrase, in the settings. The whole window on a fake platform.
import { fireEvent, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { all, called, find, one, openWindow, press } from './window';

const RIGHT = 'correct horse battery';

const type = (id: string, value: string) => fireEvent.input(one(id), { target: { value } });
const settings = async (encrypted: boolean) => {
  const opened = await openWindow('library', ({ lock }) => {
    lock.state = { locked: false, encrypted, supported: true };
  });
  await press(one('settings'));
  await find(encrypted ? 'change-passphrase' : 'encrypt-library');
  return opened;
};

describe('a locked library', () => {
  it('is asked for nothing before its passphrase is right', async () => {
    const { platform } = await openWindow('library', ({ lock }) => lock.shut());
    expect(one('unlock').textContent).toContain('cannot be recovered');
    expect(document.activeElement).toBe(one('library-passphrase'));
    expect(platform.calls.map(({ name }) => name)).toEqual(['library_lock']);
    await press(one('unlock-library'));
    expect(called(platform, 'unlock_library')).toEqual([]);
    await type('library-passphrase', 'correct horse');
    await press(one('unlock-library'));
    await waitFor(() => expect(one('unlock').textContent).toContain('The passphrase is wrong.'));
    expect(one('library-passphrase').getAttribute('aria-invalid')).toBe('true');
    expect(called(platform, 'list_documents')).toEqual([]);
    await type('library-passphrase', RIGHT);
    await press(one('unlock-library'));
    await waitFor(() => expect(all('unlock')).toHaveLength(0));
    await waitFor(() => expect(called(platform, 'list_documents')).toHaveLength(1));
    await find('question');
  });

  it('that is to be encrypted may be left as it is', async () => {
    const { platform } = await openWindow('library', ({ lock }) => lock.shut(false));
    expect(one('unlock').textContent).toContain('Encrypt the library');
    await press(one('leave-unencrypted'));
    await waitFor(() => expect(all('unlock')).toHaveLength(0));
    expect(called(platform, 'unlock_library')).toEqual([]);
  });
});

describe('encryption in the settings', () => {
  it('begins once the passphrase was typed twice alike', async () => {
    const { platform } = await settings(false);
    await press(one('encrypt-library'));
    await type('new-passphrase', 'four words that fit');
    await type('new-passphrase-again', 'four words that fitt');
    await press(one('confirm-encryption'));
    expect(one('encryption-form').textContent).toContain('The two are not the same.');
    expect(called(platform, 'encrypt_library')).toEqual([]);
    await type('new-passphrase-again', 'four words that fit');
    await press(one('confirm-encryption'));
    await waitFor(() => expect(all('encryption-form')).toHaveLength(0));
    expect(called(platform, 'encrypt_library')).toEqual([{ passphrase: 'four words that fit' }]);
  });

  it('gets another passphrase, and tells a wrong one', async () => {
    const { platform } = await settings(true);
    await press(one('change-passphrase'));
    await type('old-passphrase', 'not it');
    await type('new-passphrase', 'another phrase');
    await type('new-passphrase-again', 'another phrase');
    await press(one('confirm-encryption'));
    await waitFor(() => expect(document.body.textContent).toContain('The passphrase is wrong.'));
    await type('old-passphrase', RIGHT);
    await press(one('confirm-encryption'));
    await waitFor(() => expect(all('encryption-form')).toHaveLength(0));
    expect(platform.lock.passphrase).toBe('another phrase');
    expect(document.body.textContent).toContain('The passphrase is another one now.');
  });

  it('is switched off with the passphrase', async () => {
    const { platform } = await settings(true);
    await press(one('decrypt-library'));
    await type('old-passphrase', RIGHT);
    await press(one('confirm-encryption'));
    await waitFor(() => expect(all('encryption-form')).toHaveLength(0));
    expect(called(platform, 'decrypt_library')).toEqual([{ passphrase: RIGHT }]);
  });
});
