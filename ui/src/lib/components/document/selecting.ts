// Selecting words on the pages with the pointer: press and drag, twice for a word, three times for a line,
// with Shift to extend. Pages scroll along at the edges.
import { pageIndexAt, pageLeft } from '../../model/layout';
import { unturnPoint } from '../../model/turning';
import type { PagePoint, Reading } from '../../state/reading.svelte';
import type { Viewer } from '../../state/viewer.svelte';

/** A press that moves less than this is a click, in CSS pixels. */
const STILL_PX = 3;
/** Nearer to the edge than this the pages scroll along, in CSS pixels. */
const EDGE_PX = 24;
/** So far in every frame. */
const SCROLL_PX = 14;

/** An attachment for the element that scrolls the pages. */
export function selecting(viewer: Viewer, reading: Reading) {
  return (scroller: HTMLElement) => {
    let pressed: { x: number; y: number; moved: boolean } | null = null;
    let pointer = { x: 0, y: 0 };
    let frame = 0;

    /** The point of a page under, or nearest to, a point of the window. */
    function pointAt(x: number, y: number): PagePoint | null {
      const box = scroller.getBoundingClientRect();
      const top = y - box.top + scroller.scrollTop;
      const page = viewer.pages[pageIndexAt(viewer.stack, top)];
      if (!page) return null;
      const left = pageLeft(page, viewer.scale, viewer.contentWidth);
      return {
        page: page.page,
        ...unturnPoint(
          (x - box.left + scroller.scrollLeft - left) / viewer.scale,
          (top - (viewer.stack.tops[page.page - 1] ?? 0)) / viewer.scale,
          page,
          viewer.turn
        )
      };
    }

    function down(event: MouseEvent) {
      const target = event.target as HTMLElement;
      // Beside the scroll bar, and on what can be pressed itself, nothing is selected.
      if (event.button !== 0 || !target.closest('[data-testid="page"]')) return;
      if (target.closest('button, input, textarea, a')) return;
      const point = pointAt(event.clientX, event.clientY);
      if (!point) return;
      event.preventDefault();
      scroller.focus({ preventScroll: true });
      window.getSelection()?.removeAllRanges();
      pressed = { x: event.clientX, y: event.clientY, moved: event.detail > 1 || event.shiftKey };
      pointer = { x: event.clientX, y: event.clientY };
      if (event.shiftKey) reading.extend(point);
      else reading.begin(point, event.detail);
      window.addEventListener('mousemove', move);
      window.addEventListener('mouseup', up, { once: true });
    }

    function move(event: MouseEvent) {
      if (!pressed) return;
      pointer = { x: event.clientX, y: event.clientY };
      const far = Math.hypot(pointer.x - pressed.x, pointer.y - pressed.y);
      if (!pressed.moved && far < STILL_PX) return;
      pressed.moved = true;
      extend();
      if (!frame) frame = requestAnimationFrame(along);
    }

    function extend() {
      const point = pointAt(pointer.x, pointer.y);
      if (point) reading.extend(point);
    }

    function along() {
      frame = 0;
      if (!pressed) return;
      const box = scroller.getBoundingClientRect();
      const by =
        pointer.y < box.top + EDGE_PX
          ? -SCROLL_PX
          : pointer.y > box.bottom - EDGE_PX
            ? SCROLL_PX
            : 0;
      if (by === 0) return;
      scroller.scrollTop += by;
      extend();
      frame = requestAnimationFrame(along);
    }

    function up() {
      window.removeEventListener('mousemove', move);
      pressed = null;
      void reading.end();
    }

    scroller.addEventListener('mousedown', down);
    return () => {
      scroller.removeEventListener('mousedown', down);
      window.removeEventListener('mousemove', move);
      window.removeEventListener('mouseup', up);
      cancelAnimationFrame(frame);
    };
  };
}
