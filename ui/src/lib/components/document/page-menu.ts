// The menus of the pages: what they offer, and where one that was called by pointer or key stands.
import { clamp } from '../../model/layout';
import { pageReference } from '../../model/pages';
import type { PageNumber } from '../../platform/bindings';
import { copyText } from '../../platform/clipboard';
import type { App } from '../../state/app.svelte';
import { say } from '../../words/say.svelte';
import type { IconName } from '../shared/icons';

export interface MenuEntry {
  words: string;
  icon: IconName;
  run: () => void;
  /** For tests. */
  testid: string;
}

/** A menu that the person called: of what is selected, or of a page. */
export interface Called {
  of: 'selection' | 'page';
  page: PageNumber;
  at: { left: number; top: number };
}

/** Half the width of a menu, and its height, in CSS pixels. */
export const HALF_PX = 205;
const HEIGHT_PX = 44;
/** So near to selected words the pointer is on them, in CSS pixels. */
const NEAR_PX = 4;

export function selectionEntries(app: App): MenuEntry[] {
  const words = say.viewer.menu;
  return [
    { words: words.copy, icon: 'files', run: () => app.copySelection(), testid: 'copy-selection' },
    {
      words: words.copyReference,
      icon: 'quote',
      run: () => app.copySelection(true),
      testid: 'copy-reference'
    },
    {
      words: words.keep,
      icon: 'bookmark',
      run: () => void app.keepSelection(),
      testid: 'keep-selection'
    },
    {
      words: words.ask,
      icon: 'search',
      run: () => app.askAboutSelection(),
      testid: 'ask-selection'
    }
  ];
}

export function pageEntries(app: App, page: PageNumber, file: string): MenuEntry[] {
  const words = say.viewer.menu;
  return [
    {
      words: words.selectPage,
      icon: 'passages',
      run: () => void app.reading.selectPage(page),
      testid: 'select-page'
    },
    {
      words: words.copyPage,
      icon: 'quote',
      run: () => {
        if (copyText(pageReference(file, page, app.viewer.pages[page - 1]?.label ?? null))) return;
        app.notices.show('warning', {
          message: say.viewer.referenceNotCopied,
          hint: null
        });
      },
      testid: 'copy-page-reference'
    },
    {
      words: words.find,
      icon: 'search',
      run: () => app.reading.openFind(app.viewer.top),
      testid: 'find-from-menu'
    }
  ];
}

/** Where a menu stands that is called at a point of the window; within what is seen of the pages. */
export function placeIn(scroller: HTMLElement, x: number, y: number): Called['at'] {
  const box = scroller.getBoundingClientRect();
  const left = clamp(x - box.left, HALF_PX, scroller.clientWidth - HALF_PX);
  const under = y - box.top + 4;
  const fits = under + HEIGHT_PX <= scroller.clientHeight;
  const top = fits ? under : under - HEIGHT_PX - 8;
  return { left: scroller.scrollLeft + left, top: scroller.scrollTop + Math.max(top, 4) };
}

/** The menu for a press of the right button. */
export function calledAt(event: MouseEvent, scroller: HTMLElement, here: PageNumber): Called {
  const { clientX: x, clientY: y } = event;
  const selected = [...scroller.querySelectorAll('[data-testid="selected"]')];
  const within = selected.some((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const across = x >= left - NEAR_PX && x <= right + NEAR_PX;
    return across && y >= top - NEAR_PX && y <= bottom + NEAR_PX;
  });
  const page = (event.target as HTMLElement).closest<HTMLElement>('[data-testid="page"]');
  return {
    of: within ? 'selection' : 'page',
    page: Number(page?.dataset.page ?? here),
    at: placeIn(scroller, x, y)
  };
}

/** The menu for a key: at what is selected and seen, else at the top of the page that is read. */
export function calledByKey(scroller: HTMLElement, selected: boolean, here: PageNumber): Called {
  const box = scroller.getBoundingClientRect();
  const seen = [...scroller.querySelectorAll('[data-testid="selected"]')]
    .map((element) => element.getBoundingClientRect())
    .filter(({ top, bottom }) => bottom > box.top && top < box.bottom)
    .at(-1);
  const x = seen ? (seen.left + seen.right) / 2 : box.left + box.width / 2;
  const y = seen ? seen.bottom : box.top + box.height / 3;
  return { of: selected ? 'selection' : 'page', page: here, at: placeIn(scroller, x, y) };
}
