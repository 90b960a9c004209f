import type { Hearing } from '#server/db/hearing.ts';
import type { KeptSession } from './session-rules.ts';

/** What a request asks of a session and of who holds it. */
export interface KnownSession extends KeptSession {
  readonly userId: string;
  readonly cedula: string;
  readonly roles: readonly string[];
  readonly mustChangePassword: boolean;
}

/** Triggers notify here whenever a session, its user or the user's roles change: the id of the one or the other. */
export const SESSION_CHANNEL = 'libreta_sesion';

/** Asked for again after so long, whatever was heard. */
const KNOWN_FOR_MS = 30_000;
const MOST = 20_000;

export type KnownSessions = ReturnType<typeof createKnownSessions>;

/**
 * The sessions that this process has looked up, for as long as it hears of every change: the one that ends is forgotten at once, and
 * while nothing can be heard nothing is known.
 */
export function createKnownSessions(now: () => number = () => performance.now()) {
  const known = new Map<string, { session: KnownSession; at: number }>();
  let hearing = false;
  /** Grows with everything that is heard: what was read before may be out of date. */
  let news = 0;

  const forget = (id: string) => {
    news += 1;
    if (known.delete(id)) return;
    for (const [sid, { session }] of known) if (session.userId === id) known.delete(sid);
  };

  return {
    hearing: {
      heard: forget,
      hears(well) {
        news += 1;
        hearing = well;
        known.clear();
      },
    } satisfies Hearing,

    get(sid: string): KnownSession | undefined {
      const entry = known.get(sid);
      return entry && now() - entry.at < KNOWN_FOR_MS ? entry.session : undefined;
    },

    /** To be taken before a session is looked up, and handed over with what was found. */
    moment: () => news,

    keep(sid: string, session: KnownSession, moment: number): void {
      if (!hearing || moment !== news) return;
      if (known.size >= MOST) known.clear();
      known.set(sid, { session, at: now() });
    },

    /** It was used: said again only after a while. */
    used(sid: string, lastUsedAt: Date): void {
      const entry = known.get(sid);
      if (entry) entry.session = { ...entry.session, lastUsedAt };
    },

    forget,
  };
}
