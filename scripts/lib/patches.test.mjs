import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPatches } from './patches.ts';

let root;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'libreta-patches-'));
  writeFileSync(join(root, 'index.html'), '<script type="module" src="./main.js"></script>');
  writeFileSync(join(root, 'main.js'), "import './look.css';\ndocument.title = 'before';\n");
  writeFileSync(join(root, 'look.css'), ':root { --own: 1px; --theirs: 2px; }\n.theirs { color: red; }\n');
});
afterEach(() => rm(root, { recursive: true }));

/** Builds a sample with three patches. */
async function built({ code, property, rule }, ssr = false) {
  const patches = createPatches();
  const titles = patches.code('titles', (text, id) => (id.endsWith('/main.js') ? text.replace(code, 'after') : null));
  const plugins = [
    patches.withoutStyles('properties', 'Declaration', ({ prop }) => prop === property),
    patches.withoutStyles('rules', 'Rule', ({ selector }) => selector === rule),
  ];
  const { output } = await build({
    ...{ root, configFile: false, logLevel: 'silent', plugins: [titles, patches.expectAll()] },
    css: { postcss: { plugins } },
    build: { write: false, minify: false, ...(ssr && { ssr: 'main.js' }) },
  });
  return output.map((file) => (file.type === 'chunk' ? file.code : String(file.source))).join('\n');
}

it('changes code and styles as they are read', async () => {
  const text = await built({ code: 'before', property: '--theirs', rule: '.theirs' });
  expect(text).toContain('after');
  expect(text).toContain('--own');
  expect(text).not.toMatch(/before|theirs/);
});

it.each([
  ['titles', { code: 'no such', property: '--theirs', rule: '.theirs' }],
  ['properties', { code: 'before', property: '--none', rule: '.theirs' }],
  ['rules', { code: 'before', property: '--theirs', rule: '.none' }],
])('a build in which the patch %s changes nothing fails and names it', async (name, code) => {
  await expect(built(code)).rejects.toThrow(new RegExp(`change nothing any more.*: ${name}$`, 'm'));
});

it('a server build of a part of the application needs no patch', async () => {
  expect(await built({ code: 'no such', property: '--none', rule: '.none' }, true)).toContain('before');
});

it('two patches have two names', () => {
  const patches = createPatches();
  patches.withoutStyles('one', 'Rule', () => false);
  expect(() => patches.code('one', () => null)).toThrow('one');
});
