import { and, getTableName, isNotNull, sql } from 'drizzle-orm';
import { LOWEST_ID } from '#domain/uuid.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { departureTable, epochTable, libreta, mujer, nino, receiptTable, vaultTable } from '#server/db/schema.ts';

/** People per statement; saves about one of them wait for it. */
const BATCH = { pglite: 250, postgres: 2_000 } as const;
/** Blocks of receipts per statement, each with about seventy. */
const BLOCKS = { pglite: 10, postgres: 200 } as const;

export interface Epoch {
  readonly epoca: string;
  /** Departures up to this transaction are deleted. */
  readonly podado: string;
  /** Every transaction before this one has ended. */
  readonly horizonte: string;
  /** No transaction from here on has begun. */
  readonly despues: string;
}

interface EpochRow extends Partial<Epoch> {
  readonly sameSystem: boolean;
  readonly sameLine: boolean;
}

const SYSTEM = sql`(select system_identifier::text from pg_control_system())`;
/** The timeline, which changes with a failover; of the current WAL file, because the control file is updated later. */
const LINE = sql`left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`;

async function readEpoch(db: Db): Promise<EpochRow | undefined> {
  const [row] = await rawRows<EpochRow>(
    db,
    sql`select epoca::text, podado::text, pg_snapshot_xmin(pg_current_snapshot())::text as horizonte,
      pg_snapshot_xmax(pg_current_snapshot())::text as despues,
      sistema = ${SYSTEM} as "sameSystem", linea = ${LINE} as "sameLine" from ${epochTable}`,
  );
  return row;
}

const isCurrent = (row: EpochRow | undefined): row is EpochRow & Epoch => row?.sameSystem === true && row.sameLine;

/** One process at a time, each for a short while: others wait no longer than for a locked row. */
const inTurn = <T>(db: Db, work: (inside: Db) => Promise<T>): Promise<T> =>
  db.transaction(async (inside) => {
    await inside.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.epoch})`);
    return work(inside);
  });

/** The epoch in this statement's snapshot; null if none is valid. */
export async function epochOf(db: Db): Promise<Epoch | null> {
  const row = await readEpoch(db);
  return isCurrent(row) ? row : null;
}

/** Adds missing booklets to the feed; waits for people who are being written. */
async function fillBatch(db: Db, table: typeof nino | typeof mujer, tipo: string, after: string, size: number) {
  const { _id, custodio, createdBy, provincia, canton } = table;
  const [row] = await rawRows<{ last: string | null }>(
    db,
    sql`with batch as (
        select ${_id} as persona, coalesce(${custodio}, ${createdBy}) as custodio, ${provincia} || '/' || ${canton} as canton
        from ${table} where ${_id} > ${after} order by ${_id} limit ${size} for key share),
      filled as (
        insert into ${libreta} (persona, tipo, custodio, canton, cambio)
        select persona, ${tipo}, custodio, canton, pg_current_xact_id() from batch on conflict (persona) do nothing)
      select max(persona::text) as last from batch`,
  );
  return row?.last ?? null;
}

/**
 * Ends an epoch that is not valid any more. The row of an earlier timeline stays, under another name, until the next epoch begins: without a row,
 * another process would take the numbers of receipts for those of another system.
 * @returns whether an epoch is valid, and whether numbers of receipts are those of another database system
 */
const endEpoch = (db: Db) =>
  inTurn(db, async (inside) => {
    const row = await readEpoch(inside);
    if (isCurrent(row)) return { isValid: true, isElsewhere: false };
    if (row?.sameSystem) {
      await inside.update(epochTable).set({ epoca: sql`gen_random_uuid()` });
      return { isValid: false, isElsewhere: false };
    }
    if (row) {
      await inside.delete(epochTable);
      await inside.delete(libreta);
      await inside.delete(departureTable);
    }
    return { isValid: false, isElsewhere: true };
  });

/** Forgets numbers of another database system, some blocks of receipts at a time: a country has tens of millions. Ends if an epoch begins. */
async function forgetNumbers({ db, kind }: Database): Promise<void> {
  const [table] = await rawRows<{ blocks: number }>(
    db,
    sql`select (pg_relation_size(${getTableName(receiptTable)}::regclass) / current_setting('block_size')::integer)::integer as blocks`,
  );
  // Receipts that are written meanwhile have numbers of this system, and most of them are in later blocks.
  for (let block = 0; block < (table?.blocks ?? 0); block += BLOCKS[kind]) {
    const [from, before] = [`(${block},0)`, `(${block + BLOCKS[kind]},0)`];
    const isValid = await inTurn(db, async (inside) => {
      if (isCurrent(await readEpoch(inside))) return true;
      const here = sql`${receiptTable}.ctid >= ${from}::tid and ${receiptTable}.ctid < ${before}::tid`;
      await inside
        .update(receiptTable)
        .set({ previo: null, sello: null })
        .where(and(here, isNotNull(receiptTable.sello)));
      return false;
    });
    if (isValid) return;
  }
  await db.update(vaultTable).set({ avisada: null }).where(isNotNull(vaultTable.avisada));
}

/** Begins an epoch if none is valid: after a load without triggers, in another database system, or on another timeline. */
export async function beginEpoch(database: Database): Promise<void> {
  const { db, kind } = database;
  const { isValid, isElsewhere } = await endEpoch(db);
  if (isValid) return;
  // Devices get none of these numbers before an epoch is valid. If this process ends meanwhile, the next one begins again.
  if (isElsewhere) await forgetNumbers(database);
  // Short transactions, so that other writers never wait long; several processes may do this at once.
  for (const [tipo, table] of Object.entries({ nino, mujer }))
    for (let last: string | null = LOWEST_ID; last !== null; )
      last = await fillBatch(db, table, tipo, last, BATCH[kind]);
  await inTurn(db, async (inside) => {
    if (isCurrent(await readEpoch(inside))) return;
    await inside.delete(epochTable);
    await inside.execute(sql`insert into ${epochTable} (epoca, sistema, linea, podado)
      values (gen_random_uuid(), ${SYSTEM}, ${LINE}, '0')`);
  });
}

/** Days that departures are kept for devices that are away. */
const KEPT_DAYS = 90;

/** Deletes old departures; a device that was away longer reads everything again. */
export async function deleteOldDepartures(db: Db): Promise<void> {
  await db.execute(sql`with gone as (
      delete from ${departureTable} where ${departureTable.momento} < now() - make_interval(days => ${KEPT_DAYS}) returning cambio),
    latest as (select max(cambio) as cambio from gone)
    update ${epochTable} set podado = greatest(podado, latest.cambio) from latest where latest.cambio is not null`);
}
