// The text colours against the surfaces that they stand on, in both themes. Formula: WCAG 2.2,
// relative luminance and contrast ratio.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const read = (name: string) => readFileSync(`src/styles/${name}.css`, 'utf8');

function declarations(css: string): Map<string, string> {
  return new Map([...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((m) => [m[1]!, m[2]!.trim()]));
}

const scale = declarations(read('scale'));
const [lightCss, darkCss] = read('meaning').split(":root[data-theme='dark']") as [string, string];
const light = declarations(lightCss);
const dark = declarations(darkCss);

function colour(name: string, theme: Map<string, string>): [number, number, number] {
  let value = theme.get(name) ?? light.get(name) ?? '';
  const reference = /^var\((--[\w-]+)\)$/.exec(value);
  if (reference) value = scale.get(reference[1]!) ?? '';
  const hex = /^#([0-9a-f]{6})$/i.exec(value);
  if (!hex) throw new Error(`${name} is "${value}", not a plain colour`);
  const number = parseInt(hex[1]!, 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

function luminance(rgb: [number, number, number]): number {
  const [r, g, b] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string, theme: Map<string, string>): number {
  const [one, two] = [luminance(colour(a, theme)), luminance(colour(b, theme))];
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
}

const PLAIN = ['--surface', '--surface-side', '--surface-raised', '--surface-sunken'];
const PAIRS: [string, string[]][] = [
  [
    '--text',
    [
      ...PLAIN,
      '--surface-hover',
      '--surface-backdrop',
      '--accent-soft',
      '--evidence-soft',
      '--warn-soft'
    ]
  ],
  [
    '--text-muted',
    [
      ...PLAIN,
      '--surface-hover',
      '--surface-backdrop',
      '--accent-soft',
      '--evidence-soft',
      '--bad-soft',
      '--warn-soft'
    ]
  ],
  ['--text-faint', [...PLAIN]],
  ['--accent', [...PLAIN, '--accent-soft', '--surface-hover']],
  ['--bad', [...PLAIN, '--bad-soft', '--surface-hover', '--evidence-soft']],
  ['--warn', [...PLAIN, '--warn-soft', '--surface-hover', '--evidence-soft', '--accent-soft']],
  ['--good', ['--surface', '--evidence-soft']],
  ['--on-primary', ['--primary', '--primary-hover']],
  ['--on-accent', ['--accent']],
  ['--on-evidence', ['--evidence']],
  ['--on-evidence-strong', ['--evidence-strong']],
  ['--on-page', ['--page']],
  ['--on-mark-tag', ['--mark-tag']],
  ['--on-mark-tag-current', ['--mark-tag-current']]
];

/** The themes, and each of them as it is where a citation has another colour than the first. */
const hues = [...read('hues').matchAll(/^(:root\S+ )?\[data-hue='(\d)'\] \{([^}]*)\}/gm)];
const changed = (hue: string, isDark: boolean) =>
  hues.flatMap(([, inDark, number, css]) =>
    number === hue && (isDark || !inDark) ? [...declarations(css!)] : []
  );
const THEMES: [string, Map<string, string>][] = ['1', '2', '3', '4', '5', '6'].flatMap((hue) => [
  [`light ${hue}`, new Map([...light, ...changed(hue, false)])],
  [`dark ${hue}`, new Map([...light, ...dark, ...changed(hue, true)])]
]);

test('there is a second colour of every citation but the first, in both themes', () => {
  expect(hues).toHaveLength(10);
});

describe.each(THEMES)('%s', (_, theme) => {
  const pairs = PAIRS.flatMap(([text, surfaces]) => surfaces.map((s) => [text, s] as const));
  test.each(pairs)('%s on %s is readable', (text, surface) => {
    expect(contrast(text, surface, theme)).toBeGreaterThanOrEqual(4.5);
  });

  test('the line of a field differs from the field', () => {
    expect(contrast('--accent', '--surface', theme)).toBeGreaterThanOrEqual(3);
  });
});

test('every meaning of the light theme that names a colour has its dark one', () => {
  const themed = [...light.keys()].filter((name) => !/^--(on-)?(page|mark)/.test(name));
  expect(themed.filter((name) => !dark.has(name))).toEqual([]);
});

test('components use meanings only', async () => {
  const files = import.meta.glob('../lib/**/*.svelte', { query: '?raw', import: 'default' });
  for (const [path, load] of Object.entries(files)) {
    const text = (await load()) as string;
    const raw = text.match(
      /var\(--(paper|ink|night|chalk|amber|blue|green|rust|ochre|rose|lime|lilac|aqua|peach)-\d/g
    );
    expect(raw, path).toBeNull();
    expect(text.match(/#[0-9a-f]{6}\b|\brgba?\(/gi), path).toBeNull();
  }
});
