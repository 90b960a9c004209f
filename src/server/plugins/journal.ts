import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#domain/errors.ts';
import { PERSON_KINDS } from '#domain/journal/journal.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { errorForLog } from '#server/base/error-for-log.ts';
import type { Database } from '#server/db/connect.ts';
import { createBatchWriter } from '#server/journal/batch-writer.ts';
import type { Doer } from '#server/journal/doer.ts';
import { type JournalEvent, noteAllLater } from '#server/journal/entries.ts';
import { createRecentlySeen } from '#server/journal/recently-seen.ts';

const GATHERED_MS = 500;

const ROWS_ON_A_SCREEN = 20;

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes an entry about something that changed nothing, a moment later together with others. */
    noteSoon(doer: Doer, entry: JournalEvent['entry']): void;
    /** Writes the waiting entries, so that a reader of the journal sees them. */
    journalWritten(): Promise<void>;
    /** Waiting entries, the time of the oldest by `performance.now()`, and the entries that were given up since the start. */
    journalWaiting(): { count: number; since: number | undefined; lost: number };
  }
}

const shown = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value);
  const { field, descending } = value as { field?: string; descending?: boolean };
  return `${descending ? '-' : ''}${field}`;
};

/** Filters that may identify a person: the search, and fields that hold a cedula. */
const IDENTIFYING_FILTERS = new Set([
  'q',
  ...RECORD_LIST.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) => ('document' in field ? [name] : [])),
  ),
]);

const isPersonKind = (kind: string): boolean => PERSON_KINDS.some((person) => person === kind);

/** The filters of a list and its number of rows. Identifying values are left out: an erasure of the person would not reach them. */
function queryDetails({ query }: FastifyRequest, reply: FastifyReply): Record<string, unknown> | null {
  const filters = Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([name, value]) => {
    if (!IDENTIFYING_FILTERS.has(name)) return value === undefined ? [] : [[name, value] as const];
    return value ? [[name, '…'] as const] : [];
  });
  const total = reply.getHeader('X-Total-Count');
  const rows = total === undefined ? [] : [['filas', Number(total)] as const];
  const all = [...filters.map(([name, value]) => [name, shown(value)] as const), ...rows];
  return all.length > 0 ? Object.fromEntries(all) : null;
}

/** Records views and exports; changes are recorded where they are made. */
export const journalPlugin = fp(async (app: FastifyInstance, { db, room }: Pick<Database, 'db' | 'room'>) => {
  let lost = 0;
  const gathering = createBatchWriter<JournalEvent>({
    write: async (happenings) => {
      // PGlite does not survive a log that cannot grow; the entries wait for the next try.
      if (room() === 'out') throw new AppError('noSpace');
      await noteAllLater(db, happenings);
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
  app.decorate('noteSoon', (doer: Doer, entry: JournalEvent['entry']) =>
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
    const actor = request.reader?.doer ?? request.actor;
    const noted = request.routeOptions.config?.call?.noted;
    // With 304 the client shows the content that it has.
    const shows = reply.statusCode < 300 || reply.statusCode === 304;
    if (!noted || !actor || !shows || request.method === 'HEAD') return;
    const query = (request.query ?? {}) as Record<string, unknown>;
    if (noted.whole && Number(query.limit ?? Number.POSITIVE_INFINITY) <= (noted.pageRows ?? ROWS_ON_A_SCREEN)) return;
    const named = (noted.of ? query[noted.of] : (request.params as { id?: string }).id) ?? null;
    const id = named === null ? null : String(named).toLowerCase();
    const { action, kind, part } = noted;
    const person = noted.of || isPersonKind(kind) ? id : null;
    if (id && action === 'ver' && seen(`${actor.id} ${id}`) && part) return;
    app.noteSoon(actor, { action, kind, about: id, person, after: part ? null : queryDetails(request, reply) });
  };
  // When the answer begins: a client that hangs up in the middle of a list has received a part of it.
  app.addHook('onSend', (request, reply, payload, done) => {
    noteLook(request, reply);
    done(null, payload);
  });
});
