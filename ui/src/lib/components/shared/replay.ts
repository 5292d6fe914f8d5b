// Plays the CSS animation of an element anew.
import type { Attachment } from 'svelte/attachments';

/** Plays it each time that `count` changes; 0: not yet. */
export function replay(count: number): Attachment<HTMLElement> {
  return (element) => {
    if (count === 0) return;
    element.style.animation = 'none';
    // Only a style that was taken up in between starts it anew.
    void element.offsetWidth;
    element.style.animation = '';
  };
}
