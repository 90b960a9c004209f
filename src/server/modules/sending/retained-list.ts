import { eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { RETAINED_DAYS, type RetainedQuery, type RetainedWrite } from '#domain/calls/retained.ts';
import type { Db } from '#server/db/connect.ts';
import { journal, mujer, nino, retainedWriteTable, usuario } from '#server/db/schema.ts';
import { dayConditions, searchCondition } from '#server/lists/conditions.ts';
import { type Listing, listingOf, mapListingBatches } from '#server/lists/listing.ts';
import { personKindOfRecord } from '#server/modules/records/operations.ts';
import { CREATOR_COLUMNS } from '#server/modules/records/record-reads.ts';
import { custodyPeriods } from './custody-periods.ts';
import { operationDefinition } from './perform-operation.ts';
import { retainedChanges, SHORTENED_CONTENT } from './retained-changes.ts';

const DAY_MS = 86_400_000;

const { persona, contenido } = retainedWriteTable;
const sent = (name: string) => sql`left(${contenido} -> 'valores' ->> ${name}, 200)`;
const nameIn = (table: typeof mujer | typeof nino) =>
  sql`(select one.nombres || ' ' || one.apellidos from ${table} as one where one._id = ${persona})`;
const NAME = sql<string | null>`coalesce(${nameIn(mujer)}, ${nameIn(nino)},
  (select (gone.before ->> 'nombres') || ' ' || (gone.before ->> 'apellidos') from ${journal} as gone
    where gone.person = ${persona} and gone.about = gone.person and gone.action = 'eliminar' order by gone.seq desc limit 1),
  case when ${retainedWriteTable.registro} = ${persona} then ${sent('nombres')} || ' ' || ${sent('apellidos')} end)`;
const EXISTS = sql<boolean>`(${nameIn(mujer)} is not null or ${nameIn(nino)} is not null)`;

const withCedula = (table: typeof mujer | typeof nino, kind: string) =>
  sql`(select json_build_object('_id', one._id, 'nombre', one.nombres || ' ' || one.apellidos) from ${table} as one
    where ${retainedWriteTable.tipo} = ${kind} and one.cedula = btrim(${sent('cedula')}))`;
const SAME = sql<
  RetainedWrite['registrada']
>`case when ${retainedWriteTable.motivo} = 'mismaPersona' and ${retainedWriteTable.resuelta} is null
  then coalesce(${withCedula(mujer, 'mujer')}, ${withCedula(nino, 'nino')}) end`;

const SETTLER = sql<RetainedWrite['resueltaPor']>`(select json_build_object('_id', one._id, 'nombre', one.nombre,
  'apellido', one.apellido, 'cedula', one.cedula) from ${usuario} as one where one._id = ${retainedWriteTable.resueltaPor})`;

const SHOWN = {
  _id: retainedWriteTable._id,
  recibida: retainedWriteTable.recibida,
  quien: CREATOR_COLUMNS,
  hace: retainedWriteTable.hace,
  tipo: retainedWriteTable.tipo,
  persona,
  nombre: NAME,
  existe: EXISTS,
  motivo: retainedWriteTable.motivo,
  registrada: SAME,
  registro: retainedWriteTable.registro,
  contenido: SHORTENED_CONTENT,
  resuelta: retainedWriteTable.resuelta,
  resueltaPor: SETTLER,
  resultado: retainedWriteTable.resultado,
  razon: retainedWriteTable.razon,
};

const SENDER = eq(usuario._id, retainedWriteTable.usuario);
const rowsOf = (db: Db, total: SQL<number>) =>
  db
    .select({ ...SHOWN, total })
    .from(retainedWriteTable)
    .innerJoin(usuario, SENDER)
    .$dynamic();
type Row = Awaited<ReturnType<typeof rowsOf>>[number];

const toWire = (row: Row, tuvo: RetainedWrite['tuvo'], cambios: RetainedWrite['cambios']): RetainedWrite => {
  const { _id, recibida, quien, hace, tipo, motivo, registrada, resuelta, resueltaPor, resultado, razon } = row;
  return {
    ...{ _id, recibida: recibida.toISOString(), quien, hace, tipo, motivo, registrada, tuvo, cambios },
    persona: {
      _id: row.persona,
      tipo: personKindOfRecord(operationDefinition(tipo)),
      nombre: row.nombre,
      existe: row.existe,
    },
    seBorra: new Date((resuelta ?? recibida).getTime() + RETAINED_DAYS * DAY_MS).toISOString(),
    ...{ resuelta: resuelta?.toISOString() ?? null, resueltaPor, resultado, razon },
  };
};

async function withDetails(db: Db, rows: Row[]): Promise<RetainedWrite[]> {
  const custodies = rows.map((row) => ({ persona: row.persona, usuario: row.quien._id }));
  const [periods, changes] = [await custodyPeriods(db, custodies), await retainedChanges(db, rows)];
  return rows.map((row, at) => toWire(row, periods[at] ?? [], changes[at] ?? []));
}

export const retainedListing = (
  db: Db,
  { estado, usuario: account, persona: person, q, ...days }: RetainedQuery,
): Listing<RetainedWrite> =>
  mapListingBatches(
    listingOf<Row>({
      db,
      rows: (total) => rowsOf(db, total),
      total: {
        by: 'count',
        of: (fields) => db.select(fields).from(retainedWriteTable).innerJoin(usuario, SENDER).$dynamic(),
      },
      conditions: [
        estado === 'abiertos' ? isNull(retainedWriteTable.resuelta) : undefined,
        estado === 'resueltos' ? isNotNull(retainedWriteTable.resuelta) : undefined,
        account ? eq(retainedWriteTable.usuario, account) : undefined,
        person ? eq(retainedWriteTable.persona, person) : undefined,
        ...searchCondition(usuario.busqueda, q),
        ...dayConditions(retainedWriteTable.recibida, days),
      ],
      order: [
        { key: 'recibida', column: retainedWriteTable.recibida, descending: true },
        { key: '_id', column: retainedWriteTable._id, descending: true },
      ],
      keysOf: (row) => ({ ...row }),
    }),
    (rows) => withDetails(db, rows),
  );
