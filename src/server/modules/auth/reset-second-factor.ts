import { and, eq, sql } from 'drizzle-orm';
import { AppError } from '#domain/errors.ts';
import type { Db } from '#server/db/connect.ts';
import { secondFactor, usuario } from '#server/db/schema.ts';
import type { Doer } from '#server/journal/doer.ts';
import { note } from '#server/journal/entries.ts';

/** Deletes a user's second factor and ends the sessions. @throws AppError notFound if there is no such user or factor */
export const deleteSecondFactor = (db: Db, doer: Doer, userId: string): Promise<void> =>
  db.transaction(async (inside) => {
    const ended = await inside
      .update(usuario)
      .set({ sessionEpoch: sql`${usuario.sessionEpoch} + 1` })
      .where(and(eq(usuario._id, userId), usuario.activo))
      .returning({ id: usuario._id });
    const [factor] = await inside
      .delete(secondFactor)
      .where(eq(secondFactor.userId, userId))
      .returning({ confirmedAt: secondFactor.confirmedAt });
    if (ended.length === 0 || !factor) throw new AppError('notFound');
    await note(inside, doer, {
      action: 'editar',
      kind: 'usuario',
      about: userId,
      before: { segundoFactor: factor.confirmedAt ? 'activo' : 'por confirmar' },
      after: { segundoFactor: 'restablecido' },
    });
  });
