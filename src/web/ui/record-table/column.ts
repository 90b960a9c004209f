import type { ReactNode } from 'react';
import type { Field } from '#domain/fields/index.ts';
import { columnsOf, type RecordDefinition } from '#domain/records/define-record.ts';
import { foldText } from '#domain/text.ts';
import type { Row } from '#web/lib/row.ts';

export interface Column {
  name: string;
  field: Field;
  /** With its unit, where the cells carry only figures. */
  heading: string;
  label: string;
  unit?: string | undefined;
  /** For a column that follows from other fields; without it, the value under its name. */
  show?: (row: Row) => ReactNode;
}

/** A column that no field stands for: its heading, the column it comes after, and what it shows of a row. */
export interface ComputedColumn {
  label: string;
  after: string;
  show: (row: Row) => ReactNode;
}

/** Ticked or not; a Sí/No question is answered in words. */
export const isFlag = ({ field }: Column) => field.kind === 'flag' && !field.yesNo;
export const isNumeric = ({ field }: Column) => field.kind === 'number';

const SHORTEST_WORD = 4;
/** "Semana de gestación" needs no "(semanas)". */
const saysUnit = (label: string, unit: string) =>
  unit.length >= SHORTEST_WORD && foldText(label).startsWith(foldText(unit).slice(0, -1));

/** The column by which one record is told from the others. */
export function headlineOf({ headline }: RecordDefinition, columns: Column[]): Column | undefined {
  return columns.find(({ name }) => name === headline) ?? columns[0];
}

/** The columns of a record's table, as its declaration orders and names them, and those that are computed. */
export function tableColumns(definition: RecordDefinition, computed: readonly ComputedColumn[] = []): Column[] {
  return columnsOf(definition).flatMap((name) => {
    const field = definition.fields[name];
    if (!field) return [];
    const label = typeof field.column === 'string' ? field.column : field.label;
    const unit = field.kind === 'number' ? field.unit : undefined;
    const heading = unit && !saysUnit(label, unit) ? `${label} (${unit})` : label;
    const following = computed
      .filter(({ after }) => after === name)
      .map(({ label: title, show }): Column => {
        return { name: `${name}-${title}`, field: { kind: 'text', label: title }, label: title, heading: title, show };
      });
    return [{ name, field, label, unit, heading }, ...following];
  });
}
