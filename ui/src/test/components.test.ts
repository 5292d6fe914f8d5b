// What holds of all components.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('no component takes more than ten properties', () => {
  const SOURCES = join(import.meta.dirname, '..');
  const paths = (readdirSync(SOURCES, { recursive: true }) as string[]).filter((path) =>
    path.endsWith('.svelte')
  );
  const many = paths.flatMap((path) => {
    const source = readFileSync(join(SOURCES, path), 'utf8');
    const taken = /let \{([^;]*?)\}(?:: [^=]+)? = \$props\(\)/s.exec(source)?.[1] ?? '';
    const names = taken.split(',').filter((name) => name.trim() !== '');
    return names.length > 10 ? [`${path}: ${names.length}`] : [];
  });
  expect(paths.length).toBeGreaterThan(50);
  expect(many).toEqual([]);
});
