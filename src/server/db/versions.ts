import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { StartupError } from '#server/base/startup-error.ts';
import type { Db } from './database.ts';
import { rawRows } from './raw-rows.ts';

interface Journal {
  entries: { when: number }[];
}

const APPLIED = sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`;
const HAS_APPLIED = sql`select to_regclass('drizzle.__drizzle_migrations') is not null as migrated`;

/** @returns whether nothing is left to migrate @throws StartupError if a newer program migrated the database: this one must not use it */
export async function isUpToDate(db: Db, folder: string): Promise<boolean> {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal;
  const newestOwn = Math.max(...entries.map(({ when }) => when));
  const [state] = await rawRows<{ migrated: boolean }>(db, HAS_APPLIED);
  if (!state?.migrated) return false;
  const [applied] = await rawRows<{ newest: string | null }>(db, APPLIED);
  const newest = Number(applied?.newest ?? 0);
  if (newest > newestOwn)
    throw new StartupError(
      'La base de datos es de una versión más nueva de la Libreta: inicia con esa versión o restaura una copia anterior.',
    );
  return newest === newestOwn;
}
