import { type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  integer,
  numeric,
  type PgColumnBuilderBase,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Field } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { usuario } from './user-tables.ts';

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns that every record has besides its fields. `orden` breaks ties between records of one instant. */
export const commonColumns = () => ({
  _id: uuid('_id').primaryKey(),
  orden: bigint('orden', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
  version: integer('version').notNull().default(1),
  fechaRegistro: timestamp('fecha_registro', { withTimezone: true, precision: 3 }).notNull(),
  createdBy: uuid('created_by')
    .notNull()
    .references(() => usuario._id),
  /** Whether the record was saved although the form warned that something looked wrong. */
  advertida: boolean('advertida').notNull().default(false),
});

function column(name: string, field: Field): PgColumnBuilderBase {
  const column = snakeCase(name);
  switch (field.kind) {
    case 'number': {
      const precision = String(Math.trunc(field.max)).length + field.decimals;
      const number =
        field.decimals === 0 ? integer(column) : numeric(column, { precision, scale: field.decimals, mode: 'number' });
      return field.required ? number.notNull() : number;
    }
    case 'date':
      return field.required ? date(column, { mode: 'string' }).notNull() : date(column, { mode: 'string' });
    case 'flag':
      return boolean(column).notNull().default(field.default);
    default:
      return text(column).notNull().default('');
  }
}

const quote = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** The hard rules of a field, as the database keeps them. */
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

/** The columns of a record's own fields, by field name. */
export function fieldColumns(definition: RecordDefinition): Record<string, PgColumnBuilderBase> {
  return Object.fromEntries(Object.entries(definition.fields).map(([name, field]) => [name, column(name, field)]));
}

/** CHECK constraints of a record's own fields. */
export function fieldChecks(definition: RecordDefinition) {
  return Object.entries(definition.fields).flatMap(([name, field]) => {
    const rule = constraint(name, field);
    return rule ? [check(`${definition.key}_${snakeCase(name)}_check`, sql.raw(rule) as SQL)] : [];
  });
}

/** Only for its type: what the repository knows of every record table. */
const shape = () => pgTable('record', commonColumns());
export type RecordTable = ReturnType<typeof shape>;
