import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const FIXTURE = 'tests/new-record-type';
const MIGRATIONS = 'src/server/db/migrations';
const COPIED = ['src', 'tests', 'bench', 'scripts', 'package.json', 'tsconfig.json'];
const CONFIGS = readdirSync('.').filter((name) => name.endsWith('.config.ts'));

/** The two lines: each is what stands there, and what stands there afterwards. */
const LINES = [
  ['src/domain/records/index.ts', 'control } as const', 'control, visita } as const'],
  ['src/domain/records/index.ts', 'import { vacuna }', "import { visita } from './visita.ts';\nimport { vacuna }"],
  [
    'src/server/db/schema.ts',
    'export const anemia =',
    'export const visita = ofChild(RECORDS.visita);\nexport const anemia =',
  ],
] as const;

/** A wrong type is an error that is expected here: were the columns loose, there would be none. */
const TYPES = `import type { visita } from '#server/db/schema.ts';

type Row = typeof visita.$inferSelect;
export const edad: Row['edad'] = null;
// @ts-expect-error the date is required
export const fecha: Row['fecha'] = null;
// @ts-expect-error there is no such field
export type Nothing = Row['peso'];
`;

/** Several programs run for each, on a machine that may be busy. */
const LIMIT_MS = 300_000;
/** What a reporter may write. */
const OUTPUT = 64 * 1024 * 1024;

let copy: string;
const inCopy = (path: string) => join(copy, path);
/** What this run says to its own workers is not for those of the copy. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST_)/.test(name)));

/** One of the project's programs in the copy. */
async function program(path: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await run(process.execPath, [join('node_modules', path), ...args], {
      cwd: copy,
      env,
      maxBuffer: OUTPUT,
    });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${path} ${args.join(' ')}\n${stdout}\n${stderr}`);
  }
}

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'libreta-copia-'));
  for (const path of [...COPIED, ...CONFIGS]) cpSync(path, inCopy(path), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), inCopy('node_modules'));
  cpSync(inCopy(`${FIXTURE}/visita.ts`), inCopy('src/domain/records/visita.ts'));
  cpSync(inCopy(`${FIXTURE}/visita.test.tsx`), inCopy('src/web/visita.test.tsx'));
  cpSync(inCopy(`${FIXTURE}/visita.int.test.ts`), inCopy('tests/integration/visita.int.test.ts'));
  writeFileSync(inCopy('src/server/db/visita-types.ts'), TYPES);
  for (const [path, before, after] of LINES) {
    const text = readFileSync(inCopy(path), 'utf8');
    expect(text.split(before), `${path} has one "${before}"`).toHaveLength(2);
    writeFileSync(inCopy(path), text.replace(before, after));
  }
  await program('drizzle-kit/bin.cjs', 'generate', '--name=visita');
}, LIMIT_MS);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test(
  'a declaration and its lines are a migration, and nothing else has to be edited',
  async () => {
    const added = readdirSync(inCopy(MIGRATIONS)).filter((name) => name.endsWith('_visita.sql'));
    expect(added).toHaveLength(1);
    const statements = readFileSync(inCopy(`${MIGRATIONS}/${added[0]}`), 'utf8');
    expect(statements).toContain('CREATE TABLE "visita"');
    expect(statements).not.toMatch(/DROP|ALTER TABLE "(?!visita")/);
    await program('typescript/bin/tsc', '--noEmit');
  },
  LIMIT_MS,
);

test(
  'its routes hold all that the matrix asks of every record, and its declaration all that is asked of one',
  async () => {
    const matrix = [
      'record-matrix-access',
      'record-matrix-database',
      'record-matrix-fields',
      'record-matrix-writes',
      'visita',
    ];
    const told = await program('vitest/vitest.mjs', 'run', '--project=pg', '-t=visita', '--reporter=json', ...matrix);
    const { success, numPassedTests } = JSON.parse(told.slice(told.indexOf('{')));
    expect(success).toBe(true);
    expect(numPassedTests).toBeGreaterThan(20);
  },
  LIMIT_MS,
);

test(
  'its form, its section in the panel and its table in the printed booklet are there',
  async () => {
    const told = await program(
      'vitest/vitest.mjs',
      'run',
      '--project=unit',
      '--reporter=json',
      'visita',
      'declarations',
    );
    const { success, numPassedTests } = JSON.parse(told.slice(told.indexOf('{')));
    expect(success).toBe(true);
    expect(numPassedTests).toBeGreaterThan(30);
  },
  LIMIT_MS,
);
