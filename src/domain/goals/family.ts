import { dayOf } from '../calendar.ts';
import { pregnancyStart } from '../follow-up/pregnancy.ts';

type FlatRecord = Readonly<Record<string, unknown>>;
/** Records by the key of their type. */
export type FamilyRecords = Readonly<Record<string, readonly FlatRecord[] | undefined>>;

/** What goals are judged by. Days are `YYYY-MM-DD`. */
export interface Family {
  /** The birth, or the first day of the pregnancy; null if unknown. */
  readonly start: string | null;
  /** The day of the registration; null for a pregnancy. */
  readonly registered: string | null;
  readonly records: FamilyRecords;
}

/** @param child with `fechanacimiento` and `fechaRegistro` */
export const familyOfChild = (child: FlatRecord, records: FamilyRecords): Family => ({
  start: child.fechanacimiento ? String(child.fechanacimiento) : null,
  registered: dayOf(String(child.fechaRegistro)),
  records,
});

/** The pregnancy that the latest screening tells of. */
export const familyOfWoman = (records: FamilyRecords): Family => ({
  start: pregnancyStart(records.etmi ?? []),
  registered: null,
  records,
});
