import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
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

it('a warning of Node fails the run in which a test passes, and says where it arose', () => {
  const { folder } = sample(
    'sample.test.mjs',
    SAMPLE.replaceAll("'vitest'", `'${join(root, 'node_modules/vitest/dist/index.js')}'`),
  );
  const setup = join(root, 'tests/support/no-warnings.ts');
  const config = join(folder, 'vitest.config.mjs');
  writeFileSync(config, `export default { test: { include: ['*.test.mjs'], setupFiles: ['${setup}'] } };\n`);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--root', folder, '--config', config],
    { encoding: 'utf8', env },
  );
  const printed = `${stdout}${stderr}`;
  expect(printed).toMatch(/1 passed/);
  expect(printed).toMatch(/Unhandled Error[\s\S]*Warning: eleven listeners[\s\S]*sample\.test\.mjs:3/);
  expect(status).toBe(1);
});

it.each(['stop', 'kill', 'restart'])('a warning of Node in a server that a test starts fails its %s', async (end) => {
  const { path } = sample('server.mjs', SERVER);
  const warned = await startServer({ program: path, env: { WARNED: 'yes' } });
  await expect.poll(warned.output).toMatch(/eleven listeners/);
  await expect(warned[end]()).rejects.toThrow(/Warning: eleven listeners\n {4}at .*server\.mjs:4/);
  const silent = await startServer({ program: path });
  await silent[end]();
  await silent.kill();
});
