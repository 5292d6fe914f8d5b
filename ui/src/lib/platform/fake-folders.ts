// The watched folders of the fake platform, its backups, and the room that its library takes.
import type { Commands, OwnBackup, WatchedFolder } from './bindings';

type Name =
  | 'watched_folders'
  | 'watch_folder'
  | 'stop_watching'
  | 'own_backups'
  | 'back_up'
  | 'restore_backup'
  | 'storage'
  | 'show_library'
  | 'check_library';
type Handlers = { [K in Name]: (args: Commands[K]['args']) => Commands[K]['result'] };

export class FakeFolders {
  all: WatchedFolder[] = [];
  faults: string[] = [];
  backups: OwnBackup[] = [{ made_at_s: 1_795_400_000, bytes: 482_000, path: '/library/auto-1.db' }];

  handlers: Handlers = {
    watched_folders: () => this.all,
    watch_folder: ({ path }) => {
      this.all = [...this.all, { path, files: null, problem: null }];
      return this.all;
    },
    stop_watching: ({ path }) => {
      this.all = this.all.filter((each) => each.path !== path);
      return this.all;
    },
    own_backups: () => this.backups,
    back_up: () => ({ files: 3, bytes: 24.9e6, missing: [] }),
    restore_backup: () => null,
    storage: () => ({ files: 18.4e6, database: 6.31e6, index: 2.2e6, other: 0, models: 0 }),
    show_library: () => null,
    check_library: () => ({ documents: 3, pages: 252, passages: 1846, faults: this.faults })
  };
}
