import type { Field } from '../fields/index.ts';
import { foldText } from '../text.ts';
import { columnsOf, type RecordDefinition } from './define-record.ts';

/** `Shown` is the type of a computed cell: a text or a node of the screen. */
export interface TableColumn<R = unknown, Shown = unknown> {
  name: string;
  field: Field;
  heading: string;
  label: string;
  unit?: string | undefined;
  show?: (row: R) => Shown;
}

export interface ComputedColumn<R = unknown, Shown = unknown> {
  label: string;
  after: string;
  show: (row: R) => Shown;
}

/** A Sí/No question is shown in words, not as a tick. */
export const isFlag = ({ field }: TableColumn<never>) => field.kind === 'flag' && !field.yesNo;
export const isNumeric = ({ field }: TableColumn<never>) => field.kind === 'number';

const SHORTEST_WORD = 4;
/** "Semana de gestación" needs no "(semanas)". */
const saysUnit = (label: string, unit: string) =>
  unit.length >= SHORTEST_WORD && foldText(label).startsWith(foldText(unit).slice(0, -1));

export function headlineOf<C extends TableColumn<never>>({ headline }: RecordDefinition, columns: C[]): C | undefined {
  return columns.find(({ name }) => name === headline) ?? columns[0];
}

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
