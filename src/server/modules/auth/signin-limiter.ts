import { and, count, eq, gt, inArray, lt } from 'drizzle-orm';
import { AppError } from '#domain/errors.ts';
import type { Db } from '#server/db/connect.ts';
import { signinFailure } from '#server/db/schema.ts';

const WINDOW_MS = 15 * 60_000;
const PER_CEDULA = 10;
const PER_ADDRESS = 100;

export interface Attempt {
  succeeded(): Promise<void>;
}

/**
 * Counts failed sign-ins in the database, so that several processes share the count. An attempt counts as failed
 * from its start until it succeeds: many at once do not slip through.
 */
export function createSigninLimiter(db: Db) {
  const failures = async (subject: string, since: Date) => {
    const recent = and(eq(signinFailure.subject, subject), gt(signinFailure.at, since));
    const [row] = await db.select({ total: count() }).from(signinFailure).where(recent);
    return row?.total ?? 0;
  };

  return {
    /** @throws AppError tooManyTries when the cedula or the address has failed too often in 15 minutes. */
    async begin(cedula: string, address: string): Promise<Attempt> {
      const now = new Date();
      const since = new Date(now.getTime() - WINDOW_MS);
      const byCedula = `cedula:${cedula}`;
      const byAddress = `address:${address}`;
      await db.delete(signinFailure).where(lt(signinFailure.at, since));
      const mine = await db
        .insert(signinFailure)
        .values([byCedula, byAddress].map((subject) => ({ subject, at: now })))
        .returning({ id: signinFailure.id });
      const ids = mine.map(({ id }) => id);
      const forget = () => db.delete(signinFailure).where(inArray(signinFailure.id, ids));
      if ((await failures(byCedula, since)) > PER_CEDULA || (await failures(byAddress, since)) > PER_ADDRESS) {
        await forget();
        throw new AppError('tooManyTries', { retryAfter: WINDOW_MS / 1000 });
      }
      return {
        succeeded: async () => {
          await forget();
          await db.delete(signinFailure).where(eq(signinFailure.subject, byCedula));
        },
      };
    },
  };
}
