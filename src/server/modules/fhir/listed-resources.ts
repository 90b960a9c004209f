import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { CATALOGS } from '#domain/catalogs.ts';
import { codeSystems } from '#domain/exchange/own-codes.ts';
import { cantonLocations, organizationOf } from '#domain/exchange/places.ts';
import { practitionerOf } from '#domain/exchange/practitioner.ts';
import type { AnyResource, SearchedType } from '#domain/exchange/search-parameters.ts';
import { UUID } from '#domain/uuid.ts';
import type { Db } from '#server/db/connect.ts';
import { opcion, usuario } from '#server/db/schema.ts';
import type { BaseContext } from './booklet-resources.ts';
import { isPractitioner } from './is-practitioner.ts';

/** Only these, or all of them. */
type Ids = readonly string[] | undefined;

const within = (column: PgColumn, ids: Ids): SQL | undefined =>
  ids &&
  inArray(
    column,
    ids.filter((id) => UUID.test(id)),
  );

async function practitioners(db: Db, ids: Ids): Promise<AnyResource[]> {
  const { _id, nombre, apellido } = usuario;
  const rows = await db
    .select({ _id, nombre, apellido })
    .from(usuario)
    .where(and(within(_id, ids), isPractitioner(db)));
  return rows.map(practitionerOf);
}

async function organizations(db: Db, ids: Ids, context: BaseContext): Promise<AnyResource[]> {
  const rows = await db
    .select({ _id: opcion._id, nombre: opcion.valor })
    .from(opcion)
    .where(and(eq(opcion.lista, CATALOGS.establecimiento.key), within(opcion._id, ids)));
  return rows.map((option) => organizationOf(option, { ...context, establishments: new Map() }));
}

export type ListedType = Extract<SearchedType, 'Practitioner' | 'Organization' | 'Location' | 'CodeSystem'>;

type Read = (db: Db, ids: Ids, context: BaseContext) => Promise<AnyResource[]> | AnyResource[];

const LISTED: Readonly<Record<ListedType, Read>> = {
  Practitioner: practitioners,
  Organization: organizations,
  Location: (_db, _ids, context) => cantonLocations(context),
  CodeSystem: (_db, _ids, context) => codeSystems(context),
};

export const isListed = (type: SearchedType): type is ListedType => Object.hasOwn(LISTED, type);

/** Resources that are no part of booklets: accounts, establishments, cantons and code systems are few. @param ids by default all */
export async function readListed(db: Db, type: ListedType, context: BaseContext, ids?: readonly string[]) {
  const resources: AnyResource[] = await LISTED[type](db, ids, context);
  return ids ? resources.filter(({ id }) => ids.includes(id)) : resources;
}
