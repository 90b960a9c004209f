import type { Field } from '#domain/fields/index.ts';
import { columnsOf, type RecordDefinition } from '#domain/records/define-record.ts';

export interface Column {
  name: string;
  field: Field;
  /** With its unit, where the cells carry only figures. */
  heading: string;
  label: string;
  unit?: string | undefined;
}

export const isFlag = ({ field }: Column) => field.kind === 'flag';
export const isNumeric = ({ field }: Column) => field.kind === 'number';

/** The columns of a record's table, as its declaration orders and names them. */
export function tableColumns(definition: RecordDefinition): Column[] {
  return columnsOf(definition).flatMap((name) => {
    const field = definition.fields[name];
    if (!field) return [];
    const label = typeof field.column === 'string' ? field.column : field.label;
    const unit = field.kind === 'number' ? field.unit : undefined;
    return [{ name, field, label, unit, heading: unit ? `${label} (${unit})` : label }];
  });
}
