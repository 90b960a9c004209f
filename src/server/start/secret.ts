import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStrongSecret } from '#server/base/secret-strength.ts';
import { StartupError } from '#server/base/startup-error.ts';
import { prepareDataDir } from '#server/db/data-dir.ts';

/** The configured secret, or one that is generated once in the data directory, readable by its owner alone. */
export function sessionSecret(configured: string | undefined, dataDir: string): string {
  if (configured) return configured;
  prepareDataDir(dataDir);
  const path = join(dataDir, 'jwt-secret');
  if (!existsSync(path)) writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  const secret = readFileSync(path, 'utf8').trim();
  if (!isStrongSecret(secret)) throw new StartupError(`El archivo ${path} está dañado. Bórralo para generar otro.`);
  return secret;
}
