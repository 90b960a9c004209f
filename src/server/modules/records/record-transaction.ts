import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Db } from '#server/db/connect.ts';
import { snakeCase } from '#server/db/record-table.ts';
import { refusingTaken, sayingTaken } from '#server/db/unique-writes.ts';

/** What the declaration says is unique and is taken becomes a conflict of its field. */
const problemOf =
  ({ key, unique }: RecordDefinition) =>
  (index: string) => {
    // The index and the sentence come from the same declaration.
    const broken = unique?.find(({ field }) => index === `${key}_${snakeCase(field)}_unico`);
    return broken && { msg: broken.message, path: broken.field };
  };

/** Writes of records of a type. */
export const recordWrite = (definition: RecordDefinition) => sayingTaken(problemOf(definition));

/** Transactions that write records of a type. */
export const recordTransaction = (db: Db, definition: RecordDefinition) => refusingTaken(db, problemOf(definition));
