import { AppError, type FieldProblem } from '#domain/errors.ts';
import { brokenUnique } from '#server/base/db-errors.ts';
import type { Db } from './database.ts';

/** What to say of a unique index that a write would break; nothing where that is a fault like any other. */
type ProblemOf = (index: string) => FieldProblem | undefined;

/** Writes in which what is there already becomes a conflict that a person can read. */
export const sayingTaken =
  (problemOf: ProblemOf) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const index = brokenUnique(error);
      const problem = index === null ? undefined : problemOf(index);
      throw problem ? new AppError('conflict', { problems: [problem] }) : error;
    }
  };

/** The same of transactions. */
export const refusingTaken =
  (db: Db, problemOf: ProblemOf) =>
  <T>(work: (transaction: Db) => Promise<T>): Promise<T> =>
    sayingTaken(problemOf)(() => db.transaction(work));
