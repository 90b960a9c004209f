import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { tryCountry } from './country.ts';
import { tryFailures } from './failures.ts';
import { unprivileged } from './processes.ts';

/** Builds the setup of deploy/ha on one machine, on ports of the loopback address, lets people work on it, and provokes failures. */
const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    keep: { type: 'boolean' },
    country: { type: 'boolean' },
    children: { type: 'string', default: '1000000' },
    people: { type: 'string', default: '5000' },
    minutes: { type: 'string', default: '10' },
  },
});
const BUILD = resolve(import.meta.dirname, '../..');

const place = { home: mkdtempSync(join(tmpdir(), 'libreta-ha-')), user: unprivileged() };
chmodSync(place.home, 0o755);
if (place.user) chownSync(place.home, place.user.uid, place.user.gid);
const ends: (() => Promise<void>)[] = [];
const failures: string[] = [];
try {
  const [children, people, minutes] = [Number(values.children), Number(values.people), Number(values.minutes)];
  const trial = values.country
    ? await tryCountry(place, ends, BUILD, { children, people, minutes })
    : await tryFailures(place, ends, BUILD, values.before);
  console.log(`\n${trial.tables()}`);
  failures.push(...trial.failures);
} catch (error) {
  failures.push(String(error));
} finally {
  for (const end of ends.reverse()) await end().catch((error: unknown) => console.error(error));
  if (failures.length > 0 || values.keep) console.log(`\nLogs: ${place.home}`);
  else rmSync(place.home, { recursive: true, force: true });
}
for (const failure of failures) console.error(`✗ ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);
