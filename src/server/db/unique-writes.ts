import { AppError, type FieldProblem } from '#domain/errors.ts';
import type { Db } from './database.ts';
import { brokenUnique } from './db-errors.ts';

/**
 * Transactions in which what is there already becomes a conflict that a person can read.
 * @param problemOf what to say of a unique index that a write would break; nothing where that is a fault like any other
 */
export const refusingTaken =
  (db: Db, problemOf: (index: string) => FieldProblem | undefined) =>
  async <T>(work: (transaction: Db) => Promise<T>): Promise<T> => {
    try {
      return await db.transaction(work);
    } catch (error) {
      const index = brokenUnique(error);
      const problem = index === null ? undefined : problemOf(index);
      throw problem ? new AppError('conflict', { problems: [problem] }) : error;
    }
  };
