import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CATALOGS } from '#domain/catalogs.ts';
import { ROLE_NAMES } from '#domain/roles.ts';
import { foldText } from '#domain/text.ts';
import type { Database, Db } from './connect.ts';
import { opcion, rol, seedRun } from './schema.ts';

const here = dirname(fileURLToPath(import.meta.url));
export const MIGRATIONS = join(here, 'migrations');

/** Inserts initial data once in the life of a database, so that nothing deleted comes back. */
async function seedOnce(db: Db, name: string, fill: (transaction: Db) => Promise<void>): Promise<void> {
  await db.transaction(async (transaction) => {
    const mine = await transaction.insert(seedRun).values({ name, at: new Date() }).onConflictDoNothing().returning();
    if (mine.length > 0) await fill(transaction);
  });
}

async function fillRoles(db: Db): Promise<void> {
  await db.insert(rol).values(ROLE_NAMES.map((name) => ({ _id: crypto.randomUUID(), name })));
}

async function fillCatalogs(db: Db): Promise<void> {
  const options = Object.values(CATALOGS).flatMap(({ key, defaults }) =>
    defaults.map((valor) => ({ _id: crypto.randomUUID(), lista: key, valor, clave: foldText(valor) })),
  );
  await db.insert(opcion).values(options);
}

export async function migrateDatabase(database: Database): Promise<void> {
  if (!existsSync(MIGRATIONS)) throw new Error('The migrations are missing from the build');
  await database.migrate(MIGRATIONS);
  await seedOnce(database.db, 'roles', fillRoles);
  await seedOnce(database.db, 'opciones', fillCatalogs);
}
