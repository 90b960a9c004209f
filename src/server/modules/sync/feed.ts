import { setTimeout } from 'node:timers/promises';
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { MAX_BOOKLETS } from '#domain/calls/sync.ts';
import { AppError } from '#domain/errors.ts';
import { BOOKLET_FORMAT, packBooklets } from '#domain/sync/booklet-page.ts';
import { shortHash } from '#domain/sync/short-hash.ts';
import { cantonOfCode } from '#domain/territory.ts';
import { LOWEST_ID, UUID } from '#domain/uuid.ts';
import { noteDeparturesReported } from '#server/accounts/device-contacts.ts';
import { createTurns } from '#server/base/turns.ts';
import { type Actor, visibleCreator } from '#server/calls/actor.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { ONE_SNAPSHOT } from '#server/db/database.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { departureTable, libreta } from '#server/db/schema.ts';
import { type BookletRef, readBooklets } from './booklet-reader.ts';
import { beginEpoch, type Epoch, epochOf } from './epoch.ts';

/** Booklets per page; fewer on PGlite, where all other requests wait. */
const PAGE = { pglite: 50, postgres: MAX_BOOKLETS } as const;
/** A first pull is the work of hundreds of pages: few run at once, and accounts take turns. */
const FIRST_TIMES = {
  ...{ atOnce: 2, longestQueue: 40, longestWaitMs: 20_000 },
  each: { atOnce: 2, longestQueue: 6 },
};
/** A request waits this long for a new epoch, and is then asked to come back. */
const BEGINNING_MS = 5_000;

interface Scope {
  readonly condition: SQL;
  readonly names: readonly string[];
}

const cantonNameOf = (code: string) => {
  const { provincia, canton } = cantonOfCode(code) ?? { provincia: '', canton: '' };
  return `${provincia}/${canton}`;
};

/** For a brigade its own booklets; for supervision the chosen cantons, by default none. */
function scopeOf(actor: Actor, codes: readonly string[] = []): Scope {
  const own = visibleCreator(actor);
  if (own !== null) return { condition: eq(libreta.custodio, own), names: [`u:${own}`] };
  const cantons = codes.map(cantonNameOf);
  return {
    condition: cantons.length > 0 ? inArray(libreta.canton, cantons) : sql`false`,
    names: cantons.map((canton) => `c:${canton}`),
  };
}

interface Cursor {
  readonly epoca: string;
  /** A cursor of another scope is refused. */
  readonly scope: string;
  readonly cambio: bigint;
  /** The last person read; the lowest id if everything before `cambio` was read. */
  readonly persona: string;
}

const scopeHash = (names: readonly string[]) => shortHash(names.join());

const formatCursor = ({ epoca, scope, cambio, persona }: Cursor) => [epoca, scope, cambio, persona].join('.');

function parseCursor(text: string): Cursor {
  const [epoca = '', scope = '', cambio = '', persona = '', ...more] = text.split('.');
  if (!/^\d{1,19}$/.test(cambio) || !UUID.test(persona) || more.length > 0) throw new AppError('epoch');
  return { epoca, scope, cambio: BigInt(cambio), persona };
}

interface Change extends BookletRef {
  readonly sale: boolean;
}

/** Changes in a scope after a cursor, in the order of the feed; a booklet that left and is back is not a departure. */
function changesAfter({ condition, names }: Scope, { cambio, persona }: Cursor, horizon: string, most: number): SQL {
  const after = sql`(cambio, persona) > (${String(cambio)}::xid8, ${persona}::uuid) and cambio < ${horizon}::xid8`;
  const scopes = sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  );
  // Each part is in the order of its index, so that the limit stops the scan.
  const present = sql`(select persona, tipo, custodio, cambio, false as sale from ${libreta}
    where ${condition} and ${after} order by cambio, persona limit ${most})`;
  const departed = sql`(select persona, '' as tipo, null::uuid as custodio, cambio, true as sale from ${departureTable}
    where ambito in (${scopes}) and ${after}
      and not exists (select from ${libreta} where ${libreta.persona} = ${departureTable.persona} and ${condition})
    order by cambio, persona limit ${most})`;
  return sql`select persona::text, tipo, custodio::text, cambio::text, sale
    from (${names.length > 0 ? sql`${present} union all ${departed}` : present}) as changes order by changes.cambio, changes.persona limit ${most}`;
}

export type Feed = ReturnType<typeof createFeed>;

/** The feed of whole changed booklets, in the order of transactions, up to the oldest one that still runs. */
export function createFeed(database: Database) {
  const { db, kind } = database;
  const turn = createTurns(FIRST_TIMES);
  let beginning: Promise<void> | undefined;

  const inEpoch = async <T>(work: (inside: Db, epoch: Epoch) => Promise<T>): Promise<T> => {
    const attempt = () =>
      db.transaction(async (inside) => {
        const epoch = await epochOf(inside);
        return epoch && { result: await work(inside, epoch) };
      }, ONE_SNAPSHOT);
    const done = await attempt();
    if (done) return done.result;
    beginning ??= beginEpoch(database).finally(() => {
      beginning = undefined;
    });
    await Promise.race([beginning, setTimeout(BEGINNING_MS, undefined, { ref: false })]);
    const again = await attempt();
    if (!again) throw new AppError('unavailable');
    return again.result;
  };

  const withoutDepartures = (rows: readonly Change[]) => rows.filter(({ sale }) => !sale);

  return {
    /** One page of changes since a cursor, or of everything. @throws AppError epoch if the cursor is of another epoch or scope, or too old */
    async pull(actor: Actor, since: string | undefined, codes: readonly string[] | undefined, hasLeft?: () => boolean) {
      const scope = scopeOf(actor, codes);
      const name = scopeHash(scope.names);
      const from = since === undefined ? undefined : parseCursor(since);
      const most = PAGE[kind];
      const page = () =>
        inEpoch(async (inside, { epoca, podado, horizonte, despues }) => {
          const start = from ?? { epoca, scope: name, cambio: 0n, persona: LOWEST_ID };
          const isCurrent = start.epoca === epoca && start.scope === name && start.cambio <= BigInt(despues);
          // After `podado` no departure is deleted: an older cursor would miss some, while a first reading needs none.
          if (!isCurrent || (from && start.cambio <= BigInt(podado))) throw new AppError('epoch');
          const changes = await rawRows<Change>(inside, changesAfter(scope, start, horizonte, most));
          const last = changes.length < most ? undefined : changes.at(-1);
          const [counted] = await inside.select({ total: count() }).from(libreta).where(scope.condition);
          const booklets = await readBooklets(inside, withoutDepartures(changes));
          const end = last
            ? { cambio: BigInt(last.cambio), persona: last.persona }
            : { cambio: BigInt(horizonte), persona: LOWEST_ID };
          return {
            formato: BOOKLET_FORMAT,
            siguiente: formatCursor({ ...start, ...end }),
            completo: !last,
            total: counted?.total ?? 0,
            ...packBooklets(booklets),
            salen: changes.filter(({ sale }) => sale).map(({ persona }) => persona),
          };
        });
      // A cursor at the end of a whole reading belongs to a device that is up to date, and needs little work.
      const pulled = await (from?.persona === LOWEST_ID
        ? page()
        : turn(page, { ...(hasLeft && { hasLeft }), by: actor.id }));
      if (pulled.salen.length > 0)
        await noteDeparturesReported(db, actor, parseCursor(pulled.siguiente).cambio.toString());
      return pulled;
    },

    async inventory(actor: Actor, codes: readonly string[] | undefined) {
      const whole = await inEpoch(async (inside, { epoca, horizonte }) => {
        const scope = scopeOf(actor, codes);
        const rows = await inside
          .select({ persona: libreta.persona, cambio: libreta.cambio })
          .from(libreta)
          .where(scope.condition)
          .orderBy(libreta.persona);
        return {
          formato: BOOKLET_FORMAT,
          siguiente: formatCursor({
            epoca,
            scope: scopeHash(scope.names),
            cambio: BigInt(horizonte),
            persona: LOWEST_ID,
          }),
          personas: rows.map(({ persona }) => persona),
          cambios: rows.map(({ cambio }) => cambio),
        };
      });
      await noteDeparturesReported(db, actor, parseCursor(whole.siguiente).cambio.toString());
      return whole;
    },

    some: (actor: Actor, ids: readonly string[]) =>
      inEpoch(async (inside) => {
        const own = visibleCreator(actor);
        const rows = await inside
          .select()
          .from(libreta)
          .where(and(inArray(libreta.persona, [...ids]), own === null ? undefined : eq(libreta.custodio, own)));
        return { formato: BOOKLET_FORMAT, ...packBooklets(await readBooklets(inside, rows as BookletRef[])) };
      }),
  };
}
