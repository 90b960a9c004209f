import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';

const SPECIAL = /[\\\t\n\r]/;
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function textOf(value: unknown): string {
  if (typeof value === 'string')
    return SPECIAL.test(value) ? value.replace(/[\\\t\n\r]/g, (sign) => ESCAPED[sign] as string) : value;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value === null || value === undefined) return '\\N';
  return (value as Date).toISOString();
}

type Part = Readonly<Record<string, unknown>>;

/** Writes rows for COPY; the database numbers them. @param fields taken from a record's values, the others from the row itself */
export function copyRows(table: PgTable, fields: readonly string[] = []) {
  const columns = Object.entries(getTableColumns(table)).filter(([property]) => property !== 'orden');
  const places = columns.map(([property]) => ({ property, inValues: fields.includes(property) }));
  return {
    name: getTableConfig(table).name,
    columns: columns.map(([, { name }]) => `"${name}"`).join(', '),
    line(own: Part, values: Part = own): string {
      let line = '';
      for (const { property, inValues } of places)
        line += (line === '' ? '' : '\t') + textOf(inValues ? values[property] : own[property]);
      return `${line}\n`;
    },
  };
}

const FIRST_BYTES = 1 << 16;
/** Of one UTF-16 unit in UTF-8. */
const MAX_UNIT_BYTES = 3;

/** Collects lines as bytes: as texts they would be copied repeatedly. */
export function gatherLines() {
  let bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  let length = 0;
  return {
    add(line: string): void {
      const needed = length + MAX_UNIT_BYTES * line.length;
      if (needed > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(2 * bytes.length, needed));
        bytes.copy(larger, 0, 0, length);
        bytes = larger;
      }
      length += bytes.write(line, length);
    },
    all: (): Uint8Array<ArrayBuffer> => bytes.subarray(0, length),
  };
}
