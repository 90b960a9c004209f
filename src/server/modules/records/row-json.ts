import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { recordTable } from '#server/db/record-tables.ts';

/** The declared fields of a row of the CTE `part`, by their declared names. */
export function fieldsJson({ key, fieldNames }: RecordDefinition, part: string): SQL {
  const columns = getTableColumns(recordTable(key));
  const named = fieldNames.map((name) => {
    const column = columns[name];
    if (!column) throw new Error(`${key} has no column for ${name}`);
    return sql`${sql.identifier(part)}.${sql.identifier(column.name)} as ${sql.identifier(name)}`;
  });
  return sql`(select to_jsonb(each) from (select ${sql.join(named, sql`, `)}) as each)`;
}

export const recordTypesOf = (person: string) => RECORD_LIST.filter(({ parent }) => parent?.record === person);

/** The person of the CTE `part` with all records, by table, from which a deletion can be undone. */
export function bookletJson({ key }: RecordDefinition, id: string, part: string): SQL {
  const lists = recordTypesOf(key).map((record) => {
    const table = recordTable(record.key);
    const rows = sql`select to_jsonb(${table}) from ${table} where ${eq(table.parentId, id)}`;
    return sql`${record.key}::text, coalesce((select jsonb_agg(each) from (${rows}) as rows(each)), '[]')`;
  });
  const person = sql`${key}::text, jsonb_build_array(to_jsonb(${sql.identifier(part)}))`;
  return sql`jsonb_build_object(${sql.join([person, ...lists], sql`, `)})`;
}
