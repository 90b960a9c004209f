import './lib/require-node.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { main, root, StepFailed } from './lib/run.mjs';

// The remaining arguments are for the program.
const [entry = 'main'] = process.argv.splice(2, 1);

await main(existsSync(join(root, 'src')) ? fromSource : asReleased);
process.env.NODE_ENV ??= 'production';
if (entry === 'demo') process.env.DATA_DIR ??= './data-demo';
shieldFromRepeatedSignals();
await import(pathToFileURL(join(root, 'dist/server', `${entry}.js`)).href);

async function fromSource() {
  const { prepareBuild } = await import('./lib/prepare.mjs');
  await prepareBuild();
  process.chdir(root);
}

/** A released version must not store data or the secret in its own folder: the next version would start without them. */
function asReleased() {
  const { DATA_DIR, DATABASE_URL, JWT_SECRET } = process.env;
  const namesDatabase = process.argv.slice(2).some((argument) => /^--(data-dir|database-url)\b/.test(argument));
  const elsewhere = DATABASE_URL && (JWT_SECRET || entry !== 'main');
  if (DATA_DIR || elsewhere || namesDatabase || entry === 'demo') return;
  throw new StepFailed(
    'Falta DATA_DIR: una carpeta para los datos fuera de la de esta versión, como /var/lib/libreta. Solo sobra con DATABASE_URL y JWT_SECRET.',
  );
}

/**
 * On Ctrl-C the terminal and npm both send a signal; the server gets only the first, so that a second does not cut its shutdown short.
 * Before the server listens, and for a signal after two seconds, the process exits at once.
 */
function shieldFromRepeatedSignals() {
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ]) {
    let delivered;
    // Stays registered, because a signal without any listener kills the process.
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
