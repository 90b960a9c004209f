import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connect.ts';

/** A process that does not renew its turn for so long has ended. */
const TURN = sql.raw(`interval '20 seconds'`);
export const RENEW_MS = 4_000;
/** After so many claims without any progress a job is given up; those in which the database failed do not count. */
export const MAX_TRIES = 5;

/** A table of jobs. The process in `proceso` works on a job until `tomada` is too long ago; `pedida` is its place in the queue. */
type JobTable = PgTable & Record<'_id' | 'orden' | 'estado' | 'pedida' | 'proceso' | 'tomada' | 'intentos', PgColumn>;

export interface Job {
  readonly _id: string;
  readonly estado: string;
  readonly intentos: number;
}

/** The right of a process to work on a job while it is in a state. */
export interface Turn<J extends Job> {
  readonly stored: J;
  readonly process: string;
}

/** The job was stopped, or another process took it over. */
export class TurnEnded extends Error {}

export type Changes<J extends Job> = Partial<{ [Name in keyof J]: J[Name] | SQL }>;

interface QueueOptions {
  readonly isQueued: SQL;
  /** The statement of the advisory lock under which processes claim jobs one after another. */
  readonly lock: SQL;
}

export type JobQueue<J extends Job> = ReturnType<typeof createJobQueue<J>>;

/** A queue of jobs in the database, of which one at a time is worked on in the whole installation. `J` is a row of the table. */
export function createJobQueue<J extends Job>(table: JobTable, { isQueued, lock }: QueueOptions) {
  const isHeld = (process: string, { _id }: J) => and(eq(table._id, _id), eq(table.proceso, process));
  // Drizzle does not infer the rows of a table that is a parameter.
  const rowOf = (row: unknown) => (row ?? null) as J | null;
  const firstQueued = async (db: Db) => {
    const query = db.select({ _id: table._id }).from(table).where(isQueued).orderBy(table.pedida, table.orden).limit(1);
    return (await query)[0];
  };

  return {
    /** The job that waits longest, unless another process works on one. */
    async claim(db: Db, process: string): Promise<J | null> {
      // Nearly always none waits, and this one statement is all that an idle process costs.
      if (!(await firstQueued(db))) return null;
      return db.transaction(async (inside) => {
        // The claims of all processes follow one another.
        await inside.execute(lock);
        const [other] = await inside
          .select({ _id: table._id })
          .from(table)
          .where(and(isQueued, sql`${table.proceso} <> ${process}`, sql`${table.tomada} > now() - ${TURN}`))
          .limit(1);
        if (other) return null;
        const next = await firstQueued(inside);
        if (!next) return null;
        const [claimed] = await inside
          .update(table)
          .set({ proceso: process, tomada: sql`now()`, intentos: sql`${table.intentos} + 1` } as Record<
            string,
            unknown
          >)
          .where(eq(table._id, next._id))
          .returning();
        return rowOf(claimed);
      });
    },

    /** Changes the job in the transaction of its work. @throws TurnEnded, which undoes the transaction, if the turn has ended */
    async proceed(db: Db, { stored, process }: Turn<J>, changes: Changes<J>): Promise<J> {
      const [updated] = await db
        .update(table)
        .set({ tomada: sql`now()`, ...changes } as Record<string, unknown>)
        .where(and(isHeld(process, stored), eq(table.estado, stored.estado)))
        .returning();
      const after = rowOf(updated);
      if (!after) throw new TurnEnded();
      return after;
    },

    async renew(db: Db, { stored, process }: Turn<J>): Promise<void> {
      await db
        .update(table)
        .set({ tomada: sql`now()` } as Record<string, unknown>)
        .where(isHeld(process, stored));
    },

    /** The claim does not count: the database failed, not the job. */
    async forgiveTry(db: Db, { stored, process }: Turn<J>): Promise<void> {
      await db
        .update(table)
        .set({ intentos: sql`greatest(${table.intentos} - 1, 0)` } as Record<string, unknown>)
        .where(isHeld(process, stored));
    },

    /** A process that ends gives its turns back, so that another one need not wait. */
    async leave(db: Db, process: string): Promise<void> {
      await db
        .update(table)
        .set({ proceso: null, tomada: null } as Record<string, unknown>)
        .where(eq(table.proceso, process));
    },
  };
}
