import { Readable } from 'node:stream';
import type { ImportRow } from '#domain/calls/importing.ts';
import type { ExportColumn } from '#domain/exports/columns.ts';
import { isAmbiguousSex, readCell } from '#domain/importing/cells.ts';
import { RESPONSIBLE } from '#domain/importing/target.ts';
import { exampleRow, templateColumns } from '#domain/importing/template.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { foldText } from '#domain/text.ts';
import type { Listing } from '#server/lists/listing.ts';
import { type ExportTable, workbookStream } from '#server/modules/exports/xlsx-stream.ts';
import { definitionOf, type StoredImport } from '#server/modules/importing/rules/import-rules.ts';

const HIGH_WATER = 64 * 1024;
const MIN_WIDTH = 12;
const MAX_WIDTH = 40;

const columnOf = (label: string, width = label.length + 4): ExportColumn => ({
  ...{ name: label, label, isDate: false },
  width: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)),
});

async function* batchOf(rows: string[][]) {
  yield rows;
}

const asStream = (tables: readonly ExportTable[]) =>
  Readable.from(workbookStream(tables), { objectMode: false, highWaterMark: HIGH_WATER });

const attachment = (name: string) => ({ 'Content-Disposition': `attachment; filename="${name}"` });

/** The title of a kind of record in file names and headings: a person's is that of its list. */
const kindTitle = ({ parent, exported, titles }: RecordDefinition): string =>
  parent ? titles.short : (exported?.name ?? titles.short);

const fileName = (...parts: string[]) => foldText(parts.join(' ')).replace(/[^a-z0-9]+/g, '-');

/** The template of a kind: its columns with one example, and a sheet with what each takes. */
export function templateFile(definition: RecordDefinition) {
  const columns = templateColumns(definition).filter(({ key }) => key !== RESPONSIBLE);
  const example = exampleRow(definition);
  const rows = columns.map(({ key }) => example.get(key) ?? '');
  const help = templateColumns(definition).map(({ label, required, takes }) => [label, required ? 'Sí' : 'No', takes]);
  const tables = [
    { name: kindTitle(definition), columns: columns.map(({ label }) => columnOf(label)), batches: batchOf([rows]) },
    {
      name: 'Qué lleva cada columna',
      columns: [columnOf('Columna', MAX_WIDTH), columnOf('Obligatoria'), columnOf('Qué lleva', MAX_WIDTH * 2)],
      batches: batchOf(help),
    },
  ];
  return { headers: attachment(`${fileName('plantilla', kindTitle(definition))}.xlsx`), content: asStream(tables) };
}

const PROBLEM = 'Problema';

const problemText = ({ problemas }: ImportRow): string =>
  problemas
    .map(({ titulo, msg, sugerencia }) => {
      const said = titulo ? `${titulo}: ${msg}` : msg;
      return sugerencia === undefined ? said : `${said} (¿${sugerencia}?)`;
    })
    .join('; ');

/**
 * The rows with problems as they came, with what is wrong in a column of its own. An M whose meaning follows from rows that are left out is
 * written out.
 */
export async function problemRowsFile(stored: StoredImport, listing: Listing<ImportRow>) {
  const { titulos, archivo, columnas, distintos } = stored;
  const { fields }: RecordDefinition = definitionOf(stored);
  const explained = (cell: string, at: number): string => {
    const field = fields[columnas[at] ?? ''];
    if (field?.kind !== 'choice' || !isAmbiguousSex(field, cell)) return cell;
    return String(readCell(field, cell, new Set(distintos[at])));
  };
  const { total, rows } = await listing.whole();
  async function* batches(): AsyncGenerator<string[][]> {
    const all = Array.isArray(rows) ? [rows] : rows;
    for await (const batch of all) yield batch.map((row) => [...row.celdas.map(explained), problemText(row)]);
  }
  const columns = [...titulos.map((title) => columnOf(title)), columnOf(PROBLEM, MAX_WIDTH)];
  const name = fileName('problemas', archivo.replace(/\.\w+$/, ''));
  return {
    headers: { ...attachment(`${name}.xlsx`), 'X-Total-Count': total },
    content: asStream([{ name: 'Problemas', columns, batches: batches() }]),
  };
}
