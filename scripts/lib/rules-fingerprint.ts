import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { build, type Rolldown } from 'vite';

/** The entries for everything that is stored: how a child's records are read, what is computed from them, and how well was measured. */
const ENTRIES = {
  read: 'src/server/modules/records/child-history.ts',
  computed: 'src/server/modules/records/child-summary.ts',
  measured: 'src/domain/quality/count-control.ts',
};

/** Other server code contains no rule; of it and of packages only the imported names count. */
const NO_RULES = /^#server\//;

/**
 * A number that changes when a rule or a table changes on which stored values of children depend. It is computed from the minified bundle,
 * without comments, types, layout and names of variables. @param root the project's folder
 */
export async function rulesFingerprint(root = resolve(import.meta.dirname, '../..')): Promise<number> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      write: false,
      minify: true,
      target: 'node20',
      rolldownOptions: {
        external: NO_RULES,
        input: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(root, path)])),
      },
    },
  });
  const chunks = (built as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk');
  const hash = createHash('sha256');
  for (const code of chunks.map((chunk) => chunk.code).sort()) hash.update(`${code}\0`);
  // 0 means unknown rules.
  return hash.digest().readUInt32BE() >>> 1 || 1;
}
