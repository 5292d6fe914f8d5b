// Copying. Within a key press or a click, and at once: the webview refuses what comes later.

/** Puts a text on the clipboard, with its form in HTML for who takes that; false where the system refuses. */
export function copyText(text: string, html: string | null = null): boolean {
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    if (html !== null) event.clipboardData?.setData('text/html', html);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('copy', put, { capture: true, once: true });
  const done = document.execCommand('copy');
  document.removeEventListener('copy', put, { capture: true });
  return done;
}
