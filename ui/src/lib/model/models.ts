// Model packs in words. Pure.
import type { ModelPack, ModelRole } from '../platform/bindings';
import { fileSize } from './format';

/** The roles in the order in which they are shown: the name, and what such a model is for. */
export const ROLE_WORDS: Record<ModelRole, { label: string; detail: string }> = {
  embedder: {
    label: 'Finding',
    detail: 'Finds the passages that are near a question in meaning.'
  },
  reranker: {
    label: 'Ranking',
    detail: 'Reads the best passages beside the question and puts them in a better order.'
  },
  generator: {
    label: 'Writing',
    detail: 'Writes answers in its own words, from the passages that were found.'
  },
  verifier: {
    label: 'Checking',
    detail: 'Says whether the documents support a written sentence.'
  }
};

export interface RoleGroup {
  role: ModelRole;
  packs: ModelPack[];
}

/** The packs by role; a role of which nothing is known is left out. */
export function byRole(packs: readonly ModelPack[]): RoleGroup[] {
  return (Object.keys(ROLE_WORDS) as ModelRole[])
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
  switch (state.is) {
    case 'absent':
      return 'Not installed';
    case 'partial':
      return 'Download stopped';
    case 'installing':
      return state.checking ? 'Checking' : 'Installing';
    case 'installed':
      return pack.in_use ? 'In use' : 'Installed';
    case 'broken':
      return 'Broken, not used';
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
  if (state.is === 'installing' && state.checking) return 'All is here; its content is checked.';
  const total = (state.is === 'installing' ? state.total_bytes : null) ?? bytes;
  if (state.done_bytes === 0 && state.is === 'installing') return 'Beginning…';
  return total ? `${fileSize(state.done_bytes)} of ${fileSize(total)}` : fileSize(state.done_bytes);
}

/** Size, memory and licence, as far as they are known. */
export function factWords(pack: ModelPack): string[] {
  return [
    ...(pack.bytes ? [fileSize(pack.bytes)] : []),
    ...(pack.memory_bytes ? [`needs about ${fileSize(pack.memory_bytes)} of memory`] : []),
    ...(pack.licence ? [pack.licence] : [])
  ];
}

/** Where a pack comes from. */
export function sourceWords(pack: ModelPack): string {
  if (pack.bundled) return 'Comes with Citelight.';
  switch (pack.origin) {
    case 'unknown':
      return 'Brought by hand, from an unknown source: nobody states what it should contain.';
    case 'known':
      return `Brought by hand; its content is that of ${pack.source ?? 'the known model'}.`;
    default:
      return pack.source ? `From ${pack.source}` : '';
  }
}

/** What a download would do, to be said before it begins. */
export function downloadWords(pack: ModelPack, folder: string): string {
  const left = pack.state.is === 'partial' ? pack.state.done_bytes : 0;
  const size = pack.bytes ? `about ${fileSize(Math.max(pack.bytes - left, 0))}` : 'files';
  const from = pack.source ? ` from ${pack.source}` : '';
  return `This downloads ${size}${from} into ${folder}. Nothing of your documents or questions is sent.`;
}
