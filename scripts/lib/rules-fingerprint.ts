import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { build, type Rolldown } from 'vite';

/**
 * From where all that is kept on a child and its controls follows: which of its records count and what of them is read, and the function
 * that is given these and the WHO's tables.
 */
const ENTRIES = {
  read: 'src/server/modules/records/child-history.ts',
  computed: 'src/server/modules/records/child-summary.ts',
};

/** How the rest of the server reads and writes is no rule; of it and of packages only the names count that are imported. */
const NO_RULES = /^#server\//;

/**
 * A number that is another one as soon as a rule or a table is another one from which something kept on children follows. It is taken of
 * their code as the bundler minifies it: with everything of the domain that they import and use, without comments, types, layout and names of variables.
 * @param root the project's folder
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
  // 0 stands for rules that are not known.
  return hash.digest().readUInt32BE() >>> 1 || 1;
}
