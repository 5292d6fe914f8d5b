// The encryption of the fake platform's library: by default it is open and lies as it is.
import type { Commands, LibraryLock, WireError } from './bindings';

type Name =
  | 'library_lock'
  | 'unlock_library'
  | 'leave_unencrypted'
  | 'encrypt_library'
  | 'decrypt_library'
  | 'change_passphrase';
type Handlers = { [K in Name]: (args: Commands[K]['args']) => Commands[K]['result'] };

const WRONG: WireError = {
  code: 'locked',
  message: 'The passphrase is wrong.',
  hint: 'Look at capital letters and the keyboard’s layout. A passphrase that is forgotten cannot be recovered.'
};

export class FakeLock {
  state: LibraryLock = { locked: false, encrypted: false, supported: true };
  passphrase = 'correct horse battery';

  /** As after a start with an encrypted library, or with one that is to be encrypted. */
  shut(encrypted = true): void {
    this.state = { locked: true, encrypted, supported: true };
  }

  #check(passphrase: string): null {
    if (passphrase !== this.passphrase) throw WRONG;
    return null;
  }

  handlers: Handlers = {
    library_lock: () => this.state,
    unlock_library: ({ passphrase }) => {
      this.#check(passphrase);
      this.state = { ...this.state, locked: false, encrypted: true };
      return null;
    },
    leave_unencrypted: () => {
      this.state = { ...this.state, locked: false };
      return null;
    },
    encrypt_library: ({ passphrase }) => {
      this.passphrase = passphrase;
      return null;
    },
    decrypt_library: ({ passphrase }) => this.#check(passphrase),
    change_passphrase: ({ old, new: passphrase }) => {
      this.#check(old);
      this.passphrase = passphrase;
      return null;
    }
  };
}
