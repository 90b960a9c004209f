import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '#domain/fields/index.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { dbFault } from '#server/base/db-errors.ts';
import { snakeCase } from '#server/db/record-table.ts';
import { createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** SQL values that the database must refuse. */
function impossible(field: Field): string[] {
  const absent = field.kind === 'number' || field.kind === 'date' || field.kind === 'flag' ? 'null' : `''`;
  const missing = field.required || field.kind === 'flag' ? [absent] : [];
  switch (field.kind) {
    case 'number': {
      const step = 10 ** -field.decimals;
      return [...missing, (field.min - step).toFixed(field.decimals), (field.max + step).toFixed(field.decimals)];
    }
    case 'text':
      return [...missing, `repeat('x', ${(field.max ?? 200) + 1})`, 'null'];
    case 'choice':
      return [...missing, `'otra cosa'`, ...field.options.map(({ value }) => `'${value}x'`)];
    default:
      return missing;
  }
}

/** A column and a value it must refuse. */
interface Attempt {
  readonly name: string;
  readonly column: string;
  readonly value: string;
}

/** @returns PL/pgSQL that tries an update and records it if accepted; any error but a refusal ends the block */
const trying = (table: string, id: string, { name, column, value }: Attempt) => `
  begin
    update "${table}" set "${column}" = ${value} where _id = '${id}';
    accepted := accepted || '${name.replaceAll("'", "''")}; ';
  exception when check_violation or not_null_violation or numeric_value_out_of_range then null;
  end;`;

describe.each(RECORD_LIST)('$key', (definition) => {
  it('the database itself refuses invalid values', async () => {
    const { _id } = await createRecord(api.admin, definition.key);
    const attempts = Object.entries(definition.fields).flatMap(([name, field]) =>
      impossible(field).map((value) => ({ name: `${name} = ${value}`, column: snakeCase(name), value })),
    );
    expect(attempts.length).toBeGreaterThan(0);
    // One statement for all attempts saves minutes of round trips.
    const accepted = await api.database.db
      .execute(
        sql.raw(`
          do $$ declare accepted text := '';
          begin
            ${attempts.map((attempt) => trying(definition.key, _id, attempt)).join('\n')}
            if accepted <> '' then raise exception '%', accepted; end if;
          end $$;
        `),
      )
      .then(
        () => '',
        (error) => (error as Error & { cause?: Error }).cause?.message ?? String(error),
      );
    expect(accepted).toBe('');
  });

  if (definition.parent)
    it('the database refuses a row without its woman or child', async () => {
      const { _id } = await createRecord(api.admin, definition.key);
      const orphan = sql.raw(
        `update "${definition.key}" set parent_id = '${crypto.randomUUID()}' where _id = '${_id}'`,
      );
      await expect(
        api.database.db.execute(orphan).catch((error) => Promise.reject(dbFault(error))),
      ).rejects.toMatchObject({
        code: '23503',
      });
    });
});
