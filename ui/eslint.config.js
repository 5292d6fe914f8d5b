import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const TAURI = {
  group: ['@tauri-apps/*'],
  message: 'Only src/lib/platform/tauri.ts speaks to Tauri; use the Platform interface.'
};

export default ts.config(
  { ignores: ['dist/', 'node_modules/', 'src/lib/platform/bindings.ts'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // The compiler checks names better than this rule does.
      'no-undef': 'off',
      // Which collections are reactive is the controllers' choice: bookkeeping need not be.
      'svelte/prefer-svelte-reactivity': 'off',
      'no-restricted-imports': ['error', { patterns: [TAURI] }]
    }
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } }
  },
  { files: ['src/lib/platform/tauri.ts'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['**/*.test.ts', 'src/test/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' }
  }
);
