import type { PGlite } from '@electric-sql/pglite';
import type { Database } from './database.ts';
import { openEmbedded, openInMemory, openPglite } from './embedded.ts';
import { openPostgres, type Patience } from './postgres.ts';

export type { Database, Db } from './database.ts';
export { EXTENSIONS } from './embedded.ts';
export type { Patience } from './postgres.ts';

export interface DatabaseOptions {
  url?: string | undefined;
  ownerUrl?: string | undefined;
  /** The same database without a pooler in between. */
  directUrl?: string | undefined;
  dataDir?: string | undefined;
  reserveMb?: number | undefined;
  memory?: boolean | undefined;
  pglite?: PGlite | undefined;
  /** Milliseconds without an answer before a connection is given up; by default a little more than a statement may take. */
  silenceMs?: number | undefined;
  /** What the application waits for others on PostgreSQL. Tests set it, whose own process may stand still longer than a request may wait. */
  patience?: Partial<Patience> | undefined;
  /** Called when an idle connection breaks; the pool opens another one by itself. */
  onConnectionLost?: ((error: Error) => void) | undefined;
}

/** Opens the database and creates nothing in it. @throws StartupError if the data directory cannot be used */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, dataDir, memory, pglite, reserveMb = 0 } = options;
  if (url) return openPostgres(url, options);
  if (pglite) return openPglite(pglite);
  if (memory || !dataDir) return openInMemory();
  return openEmbedded(dataDir, reserveMb * 1024 * 1024);
}
