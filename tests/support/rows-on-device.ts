import { inArray, sql } from 'drizzle-orm';
import { isSex } from '#domain/growth/who/sexes.ts';
import { loadStandards } from '#domain/growth/who/standards.ts';
import { type BookletPerson, type BookletRecord, childRow, personRow } from '#domain/lists/booklet-rows.ts';
import type { ListedChild, ListedPerson } from '#domain/lists/listed-row.ts';
import { bookletOf } from '#domain/records/booklets.ts';
import { type RecordDefinition, toFlat } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import { recordTable } from '#server/db/record-tables.ts';
import type { TestApi } from './test-api.ts';

type Sent = Record<string, unknown>;

/** The rows of all persons as a device would have them. */
export interface RowsOnDevice {
  readonly children: readonly ListedChild[];
  readonly women: readonly ListedPerson[];
  /** Records of all children, by type. */
  readonly records: Readonly<Record<string, readonly BookletRecord[]>>;
}

/** Flat rows with the columns that only the feed contains. */
async function stored({ database: { db } }: TestApi, definition: RecordDefinition, sent: readonly Sent[]) {
  const table = recordTable(definition.key);
  const { _id, orden, advertida } = table;
  const ids = sent.map((row) => String(row._id));
  const custodio = definition.parent ? sql<string>`''` : sql<string>`coalesce(custodio, created_by)`;
  const more = await db.select({ _id, orden, advertida, custodio }).from(table).where(inArray(_id, ids));
  const byId = new Map(more.map((row) => [row._id, row]));
  return sent.map((row) => ({ ...toFlat(definition, row), ...byId.get(String(row._id)) }) as BookletPerson);
}

export async function rowsOnDevice(api: TestApi, day: string): Promise<RowsOnDevice> {
  const sentOf = async (path: string): Promise<Sent[]> => (await api.admin.get(`/api/${path}`)).body;
  const { nino, mujer } = RECORDS;
  const people = await stored(api, nino, await sentOf('nino'));
  const booklets = await Promise.all(people.map(async ({ _id }) => (await api.admin.get(`/api/nino/pdf/${_id}`)).body));
  const records: Record<string, BookletRecord[]> = {};
  for (const { list, definition } of bookletOf(nino).parts)
    records[definition.key] = await stored(
      api,
      definition,
      booklets.flatMap((booklet) => booklet[list]),
    );
  const children = people.map(async (child) => {
    const own = Object.entries(records).map(([key, all]) => [key, all.filter(({ ninoId }) => ninoId === child._id)]);
    const sexo = String(child.sexo);
    return childRow(child, Object.fromEntries(own), isSex(sexo) ? await loadStandards(sexo) : null, day);
  });
  const women = await stored(api, mujer, await sentOf('mujer'));
  return {
    children: await Promise.all(children),
    women: women.map((woman) => personRow(mujer, woman)),
    records,
  };
}
