import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Db } from '#server/db/connect.ts';
import { createRecordReader } from './record-reads.ts';
import { createRecordWrites, type WriteOptions } from './record-writes.ts';

export type RecordRepository = ReturnType<typeof createRecordRepository>;

/** The only place that reads and writes records of a type, limited to what the actor may see. */
export function createRecordRepository(db: Db, definition: RecordDefinition, options: WriteOptions = {}) {
  const reads = createRecordReader(db, definition);
  const { list, requireParent, likelyMatches, get, find, visibleTo } = reads;
  return {
    list,
    requireParent,
    likelyMatches,
    get,
    find,
    visibleTo,
    ...createRecordWrites(db, definition, reads, options),
  };
}
