import { and, eq, exists, isNull, lt, ne, sql } from 'drizzle-orm';
import type { DemandingRole, SecondFactorState } from '#domain/calls/second-factor.ts';
import { AppError } from '#domain/errors.ts';
import type { Encryption } from '#server/accounts/encryption.ts';
import type { RecoveryCodes } from '#server/accounts/recovery-codes.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { recoveryCode, rol, secondFactor, secondFactorRole, usuario, usuarioRol } from '#server/db/schema.ts';
import type { Doer } from '#server/journal/doer.ts';
import { note } from '#server/journal/entries.ts';
import { deleteSecondFactor } from './reset-second-factor.ts';
import { type Factor, requiresSecondStep } from './second-factor-rows.ts';

export type SecondFactorRepository = ReturnType<typeof createSecondFactorRepository>;

export function createSecondFactorRepository(db: Db, { encrypt, decrypt }: Encryption) {
  const setCodes = async (from: Db, userId: string, { hashes }: RecoveryCodes): Promise<void> => {
    await from.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
    await from.insert(recoveryCode).values(hashes.map((hash) => ({ userId, hash })));
  };

  /** Each use is one statement, so that only one of two concurrent uses succeeds. */
  const spend = async (used: PromiseLike<unknown[]>): Promise<void> => {
    if ((await used).length === 0) throw new AppError('secondFactor');
  };

  return {
    secretOf: (userId: string, { secret }: Factor): string | null => decrypt(secret, userId),

    /** Stores a factor that its first code confirmed, over an unconfirmed one. @throws AppError secondFactor if another is confirmed */
    async confirm(
      inside: Db,
      user: Doer & { readonly id: string },
      secret: string,
      step: number,
      codes: RecoveryCodes,
    ): Promise<void> {
      const { id: userId } = user;
      const factor = { secret: encrypt(secret, userId), lastStep: step, recoverySalt: codes.salt };
      const confirmedAt = sql`clock_timestamp()`;
      await spend(
        inside
          .insert(secondFactor)
          .values({ userId, confirmedAt, ...factor })
          .onConflictDoUpdate({
            target: secondFactor.userId,
            set: { confirmedAt, ...factor },
            setWhere: isNull(secondFactor.confirmedAt),
          })
          .returning({ userId: secondFactor.userId }),
      );
      await setCodes(inside, userId, codes);
      await note(inside, user, {
        action: 'editar',
        kind: 'usuario',
        about: userId,
        before: { segundoFactor: null },
        after: { segundoFactor: 'activo' },
      });
    },

    /** @throws AppError secondFactor if this code or a later one was used */
    useStep: (inside: Db, userId: string, { secret }: Factor, step: number): Promise<void> =>
      spend(
        inside
          .update(secondFactor)
          .set({ lastStep: step })
          .where(and(eq(secondFactor.userId, userId), eq(secondFactor.secret, secret), lt(secondFactor.lastStep, step)))
          .returning({ userId: secondFactor.userId }),
      ),

    /** @throws AppError secondFactor if there is no such code, or it was used */
    useRecoveryCode: (inside: Db, userId: string, hash: string): Promise<void> =>
      spend(
        inside
          .delete(recoveryCode)
          .where(and(eq(recoveryCode.userId, userId), eq(recoveryCode.hash, hash)))
          .returning({ hash: recoveryCode.hash }),
      ),

    /** @throws AppError notFound if the user has no second factor */
    replaceCodes: (actor: Actor, codes: RecoveryCodes): Promise<void> =>
      db.transaction(async (inside) => {
        const replaced = await inside
          .update(secondFactor)
          .set({ recoverySalt: codes.salt })
          .where(and(eq(secondFactor.userId, actor.id), sql`${secondFactor.confirmedAt} is not null`))
          .returning({ userId: secondFactor.userId });
        if (replaced.length === 0) throw new AppError('notFound');
        await setCodes(inside, actor.id, codes);
        const after = { codigosRecuperacion: 'nuevos' };
        await note(inside, actor, { action: 'editar', kind: 'usuario', about: actor.id, after });
      }),

    async stateOf(userId: string): Promise<SecondFactorState> {
      const [row] = await db
        .select({
          exigido: requiresSecondStep(usuario._id),
          activo: sql<boolean>`${secondFactor.confirmedAt} is not null`,
          codigos: sql<number>`(select count(*)::int from ${recoveryCode} where ${eq(recoveryCode.userId, usuario._id)})`,
        })
        .from(usuario)
        .leftJoin(secondFactor, eq(secondFactor.userId, usuario._id))
        .where(and(eq(usuario._id, userId), usuario.activo));
      if (!row) throw new AppError('notFound');
      return row;
    },

    reset: (doer: Doer, userId: string) => deleteSecondFactor(db, doer, userId),

    roles: (): Promise<DemandingRole[]> =>
      db
        .select({ _id: rol._id, name: rol.name, exigido: sql<boolean>`${secondFactorRole.roleId} is not null` })
        .from(rol)
        .leftJoin(secondFactorRole, eq(secondFactorRole.roleId, rol._id))
        .orderBy(rol.name),

    /** Requiring it ends the sessions of all others with the role, because a password alone opened them. @throws AppError notFound */
    setRole: (actor: Actor, roleId: string, exigido: boolean): Promise<DemandingRole> =>
      db.transaction(async (inside) => {
        const [role] = await inside.select().from(rol).where(eq(rol._id, roleId)).for('update');
        if (!role) throw new AppError('notFound');
        const changed = exigido
          ? await inside.insert(secondFactorRole).values({ roleId }).onConflictDoNothing().returning()
          : await inside.delete(secondFactorRole).where(eq(secondFactorRole.roleId, roleId)).returning();
        if (changed.length === 0) return { ...role, exigido };
        const having = inside
          .select({ one: sql`1` })
          .from(usuarioRol)
          .where(and(eq(usuarioRol.usuarioId, usuario._id), eq(usuarioRol.rolId, roleId)));
        if (exigido)
          await inside
            .update(usuario)
            .set({ sessionEpoch: sql`${usuario.sessionEpoch} + 1` })
            .where(and(usuario.activo, ne(usuario._id, actor.id), exists(having)));
        await note(inside, actor, {
          action: 'editar',
          kind: 'rol',
          about: roleId,
          before: { rol: role.name, segundoFactor: !exigido },
          after: { rol: role.name, segundoFactor: exigido },
        });
        return { ...role, exigido };
      }),
  };
}
