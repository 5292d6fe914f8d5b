// Build of the interface: one page, relative addresses, for the app's own webview.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  base: './',
  plugins: [svelte()],
  // In tests Svelte must resolve to its browser build, or components cannot mount.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  build: {
    // The oldest WebKitGTK that the app is meant for.
    target: 'safari16.4',
    outDir: 'dist',
    emptyOutDir: true,
    // Every file is served by the app itself, so small assets need not be inlined past the CSP.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false }
  },
  server: { port: 1420, strictPort: true, host: '127.0.0.1' },
  clearScreen: false,
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/test/setup.ts']
  }
});
