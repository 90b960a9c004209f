import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, StepFailed } from '../run.mjs';

const READY = /abre (http\S+) en el navegador/;

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Serves the demo from a temporary folder. @returns its address, and a function that ends it */
export async function serveDemo() {
  const folder = mkdtempSync(join(tmpdir(), 'libreta-taps-'));
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    DATA_DIR: folder,
  };
  const child = spawn(process.execPath, [join(root, 'dist/server/demo.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = await new Promise((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      const [, address] = READY.exec(output) ?? [];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new StepFailed(`The demo ended.\n${output}`)));
  });
  return { url, stop };
}
