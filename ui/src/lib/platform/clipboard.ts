// Copying. Within a key press or a click, and at once: the webview refuses what comes later.

/** Puts a text on the clipboard; false where the system refuses. */
export function copyText(text: string): boolean {
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('copy', put, { capture: true, once: true });
  const done = document.execCommand('copy');
  document.removeEventListener('copy', put, { capture: true });
  return done;
}
