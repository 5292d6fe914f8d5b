// The models of the settings: the whole window on a fake platform.
import { waitFor, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { FakePlatform, type Scenario } from '../lib/platform/fake';
import { LOST } from '../lib/platform/fake-models';
import { all, find, one, openWindow, press } from './window';

async function settings(scenario: Scenario = 'library', prepare?: (it: FakePlatform) => void) {
  const opened = await openWindow(scenario, prepare);
  await press(one('settings'));
  await waitFor(() => expect(all('model').length).toBeGreaterThan(0));
  return opened;
}

const row = (name: string) => all('model').find((each) => each.dataset.name === name)!;
const part = (name: string, id: string) => within(row(name)).queryByTestId(id);
const push = (name: string, id: string) => press(within(row(name)).getByTestId(id));
const state = (name: string) => row(name).dataset.state;
const calls = (platform: FakePlatform) => platform.calls.map((call) => call.name);

describe('the settings of models', () => {
  it('say plainly that without a generator answers are quoted', async () => {
    await settings();
    expect(one('no-generator').textContent).toContain(
      'No generator is installed: answers are quoted from the documents.'
    );
    expect(row('minilm-l6-v2').textContent).toContain('In use');
    expect(part('minilm-l6-v2', 'remove-model')).toBeNull();
    expect(part('minilm-l6-v2', 'install-model')).toBeNull();
  });

  it('download only after a word of the person, who is shown what comes from where', async () => {
    const { platform, app } = await settings();
    await push('flan-t5-small', 'install-model');
    const asked = within(row('flan-t5-small')).getByTestId('model-asked').textContent;
    expect(asked).toContain('about 308 MB from huggingface.co/google/flan-t5-small');
    expect(calls(platform)).not.toContain('install_model');
    await push('flan-t5-small', 'leave-model');
    expect(part('flan-t5-small', 'model-asked')).toBeNull();

    await push('flan-t5-small', 'install-model');
    await push('flan-t5-small', 'agree-model');
    await waitFor(() => expect(state('flan-t5-small')).toBe('installed'));
    expect(all('no-generator')).toHaveLength(0);
    await waitFor(() => expect(app.info?.generator).toBe('Flan-T5 small'));
    await push('flan-t5-small', 'remove-model');
    await push('flan-t5-small', 'agree-model');
    await waitFor(() => expect(state('flan-t5-small')).toBe('absent'));
    expect(one('no-generator')).toBeTruthy();
    await waitFor(() => expect(app.info?.generator).toBeNull());
  });

  it('stop a download and go on with it', async () => {
    const { platform } = await settings('library', (platform) => {
      platform.models = slow(platform);
    });
    await push('flan-t5-base', 'install-model');
    await push('flan-t5-base', 'agree-model');
    await waitFor(() => expect(part('flan-t5-base', 'stop-model')).toBeTruthy());
    await push('flan-t5-base', 'stop-model');
    await waitFor(() => expect(state('flan-t5-base')).toBe('partial'));
    expect(all('models-error')).toHaveLength(0);
    expect(part('flan-t5-base', 'install-model')?.textContent).toContain('Continue');
    expect(part('flan-t5-base', 'remove-model')?.textContent).toContain('Discard');
    await push('flan-t5-base', 'install-model');
    await push('flan-t5-base', 'agree-model');
    await waitFor(() => expect(state('flan-t5-base')).toBe('installed'), { timeout: 4000 });
    expect(calls(platform).filter((name) => name === 'install_model')).toHaveLength(2);
  });

  it('say why a download failed, once and at its place', async () => {
    const { platform } = await settings('library', (it) => (it.models.failure = LOST));
    await push('flan-t5-small', 'install-model');
    await push('flan-t5-small', 'agree-model');
    await waitFor(() => expect(part('flan-t5-small', 'model-problem')).toBeTruthy());
    expect(row('flan-t5-small').textContent).toContain(LOST.message);
    expect(all('models-error')).toHaveLength(0);
    expect(platform.models.shelf().packs.some((pack) => pack.problem)).toBe(true);
  });

  it('import a folder, and say what is wrong with one', async () => {
    const { platform } = await settings();
    await press(one('import-model'));
    expect(calls(platform)).not.toContain('import_model');
    platform.modelFolder = '/downloads/holiday';
    await press(one('import-model'));
    expect((await find('models-error')).textContent).toContain('no config.json');
    platform.modelFolder = '/downloads/our-t5';
    await press(one('import-model'));
    await waitFor(() => expect(row('our-t5')).toBeTruthy());
    expect(row('our-t5').textContent).toContain('unknown source');
    expect(all('models-error')).toHaveLength(0);
  });

  it('show what is broken, and let another one be chosen', async () => {
    const { platform } = await settings('models');
    expect(row('older-flan').textContent).toContain('Broken, not used');
    expect(part('older-flan', 'model-problem')?.textContent).toContain('install it again');
    expect(part('older-flan', 'use-model')).toBeNull();
    expect(part('our-own-flan', 'use-model')).toBeNull();
    platform.models.import('/downloads/second-t5');
    platform.emit({ type: 'models', packs: platform.models.packs });
    await waitFor(() => expect(part('second-t5', 'use-model')).toBeTruthy());
    await push('second-t5', 'use-model');
    await waitFor(() => expect(row('second-t5').textContent).toContain('In use'));
    expect(part('our-own-flan', 'use-model')).toBeTruthy();
  });

  it('can be asked for again when they could not be read', async () => {
    const { platform } = await openWindow('library');
    platform.failNext('models', { code: 'internal', message: 'Broken.', hint: null });
    await press(one('settings'));
    await press(within(await find('models-error')).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(all('model').length).toBeGreaterThan(0));
    expect(all('models-error')).toHaveLength(0);
  });
});

/** Models whose steps take a while. */
function slow(platform: FakePlatform): FakePlatform['models'] {
  const { models } = new FakePlatform('library', { tickMs: 40 });
  // Its changes are to reach this window.
  const install = models.install.bind(models);
  models.install = (name) => {
    const done = install(name);
    const telling = setInterval(() => platform.emit({ type: 'models', packs: models.packs }), 10);
    return done.finally(() => {
      clearInterval(telling);
      platform.emit({ type: 'models', packs: models.packs });
    });
  };
  return models;
}
