import { setTimeout } from 'node:timers/promises';
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { MOST_BOOKLETS } from '#domain/calls/sync.ts';
import { AppError } from '#domain/errors.ts';
import { FORMAT, packBooklets } from '#domain/sync/booklet-page.ts';
import { shortHash } from '#domain/sync/short-hash.ts';
import { cantonOfCode } from '#domain/territory.ts';
import { UUID } from '#domain/uuid.ts';
import { noteTold } from '#server/accounts/device-contacts.ts';
import { createTurns } from '#server/base/turns.ts';
import { type Actor, ownOnly } from '#server/calls/actor.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { libreta, libretaSalida } from '#server/db/schema.ts';
import { type Known, readBooklets } from './booklet-reader.ts';
import { beginEpoch, type Epoch, epochOf, NOBODY } from './epoch.ts';

/** Booklets of one page: on the embedded database, where everybody waits for it, fewer. */
const PAGE = { pglite: 50, postgres: MOST_BOOKLETS } as const;
/** Who begins anew has hundreds of pages' work done: few at once, so that the work of the day goes on; accounts take turns. */
const FIRST_TIMES = {
  ...{ atOnce: 2, longestQueue: 40, longestWaitMs: 20_000 },
  each: { atOnce: 2, longestQueue: 6 },
};
/** So long somebody waits for an epoch that begins, and is then asked to come back. */
const BEGINNING_MS = 5_000;

/** Whose booklets a device has, as the feed names it. */
interface Scope {
  readonly condition: SQL;
  /** The names under which departures from it are kept. */
  readonly names: readonly string[];
}

const placeOf = (code: string) => {
  const { provincia, canton } = cantonOfCode(code) ?? { provincia: '', canton: '' };
  return `${provincia}/${canton}`;
};

/** A brigade has what it is the custodian of; supervision the cantons that it takes along, and nothing until it does. */
function scopeOf(actor: Actor, codes: readonly string[] = []): Scope {
  const own = ownOnly(actor);
  if (own !== null) return { condition: eq(libreta.custodio, own), names: [`u:${own}`] };
  const cantons = codes.map(placeOf);
  return {
    condition: cantons.length > 0 ? inArray(libreta.canton, cantons) : sql`false`,
    names: cantons.map((canton) => `c:${canton}`),
  };
}

/** Where a reader stopped. */
interface Cursor {
  readonly epoca: string;
  /** In which scope: another one begins anew. */
  readonly scope: string;
  readonly cambio: bigint;
  /** Of the last one read; nobody when everything before `cambio` was. */
  readonly persona: string;
}

/** Tells one scope from another. */
const hashOf = (names: readonly string[]) => shortHash(names.join());

const written = ({ epoca, scope, cambio, persona }: Cursor) => [epoca, scope, cambio, persona].join('.');

function read(text: string): Cursor {
  const [epoca = '', scope = '', cambio = '', persona = '', ...more] = text.split('.');
  if (!/^\d{1,19}$/.test(cambio) || !UUID.test(persona) || more.length > 0) throw new AppError('epoch');
  return { epoca, scope, cambio: BigInt(cambio), persona };
}

interface Change extends Known {
  readonly sale: boolean;
}

/** What changed in a scope after a cursor, in the order of the feed; who left it and is back did not leave. */
function changesAfter({ condition, names }: Scope, { cambio, persona }: Cursor, horizon: string, most: number): SQL {
  const after = sql`(cambio, persona) > (${String(cambio)}::xid8, ${persona}::uuid) and cambio < ${horizon}::xid8`;
  const scopes = sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  );
  // Each in the order of its index, so that none of what comes later is read.
  const here = sql`(select persona, tipo, custodio, cambio, false as sale from ${libreta}
    where ${condition} and ${after} order by cambio, persona limit ${most})`;
  const gone = sql`(select persona, '' as tipo, null::uuid as custodio, cambio, true as sale from ${libretaSalida}
    where ambito in (${scopes}) and ${after}
      and not exists (select from ${libreta} where ${libreta.persona} = ${libretaSalida.persona} and ${condition})
    order by cambio, persona limit ${most})`;
  return sql`select persona::text, tipo, custodio::text, cambio::text, sale
    from (${names.length > 0 ? sql`${here} union all ${gone}` : here}) as changes order by changes.cambio, changes.persona limit ${most}`;
}

const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

export type Feed = ReturnType<typeof createFeed>;

/** What devices pull: whole booklets that changed, in the order of transactions, up to the one that still runs. */
export function createFeed(database: Database) {
  const { db, kind } = database;
  const turn = createTurns(FIRST_TIMES);
  let beginning: Promise<void> | undefined;

  /** In the snapshot of a transaction, with the epoch that it lies in. */
  const inEpoch = async <T>(look: (inside: Db, epoch: Epoch) => Promise<T>): Promise<T> => {
    const attempt = () =>
      db.transaction(async (inside) => {
        const epoch = await epochOf(inside);
        return epoch && { found: await look(inside, epoch) };
      }, SNAPSHOT);
    const done = await attempt();
    if (done) return done.found;
    beginning ??= beginEpoch(database).finally(() => {
      beginning = undefined;
    });
    await Promise.race([beginning, setTimeout(BEGINNING_MS, undefined, { ref: false })]);
    const again = await attempt();
    if (!again) throw new AppError('unavailable');
    return again.found;
  };

  const known = (rows: readonly Change[]) => rows.filter(({ sale }) => !sale);

  return {
    /**
     * One page of what changed since a cursor, of everything without one.
     * @throws AppError epoch when the cursor belongs to another epoch, another scope, or to a time that is forgotten
     */
    async pull(actor: Actor, since: string | undefined, codes: readonly string[] | undefined, hasLeft?: () => boolean) {
      const scope = scopeOf(actor, codes);
      const name = hashOf(scope.names);
      const from = since === undefined ? undefined : read(since);
      const most = PAGE[kind];
      const page = () =>
        inEpoch(async (inside, { epoca, podado, horizonte, despues }) => {
          const start = from ?? { epoca, scope: name, cambio: 0n, persona: NOBODY };
          const knows = start.epoca === epoca && start.scope === name && start.cambio <= BigInt(despues);
          // What was forgotten lies before what a whole reading ends with.
          if (!knows || (from && start.cambio <= BigInt(podado))) throw new AppError('epoch');
          const changes = await rawRows<Change>(inside, changesAfter(scope, start, horizonte, most));
          const last = changes.length < most ? undefined : changes.at(-1);
          const [counted] = await inside.select({ total: count() }).from(libreta).where(scope.condition);
          const booklets = await readBooklets(inside, known(changes));
          const end = last
            ? { cambio: BigInt(last.cambio), persona: last.persona }
            : { cambio: BigInt(horizonte), persona: NOBODY };
          return {
            formato: FORMAT,
            siguiente: written({ ...start, ...end }),
            completo: !last,
            total: counted?.total ?? 0,
            ...packBooklets(booklets),
            salen: changes.filter(({ sale }) => sale).map(({ persona }) => persona),
          };
        });
      // Who has everything up to some moment asks for little.
      const pulled = await (from?.persona === NOBODY
        ? page()
        : turn(page, { ...(hasLeft && { hasLeft }), by: actor.id }));
      if (pulled.salen.length > 0) await noteTold(db, actor, read(pulled.siguiente).cambio.toString());
      return pulled;
    },

    /** Every booklet of a scope with its last change, and the cursor of that moment. */
    async inventory(actor: Actor, codes: readonly string[] | undefined) {
      const whole = await inEpoch(async (inside, { epoca, horizonte }) => {
        const scope = scopeOf(actor, codes);
        const rows = await inside
          .select({ persona: libreta.persona, cambio: libreta.cambio })
          .from(libreta)
          .where(scope.condition)
          .orderBy(libreta.persona);
        return {
          formato: FORMAT,
          siguiente: written({ epoca, scope: hashOf(scope.names), cambio: BigInt(horizonte), persona: NOBODY }),
          personas: rows.map(({ persona }) => persona),
          cambios: rows.map(({ cambio }) => cambio),
        };
      });
      await noteTold(db, actor, read(whole.siguiente).cambio.toString());
      return whole;
    },

    /** Some booklets by id; those that the actor may not see are left out. */
    some: (actor: Actor, ids: readonly string[]) =>
      inEpoch(async (inside) => {
        const own = ownOnly(actor);
        const rows = await inside
          .select()
          .from(libreta)
          .where(and(inArray(libreta.persona, [...ids]), own === null ? undefined : eq(libreta.custodio, own)));
        return { formato: FORMAT, ...packBooklets(await readBooklets(inside, rows as Known[])) };
      }),
  };
}
