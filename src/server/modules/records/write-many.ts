import { inArray, sql } from 'drizzle-orm';
import type { Values } from '#domain/fields/index.ts';
import { changedFields } from '#domain/journal/journal.ts';
import { searchText } from '#domain/lists/search-text.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Db } from '#server/db/connect.ts';
import { insertMany, updateMany } from '#server/db/many-rows.ts';
import { contentPrint, noteCreations } from '#server/db/receipts.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { nino } from '#server/db/schema.ts';
import type { Doer } from '#server/journal/doer.ts';
import { noteAll } from '#server/journal/entries.ts';
import { type ChildHistory, historyColumns, NO_RECORDS, NOT_COMPUTED, withRecord } from './child-history.ts';
import { type HistorySummary, summaryOf, WRITTEN_SUMMARY_COLUMNS } from './child-summary.ts';
import { writeSummaries } from './summary-writes.ts';

/** One record to create or edit. Of a person only the creation is written here. */
export interface RecordWrite {
  readonly id: string;
  readonly personId: string;
  readonly values: Values;
  /** The stored values that an edit replaces; null for a creation. */
  readonly before: Values | null;
  readonly createdBy: string;
  readonly warned: boolean;
  /** What the journal notes besides the values. */
  readonly noted: Readonly<Record<string, unknown>>;
}

interface Writing {
  readonly doer: Doer;
  readonly at: Date;
}

const replacing =
  ({ id, values }: RecordWrite) =>
  <Record extends { readonly _id: string }>(one: Record): Record =>
    one._id === id ? { ...one, ...values } : one;

/** The history after a record was written. An edited record keeps its place among those of the same day. */
function withWrite(history: ChildHistory, { key }: RecordDefinition, write: RecordWrite, at: Date): ChildHistory {
  const { id, values, before } = write;
  if (!before) return withRecord(history, { key, _id: id, values, at });
  if (key === 'rn') return { ...history, rn: history.rn.map(replacing(write)) };
  if (key === 'control') return { ...history, control: history.control.map(replacing(write)) };
  return withRecord(withoutVaccine(history, before), { key, _id: id, values, at });
}

function withoutVaccine(history: ChildHistory, { tipovacuna, dosis, fechaaplicacion }: Values): ChildHistory {
  const at = history.vacuna.findIndex(
    (one) => one.tipovacuna === tipovacuna && one.dosis === dosis && one.fechaaplicacion === fechaaplicacion,
  );
  return { ...history, vacuna: history.vacuna.filter((_, index) => index !== at) };
}

/** The summaries of children whose records are written, as they are afterwards. */
async function summariesOf(db: Db, definition: RecordDefinition, writes: readonly RecordWrite[], at: Date) {
  const ids = [...new Set(writes.map(({ personId }) => personId))];
  const children = await db
    .select({ id: nino._id, history: historyColumns(nino._id) })
    .from(nino)
    .where(inArray(nino._id, ids));
  const summaries = new Map<string, HistorySummary>();
  for (const { id, history } of children) {
    const after = writes
      .filter(({ personId }) => personId === id)
      .reduce<ChildHistory>((so, write) => withWrite(so, definition, write, at), history);
    summaries.set(id, await summaryOf(after));
  }
  return summaries;
}

/** What a new child stores besides its fields, and what a new control does. */
async function derivedOf(definition: RecordDefinition, write: RecordWrite, at: Date, summary?: HistorySummary) {
  const { sexo, fechanacimiento } = write.values;
  if (definition.key === 'nino') {
    const birth = fechanacimiento ? String(fechanacimiento) : null;
    const { child } = await summaryOf({ sexo: String(sexo ?? ''), birth, registered: at, ...NO_RECORDS });
    return Object.fromEntries(WRITTEN_SUMMARY_COLUMNS.map((name) => [name, child[name]]));
  }
  if (definition.key !== 'control') return {};
  return summary?.controls.find(({ _id }) => _id === write.id) ?? NOT_COMPUTED;
}

const journalOf = (definition: RecordDefinition, doer: Doer, { id, personId, values, before, noted }: RecordWrite) => {
  const entry = { kind: definition.key, about: id, person: personId };
  if (!before) return { doer, entry: { ...entry, action: 'crear' as const, after: { ...values, ...noted } } };
  const changed = changedFields(before, values);
  const after = { ...changed.after, ...noted };
  return { doer, entry: { ...entry, action: 'editar' as const, before: changed.before, after } };
};

/**
 * Writes many records of one type with all that follows from them: journal, receipts, summaries of children, the feed of changes.
 * The caller holds a transaction and the locks of the persons; the ids of creations are free.
 */
export async function writeMany(
  inside: Db,
  definition: RecordDefinition,
  writes: readonly RecordWrite[],
  { doer, at }: Writing,
): Promise<void> {
  if (writes.length === 0) return;
  const { key, parent, summarised, search } = definition;
  const table = recordTable(key);
  const ofChild = summarised === true && parent !== undefined;
  const summaries = ofChild ? await summariesOf(inside, definition, writes, at) : new Map<string, HistorySummary>();
  const columns = await Promise.all(
    writes.map(async (write) => ({
      write,
      row: {
        _id: write.id,
        ...write.values,
        advertida: write.warned,
        ...(search && { busqueda: searchText(definition, write.values) }),
        ...(await derivedOf(definition, write, at, summaries.get(write.personId))),
      },
    })),
  );
  const created = columns.filter(({ write }) => write.before === null);
  const edited = columns.filter(({ write }) => write.before !== null);
  await noteCreations(
    inside,
    created.map(({ write }) => ({
      ...{ id: write.id, userId: write.createdBy },
      print: contentPrint(key, { values: write.values, parentId: parent ? write.personId : null }),
    })),
  );
  await insertMany(
    inside,
    table,
    created.map(({ write, row }) => ({
      ...row,
      createdBy: write.createdBy,
      fechaRegistro: at.toISOString(),
      ...(parent && { parentId: write.personId }),
    })),
  );
  await updateMany(
    inside,
    table,
    edited.map(({ row }) => row),
    { more: [sql`version = ${table}.version + 1`] },
  );
  await noteAll(
    inside,
    writes.map((write) => journalOf(definition, doer, write)),
  );
  if (ofChild) {
    const own = new Set(writes.map(({ id }) => id));
    // The statements above stored those of the written controls.
    const others = [...summaries].map(([id, summary]): [string, HistorySummary] => [
      id,
      { ...summary, changed: summary.changed.filter(({ _id }) => !own.has(_id)) },
    ]);
    await writeSummaries(inside, new Map(others));
  } else if (parent) {
    const owner = recordTable(parent.record);
    const ids = [...new Set(writes.map(({ personId }) => personId))];
    // Marks the booklets as changed.
    await inside.update(owner).set({ version: sql`version` }).where(inArray(owner._id, ids));
  }
}
