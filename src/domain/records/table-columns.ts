import type { Field } from '../fields/index.ts';
import { foldText } from '../text.ts';
import { columnsOf, type RecordDefinition } from './define-record.ts';

/** A column of the table of a record's rows. `Shown` is what a computed one gives for a row: a text, a node of the screen. */
export interface TableColumn<R = unknown, Shown = unknown> {
  name: string;
  field: Field;
  /** With its unit, where the cells carry only figures. */
  heading: string;
  label: string;
  unit?: string | undefined;
  /** For a column that follows from other fields; without it, the value under its name. */
  show?: (row: R) => Shown;
}

/** A column that no field stands for: its heading, the column it comes after, and what it shows of a row. */
export interface ComputedColumn<R = unknown, Shown = unknown> {
  label: string;
  after: string;
  show: (row: R) => Shown;
}

/** Ticked or not; a Sí/No question is answered in words. */
export const isFlag = ({ field }: TableColumn<never>) => field.kind === 'flag' && !field.yesNo;
export const isNumeric = ({ field }: TableColumn<never>) => field.kind === 'number';

const SHORTEST_WORD = 4;
/** "Semana de gestación" needs no "(semanas)". */
const saysUnit = (label: string, unit: string) =>
  unit.length >= SHORTEST_WORD && foldText(label).startsWith(foldText(unit).slice(0, -1));

/** The column by which one record is told from the others. */
export function headlineOf<C extends TableColumn<never>>({ headline }: RecordDefinition, columns: C[]): C | undefined {
  return columns.find(({ name }) => name === headline) ?? columns[0];
}

/** The columns of a record's table, as its declaration orders and names them, and those that are computed. */
export function tableColumns<R = unknown, Shown = never>(
  definition: RecordDefinition,
  computed: readonly ComputedColumn<R, Shown>[] = [],
): TableColumn<R, Shown>[] {
  return columnsOf(definition).flatMap((name) => {
    const field = definition.fields[name];
    if (!field) return [];
    const label = typeof field.column === 'string' ? field.column : field.label;
    const unit = field.kind === 'number' ? field.unit : undefined;
    const heading = unit && !saysUnit(label, unit) ? `${label} (${unit})` : label;
    const following = computed
      .filter(({ after }) => after === name)
      .map(({ label: title, show }): TableColumn<R, Shown> => {
        return { name: `${name}-${title}`, field: { kind: 'text', label: title }, label: title, heading: title, show };
      });
    return [{ name, field, label, unit, heading }, ...following];
  });
}
