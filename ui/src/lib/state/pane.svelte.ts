// A place where a document is shown, with all that belongs to it: its pages, what is selected and looked
// for on them, its contents, its links.
import { marksByPage } from '../model/answer';
import type { Citation, DocumentId } from '../platform/bindings';
import type { Platform } from '../platform/types';
import type { KnownPages } from './known-pages.svelte';
import { Links } from './links';
import type { Notices } from './notices.svelte';
import { Outline } from './outline.svelte';
import type { Preferences } from './preferences.svelte';
import { Reading } from './reading.svelte';
import { Viewer } from './viewer.svelte';

/** What all panes have in common. */
export interface PaneParts {
  platform: Platform;
  preferences: Preferences;
  notices: Notices;
  pages: KnownPages;
}

export class Pane {
  viewer: Viewer;
  reading: Reading;
  outline: Outline;
  links: Links;

  constructor({ platform, preferences, notices, pages }: PaneParts) {
    const viewer = new Viewer(pages);
    this.viewer = viewer;
    this.reading = new Reading(
      platform,
      (page, rect) => viewer.reveal({ page, ...rect }),
      () => viewer.page
    );
    this.outline = new Outline(platform, preferences, () => viewer.place);
    this.links = new Links(platform, viewer, notices);
  }

  get document(): DocumentId | null {
    return this.viewer.document;
  }

  /** The evidence that lies in its document, by page. */
  marks(citations: Citation[]) {
    return marksByPage(citations, this.viewer.document);
  }
}
