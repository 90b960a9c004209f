import type { RecordDefinition } from '../records/define-record.ts';
import { listQuerySchema } from './list-query.ts';

/** How a list of records can be paged, sorted, searched and narrowed: on the screen, through the API and as a file alike. */
export function recordQuerySchema({ fieldNames, derived = [], filters = [], narrowings = [] }: RecordDefinition) {
  return listQuerySchema<string>([...fieldNames, ...derived, 'fechaRegistro'], [...filters, ...narrowings]);
}
