import { eq, exists, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connect.ts';
import { secondFactor, secondFactorRole, usuarioRol } from '#server/db/schema.ts';

/** What is kept of a user's authenticator application. */
export interface Factor {
  readonly secret: string;
  readonly confirmedAt: Date | null;
  readonly lastStep: number;
  readonly recoverySalt: string | null;
}

export const FACTOR_COLUMNS = {
  secret: secondFactor.secret,
  confirmedAt: secondFactor.confirmedAt,
  lastStep: secondFactor.lastStep,
  recoverySalt: secondFactor.recoverySalt,
};

/** Whether one of the user's roles asks for a second step. */
export const demanded = (userId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`${exists(
    new QueryBuilder()
      .select({ one: sql`1` })
      .from(usuarioRol)
      .innerJoin(secondFactorRole, eq(secondFactorRole.roleId, usuarioRol.rolId))
      .where(eq(usuarioRol.usuarioId, userId)),
  )}`;

/** A second step that was passed. */
export interface Passed {
  /** By what, as the journal says it. */
  readonly by: string;
  /**
   * Uses the code up, in the transaction that begins the session.
   * @throws AppError secondFactor when somebody else was faster
   */
  use(inside: Db): Promise<void>;
  /** Recovery codes that begin with it, to be shown once. */
  readonly codes?: readonly string[];
}

/** As the way in of a session that begins with it. */
export const wayOf = ({ by, use }: Passed) => ({ use, after: { segundoFactor: by } });
