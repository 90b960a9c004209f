import { z } from 'zod';
import type { RecordDefinition } from '../records/define-record.ts';
import { nino } from '../records/nino.ts';
import { defineCall } from './define-call.ts';
import { PLACE_FILTERS } from './field-filters.ts';
import { listQuery } from './list-query.ts';
import { wireSchema } from './record-wire.ts';

export const EMBEDDED = [
  '_id',
  'cedula',
  'nombres',
  'apellidos',
  'sexo',
  'fechanacimiento',
  'provincia',
  'canton',
  'establecimiento',
] as const;

const names = Object.fromEntries(EMBEDDED.map((name) => [name, true])) as { _id: true };
export const embeddedChild = wireSchema(nino).pick(names);

export const listReported = (definition: RecordDefinition) =>
  defineCall({
    method: 'GET',
    path: `/api/${definition.path}/reporte`,
    permission: 'reports',
    tag: 'reportes',
    noted: { action: 'exportar', kind: 'reportes', whole: true },
    query: listQuery({ sortable: [...definition.fieldNames, 'fechaRegistro'], filters: PLACE_FILTERS }),
    rows: z.object({ ...wireSchema(definition).shape, ninoId: embeddedChild }),
  });
