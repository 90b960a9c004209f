import type { StoredRecord } from '../calls/record-wire.ts';
import { oncePerDeclaration } from '../once.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import type { FlatRecord } from '../records/row.ts';

const namesOf = oncePerDeclaration(({ fieldNames, derived = {}, parent }: RecordDefinition): readonly string[] => [
  ...['_id', 'version', ...fieldNames, ...Object.keys(derived), ...(parent ? [parent.field] : [])],
  ...['fechaRegistro', 'createdBy'],
]);

export const shownRow = (definition: RecordDefinition, row: FlatRecord) =>
  Object.fromEntries(namesOf(definition).map((name) => [name, row[name]])) as StoredRecord & Record<string, unknown>;
