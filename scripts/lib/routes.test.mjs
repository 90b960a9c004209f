import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RECORDS } from '#domain/records/index.ts';
import { root } from './run.mjs';

it('no screen and no part of the device writes the path of a call: each takes it from the declaration', () => {
  const web = join(root, 'src/web');
  const files = readdirSync(web, { recursive: true }).filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  expect(files.length).toBeGreaterThan(400);
  const written = files.filter((name) => /['"`]\/api\/[a-z$]/.test(readFileSync(join(web, name), 'utf8')));
  expect(written).toEqual([]);
});

it('the first page, which is plain HTML, requests the declared paths of the two lists', () => {
  const page = readFileSync(join(root, 'src/web/index.html'), 'utf8');
  const paths = [...page.matchAll(/'(\/api\/[^']*)'/g)].map(([, path]) => path);
  expect(paths).toEqual([`/api/${RECORDS.nino.path}`, `/api/${RECORDS.mujer.path}`]);
});
