import { and, eq, sql } from 'drizzle-orm';
import { LOCALE } from '#domain/calendar.ts';
import type { ListQuery } from '#domain/calls/list-query.ts';
import type { CatalogDefinition } from '#domain/catalogs.ts';
import { AppError } from '#domain/errors.ts';
import { changedFields } from '#domain/journal/journal.ts';
import { foldText, searchFor } from '#domain/text.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { claimId, contentPrint, noteCreations } from '#server/db/receipts.ts';
import { opcion } from '#server/db/schema.ts';
import { ONE_ROW, partHasRows } from '#server/db/statement-parts.ts';
import { transactionsWithUniqueConflicts } from '#server/db/unique-conflicts.ts';
import { journalPart, note } from '#server/journal/entries.ts';
import { type Listing, listingOfAll } from '#server/lists/listing.ts';

export interface StoredOption {
  _id: string;
  version: number;
  valor: string;
}

export type CatalogRepository = ReturnType<typeof createCatalogRepository>;

const collator = new Intl.Collator(LOCALE, { numeric: true });

/** One option list; values are unique, whatever their case and accents. */
export function createCatalogRepository(db: Db, catalog: CatalogDefinition) {
  const columns = { _id: opcion._id, version: opcion.version, valor: opcion.valor };
  const kind = catalog.key;
  const noted = (valor: string) => ({ [catalog.field]: valor });
  const inList = eq(opcion.lista, catalog.key);
  const byId = (id: string) => and(inList, eq(opcion._id, id));

  const inTransaction = transactionsWithUniqueConflicts(db, (index) =>
    index === 'opcion_lista_clave' ? { msg: 'Esta opción ya existe en la lista', path: catalog.field } : undefined,
  );

  return {
    /** In Spanish alphabetical order, numbers by value. */
    async list({ q = '', sort }: ListQuery): Promise<Listing<StoredOption>> {
      const matches = searchFor(q);
      const rows = await db
        .select({ ...columns, clave: opcion.clave })
        .from(opcion)
        .where(inList);
      const options = rows
        .filter(({ clave }) => matches(clave))
        .map(({ clave: _, ...row }) => row)
        // The collator treats "2 meses" and "02 meses" as equal; the second comparison keeps pages stable.
        .sort((a, b) => collator.compare(a.valor, b.valor) || (a.valor < b.valor ? -1 : 1));
      return listingOfAll(sort?.descending ? options.reverse() : options);
    },

    /** @throws AppError notFound */
    async require(id: string): Promise<void> {
      const [row] = await db.select({ _id: opcion._id }).from(opcion).where(byId(id));
      if (!row) throw new AppError('notFound');
    },

    create(actor: Actor, id: string, valor: string): Promise<StoredOption> {
      return inTransaction(async (transaction) => {
        const added = { _id: id, lista: catalog.key, valor, clave: foldText(valor) };
        const creation = { id, userId: actor.id, print: contentPrint(kind, { valor }) };
        const entry = journalPart(transaction, actor, { action: 'crear', kind, about: id, after: noted(valor) });
        const [row] = (await claimId(transaction, creation))
          ? await transaction.with(entry).insert(opcion).values(added).returning(columns)
          : await transaction.select(columns).from(opcion).where(byId(id));
        if (!row) throw new AppError('idTaken');
        return row;
      });
    },

    createMany(actor: Actor, values: string[]): Promise<{ added: string[]; existing: string[] }> {
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
        await noteCreations(
          transaction,
          added.map(({ _id, valor }) => ({ id: _id, userId: actor.id, print: contentPrint(kind, { valor }) })),
        );
        const together = added.map(({ valor }) => valor).join('\n');
        await note(transaction, actor, { action: 'crear', kind, after: noted(together) });
        const existing = rows.filter(({ _id }) => !ids.has(_id));
        return { added: added.map(({ valor }) => valor), existing: existing.map(({ valor }) => valor) };
      });
    },

    /** @param version the version the editor saw; if it is no longer current, nothing is written */
    replace(
      actor: Actor,
      id: string,
      valor: string,
      version?: number,
    ): Promise<{ stored: StoredOption; replaced: boolean }> {
      return inTransaction(async (transaction) => {
        const [before] = await transaction.select(columns).from(opcion).where(byId(id)).for('update');
        if (!before) throw new AppError('notFound');
        if (version !== undefined && version !== before.version) return { stored: before, replaced: false };
        const change = { valor, clave: foldText(valor), version: sql`${opcion.version} + 1` };
        const changed = changedFields(noted(before.valor), noted(valor));
        const [stored] = await transaction
          .with(journalPart(transaction, actor, { action: 'editar', kind, about: id, ...changed }))
          .update(opcion)
          .set(change)
          .where(byId(id))
          .returning(columns);
        return { stored: stored as StoredOption, replaced: true };
      });
    },

    async remove(actor: Actor, id: string): Promise<void> {
      const deletion = sql`delete from ${opcion} where ${byId(id)} returning ${opcion.valor}`;
      const before = sql`jsonb_build_object(${catalog.field}::text, gone.valor)`;
      const entry = { action: 'eliminar', kind, about: id, before } as const;
      const [deleted] = await db
        .with(db.$with('gone', {}).as(deletion), journalPart(db, actor, entry, sql.identifier('gone')))
        .select({ wasThere: partHasRows('gone') })
        .from(ONE_ROW);
      if (!deleted?.wasThere) throw new AppError('notFound');
    },
  };
}
