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

/** The edited lines, before and after. */
const LINES = [
  ['src/domain/records/child-records.ts', 'control } as const', 'control, visita } as const'],
  [
    'src/domain/records/child-records.ts',
    'import { vacuna }',
    "import { visita } from './visita.ts';\nimport { vacuna }",
  ],
  [
    'src/server/db/schema.ts',
    'export const anemia =',
    'export const visita = ofChild(RECORDS.visita);\nexport const anemia =',
  ],
] as const;

/** Expects a type error: with loose column types there would be none. */
const TYPES = `import type { visita } from '#server/db/schema.ts';

type Row = typeof visita.$inferSelect;
export const edad: Row['edad'] = null;
// @ts-expect-error the date is required
export const fecha: Row['fecha'] = null;
// @ts-expect-error there is no such field
export type Nothing = Row['peso'];
`;

/** Each runs several programs on a busy machine. */
const LIMIT_MS = 600_000;
/** Largest output of a reporter. */
const OUTPUT = 64 * 1024 * 1024;

let copy: string;
const inCopy = (path: string) => join(copy, path);
/** Variables of this run's workers must not reach the copy. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST_)/.test(name)));

/** Runs a program of the project in the copy. */
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
  'a new declaration and its lines produce a migration, and nothing else needs an edit',
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
  'its routes pass the record matrix and its declaration the tests of declarations',
  async () => {
    const matrix = [
      'record-matrix-access',
      'record-matrix-database',
      'record-matrix-fields',
      'record-matrix-writes',
      'visita',
    ];
    const output = await program('vitest/vitest.mjs', 'run', '--project=pg', '-t=visita', '--reporter=json', ...matrix);
    const { success, numPassedTests } = JSON.parse(output.slice(output.indexOf('{')));
    expect(success).toBe(true);
    expect(numPassedTests).toBeGreaterThan(20);
  },
  LIMIT_MS,
);

test(
  'its form, panel section and printed table exist',
  async () => {
    const output = await program(
      'vitest/vitest.mjs',
      'run',
      '--project=unit',
      '--reporter=json',
      'visita',
      'declarations',
    );
    const { success, numPassedTests } = JSON.parse(output.slice(output.indexOf('{')));
    expect(success).toBe(true);
    expect(numPassedTests).toBeGreaterThan(30);
  },
  LIMIT_MS,
);
