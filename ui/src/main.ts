// Where the interface starts: styles, platform, window.
import '@fontsource-variable/inter/wght.css';
import { mount } from 'svelte';
import Window from './App.svelte';
import { openPlatform } from './lib/platform/start';
import { App } from './lib/state/app.svelte';
import './styles/scale.css';
import './styles/meaning.css';
import './styles/hues.css';
import './styles/base.css';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no element "app"');

const { platform, question } = await openPlatform();
const app = new App(platform);
const theme = new URLSearchParams(location.search).get('theme');
if (import.meta.env.DEV && (theme === 'light' || theme === 'dark')) app.preferences.theme = theme;
mount(Window, { target, props: { app } });

// A browser during development can open with an answer on screen.
if (question !== null) {
  app.asking.text = question;
  const begin = setInterval(() => {
    if (app.waiting !== null) return;
    clearInterval(begin);
    void app.ask();
  }, 20);
}
