import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GUIDES } from '#web/features/help/guides/all-guides.ts';
import { MAX_PICTURE_BYTES, PICTURES } from '#web/features/help/guides/pictures.ts';
import { root } from './run.mjs';

const STEPS = GUIDES.flatMap(({ id, parts }) => parts.flatMap(({ steps }) => steps.map((step) => ({ id, ...step }))));

describe('the pictures of the guides', () => {
  const folder = join(root, 'src/web/assets/guias');
  const named = STEPS.flatMap(({ picture }) => picture ?? []);
  const files = existsSync(folder) ? readdirSync(folder) : [];

  it('each stands in one guide', () => {
    expect(named.toSorted()).toEqual(Object.keys(PICTURES).toSorted());
  });

  it.each(named)('%s was taken by `npm run pictures` and is light', (picture) => {
    expect(files, 'run `npm run pictures`').toContain(`${picture}.webp`);
    expect(statSync(join(folder, `${picture}.webp`)).size).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
  });

  it('no other picture is installed, and all of them together are light', () => {
    expect(files.filter((file) => !named.some((picture) => file === `${picture}.webp`))).toEqual([]);
    const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    expect(bytes).toBeLessThanOrEqual(150_000);
  });
});

/** The code of the application without its guides, tests and line breaks. */
function applicationText() {
  const isOther = (path) => /(?:features|domain)\/help\//.test(path) || path.includes('.test.');
  const paths = ['src/web', 'src/domain'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, name)),
  );
  return paths
    .filter((path) => /\.tsx?$/.test(path) && !isOther(path))
    .map((path) => readFileSync(path, 'utf8').replace(/\s+/g, ' '))
    .join('\n');
}

it('every label that a guide quotes is one of the application, to the letter', () => {
  const text = applicationText();
  const quoted = STEPS.flatMap(({ id, what, how = '' }) =>
    [...`${what} ${how}`.matchAll(/«([^»]+)»/g)].map(([, label]) => ({ id, label })),
  );
  expect(quoted.length).toBeGreaterThan(40);
  expect(quoted.filter(({ label }) => !text.includes(label))).toEqual([]);
});
