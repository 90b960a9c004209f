import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from '../dependencies.mjs';
import { root, runOrFail } from '../run.mjs';
import { lockWithBuiltIn } from './lock.mjs';

/** Packages without modules in the pages: the font, the packed list of passwords, those of the service worker. */
const PACKED = [
  'node_modules/@fontsource-variable/atkinson-hyperlegible-next',
  'node_modules/@zxcvbn-ts/language-common',
  'node_modules/workbox-core',
  'node_modules/workbox-precaching',
  'node_modules/workbox-routing',
  'node_modules/workbox-strategies',
];

/** The same for the same content. */
function serialNumber(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return `urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')}`;
}

async function npmBill(builtIn) {
  const folder = mkdtempSync(join(tmpdir(), 'libreta-bill-'));
  try {
    const { manifest, lock } = lockWithBuiltIn(builtIn);
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    const args = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
    const listing = npm(['sbom', ...args], { cwd: folder });
    await runOrFail('No se pudo hacer la lista de componentes (npm sbom).', listing);
    return JSON.parse((await listing).answer);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The bill of materials (CycloneDX) of the installed packages and of those in the pages. @param installed the folder of the release */
export async function billOf(installed, date) {
  const inPages = JSON.parse(readFileSync(join(root, 'dist/web-packages.json'), 'utf8'));
  const bill = await npmBill([...inPages, ...PACKED]);
  // Of platform-specific packages only the installed ones.
  const components = bill.components.filter(
    ({ scope, name }) => scope !== 'optional' || existsSync(join(installed, 'node_modules', name)),
  );
  const refs = new Set([bill.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  const component = { ...bill.metadata.component, name: bill.metadata.component['bom-ref'].replace(/@[^@]*$/, '') };
  const metadata = { ...bill.metadata, timestamp: date.toISOString(), lifecycles: [{ phase: 'build' }], component };
  return {
    ...bill,
    serialNumber: serialNumber(JSON.stringify([metadata, components, dependencies])),
    metadata,
    components,
    dependencies,
  };
}
