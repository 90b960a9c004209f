import type { ChannelListener } from '#server/db/channel-subscriptions.ts';
import type { StoredSession } from './session-rules.ts';

export interface CachedSession extends StoredSession {
  readonly userId: string;
  readonly cedula: string;
  readonly roles: readonly string[];
  readonly mustChangePassword: boolean;
}

/** Triggers notify it of a change with the id of the session or of its user. */
export const SESSION_CHANNEL = 'libreta_sesion';

/** A cached session expires after this time even if no notification arrives. */
const CACHE_TTL_MS = 30_000;
const MAX_ENTRIES = 20_000;

export type SessionCache = ReturnType<typeof createSessionCache>;

/** Caches sessions while notifications of changes arrive: a changed session is removed at once, without them the cache is empty. */
export function createSessionCache(now: () => number = () => performance.now()) {
  const entries = new Map<string, { session: CachedSession; at: number }>();
  let isNotified = false;
  /** Grows with every notification: what was read from the database before may be outdated. */
  let generation = 0;

  const forget = (id: string) => {
    generation += 1;
    if (entries.delete(id)) return;
    for (const [sid, { session }] of entries) if (session.userId === id) entries.delete(sid);
  };

  return {
    hearing: {
      onNotification: forget,
      onConnectionChange(well) {
        generation += 1;
        isNotified = well;
        entries.clear();
      },
    } satisfies ChannelListener,

    get(sid: string): CachedSession | undefined {
      const entry = entries.get(sid);
      return entry && now() - entry.at < CACHE_TTL_MS ? entry.session : undefined;
    },

    /** Taken before a session is looked up in the database, and passed to `keep`. */
    moment: () => generation,

    keep(sid: string, session: CachedSession, moment: number): void {
      if (!isNotified || moment !== generation) return;
      if (entries.size >= MAX_ENTRIES) entries.clear();
      entries.set(sid, { session, at: now() });
    },

    used(sid: string, lastUsedAt: Date): void {
      const entry = entries.get(sid);
      if (entry) entry.session = { ...entry.session, lastUsedAt };
    },

    forget,
  };
}
