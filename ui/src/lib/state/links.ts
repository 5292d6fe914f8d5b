// The links that pages hold: where they lead, and going there.
import type { DocumentId, LinkTarget, PageLink, PageNumber } from '../platform/bindings';
import { asWireError, type Platform } from '../platform/types';
import { say } from '../words/say.svelte';
import type { Notices } from './notices.svelte';
import type { Viewer } from './viewer.svelte';

/** So long an address can be opened after its link was pressed, in milliseconds. */
const OFFER_MS = 20_000;

export class Links {
  constructor(
    private platform: Platform,
    private viewer: Viewer,
    private notices: Notices
  ) {}

  /** The links of a page; null where they cannot be had. */
  async of(document: DocumentId, page: PageNumber): Promise<PageLink[] | null> {
    return this.platform.call('page_links', { document, page }).catch(() => null);
  }

  /** Goes to a place of the open document; an address is shown, and opened when the person says so. */
  follow(target: LinkTarget): void {
    if ('page' in target) {
      const { page, y } = target.page;
      if (y === null) this.viewer.toPage(page);
      else this.viewer.toPlace({ page, y });
      return;
    }
    const { address } = target;
    const run = () =>
      void this.platform
        .call('open_address', { address })
        .catch((thrown: unknown) => this.notices.show('error', asWireError(thrown)));
    const { leadsOut, openInBrowser, writeEmail } = say.viewer;
    const words = address.startsWith('mailto:') ? writeEmail : openInBrowser;
    this.notices.offer(leadsOut(address), { words, run }, OFFER_MS);
  }
}
