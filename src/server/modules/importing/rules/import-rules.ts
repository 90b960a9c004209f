import { and, eq, inArray } from 'drizzle-orm';
import type { CatalogKey } from '#domain/catalogs.ts';
import type { Field } from '#domain/fields/index.ts';
import type { HaemoglobinTable } from '#domain/haemoglobin/altitude-adjustment.ts';
import type { Cell } from '#domain/importing/headers.ts';
import type { ImportRules, Options, RowCells } from '#domain/importing/judge-row.ts';
import { RESPONSIBLE } from '#domain/importing/target.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import { can, ROLE_NAMES, type RoleName } from '#domain/roles.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { type importTable, opcion, rol, usuario, usuarioRol } from '#server/db/schema.ts';
import { createAltitudeRepository } from '#server/modules/altitudes/altitude-repository.ts';

export type StoredImport = typeof importTable.$inferSelect;

/** The roles whose accounts record booklets. */
const RECORDING: readonly RoleName[] = ROLE_NAMES.filter((name) => can([name], 'booklet'));

/** What all rows of an import are judged with, read from the database once in a while. */
export interface ImportContext extends ImportRules {
  readonly stored: StoredImport;
  cellsOf(cells: readonly Cell[]): RowCells;
  metresOf(provincia: string, canton: string): number | null;
  readonly table: HaemoglobinTable;
  /** The account that the row names, or the one for all; null if there is none such. */
  responsibleOf(cedula: string): string | null;
}

export const definitionOf = ({ tipo }: Pick<StoredImport, 'tipo'>): RecordDefinition => RECORDS[tipo as RecordKey];

const catalogsOf = ({ fields }: RecordDefinition): CatalogKey[] =>
  Object.values<Field>(fields).flatMap((field) => ('catalog' in field && field.catalog ? [field.catalog] : []));

export async function optionsOf(db: Db, definition: RecordDefinition): Promise<Map<CatalogKey, Map<string, string>>> {
  const keys = catalogsOf(definition);
  const lists = new Map(keys.map((key) => [key, new Map<string, string>()]));
  if (keys.length === 0) return lists;
  const rows = await db.select().from(opcion).where(inArray(opcion.lista, keys));
  for (const { lista, clave, valor } of rows) lists.get(lista as CatalogKey)?.set(clave, valor);
  return lists;
}

/** The active accounts that may be responsible, by cédula. @param only one of them, if the rows name none */
export async function accountsOf(db: Db, only: string | null): Promise<Map<string, string>> {
  const rows = await db
    .selectDistinct({ _id: usuario._id, cedula: usuario.cedula })
    .from(usuario)
    .innerJoin(usuarioRol, eq(usuarioRol.usuarioId, usuario._id))
    .innerJoin(rol, eq(rol._id, usuarioRol.rolId))
    .where(and(eq(usuario.activo, true), inArray(rol.name, [...RECORDING]), only ? eq(usuario._id, only) : undefined));
  return new Map(rows.map(({ cedula, _id }) => [cedula, _id]));
}

/** The active account with this cédula, if it may be responsible for booklets. */
export async function accountOf(db: Db, cedula: string): Promise<Actor | null> {
  const rows = await db
    .select({ id: usuario._id, role: rol.name })
    .from(usuario)
    .innerJoin(usuarioRol, eq(usuarioRol.usuarioId, usuario._id))
    .innerJoin(rol, eq(rol._id, usuarioRol.rolId))
    .where(and(eq(usuario.activo, true), eq(usuario.cedula, cedula)));
  const roles = rows.map(({ role }) => role);
  const [first] = rows;
  return first && can(roles, 'booklet') ? { id: first.id, cedula, roles, session: null, origin: null } : null;
}

const NO_OPTIONS: Options = new Map();

export async function readContext(db: Db, stored: StoredImport, table: HaemoglobinTable): Promise<ImportContext> {
  const definition = definitionOf(stored);
  const options = await optionsOf(db, definition);
  const needsAltitude = definition.key === RECORDS.anemia.key;
  const altitudes = needsAltitude ? await createAltitudeRepository(db).list() : [];
  const metres = new Map(altitudes.map(({ provincia, canton, altitud }) => [`${provincia}/${canton}`, altitud]));
  const { columnas, distintos, agregar, ceros, responsable, por } = stored;
  const hasColumn = columnas.includes(RESPONSIBLE);
  const forAll = responsable ?? por;
  const accounts = await accountsOf(db, hasColumn ? null : forAll);
  const active = new Set(accounts.values());
  const places = columnas.flatMap((key, at) => (key === null ? [] : [[key, at] as const]));
  const values = new Map(places.map(([key, at]) => [key, new Set(distintos[at] ?? [])]));
  return {
    stored,
    definition,
    table,
    options: (catalog) => options.get(catalog) ?? NO_OPTIONS,
    adding: new Set(agregar),
    restoresZeros: ceros,
    columnValues: (key) => values.get(key) ?? new Set(),
    cellsOf: (cells) => new Map(places.map(([key, at]) => [key, cells[at] ?? null])),
    metresOf: (provincia, canton) => metres.get(`${provincia}/${canton}`) ?? null,
    responsibleOf: (cedula) => {
      if (hasColumn && cedula !== '') return accounts.get(cedula) ?? null;
      return active.has(forAll) ? forAll : null;
    },
  };
}
