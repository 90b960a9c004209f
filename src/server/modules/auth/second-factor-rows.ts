import { eq, exists, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connect.ts';
import { secondFactor, secondFactorRole, usuarioRol } from '#server/db/schema.ts';

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

export const requiresSecondStep = (userId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`${exists(
    new QueryBuilder()
      .select({ one: sql`1` })
      .from(usuarioRol)
      .innerJoin(secondFactorRole, eq(secondFactorRole.roleId, usuarioRol.rolId))
      .where(eq(usuarioRol.usuarioId, userId)),
  )}`;

export interface PassedStep {
  readonly by: string;
  /** Consumes the code, in the transaction that begins the session. @throws AppError secondFactor if it was used concurrently */
  use(inside: Db): Promise<void>;
  /** New recovery codes, to be shown once. */
  readonly codes?: readonly string[];
}

export const toSignInProof = ({ by, use }: PassedStep) => ({ use, after: { segundoFactor: by } });
