// What a person had open is there again at the next start.
import { waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { CASH_QUESTION } from '../lib/platform/fake';
import { IDS } from '../lib/platform/fake-documents';
import type { Session } from '../lib/platform/bindings';
import { ask, find, one, openWindow } from './window';

const VIEWED = { document: IDS.lease, page: 2, above: 0.5, zoom: 1.5 };

describe('the next start', () => {
  it('keeps the question, the citation, the documents that are asked and the place', async () => {
    const { app, platform } = await openWindow('library');
    app.library.choosing.toggle(IDS.report);
    await ask(CASH_QUESTION);
    await find('answer');
    app.asking.select(2);
    await waitFor(() =>
      expect(platform.session).toMatchObject({
        question: app.asking.answer?.id,
        citation: 2,
        draft: CASH_QUESTION,
        scope: [IDS.report],
        viewed: { document: app.viewer.document, zoom: 'auto' }
      })
    );
  });

  it('is kept while it goes on changing', async () => {
    const { app, platform } = await openWindow('library');
    let typed = 0;
    const typing = setInterval(() => (app.asking.text = `draft ${++typed}`), 50);
    try {
      await waitFor(() => expect(platform.session?.draft).toMatch(/^draft/), { timeout: 2000 });
    } finally {
      clearInterval(typing);
    }
    await waitFor(() => expect(platform.session?.draft).toBe(`draft ${typed}`));
  });

  it('goes on where the last one was left', async () => {
    let question = 0;
    const { app } = await openWindow('library', (platform) => {
      void platform.call('history', { limit: 1 }).then(([row]) => (question = row?.id ?? 0));
      const session = async () => ({
        question,
        citation: null,
        draft: 'and the rent?',
        scope: [IDS.lease],
        viewed: VIEWED
      });
      platform.call = new Proxy(platform.call, {
        apply: (call, self, [name, args]) =>
          name === 'session' ? session() : Reflect.apply(call, self, [name, args])
      });
    });
    await waitFor(() => expect(app.viewer.document).toBe(IDS.lease));
    expect(app.asking.answer?.id).toBe(question);
    expect(app.asking.text).toBe('and the rent?');
    expect([...app.library.chosen]).toEqual([IDS.lease]);
    expect(app.viewer.zoom).toBe(1.5);
    await waitFor(() => expect(app.viewer.page).toBe(2));
  });

  it('begins anew where what was open is gone', async () => {
    const gone: Session = {
      question: 999,
      citation: 1,
      draft: '',
      scope: ['0000000000000000'],
      viewed: { ...VIEWED, document: '0000000000000000' },
      beside: null
    };
    const { app } = await openWindow('library', (platform) => (platform.session = gone));
    await find('question');
    expect(app.asking.answer).toBeNull();
    expect(app.library.chosen.size).toBe(0);
    expect(app.viewer.document).toBeNull();
    expect(app.notices.groups).toEqual([]);
    expect(one('question')).toHaveProperty('value', '');
  });
});
