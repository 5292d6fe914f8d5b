// The platform inside the app's window. The only file that imports @tauri-apps/*.
import { convertFileSrc, invoke } from '@tauri-apps/api/core';
import { listen } from '@tauri-apps/api/event';
import { getCurrentWebview } from '@tauri-apps/api/webview';
import { open, save } from '@tauri-apps/plugin-dialog';
import { say } from '../words/say.svelte';
import type { Commands, Event } from './bindings';
import { asWireError, problemOf, roundPixelPerPt, type DropHandlers, type Platform } from './types';

export const tauriPlatform: Platform = {
  async call<K extends keyof Commands>(name: K, args: Commands[K]['args']) {
    try {
      return await invoke<Commands[K]['result']>('rpc', { name, args });
    } catch (thrown) {
      throw asWireError(thrown);
    }
  },

  onEvent(listener) {
    return listen<Event>('library', (event) => listener(event.payload));
  },

  onDrop(handlers: DropHandlers) {
    return getCurrentWebview().onDragDropEvent(({ payload }) => {
      if (payload.type === 'drop') handlers.drop(payload.paths);
      else handlers[payload.type]();
    });
  },

  async pickFiles() {
    const picked = await open({
      title: say.window.dialogs.addFiles,
      multiple: true,
      filters: [{ name: say.window.dialogs.pdfs, extensions: ['pdf', 'PDF'] }]
    });
    return picked ?? [];
  },

  async pickFolder() {
    const picked = await open({ title: say.window.dialogs.addFolder, directory: true });
    return picked === null ? [] : [picked];
  },

  async pickLanguage() {
    return open({
      title: say.window.dialogs.addLanguage,
      filters: [{ name: say.window.dialogs.languageData, extensions: ['traineddata'] }]
    });
  },

  async pickModel() {
    return open({ title: say.window.dialogs.importModel, directory: true });
  },

  async pickBackup(kind) {
    return open({
      title: say.window.dialogs.openBackup,
      filters: [{ name: kind.name, extensions: [kind.extension] }]
    });
  },

  async pickSave(name, kind) {
    return save({
      title: say.window.dialogs.save,
      defaultPath: name,
      filters: [{ name: kind.name, extensions: [kind.extension] }]
    });
  },

  pageImage(document, page, pixelPerPt) {
    return convertFileSrc(`${document}/${page}/${roundPixelPerPt(pixelPerPt)}`, 'page');
  },

  // An image that fails says nothing; the same address, fetched, answers with the error.
  async pageProblem(document, page, pixelPerPt) {
    try {
      const address = this.pageImage(document, page, pixelPerPt);
      return await problemOf(await fetch(address, { cache: 'no-store' }));
    } catch {
      return null;
    }
  }
};
