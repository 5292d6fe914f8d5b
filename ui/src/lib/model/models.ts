// Model packs in words. Pure.
import type { ModelPack, ModelRole } from '../platform/bindings';
import { say } from '../words/say.svelte';
import { fileSize } from './format';

export interface RoleGroup {
  role: ModelRole;
  packs: ModelPack[];
}

/** The packs by role; a role of which nothing is known is left out. */
export function byRole(packs: readonly ModelPack[]): RoleGroup[] {
  return (Object.keys(say.models.roles) as ModelRole[])
    .map((role) => ({ role, packs: packs.filter((pack) => pack.role === role) }))
    .filter((group) => group.packs.length > 0);
}

/** Whether answers can be written, and not only quoted. */
export function writes(packs: readonly ModelPack[]): boolean {
  return packs.some((pack) => pack.role === 'generator' && pack.in_use);
}

/** Whether the person has a choice: another one of the role is there too. */
export function choosable(pack: ModelPack, packs: readonly ModelPack[]): boolean {
  return pack.state.is === 'installed' && !pack.in_use && pack.role !== 'embedder'
    ? packs.some((other) => other.role === pack.role && other.in_use)
    : false;
}

/** How far a pack is, in a word or two. */
export function stateWords(pack: ModelPack): string {
  const { state } = pack;
  const { state: words } = say.models;
  switch (state.is) {
    case 'absent':
      return words.absent;
    case 'partial':
      return words.partial;
    case 'installing':
      return state.checking ? words.checking : words.installing;
    case 'installed':
      return pack.in_use ? words.inUse : words.installed;
    case 'broken':
      return words.broken;
  }
}

/** Share of an installation that is done, 0 to 1; null where that is not known. */
export function share({ state, bytes }: ModelPack): number | null {
  if (state.is !== 'installing' && state.is !== 'partial') return null;
  const total = (state.is === 'installing' ? state.total_bytes : null) ?? bytes;
  return total ? Math.min(1, state.done_bytes / total) : null;
}

/** "34 MB of 308 MB". */
export function doneWords({ state, bytes }: ModelPack): string {
  if (state.is !== 'installing' && state.is !== 'partial') return '';
  if (state.is === 'installing' && state.checking) return say.models.contentChecked;
  const total = (state.is === 'installing' ? state.total_bytes : null) ?? bytes;
  if (state.done_bytes === 0 && state.is === 'installing') return say.models.beginning;
  const done = fileSize(state.done_bytes);
  return total ? say.models.doneOf(done, fileSize(total)) : done;
}

/** Size, memory and licence, as far as they are known. */
export function factWords(pack: ModelPack): string[] {
  return [
    ...(pack.bytes ? [fileSize(pack.bytes)] : []),
    ...(pack.memory_bytes ? [say.models.memory(fileSize(pack.memory_bytes))] : []),
    ...(pack.licence ? [pack.licence] : [])
  ];
}

/** Where a pack comes from. */
export function sourceWords(pack: ModelPack): string {
  if (pack.bundled) return say.models.bundled;
  switch (pack.origin) {
    case 'unknown':
      return say.models.unknownSource;
    case 'known':
      return say.models.knownSource(pack.source);
    default:
      return pack.source ? say.models.from(pack.source) : '';
  }
}

/** What a download would do, to be said before it begins. */
export function downloadWords(pack: ModelPack, folder: string): string {
  const left = pack.state.is === 'partial' ? pack.state.done_bytes : 0;
  const size = pack.bytes ? fileSize(Math.max(pack.bytes - left, 0)) : null;
  const words = say.models.downloads(size, pack.source, folder);
  return pack.pinned ? words : `${words} ${say.models.notPinned}`;
}
