// Two documents beside each other: the whole window on a fake platform.
import { fireEvent, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { CASH_QUESTION } from '../lib/platform/fake';
import { IDS } from '../lib/platform/fake-documents';
import { all, ask, documentItem, find, key, one, openWindow, press } from './window';

const open = (id: string) => press(documentItem(id).querySelector('.main button')!);

async function two() {
  const opened = await openWindow('library');
  await open(IDS.report);
  await find('beside-toggle');
  await fireEvent.contextMenu(documentItem(IDS.lease));
  await press(await find('open-beside'));
  await waitFor(() => expect(all('pane')).toHaveLength(2));
  await waitFor(() => expect(opened.app.panes.second?.viewer.pages).toHaveLength(24));
  return opened;
}

const shown = (pane: number) => within(all('pane')[pane]!).getByTestId('scroller').ariaLabel;

describe('two panes', () => {
  it('show two documents, and what is opened goes where the person is', async () => {
    const { app } = await two();
    expect(shown(0)).toContain('Northwind annual report 2023.pdf');
    expect(shown(1)).toContain('Harbour Street office lease.pdf');
    expect(app.panes.active).toBe(app.panes.second);
    await open(IDS.battery);
    await waitFor(() => expect(app.panes.second?.document).toBe(IDS.battery));
    expect(app.panes.first.document).toBe(IDS.report);
    // One that is shown already is shown where it is.
    await open(IDS.report);
    expect(app.panes.active).toBe(app.panes.first);
    expect(app.panes.second?.document).toBe(IDS.battery);
  });

  it('light up evidence where its document is', async () => {
    const { app } = await two();
    await ask(CASH_QUESTION);
    await find('answer');
    await waitFor(() => expect(app.panes.active).toBe(app.panes.first));
    expect(app.panes.first.document).toBe(IDS.report);
    expect(app.panes.second?.document).toBe(IDS.lease);
  });

  it('come and go by the keyboard; the same place is shown twice', async () => {
    const { app } = await openWindow('library');
    await open(IDS.report);
    await find('beside-toggle');
    app.viewer.toPage(47);
    await key('\\', { ctrlKey: true });
    await waitFor(() => expect(all('pane')).toHaveLength(2));
    expect(app.panes.second?.document).toBe(IDS.report);
    await waitFor(() =>
      expect(app.panes.second?.viewer.viewed).toEqual(app.panes.first.viewer.viewed)
    );
    expect(app.panes.active).toBe(app.panes.second);
    await key('\\', { ctrlKey: true });
    await waitFor(() => expect(all('pane')).toHaveLength(1));
    expect(app.panes.first.document).toBe(IDS.report);
  });

  it('leave the other one when one is closed, and go with their documents', async () => {
    const { app, platform } = await two();
    await press(within(all('pane')[0]!).getByTestId('close-document'));
    await waitFor(() => expect(all('pane')).toHaveLength(1));
    await waitFor(() => expect(app.panes.first.document).toBe(IDS.lease));
    app.openBeside(IDS.battery);
    await waitFor(() => expect(app.panes.second?.document).toBe(IDS.battery));
    platform.emit({ type: 'removed', document: IDS.battery });
    await waitFor(() => expect(app.panes.second).toBeNull());
    expect(app.panes.first.document).toBe(IDS.lease);
  });

  it('are there again after a restart', async () => {
    const { app, platform, unmount } = await two();
    unmount();
    const { session } = platform;
    expect([session.viewed?.document, session.beside?.document]).toEqual([IDS.report, IDS.lease]);
    expect(app.panes.second).not.toBeNull();
    const again = await openWindow('library', (fresh) => (fresh.session = session));
    await waitFor(() => expect(again.app.panes.second?.document).toBe(IDS.lease));
    expect(again.app.panes.first.document).toBe(IDS.report);
    expect(again.app.panes.active).toBe(again.app.panes.first);
    expect(one('viewers').dataset.layout).not.toBe('one');
  });
});
