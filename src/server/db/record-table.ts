import { type BuildColumns, type NotNull, type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  integer,
  numeric,
  type PgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Field, Fields, FlagField, NumberField } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { usuario } from './user-tables.ts';

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `orden` breaks ties between records of one instant. */
export const commonColumns = () => ({
  _id: uuid('_id').primaryKey(),
  orden: bigint('orden', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
  version: integer('version').notNull().default(1),
  fechaRegistro: timestamp('fecha_registro', { withTimezone: true, precision: 3 }).notNull(),
  createdBy: uuid('created_by')
    .notNull()
    .references(() => usuario._id),
  advertida: boolean('advertida').notNull().default(false),
});

const storedText = (name: string) => text(name).notNull().default('');

const columnFor = {
  number: (name: string, { max, decimals }: NumberField) =>
    decimals === 0
      ? integer(name)
      : numeric(name, { precision: String(Math.trunc(max)).length + decimals, scale: decimals, mode: 'number' }),
  date: (name: string) => date(name, { mode: 'string' }),
  flag: (name: string, field: FlagField) => boolean(name).notNull().default(field.default),
  text: storedText,
  choice: storedText,
  province: storedText,
  canton: storedText,
} satisfies Record<Field['kind'], unknown>;

type Made<F extends Field> = ReturnType<(typeof columnFor)[F['kind']]>;
type ColumnOf<F extends Field> = F extends { readonly required: true } ? NotNull<Made<F>> : Made<F>;
export type ColumnsOf<F extends Fields> = { -readonly [N in keyof F]: ColumnOf<F[N]> };

function columnOf(name: string, field: Field) {
  const column = snakeCase(name);
  switch (field.kind) {
    case 'number': {
      const number = columnFor.number(column, field);
      return field.required ? number.notNull() : number;
    }
    case 'date':
      return field.required ? columnFor.date(column).notNull() : columnFor.date(column);
    case 'flag':
      return columnFor.flag(column, field);
    default:
      return columnFor[field.kind](column);
  }
}

const quote = (value: string) => `'${value.replaceAll("'", "''")}'`;

function constraint(name: string, field: Field): string | null {
  const column = `"${snakeCase(name)}"`;
  switch (field.kind) {
    case 'number':
      return `${column} between ${field.min} and ${field.max}`;
    case 'text':
      return `char_length(${column}) between ${field.required ? 1 : 0} and ${field.max ?? 200}`;
    case 'choice':
      return `${column} in (${[...(field.required ? [] : ['']), ...field.options.map((o) => o.value)].map(quote).join(', ')})`;
    default:
      return field.required && (field.kind === 'province' || field.kind === 'canton') ? `${column} <> ''` : null;
  }
}

export function fieldColumns<F extends Fields>(fields: F): ColumnsOf<F> {
  const columns = Object.entries(fields).map(([name, field]) => [name, columnOf(name, field)]);
  // `fromEntries` loses the types of the names.
  return Object.fromEntries(columns) as ColumnsOf<F>;
}

export function fieldChecks(definition: Pick<RecordDefinition, 'key' | 'fields'>) {
  return Object.entries(definition.fields).flatMap(([name, field]) => {
    const rule = constraint(name, field);
    return rule ? [check(`${definition.key}_${snakeCase(name)}_check`, sql.raw(rule) as SQL)] : [];
  });
}

/** The columns that all record types have; the others by name only. */
export type RecordTable = PgTable & BuildColumns<string, ReturnType<typeof commonColumns>, 'pg'>;
