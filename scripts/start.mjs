import './lib/require-node.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepareBuild } from './lib/prepare.mjs';
import { main, root } from './lib/run.mjs';

// What remains is what the program is told.
const [entry = 'main'] = process.argv.splice(2, 1);

await main(prepareBuild);
process.chdir(root);
process.env.NODE_ENV ??= 'production';
if (entry === 'demo') process.env.DATA_DIR ??= './data-demo';
shieldFromRepeatedSignals();
await import(pathToFileURL(join(root, 'dist/server', `${entry}.js`)).href);

/**
 * On Ctrl-C the terminal signals us and npm passes its own copy on: the server gets the first one only, so that a second
 * does not cut its shutdown short. Before the server listens for signals we leave at once, and so we do for somebody who insists.
 */
function shieldFromRepeatedSignals() {
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ]) {
    let delivered;
    // It stays registered throughout: without any listener a signal kills.
    const shield = () => {
      if (delivered !== undefined) {
        if (Date.now() - delivered > 2_000) process.exit(exitCode);
        return;
      }
      const listeners = process.listeners(signal).filter((listener) => listener !== shield);
      if (listeners.length === 0) process.exit(exitCode);
      delivered = Date.now();
      for (const listener of listeners) process.off(signal, listener);
    };
    process.on(signal, shield);
  }
}
