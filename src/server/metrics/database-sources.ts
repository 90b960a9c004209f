import type { PgTable } from 'drizzle-orm/pg-core';
import { Gauge } from 'prom-client';
import { countChanges } from '#server/db/count-changes.ts';
import { figureChange, measuringChange } from '#server/db/schema.ts';
import { entriesUnsealed } from '#server/journal/unsealed.ts';
import { type MetricsContext, type MetricsSource, optionalGauge, readOrUndefined } from './metrics-source.ts';

const SIZE_EVERY_MS = 10 * 60_000;

const databasesOf = ({ database, replica }: MetricsContext) => [
  { name: 'main', database },
  ...(replica ? [{ name: 'replica', database: replica }] : []),
];

export const databaseAnswers: MetricsSource = (registry, running) => {
  const gauge = new Gauge({
    name: 'libreta_database_answers',
    help: '1 when the database answers within two seconds, otherwise 0',
    labelNames: ['database'],
    registers: [registry],
  });
  const pings = databasesOf(running).map(({ name, database }) => ({
    name,
    ping: readOrUndefined(running, `the ping of ${name}`, () => database.ping().then(() => true)),
  }));
  return async () => {
    await Promise.all(pings.map(async ({ name, ping }) => gauge.set({ database: name }, (await ping()) ? 1 : 0)));
  };
};

export const replicaStanding: MetricsSource = (registry, { replica }) => {
  const setUsed = optionalGauge(
    registry,
    'libreta_reports_from_replica',
    '1 while reports read the replica, 0 the main database',
  );
  const setBehind = optionalGauge(
    registry,
    'libreta_replica_behind_seconds',
    'What was written in so long the replica may lack',
  );
  return () => {
    const standing = replica?.replica?.standing();
    if (!standing) return;
    setUsed(standing.used ? 1 : 0);
    setBehind(standing.behindMs === null ? null : standing.behindMs / 1_000);
  };
};

export const connections: MetricsSource = (registry, running) => {
  const registers = [registry];
  const gauge = new Gauge({
    name: 'libreta_database_connections',
    help: 'Connections to PostgreSQL: all there are, the idle ones, and requests waiting for one',
    labelNames: ['database', 'state'],
    registers,
  });
  const most = new Gauge({
    name: 'libreta_database_connections_limit',
    help: 'As many connections to PostgreSQL as this process opens for requests',
    labelNames: ['database'],
    registers,
  });
  return () => {
    for (const { name, database } of databasesOf(running)) {
      const numbers = database.measured.connections();
      if (!numbers) continue;
      for (const state of ['total', 'idle', 'waiting'] as const) gauge.set({ database: name, state }, numbers[state]);
      most.set({ database: name }, numbers.most);
    }
  };
};

/** Changes that triggers have noted and a worker counts: how many, and how long the oldest has been seen waiting. */
const changesWaiting =
  (name: string, notYet: string, queue: PgTable): MetricsSource =>
  (registry, running) => {
    const setCount = optionalGauge(registry, `libreta_${name}_waiting`, `Changes not ${notYet} yet; 100,000 at most`);
    const setAge = optionalGauge(
      registry,
      `libreta_${name}_oldest_seconds`,
      'How long the oldest of them has been seen waiting, from one answer to the next',
    );
    const read = readOrUndefined(running, `${name} waiting`, () => countChanges(running.database.measured.db, queue));
    let seen: { oldest: string | null; since: number } = { oldest: null, since: 0 };
    return async () => {
      const waiting = await read();
      setCount(waiting?.count);
      if (!waiting) return setAge(undefined);
      const now = performance.now();
      if (waiting.oldest !== seen.oldest) seen = { oldest: waiting.oldest, since: now };
      setAge(waiting.oldest === null ? 0 : (now - seen.since) / 1_000);
    };
  };

export const figureChanges = changesWaiting('figure_changes', 'folded', figureChange);
export const measuringChanges = changesWaiting('measuring_changes', 'counted', measuringChange);

export const unsealedEntries: MetricsSource = (registry, running) => {
  const setCount = optionalGauge(
    registry,
    'libreta_journal_entries_unsealed',
    'Entries of the journal without a seal; 100,000 at most',
  );
  const setAge = optionalGauge(
    registry,
    'libreta_journal_unsealed_oldest_seconds',
    'Since the oldest of them happened',
  );
  const read = readOrUndefined(running, 'entries to be sealed', () => entriesUnsealed(running.database.measured.db));
  return async () => {
    const unsealed = await read();
    setCount(unsealed?.count);
    setAge(unsealed?.age);
  };
};

/** Expensive, so that the last value is repeated for a while. */
export const databaseSize: MetricsSource = (registry, running) => {
  const set = optionalGauge(
    registry,
    'libreta_database_size_bytes',
    'Of PostgreSQL as it says; of the embedded one its folder',
  );
  const read = readOrUndefined(running, 'the size of the database', () => running.database.measured.size());
  let due = 0;
  return async () => {
    if (performance.now() < due) return;
    const bytes = await read();
    set(bytes);
    due = bytes === undefined ? 0 : performance.now() + SIZE_EVERY_MS;
  };
};

export const diskRoom: MetricsSource = (registry, { database }) => {
  const setFree = optionalGauge(registry, 'libreta_disk_free_bytes', 'Free room on the disk of the embedded database');
  const setReserve = optionalGauge(
    registry,
    'libreta_disk_reserve_bytes',
    'Below so much free room nothing more is recorded',
  );
  return () => {
    const disk = database.measured.disk();
    setFree(disk?.free);
    setReserve(disk?.reserve);
  };
};
