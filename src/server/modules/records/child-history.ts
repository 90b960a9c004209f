import { and, eq, ne, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Values } from '#domain/fields/index.ts';
import type {
  StoredControlSummary,
  SummarisedChild,
  SummarisedControl,
  SummarisedVaccine,
} from '#domain/follow-up/child-summary.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { control, nino, vacuna } from '#server/db/schema.ts';

const CONTROL = {
  _id: control._id,
  fecha: control.fecha,
  edad: control.edad,
  peso: control.peso,
  longitud: control.longitud,
  perimetro: control.perimetro,
  ztalla: control.ztalla,
  ultimoDelMes: control.ultimoDelMes,
  orden: control.orden,
  registered: sql<number>`extract(epoch from ${control.fechaRegistro})::float8`,
};
const VACUNA = { tipovacuna: vacuna.tipovacuna, dosis: vacuna.dosis, fechaaplicacion: vacuna.fechaaplicacion };

type Columns = Readonly<Record<string, PgColumn>>;

export type ControlOfChild = SummarisedControl & StoredControlSummary;

/** All that a child's summary is computed from; the lists are named by the key of their record type. */
export interface ChildHistory extends SummarisedChild {
  readonly sexo: string;
  readonly control: ControlOfChild[];
  readonly vacuna: SummarisedVaccine[];
}

/** @param without a record that is being deleted @param also more columns of the records of one type */
export function historyColumns(
  ninoId: string | Placeholder | PgColumn,
  { without, also = {} }: { without?: string; also?: { control?: Columns; vacuna?: Columns } } = {},
) {
  const of = (table: typeof control | typeof vacuna): SQL | undefined =>
    and(eq(table.parentId, ninoId), without ? ne(table._id, without) : undefined);
  return {
    sexo: nino.sexo,
    birth: nino.fechanacimiento,
    registered: nino.fechaRegistro,
    control: jsonRows({ ...also.control, ...CONTROL }, control, of(control)),
    vacuna: jsonRows({ ...also.vacuna, ...VACUNA }, vacuna, of(vacuna)),
  };
}

export function withRecord(
  history: ChildHistory,
  { key, _id, values, at }: { key: string; _id: string; values: Values; at: Date },
): ChildHistory {
  if (key === 'control') {
    const own = {
      _id,
      ztalla: null,
      ultimoDelMes: false,
      orden: Number.POSITIVE_INFINITY,
      registered: at.getTime() / 1000,
    };
    return { ...history, control: [...history.control, { ...values, ...own } as ControlOfChild] };
  }
  if (key === 'vacuna') return { ...history, vacuna: [...history.vacuna, values as Values & SummarisedVaccine] };
  throw new Error(`The history of a child holds no ${key}`);
}

export function recordsOfType(history: ChildHistory, key: string): Values[] {
  if (key !== 'control' && key !== 'vacuna') throw new Error(`The history of a child holds no ${key}`);
  return history[key].map((record) => ({ ...record }));
}
