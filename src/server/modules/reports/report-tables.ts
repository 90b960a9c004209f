import { getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { control, mujer, nino } from '#server/db/schema.ts';

type Columns<Name extends string> = Record<Name, PgColumn> & Record<string, PgColumn>;
const columnsOf = <Name extends string>(table: PgTable) => getTableColumns(table) as unknown as Columns<Name>;

/** The columns that reports read; the schema builds them from the declarations. */
export const CHILD = columnsOf<
  | '_id'
  | 'orden'
  | 'fechaRegistro'
  | 'createdBy'
  | 'busqueda'
  | 'nombres'
  | 'apellidos'
  | 'sexo'
  | 'provincia'
  | 'canton'
  | 'estado'
  | 'controlFecha'
  | 'controlEdad'
  | 'controlPeso'
  | 'controlLongitud'
  | 'vacunas'
  | 'ztalla'
  | 'zpeso'
  | 'zpesotalla'
  | 'zimc'
  | 'discrepancia'
>(nino);
export const WOMAN = columnsOf<'createdBy' | 'fechaRegistro'>(mujer);
export const CONTROL = columnsOf<'parentId' | 'fecha' | 'peso' | 'ztalla' | 'ultimoDelMes'>(control);
