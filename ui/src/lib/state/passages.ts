// Shows a retrieved passage on its page.
import type { Passage } from '../platform/bindings';
import type { App } from './app.svelte';

/** Counts the passages that were pressed: only the last one is shown. */
let turn = 0;

/** Opens a passage's document where the passage begins, with its words lit. */
export async function showPassage(app: App, passage: Passage): Promise<void> {
  await showPlace(app, passage);
}

/** Opens a document where these words begin, with them lit. */
export async function showPlace(
  app: App,
  passage: Pick<Passage, 'document' | 'file' | 'page' | 'span'>
): Promise<void> {
  const { document, page, span } = passage;
  const own = ++turn;
  const held = app.library.rows.has(document);
  const rect = held ? await app.reading.placeOf(document, page, span) : null;
  if (own !== turn) return;
  // Without words there is a page all the same, or a reason why there is none.
  if (!rect) app.openPassage(passage);
  else await app.panes.open(document, { quad: { page, ...rect } }, span);
}
