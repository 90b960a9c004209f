import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'libreta-folder-'));
});
afterEach(() => rmSync(place, { recursive: true }));

it('missing parents are created too, for their owner alone, and an existing folder is accepted', async () => {
  const path = join(place, 'a/b/c');
  await makeFolder(path);
  await makeFolder(path);
  for (const made of ['a', 'a/b', 'a/b/c']) expect(statSync(join(place, made)).mode & 0o777).toBe(0o700);
});

it('an impossible folder is refused at once', async () => {
  writeFileSync(join(place, 'file'), '');
  await expect(makeFolder(join(place, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(place, 'file/a'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  if (process.platform === 'linux')
    await expect(makeFolder('/proc/libreta/a')).rejects.toMatchObject({ code: 'ENOENT' });
});
