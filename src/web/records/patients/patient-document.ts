import { cutDate, NOT_AVAILABLE, showValue } from '#domain/fields/index.ts';
import type { Goal } from '#domain/goals/goal.ts';
import { bookletOf } from '#domain/records/booklets.ts';
import { type RecordDefinition, toFlat } from '#domain/records/define-record.ts';
import { latestFirst } from '#domain/records/latest-first.ts';
import { fieldOf } from '#domain/records/row.ts';
import { isFlag, isNumeric, tableColumns } from '#domain/records/table-columns.ts';
import type { Row } from '#web/lib/row.ts';
import { goalsBlocks } from '#web/records/goals/goals-block.ts';
import type { ScreenColumn } from '#web/records/table/column.ts';
import type { Block, DefinitionGroup, PdfColumn, PdfContent } from '#web/ui/pdf/content.ts';
import { type PatientKind, personName, responsible } from './patient-kind.ts';
import type { PatientPrint } from './patient-print.ts';

export type BookletAnswer = Record<string, unknown>;

function personal({ definition }: PatientKind, row: Row): Block {
  const groups = (definition.sections ?? []).map(({ key, title }): DefinitionGroup => {
    const fields = Object.entries(definition.fields).filter(([, { section }]) => section === key);
    const items = fields.map(([name, field]) => ({ label: field.label, value: showValue(field, fieldOf(row, name)) }));
    return { title, items };
  });
  const registered = [
    { label: 'Fecha de registro', value: cutDate(row.fechaRegistro) },
    { label: 'Responsable', value: responsible(row) || NOT_AVAILABLE },
  ];
  return {
    kind: 'definitions',
    title: 'Información general',
    groups: [...groups, { title: 'Registro', items: registered }],
  };
}

function align(column: ScreenColumn): PdfColumn['align'] {
  if (isFlag(column)) return 'center';
  return isNumeric(column) ? 'right' : 'left';
}

/** Uses the columns of the table on the screen. */
function recordsTable(definition: RecordDefinition, rows: readonly Row[]): Block {
  const columns = tableColumns(definition);
  return {
    kind: 'table',
    title: definition.titles.table,
    columns: columns.map((column) => ({ heading: column.heading, align: align(column) })),
    rows: rows.map((row) => columns.map(({ name, field }) => showValue(field, fieldOf(row, name)))),
  };
}

/** The document of a booklet. @param answer the response of `GET /api/{path}/pdf/{id}`. @param issued the date in words and the author */
export async function patientDocument(
  kind: PatientKind,
  print: PatientPrint,
  answer: BookletAnswer,
  { product, issued, code, goals = [] }: Pick<PdfContent, 'product' | 'issued' | 'code'> & { goals?: readonly Goal[] },
): Promise<PdfContent> {
  const booklet = bookletOf(kind.definition);
  const row = answer[booklet.name] as Row;
  const printed = booklet.printed.map(({ list, definition }) => {
    const rows = (answer[list] as Row[]).map((record) => toFlat(definition, record) as Row);
    // On paper records are in chronological order.
    return { definition, rows: latestFirst(definition, rows).reverse() };
  });
  const records = new Map(printed.map(({ definition, rows }) => [definition.key, rows]));
  return {
    product,
    title: print.title(row),
    name: personName(kind, row),
    line: print.line(row),
    ...(print.badge && { badge: print.badge(row) }),
    issued,
    ...(code !== undefined && { code }),
    blocks: [
      personal(kind, row),
      ...printed.map(({ definition, rows }) => recordsTable(definition, rows)),
      ...((await print.more?.(row, records)) ?? []),
      ...goalsBlocks({ kind: kind.definition.key, row, records }, goals),
      ...print.last(row, records),
    ],
  };
}
