import { and, eq, sql } from 'drizzle-orm';
import { today } from '#domain/calendar.ts';
import { AppError } from '#domain/errors.ts';
import type { Values } from '#domain/fields/index.ts';
import type { HaemoglobinTable } from '#domain/haemoglobin/altitude-adjustment.ts';
import { changedFields, withDiscarded } from '#domain/journal/journal.ts';
import { searchText } from '#domain/lists/search-text.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { warningsOf } from '#domain/records/warnings.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import {
  type Creation,
  claimValues,
  isRepeatedCreation,
  type Print,
  requireRepeatedCreation,
} from '#server/db/receipts.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { retryOnLostConnection } from '#server/db/retry-on-lost-connection.ts';
import { nino } from '#server/db/schema.ts';
import { ONE_ROW, partHasRows } from '#server/db/statement-parts.ts';
import { entryValues, journalPart } from '#server/journal/entries.ts';
import { createStatements, UNNAMED } from '#server/lists/statements.ts';
import { type ChildHistory, historyColumns, NO_RECORDS, recordsOfType, withRecord } from './child-history.ts';
import { type HistorySummary, summaryOf } from './child-summary.ts';
import { creationPrint } from './operation-print.ts';
import type { RecordReader } from './record-reads.ts';
import { recordTransaction, recordWrite } from './record-transaction.ts';
import type { StoredRow } from './record-wire.ts';
import { bookletJson, fieldsJson } from './row-json.ts';
import { columnValues, createSaveStatements } from './save-statements.ts';
import { controlValues, summaryValues, writeSummaries } from './summary-writes.ts';

export interface WriteOptions {
  now?: () => Date;
  /** False leaves children to `refreshOutdated`, for many records at once. */
  summaries?: boolean;
  /** The server's setting, by which screenings are warned of. */
  haemoglobinTable?: HaemoglobinTable;
}

export interface WriteContext {
  inside?: Db | undefined;
  /** The operation, which has a receipt of its own. */
  op?: string | undefined;
  /** The values given up when a conflict was settled, by field. */
  givenUp?: Values | undefined;
  /** Recorded before a hand-over and received after it. */
  late?: boolean;
  /** What the journal notes besides the changes, such as the import that makes them. */
  noted?: Readonly<Record<string, unknown>> | undefined;
}

const LATE = { llegada: 'Registrado antes del traspaso, llegó después' };

const withNote = <T extends { after: object }>(change: T, noted: object | undefined): T =>
  noted ? { ...change, after: { ...change.after, ...noted } } : change;

const summaryFieldsOf = ({ sexo, fechanacimiento }: Values) => ({
  sexo: String(sexo ?? ''),
  birth: fechanacimiento ? String(fechanacimiento) : null,
});

/** After this many concurrent changes of the person, a save takes the lock. */
const TRIES_WITHOUT_LOCK = 3;

interface PersonBefore extends StoredRow {
  stamp: string;
  history: ChildHistory;
}

export interface NewRecord {
  readonly id: string;
  readonly print: Print;
  readonly values: Values;
  readonly parentId?: string | undefined;
}

/** `isNew` is false for the record of an earlier identical creation. */
export interface CreatedRecord extends StoredRow {
  readonly isNew: boolean;
}

interface Derived {
  readonly at: Date;
  readonly personId: string;
  readonly warned: boolean;
  readonly summary?: HistorySummary | undefined;
  readonly stamp?: string | undefined;
  readonly givenUp?: Values | undefined;
  readonly late?: boolean | undefined;
}

/** Another save has changed the person since this one read it. */
const CHANGED = Symbol('changed');

/** A save reads in one statement and writes in another, which does nothing if the person has changed in between; then it repeats. */
export function createRecordWrites(db: Db, definition: RecordDefinition, reads: RecordReader, options: WriteOptions) {
  const { now = () => new Date(), summaries = true, haemoglobinTable } = options;
  const { key } = definition;
  const table = recordTable(key);
  const { parent, visibleTo, find } = reads;
  const summarised = summaries && definition.summarised === true;
  const person = parent?.table ?? table;

  const writable = (values: Values) => ({
    ...values,
    ...(definition.search ? { busqueda: searchText(definition, values) } : {}),
  });

  const refusing = recordWrite(definition);
  const inTransaction = recordTransaction(db, definition);

  const statements = createStatements();
  const save = createSaveStatements({ ...definition, summarised }, reads);
  /** Statements are prepared once under a name of their own, except inside a transaction. */
  const named = <S>(what: keyof typeof save, from: Db, actor: Actor, build: (name: string) => S): S => {
    if (from !== db) return build(UNNAMED);
    const scope = visibleTo(actor).length > 0 ? '_propia' : '';
    return statements(`${what}_${key}${scope}${summarised ? '_resumen' : ''}`, build);
  };

  /** Whether the form would have warned of these values: the same rules, with the other records as they are stored. */
  const isWarned = (values: Values, birth: string | null = null, others: Values[] = []) =>
    warningsOf(definition, values, { today: today(), birth, others, haemoglobinTable }).length > 0;

  /** Tries without a lock; if others keep writing about the person, once with it. */
  const untilUnchanged = async <T>(
    personId: string,
    actor: Actor,
    attempt: (from: Db) => Promise<T | typeof CHANGED>,
    from: Db = db,
  ) => {
    for (let tries = 0; tries < TRIES_WITHOUT_LOCK; tries += 1) {
      const done = await attempt(from);
      if (done !== CHANGED) return done;
    }
    return from.transaction(async (inside) => {
      const visible = and(eq(person._id, personId), ...visibleTo(actor));
      await inside.select({ id: person._id }).from(person).where(visible).for('update', { of: person });
      const done = await attempt(inside);
      if (done === CHANGED) throw new Error('Somebody wrote under the lock of somebody else');
      return done;
    });
  };

  const valuesFor = (actor: Actor, personId: string) => ({ actor: actor.id, own: actor.id, person: personId });

  const earlier = async (from: Db, actor: Actor, creation: Creation): Promise<CreatedRecord> => {
    await requireRepeatedCreation(from, creation);
    const row = await find(from, creation.id, visibleTo(actor));
    if (!row) throw new AppError('idTaken');
    return { ...row, isNew: false };
  };

  const insert = async (from: Db, actor: Actor, creation: Creation, values: Values, derived: Derived) => {
    const { id } = creation;
    const { at, personId, warned, summary, stamp, givenUp, late } = derived;
    const noted = { ...withDiscarded(values, givenUp), ...(late && LATE) };
    const own = summary?.controls.find(({ _id }) => _id === id);
    const record = {
      ...writable(values),
      ...own,
      _id: id,
      createdBy: actor.id,
      fechaRegistro: at.toISOString(),
      advertida: warned,
    };
    const statement = named('create', from, actor, (name) =>
      save.create(from, actor, creation.op === id).prepare(name),
    );
    const [written] = await statement.execute({
      ...valuesFor(actor, personId),
      ...columnValues(parent ? { ...record, parentId: personId } : { ...record, ...summary?.child }),
      ...claimValues(creation),
      ...entryValues(actor, { about: id, person: personId, after: noted }),
      ...(summary && { ...controlValues(summary, id), ...summaryValues(summary) }),
      stamp,
    });
    if (!written?.isUnchanged) return CHANGED;
    return written.isNew ? written : earlier(from, actor, creation);
  };

  const createOf = async (
    actor: Actor,
    creation: Creation,
    values: Values,
    writing: WriteContext,
  ): Promise<CreatedRecord> => {
    const at = now();
    const summary = summarised
      ? await summaryOf({ ...summaryFieldsOf(values), registered: at, ...NO_RECORDS })
      : undefined;
    const derived = { at, personId: creation.id, warned: isWarned(values), summary, givenUp: writing.givenUp };
    const row = await insert(writing.inside ?? db, actor, creation, values, derived);
    if (row === CHANGED) throw new AppError('unauthenticated');
    return row;
  };

  const createFor = (
    actor: Actor,
    creation: Creation,
    values: Values,
    personId: string,
    { inside, givenUp, late }: WriteContext,
  ): Promise<CreatedRecord> => {
    const attempt = async (from: Db) => {
      const statement = named('around', from, actor, (name) => save.around(from, actor).prepare(name));
      const [around] = await statement.execute(valuesFor(actor, personId));
      if (!around) throw new AppError('notFound');
      const { stamp, birth, history } = around;
      const at = now();
      const summary = summarised
        ? await summaryOf(withRecord(history, { key, _id: creation.id, values, at }))
        : undefined;
      const warned = isWarned(values, birth, summarised ? recordsOfType(history, key) : around.others);
      return insert(from, actor, creation, values, { at, personId, warned, summary, stamp, givenUp, late });
    };
    return untilUnchanged(personId, actor, attempt, inside);
  };

  const creationOf = (actor: Actor, { id, print, values, parentId }: NewRecord, op?: string): Creation => ({
    ...{ id, userId: actor.id, op },
    print: creationPrint(definition, print, values, parentId),
  });

  return {
    create(actor: Actor, record: NewRecord, writing: WriteContext = {}): Promise<CreatedRecord> {
      const creation = creationOf(actor, record, writing.op);
      const { values, parentId } = record;
      const creating = () =>
        parentId ? createFor(actor, creation, values, parentId, writing) : createOf(actor, creation, values, writing);
      // A creation that was committed before the connection broke is recognised by its receipt; inside a transaction nothing is retried.
      return refusing(() => retryOnLostConnection(creating, () => !writing.inside));
    },

    /** Whether this very content created the record, even if it was deleted since. */
    wasCreated: (from: Db, actor: Actor, record: NewRecord): Promise<boolean> =>
      isRepeatedCreation(from, creationOf(actor, record)),

    /** @param version the version the editor saw; if it is no longer current, nothing is written */
    replace(
      actor: Actor,
      id: string,
      values: Values,
      version?: number,
      { inside, givenUp, noted }: WriteContext = {},
    ): Promise<{ stored: StoredRow; replaced: boolean }> {
      const attempt = async (from: Db) => {
        const reading = named('before', from, actor, (name) => save.before(from, actor).prepare(name));
        const [current] = (await reading.execute(valuesFor(actor, id))) as PersonBefore[];
        if (!current) throw new AppError('notFound');
        const { row: before, creator, stamp, history } = current;
        if (version !== undefined && version !== before.version)
          return { stored: { row: before, creator }, replaced: false };
        const summary = summarised ? await summaryOf({ ...history, ...summaryFieldsOf(values) }) : undefined;
        const changing = named('replace', from, actor, (name) => save.replace(from, actor).prepare(name));
        const [written] = await changing.execute({
          ...valuesFor(actor, id),
          ...columnValues({ ...writable(values), ...summary?.child, advertida: isWarned(values) }),
          ...entryValues(actor, { about: id, person: id, ...withNote(changedFields(before, values, givenUp), noted) }),
          ...(summary && controlValues(summary)),
          stamp,
        });
        if (!written?.isUnchanged) return CHANGED;
        return { stored: { row: written.row, creator }, replaced: true };
      };
      return refusing(() => untilUnchanged(id, actor, attempt, inside));
    },

    remove(actor: Actor, id: string, { inside, noted: more }: WriteContext = {}): Promise<void> {
      const work = async (transaction: Db) => {
        const deletion = transaction
          .$with('gone', {})
          .as(sql`delete from ${table} where ${table._id} = ${id} returning *`);
        const entry = { action: 'eliminar', kind: key, about: id, ...(more && { after: more }) } as const;
        if (!parent) {
          const visible = and(eq(table._id, id), ...visibleTo(actor));
          // Locked first: a record that is added concurrently is then either kept with the deletion or refused.
          const [locked] = await transaction.select({ id: table._id }).from(table).where(visible).for('update');
          if (!locked) throw new AppError('notFound');
          const whole = {
            ...entry,
            person: id,
            before: fieldsJson(definition, 'gone'),
            kept: bookletJson(definition, id, 'gone'),
          };
          const noted = journalPart(transaction, actor, whole, sql.identifier('gone'));
          await transaction
            .with(deletion, noted)
            .select({ wasThere: partHasRows('gone') })
            .from(ONE_ROW);
          return;
        }
        const parentId = transaction.select({ id: table.parentId }).from(table).where(eq(table._id, id));
        const [owner] = await transaction
          .select({ id: parent.table._id })
          .from(parent.table)
          .where(and(eq(parent.table._id, sql`(${parentId})`), ...visibleTo(actor)))
          .for('update');
        if (!owner) throw new AppError('notFound');
        const ofOwner = { ...entry, person: owner.id, before: fieldsJson(definition, 'gone') };
        const noted = journalPart(transaction, actor, ofOwner, sql.identifier('gone'));
        // A child's summary is written below; for the others this update marks the booklet as changed.
        const touched = transaction
          .$with('touched', {})
          .as(sql`update ${parent.table} set version = version where ${parent.table._id} = ${owner.id}`);
        const deleting = transaction.with(deletion, noted, ...(summarised ? [] : [touched]));
        const wasThere = partHasRows('gone');
        if (!summarised) {
          const [row] = await deleting.select({ wasThere }).from(ONE_ROW);
          if (!row?.wasThere) throw new AppError('notFound');
          return;
        }
        const [child] = await deleting
          .select({ ...historyColumns(owner.id, { without: id }), wasThere })
          .from(nino)
          .where(eq(nino._id, owner.id));
        if (!child?.wasThere) throw new AppError('notFound');
        await writeSummaries(transaction, new Map([[owner.id, await summaryOf(child)]]));
      };
      return inside ? refusing(() => work(inside)) : inTransaction(work);
    },
  };
}
