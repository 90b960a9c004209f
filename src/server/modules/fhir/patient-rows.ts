import { and, asc, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { CATALOGS } from '#domain/catalogs.ts';
import type { ExchangedBooklet } from '#domain/exchange/exchanged-booklet.ts';
import { PATIENT_FIELDS } from '#domain/exchange/patient.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import type { Reader } from '#server/calls/reader.ts';
import type { Db } from '#server/db/connect.ts';
import { mujer, nino, opcion } from '#server/db/schema.ts';
import { decodedOnce } from '#server/lists/decoded-rows.ts';
import type { Selection } from '#server/lists/listing.ts';
import { type Statements, UNNAMED } from '#server/lists/statements.ts';
import { personTable, placesCondition } from './people-conditions.ts';
import { exchangedPerson } from './read-booklets.ts';

type Places = Reader['places'];

const child = alias(nino, 'hijo');
const option = alias(opcion, 'opcion_de_lista');

/** The children of the seen places whose mother a woman is, by her cedula, which is written out: a select from one table leaves names without it. */
const childrenIn = (places: Places) => sql<string[]>`case when ${mujer}.cedula = '' then '{}' else
  array(select ${child._id}::text from ${nino} as ${child}
    where ${and(sql`${child.cedulamadre} = ${mujer}.cedula`, placesCondition(child, places))} order by ${child._id}) end`;

/** The establishment whose name in the list is written as the person's. */
const establishmentOf = (tipo: PersonKind) => sql<string | null>`(select ${option._id} from ${opcion} as ${option}
  where ${option.lista} = ${CATALOGS.establecimiento.key} and ${option.valor} = ${sql.raw(tipo)}.establecimiento limit 1)`;

function selected(tipo: PersonKind, places: Places) {
  const columns: Record<string, PgColumn> = getTableColumns(personTable(tipo));
  const row = Object.fromEntries(
    PATIENT_FIELDS.flatMap((name) => (columns[name] ? [[name, columns[name]] as const] : [])),
  );
  const all = { row, establecimiento: establishmentOf(tipo) };
  return tipo === 'mujer' ? { ...all, hijos: childrenIn(places) } : all;
}

const EVERYWHERE = { mujer: selected('mujer', null), nino: selected('nino', null) };

interface PatientRow {
  readonly row: Record<string, unknown>;
  readonly establecimiento: string | null;
  readonly hijos?: unknown;
}

/** Rows of the usual pages, and one more to see whether there is another page. They are written into statements, which PostgreSQL plans once then. */
const USUAL_LIMITS: readonly number[] = [10, 20, 50, 100, 200].map((count) => count + 1);

interface PatientQuery {
  /** Of the children that a woman's Patient names. The people themselves are those of `where`. */
  readonly places: Places;
  readonly where: SQL | undefined;
  /** Only people with a later id. */
  readonly after: string | undefined;
  readonly limit: number;
}

export interface FoundPatient {
  /** Without records and mother. */
  readonly booklet: ExchangedBooklet;
  /** Null if the list has no establishment whose name is written as the person's. */
  readonly establishment: string | null;
}

/** Reads people as booklets without records and mother, by id: what Patients are made from, in one statement. */
export function createPatientRows(db: Db, statements: Statements) {
  const select = (tipo: PersonKind, where: SQL | undefined, places: Places): Selection<PatientRow> =>
    db
      .select(places ? selected(tipo, places) : EVERYWHERE[tipo])
      .from(personTable(tipo))
      .where(where)
      .orderBy(asc(personTable(tipo)._id))
      .$dynamic();

  function read(tipo: PersonKind, { places, where, after, limit }: PatientQuery): PromiseLike<PatientRow[]> {
    const { _id } = personTable(tipo);
    if (places || where || !USUAL_LIMITS.includes(limit)) {
      const following = after === undefined ? undefined : gt(_id, after);
      return decodedOnce(select(tipo, and(where, following), places).limit(limit).prepare(UNNAMED)).execute({});
    }
    const isFirst = after === undefined;
    const statement = statements(`fhir_${tipo}_${isFirst ? 'primeros' : 'siguientes'}_${limit}`, (name) =>
      select(tipo, isFirst ? undefined : gt(_id, sql.placeholder('after')), null)
        .limit(sql.raw(`${limit}`))
        .prepare(name),
    );
    return statement.execute({ after });
  }

  return async (tipo: PersonKind, query: PatientQuery): Promise<FoundPatient[]> => {
    const rows = await read(tipo, query);
    return rows.map(({ row, establecimiento, hijos }) => ({
      booklet: {
        ...{ tipo, persona: exchangedPerson(row), registros: {}, madre: null },
        hijos: Array.isArray(hijos) ? hijos : [],
      },
      establishment: establecimiento,
    }));
  };
}

export type PatientRows = ReturnType<typeof createPatientRows>;
