import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { DeletedPerson, DeletedQuery } from '#domain/calls/journal.ts';
import { PERSON_KINDS, type PersonKind } from '#domain/journal/journal.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { journal, usuario } from '#server/db/schema.ts';
import { dayConditions, searchCondition } from '#server/lists/conditions.ts';
import { type Listing, listingOf, mapListing } from '#server/lists/listing.ts';
import { actorToWire, NEWEST_ENTRY } from './entry-wire.ts';

const field = (name: string) => sql<string>`coalesce(${journal.before} ->> ${name}, '')`;
const SEARCHED = sql`(${journal.kept} -> ${journal.kind} -> 0 ->> 'busqueda')`;
const RECORDS = sql<number>`(select coalesce(sum(jsonb_array_length(value)), 0) from jsonb_each(${journal.kept})
  where key <> ${journal.kind})`.mapWith(Number);

const DELETED = {
  seq: journal.seq,
  _id: sql<string>`${journal.about}`,
  tipo: sql<PersonKind>`${journal.kind}`,
  cedula: field('cedula'),
  nombres: field('nombres'),
  apellidos: field('apellidos'),
  registros: RECORDS,
  at: journal.at,
  nombre: usuario.nombre,
  apellido: usuario.apellido,
  cedulaOfActor: usuario.cedula,
};

/** The newest deletion of a person who is still deleted and was not erased. */
const STILL_DELETED: SQL | undefined = and(
  // Written like the predicate of the index, so that a prepared statement uses it.
  sql`${journal.action} = 'eliminar'`,
  sql`${journal.about} = ${journal.person}`,
  isNotNull(journal.kept),
  ...PERSON_KINDS.map((kind) => {
    const table = recordTable(kind);
    return sql`not exists (select 1 from ${table} where ${table._id} = ${journal.about})`;
  }),
  sql`not exists (select 1 from ${journal} as later where later.person = ${journal.person}
    and later.about = ${journal.about} and later.action = 'eliminar' and later.seq > ${journal.seq})`,
);

interface DeletedRow {
  seq: number;
  _id: string;
  tipo: PersonKind;
  cedula: string;
  nombres: string;
  apellidos: string;
  registros: number;
  at: Date;
  nombre: string | null;
  apellido: string | null;
  cedulaOfActor: string | null;
}

export const deletedPeople = (db: Db, { tipo, q, ...days }: DeletedQuery): Listing<DeletedPerson> =>
  mapListing(
    listingOf<DeletedRow>({
      db,
      rows: (total) =>
        db
          .select({ ...DELETED, total })
          .from(journal)
          .leftJoin(usuario, eq(usuario._id, journal.actor))
          .$dynamic(),
      total: { by: 'count', of: (fields) => db.select(fields).from(journal).$dynamic() },
      conditions: [
        inArray(journal.kind, tipo ? [tipo] : PERSON_KINDS),
        STILL_DELETED,
        ...searchCondition(SEARCHED, q),
        ...dayConditions(journal.at, days),
      ],
      order: NEWEST_ENTRY,
      keysOf: (row) => ({ ...row }),
    }),
    ({ _id, tipo, cedula, nombres, apellidos, registros, at, nombre, apellido, cedulaOfActor }) => ({
      ...{ _id, tipo, cedula, nombres, apellidos, registros },
      cuando: at.toISOString(),
      quien: actorToWire({ nombre, apellido, cedula: cedulaOfActor }),
    }),
  );
