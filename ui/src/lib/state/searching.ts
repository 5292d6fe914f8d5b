// How the library is searched, as the settings show it.
import { clampShown, effortField } from '../model/searching';
import type { IndexChoice, SearchSettings, SearchState } from '../platform/bindings';
import type { Platform } from '../platform/types';
import { Setting } from './setting.svelte';

export class SearchSetting extends Setting<SearchSettings, 'settings', SearchState> {
  constructor(platform: Platform) {
    super('settings', {
      load: () => platform.call('search_settings', {}),
      choose: (settings) => platform.call('choose_search_settings', { settings })
    });
  }

  async setIndex(index: IndexChoice): Promise<void> {
    await this.change({ index });
  }

  /** How hard the kind of index in use looks. */
  async setEffort(value: number): Promise<void> {
    const field = this.state && effortField(this.state.settings.index);
    if (field) await this.change({ [field]: value });
  }

  /** Passages shown with an answer, brought within what may be chosen. */
  async setShown(value: number): Promise<void> {
    const passages = clampShown(value);
    if (passages !== null) await this.change({ passages });
  }

  /** Whether answers are written by the text generator without being asked to. */
  async setWrite(write: boolean): Promise<void> {
    await this.change({ write });
  }
}
