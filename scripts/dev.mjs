import './lib/require-node.mjs';
import { spawn } from 'node:child_process';
import { prepareDependencies } from './lib/prepare.mjs';
import { main, root } from './lib/run.mjs';

await main(prepareDependencies);

const { createServer } = await import('vite');
const web = await createServer({ configFile: `${root}vite.config.ts` });
await web.listen();
web.printUrls();

const tsx = 'node_modules/tsx/dist/cli.mjs';
const server = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'src/server/commands/main.ts'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  // In its own process group: Ctrl-C must reach the server once, from here, so that it shuts down in order.
  detached: process.platform !== 'win32',
});
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    if (!stopping) server.kill('SIGTERM');
    stopping = true;
  });
}
server.once('exit', async (code) => {
  await web.close();
  process.exit(code ?? 0);
});
