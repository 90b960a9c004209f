import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { create } from 'tar';
import { root, run } from '../run.mjs';
import { billOf } from './bill.mjs';
import { filesBelow, stage } from './stage.mjs';

/** Where nothing says when: not the clock, or the same sources would make another archive. */
const SOME_DATE = Date.UTC(2026, 0, 1) / 1_000;

/** The date of everything in the archive: as builds that are made again are told it, or of the commit. */
async function dateOfSources() {
  const told = process.env.SOURCE_DATE_EPOCH;
  if (told) return new Date(Number(told) * 1_000);
  const { code, answer } = await run('git', ['log', '-1', '--format=%ct'], { quiet: true }).catch(() => ({ code: 1 }));
  return new Date((code === 0 ? Number(answer) : SOME_DATE) * 1_000);
}

const sha256 = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/**
 * Makes the archive of a release, its bill of materials and the checksums of both, from what is built.
 * The same sources make the same bytes.
 * @param folder where they go; what is there is replaced
 * @param install how production packages come into the archive
 */
export async function makeRelease(folder, install) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = `libreta-${version}`;
  const date = await dateOfSources();
  const place = mkdtempSync(join(tmpdir(), 'libreta-release-'));
  try {
    const staged = join(place, name);
    await stage(staged, install);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const archive = join(folder, `${name}.tar.gz`);
    const bill = join(folder, `${name}.cdx.json`);
    writeFileSync(bill, `${JSON.stringify(await billOf(staged, date), null, 2)}\n`);
    const onWriteEntry = (entry) => {
      entry.stat.mode = 0o644;
    };
    const look = { portable: true, mtime: date, gzip: { level: 9 }, noDirRecurse: true, onWriteEntry };
    await create(
      { cwd: place, file: archive, ...look },
      filesBelow(place).map((file) => file.replaceAll('\\', '/')),
    );
    const sums = [archive, bill].map((path) => `${sha256(path)}  ${basename(path)}\n`);
    writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
    return { archive, bill };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
