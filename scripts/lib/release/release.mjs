import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { create, extract } from 'tar';
import { keepEarlier } from '../earlier-files.mjs';
import { root, run, StepFailed } from '../run.mjs';
import { billOf } from './bill.mjs';
import { filesBelow, stage } from './stage.mjs';

/** The default date: with the clock, the same sources would make different archives. */
const SOME_DATE = Date.UTC(2026, 0, 1) / 1_000;

/** The date of all files in the archive: SOURCE_DATE_EPOCH or that of the commit. */
async function dateOfSources() {
  const epoch = process.env.SOURCE_DATE_EPOCH;
  if (epoch) return new Date(Number(epoch) * 1_000);
  const { code, answer } = await run('git', ['log', '-1', '--format=%ct'], { quiet: true }).catch(() => ({ code: 1 }));
  return new Date((code === 0 ? Number(answer) : SOME_DATE) * 1_000);
}

const sha256 = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

const MADE = /^(libreta-.+\.(tar\.gz|cdx\.json)|SHA256SUMS)$/;
/** The folder for archives of earlier versions, for a way back and for the next version. */
const BEFORE = 'anterior';

/** Deletes the files of an earlier release except its archive. */
function makeRoom(folder, name) {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder).filter((one) => MADE.test(one))) {
    const [from, kept] = [join(folder, file), join(folder, BEFORE)];
    if (!file.endsWith('.tar.gz') || file === `${name}.tar.gz`) {
      rmSync(from);
      continue;
    }
    mkdirSync(kept, { recursive: true });
    renameSync(from, join(kept, file));
  }
}

/** Adds the previous version's page parts to those of this one. */
async function takeOver(archive, web, date) {
  const place = mkdtempSync(join(tmpdir(), 'libreta-before-'));
  try {
    await extract({ file: archive, cwd: place, strip: 1, filter: (path) => /^[^/]+\/dist\/web\//.test(path) });
    const before = join(place, 'dist/web');
    if (!existsSync(before)) throw new StepFailed(`«${archive}» no es una versión de la Libreta.`);
    await keepEarlier(before, web, date.getTime());
  } catch (error) {
    throw error instanceof StepFailed ? error : new StepFailed(`«${archive}» no se puede leer: ${error.message}`);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/**
 * Makes the archive of a release, its bill of materials and the checksums of both. The same sources make the same bytes.
 * @param folder the target; files of an earlier release are deleted, its archive moves to a subfolder
 * @param install installs the production packages
 * @param before the previous version's archive, whose page parts are kept
 */
export async function makeRelease(folder, install, before) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = `libreta-${version}`;
  const date = await dateOfSources();
  const place = mkdtempSync(join(tmpdir(), 'libreta-release-'));
  try {
    const staged = join(place, name);
    await stage(staged, install);
    if (before !== undefined) await takeOver(before, join(staged, 'dist/web'), date);
    makeRoom(folder, name);
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
