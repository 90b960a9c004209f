import { and, eq, type SQL, sql } from 'drizzle-orm';
import { recordsOf } from '#domain/calls/libreta.ts';
import type { Booklet } from '#domain/records/booklets.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import { type Actor, visibleCreator } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { recordTable, storedColumns } from '#server/db/record-tables.ts';
import { custodianOf, epochTable, libreta, nino, usuario } from '#server/db/schema.ts';
import { createStatements } from '#server/lists/statements.ts';
import type { StoredRow } from '#server/modules/records/record-wire.ts';

type Creator = StoredRow['creator'];

/** A row as JSON: `fechaRegistro` in ms since 1970, since JSON has no instants. */
type JsonRow = Readonly<Record<string, unknown>> & {
  readonly _id: string;
  readonly version: number;
  readonly registered: number;
  /** The id of the account that created it. */
  readonly author: string;
};

const VISIT = {
  visto: nino.visto,
  desnutricionDesde: nino.desnutricionDesde,
  proximoControl: nino.proximoControl,
  proximaVacuna: nino.proximaVacuna,
  vacunasDebidas: nino.vacunasDebidas,
  cruce: nino.cruce,
  /** From this day on the values above are outdated. */
  revisar: nino.revisar,
};

type Visit = { readonly [K in keyof typeof VISIT]: string | null };

/** The stored parts of a booklet, all of one snapshot. */
export interface StoredBooklet {
  /** Changes with every change of the person, a record or the name of an account; null until the booklet is in the feed. */
  readonly cambio: string | null;
  readonly persona: StoredRow;
  readonly registros: Readonly<Record<string, readonly StoredRow[]>>;
  readonly responsable: Creator;
  /** All null of a woman. */
  readonly visita: Visit;
}

/** Every account that the booklet names, each once: an object in each row would cost PostgreSQL more than the rows do. */
function accountsJson(booklet: Booklet, id: unknown): SQL<Creator[]> {
  const person = recordTable(booklet.person.key);
  const authors = recordsOf(booklet).map(({ key }) => {
    const table = recordTable(key);
    return sql`select ${table.createdBy} from ${table} where ${table.parentId} = ${id}`;
  });
  const all = [
    sql`select ${person.createdBy} from ${person} where ${person._id} = ${id}`,
    sql`select ${custodianOf(person)} from ${person} where ${person._id} = ${id}`,
    ...authors,
  ];
  return sql`(select json_agg(json_build_object('_id', ${usuario._id}, 'nombre', ${usuario.nombre}, 'apellido', ${usuario.apellido},
    'cedula', ${usuario.cedula})) from ${usuario} where ${usuario._id} = any(array(${sql.join(all, sql` union all `)})))`;
}

/** Numbers of transactions hold within an epoch: those of another database system may repeat. */
const EPOCH = sql`coalesce((select ${epochTable.epoca}::text from ${epochTable} limit 1), '')`;
/** The last change of an account's name, since a booklet names accounts. */
const RENAMING = sql`(select coalesce(max(${usuario.renombrado}), 0)::text from ${usuario})`;
/**
 * The last change of the booklet in the order of the feed, and the transaction that wrote it (xmin): of two that overlap, such as a save and a
 * hand-over, the one with the lower number may be the last, and then the first part stays.
 */
const CHANGE = sql<
  string | null
>`${EPOCH} || '.' || ${libreta.cambio}::text || '.' || ${libreta}.xmin::text || '.' || ${RENAMING}`;

function rowsOf(definition: RecordDefinition, condition: SQL | undefined): SQL<JsonRow[]> {
  const table = recordTable(definition.key);
  const { fechaRegistro, ...columns } = storedColumns(definition);
  return jsonRows(
    {
      ...columns,
      registered: sql<number>`extract(epoch from ${fechaRegistro}) * 1000`,
      author: sql<string>`${table.createdBy}`,
    },
    table,
    condition,
  );
}

const NO_VISIT: Visit = {
  ...{ visto: null, desnutricionDesde: null, proximoControl: null },
  ...{ proximaVacuna: null, vacunasDebidas: null, cruce: null, revisar: null },
};
const NONE = sql<Visit[]>`'[]'::json`;

/** All records of a person by type. */
function recordsJson(booklet: Booklet, id: unknown): SQL<Record<string, JsonRow[]>> {
  const named = recordsOf(booklet).map(
    (record) => sql`${sql.raw(`'${record.key}'`)}, ${rowsOf(record, eq(recordTable(record.key).parentId, id))}`,
  );
  return sql`json_build_object(${sql.join(named, sql`, `)})`;
}

/** @throws Error if the account of a row is missing, which its foreign key forbids */
function accountsById(accounts: readonly Creator[]): (id: string) => Creator {
  const byId = new Map(accounts.map((account) => [account._id, account]));
  return (id) => {
    const account = byId.get(id);
    if (!account) throw new Error(`The account ${id} is not among those of the booklet.`);
    return account;
  };
}

/** Completes the row, which is not read elsewhere: copying the rows costs as much as answering a tenth of them. */
const storedRow = (row: JsonRow, accountOf: (id: string) => Creator): StoredRow => ({
  row: Object.assign(row, { fechaRegistro: new Date(row.registered) }),
  creator: accountOf(row.author),
});

const newestFirst = (one: StoredRow, other: StoredRow): number =>
  other.row.fechaRegistro.getTime() - one.row.fechaRegistro.getTime() ||
  Number(other.row.orden) - Number(one.row.orden);

/** Reads booklets of one kind, limited to what the actor may see. */
export function createBookletRows(db: Db, booklet: Booklet) {
  const { person } = booklet;
  const table = recordTable(person.key);
  const statements = createStatements();
  const placeholder = { id: sql.placeholder('id'), own: sql.placeholder('own') };
  const isVisible = (own: string | null): SQL | undefined =>
    and(eq(table._id, placeholder.id), own === null ? undefined : eq(custodianOf(table), placeholder.own));
  const nameOf = (what: string, own: string | null) => `libreta_${person.key}_${what}${own === null ? '' : '_propia'}`;

  return {
    /** @returns the change of the booklet; undefined if the actor sees no such person */
    async change(actor: Actor, id: string): Promise<{ cambio: string | null } | undefined> {
      const own = visibleCreator(actor);
      const statement = statements(nameOf('cambio', own), (name) =>
        db
          .select({ cambio: CHANGE })
          .from(table)
          .leftJoin(libreta, eq(libreta.persona, table._id))
          .where(isVisible(own))
          .prepare(name),
      );
      const [row] = await statement.execute({ id, own });
      return row;
    },

    async read(actor: Actor, id: string): Promise<StoredBooklet | undefined> {
      const own = visibleCreator(actor);
      const statement = statements(nameOf('toda', own), (name) =>
        db
          .select({
            cambio: CHANGE,
            personas: rowsOf(person, eq(table._id, placeholder.id)),
            registros: recordsJson(booklet, placeholder.id),
            responsable: custodianOf(table),
            cuentas: accountsJson(booklet, placeholder.id),
            visitas: person.key === RECORDS.nino.key ? jsonRows(VISIT, nino, eq(nino._id, placeholder.id)) : NONE,
          })
          .from(table)
          .leftJoin(libreta, eq(libreta.persona, table._id))
          .where(isVisible(own))
          .prepare(name),
      );
      const [row] = await statement.execute({ id, own });
      const [persona] = row?.personas ?? [];
      if (!row || !persona) return undefined;
      const { cambio, responsable, cuentas, visitas } = row;
      const accountOf = accountsById(cuentas);
      const registros = Object.entries(row.registros).map(([key, rows]) => [
        key,
        rows.map((each) => storedRow(each, accountOf)).sort(newestFirst),
      ]);
      return {
        ...{ cambio, responsable: accountOf(responsable), persona: storedRow(persona, accountOf) },
        ...{ registros: Object.fromEntries(registros), visita: visitas[0] ?? NO_VISIT },
      };
    },
  };
}

export type BookletRows = ReturnType<typeof createBookletRows>;
