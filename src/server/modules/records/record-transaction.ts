import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Db } from '#server/db/connect.ts';
import { snakeCase } from '#server/db/record-table.ts';
import { transactionsWithUniqueConflicts, withUniqueConflicts } from '#server/db/unique-conflicts.ts';

/** Turns a broken unique index into a conflict of its field, with the message of the same declaration. */
const problemOf =
  ({ key, unique }: RecordDefinition) =>
  (index: string) => {
    const broken = unique?.find(({ field }) => index === `${key}_${snakeCase(field)}_unico`);
    return broken && { msg: broken.message, path: broken.field };
  };

export const recordWrite = (definition: RecordDefinition) => withUniqueConflicts(problemOf(definition));

export const recordTransaction = (db: Db, definition: RecordDefinition) =>
  transactionsWithUniqueConflicts(db, problemOf(definition));
