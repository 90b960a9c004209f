import { describe, expect, it } from 'vitest';
import { problemsOfCode, problemsOfSheet } from './styles.mjs';

const inSheet = (css) => problemsOfSheet('ui/sample.module.css', css);
const inCode = (line, file = 'ui/sample.tsx') => problemsOfCode(file, line);

const REFUSED_DECLARATIONS = {
  'a colour': [
    'color: #0a5',
    'border: 1px solid #aabbccdd',
    'color: rgb(0 0 0 / 10%)',
    'color: RGBA(0, 0, 0, .1)',
    'background: oklch(0.5 0.1 20)',
    'color: color(display-p3 1 0 0)',
    'color: tomato',
    '--x: red',
    'background: linear-gradient(white, var(--x))',
    'color: color-mix(in srgb, white 10%, var(--x))',
  ],
  'a font size': [
    'font-size: 13px',
    'font-size: 90%',
    'font-size: smaller',
    'font-size: xx-large',
    'font: 1.2rem serif',
  ],
  'a space': [
    'margin: 0 13px',
    'margin: var(--x) 13px',
    'margin: +13px',
    'margin: 13PX !important',
    'margin-top: -.5rem',
    'padding-inline: 1em',
    'padding: 1lh',
    'gap: 3px',
    'row-gap: 1vw',
    'grid-gap: 1rem',
  ],
  'a radius': ['border-radius: 4px', 'border-top-left-radius: 0.5rem'],
  'a length under a name': ['--x: 13px'],
  'a length beside a token': [
    'width: calc(100% - var(--x) - 12px)',
    'min-height: max(var(--x), 44px)',
    'height: calc(100dvh - var(--x) - 3px)',
    'grid-template-columns: 20px clamp(var(--a), 1fr, var(--b))',
  ],
  'a shadow': [
    'box-shadow: 0 2px 8px var(--x)',
    'box-shadow: 0 0 0 1px var(--x), 0 4px 12px var(--y)',
    'box-shadow: inset 0 3px 4px currentColor',
  ],
};

describe.each(Object.entries(REFUSED_DECLARATIONS))('%s', (what, declarations) => {
  it.each(declarations)('%s', (declaration) => {
    const property = declaration.split(':')[0];
    expect(inSheet(`a {\n  ${declaration};\n}`)).toEqual([
      expect.stringMatching(new RegExp(`^src/web/ui/sample.module.css:2: ${property} writes out ${what}: `)),
    ]);
  });
});

it.each([
  '@media (width < 48em) { a { top: 0 } }',
  '@media print and (min-width: 600px) { a { top: 0 } }',
  '@container side (width > 400px) { a { top: 0 } }',
  'a { & b { @media (max-width: 30rem) { top: 0 } } }',
])('a width: %s', (css) => {
  expect(inSheet(css)).toEqual([expect.stringContaining('a width written out')]);
});

it('a module built on another module', () => {
  expect(inSheet("a { composes: b from './c.module.css' }")).toEqual([expect.stringContaining('another module')]);
  expect(inSheet('a { composes: b }')).toEqual([]);
});

it.each([
  'color: var(--mantine-color-red-6); background: transparent; border-color: currentColor',
  'margin: calc(var(--mantine-spacing-xs) * -1) auto 0 1px; gap: 2px; padding: 0',
  'width: 320px; inset: 4px; max-height: calc(100% - 12px)',
  'min-height: calc(100dvh - var(--x))',
  'box-shadow: none; font: inherit; line-height: 1.5',
  'box-shadow: inset 0 0 0 4px var(--x), 0 1px 0px var(--y)',
  'animation: red-pulse 1s; grid-area: tan-x',
])('may stand in a sheet: %s', (declarations) => {
  expect(inSheet(`.white { ${declarations} } @media (--below-lg), (pointer: coarse) { a { top: 0 } }`)).toEqual([]);
});

it.each([
  "const fill = 'rgb(0 0 0)';",
  "const fill = '#0a5566';",
  'const colors = ["white"];',
  '<Badge color="red.6" />',
  "const border = '1px solid gray';",
  '<Text fz={13} />',
  "const style = { fontSize: '0.8rem' };",
  'const style = { marginTop: 12 };',
  '<Stack gap={4} />',
  '<Box px=".5rem" />',
  'const style = { rowGap: 8 };',
])('a literal in code: %s', (line) => {
  expect(inCode(`\n${line}`)).toEqual(['src/web/ui/sample.tsx:2: a colour, a font size or a space outside the theme']);
});

it.each([
  '<Text fz="sm" c="laguna.7" />',
  '<Stack gap="xs" p={0} mt="2xl" />',
  "const address = '/ninos#padres';",
  "const target = document.querySelector('#fecha');",
  'const text = `&#160;`;',
  "import styles from './sample.module.css';",
  "import styles from '#web/ui/other.module.css';",
])('may stand in code: %s', (line) => {
  expect(inCode(line)).toEqual([]);
});

it('only paper has sizes in points, which the theme writes out', () => {
  for (const line of ['pdf.setFontSize(9);', 'const heading = { size: 11 };']) {
    expect(inCode(line, 'ui/pdf/sample.ts')).toHaveLength(1);
    expect(inCode(line)).toEqual([]);
  }
});

it.each(['../shapes/card.module.css', '#web/records/form/form.module.css', './shapes/card.module.css'])(
  "another folder's styles: %s",
  (path) => {
    expect(inCode(`import styles from '${path}';`)).toEqual([
      `src/web/ui/sample.tsx: styled by another folder's ${path}`,
    ]);
  },
);
