import { and, eq, sql } from 'drizzle-orm';
import { LOCALE } from '#domain/calendar.ts';
import type { ListQuery } from '#domain/calls/list-query.ts';
import type { CatalogDefinition } from '#domain/catalogs.ts';
import { AppError } from '#domain/errors.ts';
import { foldText, searchFor } from '#domain/text.ts';
import type { Db } from '#server/db/connect.ts';
import { claimId, noteIds } from '#server/db/receipts.ts';
import { opcion } from '#server/db/schema.ts';
import { refusingTaken } from '#server/db/unique-writes.ts';
import { type Listing, listingOfAll } from '#server/lists/listing.ts';

export interface StoredOption {
  _id: string;
  version: number;
  valor: string;
}

export type CatalogRepository = ReturnType<typeof createCatalogRepository>;

const collator = new Intl.Collator(LOCALE, { numeric: true });

/** One option list. A value stands in it once, whatever its case and accents. */
export function createCatalogRepository(db: Db, catalog: CatalogDefinition) {
  const columns = { _id: opcion._id, version: opcion.version, valor: opcion.valor };
  const inList = eq(opcion.lista, catalog.key);
  const byId = (id: string) => and(inList, eq(opcion._id, id));

  const inTransaction = refusingTaken(db, (index) =>
    index === 'opcion_lista_clave' ? { msg: 'Esta opción ya existe en la lista', path: catalog.field } : undefined,
  );

  return {
    /** In Spanish alphabetical order, doses by number. */
    async list({ q = '', sort }: ListQuery): Promise<Listing<StoredOption>> {
      const matches = searchFor(q);
      const rows = await db
        .select({ ...columns, clave: opcion.clave })
        .from(opcion)
        .where(inList);
      const options = rows
        .filter(({ clave }) => matches(clave))
        .map(({ clave: _, ...row }) => row)
        // What it takes for equal ("2 meses", "02 meses") keeps its place on every page.
        .sort((a, b) => collator.compare(a.valor, b.valor) || (a.valor < b.valor ? -1 : 1));
      return listingOfAll(sort?.descending ? options.reverse() : options);
    },

    create(userId: string, id: string, valor: string): Promise<StoredOption> {
      return inTransaction(async (transaction) => {
        const added = { _id: id, lista: catalog.key, valor, clave: foldText(valor) };
        const [row] = (await claimId(transaction, { id, kind: catalog.key, userId, content: { valor } }))
          ? await transaction.insert(opcion).values(added).returning(columns)
          : await transaction.select(columns).from(opcion).where(byId(id));
        if (!row) throw new AppError('idTaken');
        return row;
      });
    },

    /** Adds every value that is not in the list yet. @returns what was added and what was there already, in the given order. */
    createMany(userId: string, values: string[]): Promise<{ added: string[]; existing: string[] }> {
      return db.transaction(async (transaction) => {
        const rows = values.map((valor) => ({
          _id: crypto.randomUUID(),
          lista: catalog.key,
          valor,
          clave: foldText(valor),
        }));
        const inserted = await transaction
          .insert(opcion)
          .values(rows)
          .onConflictDoNothing()
          .returning({ _id: opcion._id });
        const ids = new Set(inserted.map(({ _id }) => _id));
        const added = rows.filter(({ _id }) => ids.has(_id));
        await noteIds(
          transaction,
          added.map(({ _id, valor }) => ({ id: _id, kind: catalog.key, userId, content: { valor } })),
        );
        const existing = rows.filter(({ _id }) => !ids.has(_id));
        return { added: added.map(({ valor }) => valor), existing: existing.map(({ valor }) => valor) };
      });
    },

    /**
     * @param version the version the editor saw; when given and no longer current, nothing is written
     * @returns the option and whether it was replaced
     */
    replace(id: string, valor: string, version?: number): Promise<{ stored: StoredOption; replaced: boolean }> {
      return inTransaction(async (transaction) => {
        const change = { valor, clave: foldText(valor), version: sql`${opcion.version} + 1` };
        const current = and(byId(id), ...(version === undefined ? [] : [eq(opcion.version, version)]));
        const [replaced] = await transaction.update(opcion).set(change).where(current).returning(columns);
        const [stored] = replaced ? [replaced] : await transaction.select(columns).from(opcion).where(byId(id));
        if (!stored) throw new AppError('notFound');
        return { stored, replaced: replaced !== undefined };
      });
    },

    async remove(id: string): Promise<void> {
      const deleted = await db.delete(opcion).where(byId(id)).returning({ id: opcion._id });
      if (deleted.length === 0) throw new AppError('notFound');
    },
  };
}
