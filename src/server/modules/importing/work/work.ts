import type { HaemoglobinTable } from '#domain/haemoglobin/altitude-adjustment.ts';
import type { Db } from '#server/db/connect.ts';
import type { RecordRepository } from '#server/modules/records/record-repository.ts';
import type { Turn } from './turn.ts';

/** One phase of an import, as a process works on it. */
export interface Work {
  readonly turn: Turn;
  readonly db: Db;
  readonly haemoglobinTable: HaemoglobinTable;
  /** Rows for the next transaction: fewer after a slow one, because others wait for its locks. */
  readonly rowsAtOnce: number;
  /** Between two transactions: lets requests go first. @throws TurnEnded when the process ends */
  pause(): Promise<void>;
  repositoryOf(key: string): RecordRepository;
}
