import { AppError, type FieldProblem } from '#domain/errors.ts';
import { violatedUniqueIndex } from '#server/base/db-errors.ts';
import type { Db } from './database.ts';

/** The message for a violated unique index; undefined if it stays an ordinary error. */
type ProblemOf = (index: string) => FieldProblem | undefined;

export const withUniqueConflicts =
  (problemOf: ProblemOf) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const index = violatedUniqueIndex(error);
      const problem = index === null ? undefined : problemOf(index);
      throw problem ? new AppError('conflict', { problems: [problem] }) : error;
    }
  };

export const transactionsWithUniqueConflicts =
  (db: Db, problemOf: ProblemOf) =>
  <T>(work: (transaction: Db) => Promise<T>): Promise<T> =>
    withUniqueConflicts(problemOf)(() => db.transaction(work));
