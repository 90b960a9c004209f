import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../tests/support/run-command.ts';
import { startServer } from '../../tests/support/server-process.ts';
import { root } from './run.mjs';

const SAMPLE = `import { expect, it } from 'vitest';
it('passes', () => {
  process.emitWarning('eleven listeners');
  expect(1).toBe(1);
});
`;
const SERVER = `import { createServer } from 'node:http';
createServer((asked, answer) => answer.end()).listen(process.env.PORT, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
if (process.env.WARNED) process.emitWarning('eleven listeners');
`;

function sample(name, content) {
  const folder = mkdtempSync(join(tmpdir(), 'libreta-warned-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  writeFileSync(path, content);
  return { folder, path };
}

/** Runs a sample with a test runner. @returns its exit and its output */
function runSample(runner, ...args) {
  // Environment variables for this run's workers do not apply to the sample's.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST_)/.test(name)));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', runner), ...args], {
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '1' },
  });
  return { status, printed: `${stdout}${stderr}` };
}

const SETUP = join(root, 'tests/support/no-warnings.ts');

it('a warning of Node fails the run although the test passes, with its place', () => {
  const { folder } = sample(
    'sample.test.mjs',
    SAMPLE.replaceAll("'vitest'", `'${join(root, 'node_modules/vitest/dist/index.js')}'`),
  );
  const config = join(folder, 'vitest.config.mjs');
  writeFileSync(config, `export default { test: { include: ['*.test.mjs'], setupFiles: ['${SETUP}'] } };\n`);
  const { status, printed } = runSample('vitest/vitest.mjs', 'run', '--root', folder, '--config', config);
  expect(printed).toMatch(/1 passed/);
  expect(printed).toMatch(/Unhandled Error[\s\S]*Warning: eleven listeners[\s\S]*sample\.test\.mjs:3/);
  expect(status).toBe(1);
});

describe('with Playwright', () => {
  const PLAYWRIGHT = join(root, 'node_modules/@playwright/test/index.mjs');
  const PASSES = `import { test } from '${PLAYWRIGHT}';\ntest('passes', () => {});\n`;
  const WARNS = "process.emitWarning('eleven listeners');\n";
  const run = (test, setup) => {
    const { folder } = sample('sample.test.mjs', test);
    writeFileSync(join(folder, 'setup.mjs'), `export default () => {\n${setup}};\n`);
    const config = join(folder, 'playwright.config.mjs');
    writeFileSync(config, `import '${SETUP}';\nexport default { globalSetup: './setup.mjs', reporter: 'line' };\n`);
    return runSample('@playwright/test/cli.js', 'test', '--config', config);
  };

  it('a warning in a worker fails the run, with its place', () => {
    const { status, printed } = run(PASSES.replace('{}', `{\n${WARNS}}`), '');
    expect(printed).toMatch(/Warning: eleven listeners[\s\S]*sample\.test\.mjs:3/);
    expect(status).not.toBe(0);
  });

  it('a warning in the global setup fails the run', () => {
    const { status, printed } = run(PASSES, WARNS);
    expect(printed).toMatch(/Warning: eleven listeners[\s\S]*setup\.mjs:2/);
    expect(status).not.toBe(0);
  });

  it('a run without warnings passes', () => {
    const { status, printed } = run(PASSES, '');
    expect(printed).toMatch(/1 passed/);
    expect(status).toBe(0);
  });

  it('the configuration watches the processes of the runner', () => {
    expect(readFileSync(join(root, 'playwright.config.ts'), 'utf8')).toContain(
      "import './tests/support/no-warnings.ts'",
    );
  });
});

it.each(['stop', 'kill', 'restart'])('a warning of Node in a server that a test starts fails its %s', async (end) => {
  const { folder, path } = sample('server.mjs', SERVER);
  const warned = await startServer({ program: path, dataDir: folder, env: { WARNED: 'yes' } });
  await expect.poll(warned.output).toMatch(/eleven listeners/);
  await expect(warned[end]()).rejects.toThrow(/Warning: eleven listeners\n {4}at .*server\.mjs:4/);
  const silent = await startServer({ program: path, dataDir: folder });
  await silent[end]();
  await silent.kill();
});

it('a command of a test that printed a warning of Node rejects', async () => {
  const { path } = sample('command.mjs', "console.log('done');\nif (process.argv[2]) process.emitWarning('eleven');\n");
  expect(await runProgram(path, [], {}).ended).toEqual({ code: 0, lines: ['done'] });
  await expect(runProgram(path, ['warned'], {}).ended).rejects.toThrow(/Warning: eleven\n {4}at .*command\.mjs:2/);
});

/** Files that start Node without {@link watch}, with the reason. */
const UNWATCHED = {
  'tests/long/release.pglite.int.test.ts': 'it runs a script of the build',
  'tests/long/changed-rules.pg.int.test.ts': 'it runs Vite',
  'tests/long/new-record-type.pglite.int.test.ts': 'it runs tools of the project in a copy',
  'tests/support/e2e-setup.ts': 'it runs the build',
  'tests/support/tools.ts': "it runs Playwright's installation",
};

it('every Node program that tests start is watched for warnings', () => {
  const files = readdirSync(join(root, 'tests'), { recursive: true }).map((name) => `tests/${name}`);
  const unwatched = files.filter((file) => {
    if (!/\.(ts|mjs)$/.test(file)) return false;
    const text = readFileSync(join(root, file), 'utf8');
    return /\(\s*process\.execPath\b/.test(text) && !/\bwatch\(/.test(text);
  });
  expect(unwatched.toSorted()).toEqual(Object.keys(UNWATCHED).toSorted());
});
