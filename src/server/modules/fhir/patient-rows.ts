import { and, asc, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ExchangedBooklet } from '#domain/exchange/exchanged-booklet.ts';
import { PATIENT_FIELDS } from '#domain/exchange/patient.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import type { Db } from '#server/db/connect.ts';
import { mujer, nino } from '#server/db/schema.ts';
import type { Selection } from '#server/lists/listing.ts';
import type { Statements } from '#server/lists/statements.ts';
import { personTable } from './people-conditions.ts';
import { exchangedPerson } from './read-booklets.ts';

/** The children whose mother a woman is, by her cedula. The names are written out, since a select from one table leaves them without it. */
const CHILDREN = sql<string[]>`case when ${mujer}.cedula = '' then '{}' else
  array(select child._id::text from ${nino} as child where child.cedulamadre = ${mujer}.cedula order by child._id) end`;

function selected(tipo: PersonKind) {
  const columns: Record<string, PgColumn> = getTableColumns(personTable(tipo));
  const row = Object.fromEntries(
    PATIENT_FIELDS.flatMap((name) => (columns[name] ? [[name, columns[name]] as const] : [])),
  );
  return tipo === 'mujer' ? { row, hijos: CHILDREN } : { row };
}

const SELECTED = { mujer: selected('mujer'), nino: selected('nino') };

interface PatientRow {
  readonly row: Record<string, unknown>;
  readonly hijos?: unknown;
}

/** Rows of the usual pages, and one more to see whether there is another page. They are written into statements, which PostgreSQL plans once then. */
const USUAL_LIMITS: readonly number[] = [10, 20, 50, 100, 200].map((count) => count + 1);

interface PatientQuery {
  readonly where: SQL | undefined;
  /** Only people with a later id. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** Reads people as booklets without records and mother, by id: what Patients are made from, in one statement. */
export function createPatientRows(db: Db, statements: Statements) {
  const select = (tipo: PersonKind, where: SQL | undefined): Selection<PatientRow> =>
    db
      .select(SELECTED[tipo])
      .from(personTable(tipo))
      .where(where)
      .orderBy(asc(personTable(tipo)._id))
      .$dynamic();

  function read(tipo: PersonKind, { where, after, limit }: PatientQuery): PromiseLike<PatientRow[]> {
    const { _id } = personTable(tipo);
    if (where || !USUAL_LIMITS.includes(limit))
      return select(tipo, and(where, after === undefined ? undefined : gt(_id, after))).limit(limit);
    const isFirst = after === undefined;
    const statement = statements(`fhir_${tipo}_${isFirst ? 'primeros' : 'siguientes'}_${limit}`, (name) =>
      select(tipo, isFirst ? undefined : gt(_id, sql.placeholder('after')))
        .limit(sql.raw(`${limit}`))
        .prepare(name),
    );
    return statement.execute({ after });
  }

  return async (tipo: PersonKind, query: PatientQuery): Promise<ExchangedBooklet[]> => {
    const rows = await read(tipo, query);
    return rows.map(({ row, hijos }) => ({
      ...{ tipo, persona: exchangedPerson(row), registros: {}, madre: null },
      hijos: Array.isArray(hijos) ? hijos : [],
    }));
  };
}

export type PatientRows = ReturnType<typeof createPatientRows>;
