import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '#domain/fields/index.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { dbFault } from '#server/db/db-errors.ts';
import { snakeCase } from '#server/db/record-table.ts';
import { createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Values, as SQL, that the database itself must not keep. */
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

describe.each(RECORD_LIST)('$key', (definition) => {
  it('the database itself refuses what is impossible', async () => {
    const { _id } = await createRecord(api.admin, definition.key);
    for (const [name, field] of Object.entries(definition.fields))
      for (const value of impossible(field)) {
        const statement = `update "${definition.key}" set "${snakeCase(name)}" = ${value} where _id = '${_id}'`;
        const refused = await api.database.db.execute(sql.raw(statement)).then(
          () => 'accepted',
          (error) => dbFault(error)?.code,
        );
        // Check violation, not-null violation, out of the column's range.
        expect(['23514', '23502', '22003'], `${name} = ${value}: ${refused}`).toContain(refused);
      }
  });

  if (definition.parent)
    it('cannot stand without its woman or child, nor twice under one id', async () => {
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
