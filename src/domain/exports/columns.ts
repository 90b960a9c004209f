import { cutDate, type Field } from '../fields/index.ts';
import type { RecordDefinition } from '../records/define-record.ts';

const REGISTERED = { name: 'fechaRegistro', label: 'Fecha Registro' } as const;
const DATE_LENGTH = 10;
/** Room for the arrow of the filter beside the header. */
const HEADER_MARGIN = 4;

export interface ExportColumn {
  readonly name: string;
  readonly label: string;
  readonly width: number;
  readonly isDate: boolean;
}

function widthOf(field: Field): number {
  if (field.kind !== 'text') return field.kind === 'date' ? DATE_LENGTH : 16;
  if (field.catalog || (field.max ?? 0) > 200) return 36;
  return field.upperCase ? 24 : 14;
}

export function exportColumns({ fields, fieldNames, exported }: RecordDefinition): ExportColumn[] {
  const columns = (exported?.fields ?? fieldNames).map((name) => {
    const field = fields[name] as Field;
    const width = Math.max(widthOf(field), field.label.length + HEADER_MARGIN);
    return { name, label: field.label, width, isDate: field.kind === 'date' };
  });
  return [...columns, { ...REGISTERED, width: REGISTERED.label.length + HEADER_MARGIN, isDate: true }];
}

export function exportCells(columns: readonly ExportColumn[], row: Record<string, unknown>): string[] {
  return columns.map(({ name, isDate }) => {
    const text = String(row[name] ?? '');
    return isDate ? cutDate(text) : text;
  });
}
