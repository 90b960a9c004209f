import { and, eq, ne, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Values } from '#domain/fields/index.ts';
import type {
  StoredControlSummary,
  SummarisedChild,
  SummarisedControl,
  SummarisedRecords,
  SummarisedVaccine,
} from '#domain/follow-up/child-summary.ts';
import type { NewbornRecord } from '#domain/growth/corrected-age.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { control, nino, rn, vacuna } from '#server/db/schema.ts';

const registeredAt = ({ fechaRegistro }: typeof control | typeof rn) =>
  sql<number>`extract(epoch from ${fechaRegistro})::float8`;

const CONTROL = {
  _id: control._id,
  fecha: control.fecha,
  edad: control.edad,
  peso: control.peso,
  longitud: control.longitud,
  perimetro: control.perimetro,
  ztalla: control.ztalla,
  ultimoDelMes: control.ultimoDelMes,
  edadCorregida: control.edadCorregida,
  ztallaCronologica: control.ztallaCronologica,
  orden: control.orden,
  registered: registeredAt(control),
};
const RN = { _id: rn._id, dias: rn.dias, orden: rn.orden, registered: registeredAt(rn) };
const VACUNA = { tipovacuna: vacuna.tipovacuna, dosis: vacuna.dosis, fechaaplicacion: vacuna.fechaaplicacion };

type Columns = Readonly<Record<string, PgColumn>>;

export type ControlOfChild = SummarisedControl & StoredControlSummary;
type NewbornOfChild = NewbornRecord & { readonly _id: string };

type StoredOnControl = Omit<StoredControlSummary, '_id'>;

/** What a control stores of its child's summary, before it is computed. */
export const NOT_COMPUTED: StoredOnControl = {
  ztalla: null,
  ultimoDelMes: false,
  edadCorregida: false,
  ztallaCronologica: null,
};
export const STORED_ON_CONTROL = Object.keys(NOT_COMPUTED) as (keyof StoredOnControl)[];

/** All that a child's summary is computed from; the lists are named by the key of their record type. */
export interface ChildHistory extends SummarisedChild, SummarisedRecords {
  readonly sexo: string;
  readonly control: ControlOfChild[];
  readonly vacuna: SummarisedVaccine[];
  readonly rn: NewbornOfChild[];
}

export const NO_RECORDS = { control: [], vacuna: [], rn: [] };

/** @param without a record that is being deleted @param also more columns of the records of one type */
export function historyColumns(
  ninoId: string | Placeholder | PgColumn,
  { without, also = {} }: { without?: string; also?: Partial<Record<keyof SummarisedRecords, Columns>> } = {},
) {
  const of = (table: typeof control | typeof vacuna | typeof rn): SQL | undefined =>
    and(eq(table.parentId, ninoId), without ? ne(table._id, without) : undefined);
  return {
    sexo: nino.sexo,
    birth: nino.fechanacimiento,
    registered: nino.fechaRegistro,
    control: jsonRows({ ...also.control, ...CONTROL }, control, of(control)),
    vacuna: jsonRows({ ...also.vacuna, ...VACUNA }, vacuna, of(vacuna)),
    rn: jsonRows({ ...also.rn, ...RN }, rn, of(rn)),
  };
}

export function withRecord(
  history: ChildHistory,
  { key, _id, values, at }: { key: string; _id: string; values: Values; at: Date },
): ChildHistory {
  const registration = { _id, orden: Number.POSITIVE_INFINITY, registered: at.getTime() / 1000 };
  if (key === 'control')
    return {
      ...history,
      control: [...history.control, { ...values, ...NOT_COMPUTED, ...registration } as ControlOfChild],
    };
  if (key === 'vacuna') return { ...history, vacuna: [...history.vacuna, values as Values & SummarisedVaccine] };
  if (key === 'rn') return { ...history, rn: [...history.rn, { ...values, ...registration } as NewbornOfChild] };
  throw new Error(`The history of a child holds no ${key}`);
}

export function recordsOfType(history: ChildHistory, key: string): Values[] {
  if (key !== 'control' && key !== 'vacuna' && key !== 'rn') throw new Error(`The history of a child holds no ${key}`);
  return history[key].map((record) => ({ ...record }));
}
