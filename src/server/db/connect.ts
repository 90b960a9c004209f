import type { PGlite } from '@electric-sql/pglite';
import type { Database } from './database.ts';
import { openEmbedded, openInMemory, openPglite } from './embedded.ts';
import { openPostgres } from './postgres.ts';

export type { Database, Db } from './database.ts';
export { EXTENSIONS } from './embedded.ts';

export interface DatabaseOptions {
  /** PostgreSQL; without it the embedded database. */
  url?: string | undefined;
  /** PostgreSQL as the role that owns the tables and migrates; the same as `url` unless told. */
  ownerUrl?: string | undefined;
  dataDir?: string | undefined;
  /** Megabytes that must stay free on the disk of an embedded database; none unless told. */
  reserveMb?: number | undefined;
  /** An embedded database that lives only as long as the process. */
  memory?: boolean | undefined;
  /** An embedded database that somebody else opened. */
  pglite?: PGlite | undefined;
  /** How long a PostgreSQL may say nothing, in milliseconds, before a connection is given up; a little longer than a statement may take unless told. */
  silenceMs?: number | undefined;
  /** Told when an idle PostgreSQL connection breaks; the pool opens another by itself. */
  onConnectionLost?: ((error: Error) => void) | undefined;
}

/**
 * Opens the database; nothing is created in it yet.
 * @throws StartupError when the data directory cannot be used.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, dataDir, memory, pglite, reserveMb = 0 } = options;
  if (url) return openPostgres(url, options);
  if (pglite) return openPglite(pglite);
  if (memory || !dataDir) return openInMemory();
  return openEmbedded(dataDir, reserveMb * 1024 * 1024);
}
