// Chooses the platform: the app's own in its window, the fake one in a browser during development.
import type { Platform } from './types';

/** What a plain browser opens with: a question to ask at once. */
export interface Opening {
  platform: Platform;
  question: string | null;
}

export async function openPlatform(): Promise<Opening> {
  if (import.meta.env.DEV && !('__TAURI_INTERNALS__' in window)) {
    const { FakePlatform, SCENARIOS, RICH_QUESTION } = await import('./fake');
    const wanted = new URLSearchParams(location.search).get('scenario');
    const scenario = SCENARIOS.find((each) => each === wanted) ?? 'library';
    const platform = new FakePlatform(scenario, { latencyMs: 700, tickMs: 400 });
    platform.imports.secondsPerPage = 1.3;
    platform.modelFolder = '/home/mira/Downloads/our-flan-t5';
    platform.languageFile = '/home/mira/Downloads/fra.traineddata';
    // For trying notices, drops and refusals by hand from the browser's console.
    Object.assign(window, { fake: platform });
    return { platform, question: scenario === 'understood' ? RICH_QUESTION : null };
  }
  const { tauriPlatform } = await import('./tauri');
  return { platform: tauriPlatform, question: null };
}
