// The watched folders of the fake platform, and the room that its library takes.
import type { Commands, WatchedFolder } from './bindings';

type Name =
  | 'watched_folders'
  | 'watch_folder'
  | 'stop_watching'
  | 'storage'
  | 'show_library'
  | 'check_library';
type Handlers = { [K in Name]: (args: Commands[K]['args']) => Commands[K]['result'] };

export class FakeFolders {
  all: WatchedFolder[] = [];
  faults: string[] = [];

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
    storage: () => ({ files: 18.4e6, database: 6.31e6, index: 2.2e6, other: 0, models: 0 }),
    show_library: () => null,
    check_library: () => ({ documents: 3, pages: 252, passages: 1846, faults: this.faults })
  };
}
