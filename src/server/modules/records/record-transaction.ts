import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Db } from '#server/db/connect.ts';
import { snakeCase } from '#server/db/record-table.ts';
import { refusingTaken } from '#server/db/unique-writes.ts';

/** Transactions that write records of a type: what the declaration says is unique and is taken becomes a conflict of its field. */
export const recordTransaction = (db: Db, { key, unique }: RecordDefinition) =>
  refusingTaken(db, (index) => {
    // The index and the sentence come from the same declaration.
    const broken = unique?.find(({ field }) => index === `${key}_${snakeCase(field)}_unico`);
    return broken && { msg: broken.message, path: broken.field };
  });
