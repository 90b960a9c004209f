import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#domain/errors.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { errorForLog } from '#server/base/error-for-log.ts';
import type { Database } from '#server/db/connect.ts';
import type { Doer } from '#server/journal/doer.ts';
import { type Happening, noteAll } from '#server/journal/entries.ts';
import { createGathering } from '#server/journal/gathering.ts';
import { createRecentlySeen } from '#server/journal/recently-seen.ts';

/** Views and sign-ins wait so long for others at most. */
const GATHERED_MS = 500;

/** More than any screen of ours shows of people at once. */
const ROWS_ON_A_SCREEN = 20;

declare module 'fastify' {
  interface FastifyInstance {
    /** Notes what changed nothing, together with others a moment later. */
    noteSoon(doer: Doer, entry: Happening['entry']): void;
    /** Writes what is still waiting, so that who reads the journal reads it too. */
    journalWritten(): Promise<void>;
    /** What waits to be written, since when (ms since 1970), and how many entries were given up since the start. */
    journalWaiting(): { count: number; since: number | undefined; lost: number };
  }
}

const shown = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value);
  const { field, descending } = value as { field?: string; descending?: boolean };
  return `${descending ? '-' : ''}${field}`;
};

/** What may name somebody: the search, and every field that holds a cedula. */
const NAMES_SOMEBODY = new Set([
  'q',
  ...RECORD_LIST.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) => ('document' in field ? [name] : [])),
  ),
]);

/** What was asked of a list, and how many rows there were. Of what names somebody only that it was asked: erasing the person would not reach it. */
function askedOf({ query }: FastifyRequest, reply: FastifyReply): Record<string, unknown> | null {
  const asked = Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([name, value]) => {
    if (!NAMES_SOMEBODY.has(name)) return value === undefined ? [] : [[name, value] as const];
    return value ? [[name, '…'] as const] : [];
  });
  const total = reply.getHeader('X-Total-Count');
  const rows = total === undefined ? [] : [['filas', Number(total)] as const];
  const all = [...asked.map(([name, value]) => [name, shown(value)] as const), ...rows];
  return all.length > 0 ? Object.fromEntries(all) : null;
}

/** Keeps who saw whom and who took what away; what changes something is noted where it is changed. */
export const journalPlugin = fp(async (app: FastifyInstance, { db, room }: Pick<Database, 'db' | 'room'>) => {
  let lost = 0;
  const gathering = createGathering<Happening>({
    write: async (happenings) => {
      // An embedded database does not survive a log that cannot grow: what waits is tried again.
      if (room() === 'out') throw new AppError('noSpace');
      await noteAll(db, happenings);
    },
    afterMs: GATHERED_MS,
    failed: (error, waiting) => app.log.error({ err: errorForLog(error), waiting }, 'noting in the journal failed'),
    lost: (happenings) => {
      lost += happenings.length;
      const entries = happenings.map(({ doer, entry: { action, kind, about } }) => ({
        ...{ action, kind, about },
        actor: doer.id,
      }));
      app.log.error({ entries }, 'could not be noted in the journal');
    },
  });
  app.decorate('noteSoon', (doer: Doer, entry: Happening['entry']) =>
    gathering.add({ doer, entry: { ...entry, at: entry.at ?? performance.now() } }),
  );
  app.decorate('journalWritten', gathering.flush);
  app.decorate('journalWaiting', () => {
    const { count, first } = gathering.waiting();
    return { count, since: first?.entry.at, lost };
  });
  app.addHook('onClose', gathering.close);

  const seen = createRecentlySeen();
  const noteLook = (request: FastifyRequest, reply: FastifyReply): void => {
    const { actor } = request;
    const noted = request.routeOptions.config?.call?.noted;
    if (!noted || !actor || reply.statusCode >= 300 || request.method === 'HEAD') return;
    const query = (request.query ?? {}) as Record<string, unknown>;
    if (noted.whole && Number(query.limit ?? Number.POSITIVE_INFINITY) <= ROWS_ON_A_SCREEN) return;
    const person = (noted.of ? query[noted.of] : (request.params as { id?: string }).id) ?? null;
    const id = person === null ? null : String(person).toLowerCase();
    const { action, kind, part } = noted;
    if (id && action === 'ver' && seen(`${actor.id} ${id}`) && part) return;
    app.noteSoon(actor, { action, kind, about: id, person: id, after: part ? null : askedOf(request, reply) });
  };
  // When the answer begins, for whoever hangs up in the middle of a list has taken a part of it.
  app.addHook('onSend', (request, reply, payload, done) => {
    noteLook(request, reply);
    done(null, payload);
  });
});
